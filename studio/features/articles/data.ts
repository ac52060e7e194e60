import { callQuery } from '#kit/cache/call-query.ts'
import { makeStale } from '#kit/cache/make-stale.ts'

export const articlesQuery = (clubId: number) => callQuery('GET /studio/clubs/:id/articles', { params: { id: clubId } })

/** An article as it is stored now: never from a memory. */
export const articleQuery = (id: number) => ({
  ...callQuery('GET /studio/articles/:id', { params: { id } }),
  gcTime: 0,
})

/** An article was added, changed, published or removed. */
export const refreshArticles = () =>
  makeStale('GET /studio/clubs/:id/articles', 'GET /studio/articles/:id', 'GET /studio/audit-log')
