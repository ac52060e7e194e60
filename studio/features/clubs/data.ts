import { callQuery } from '#kit/cache/call-query.ts'
import { makeStale } from '#kit/cache/make-stale.ts'
import { pagedQuery } from '#studio/platform/Pages.tsx'

export const clubsQuery = () => callQuery('GET /studio/clubs')

/** A club as it is stored now: never from a memory. */
export const clubQuery = (id: number) => ({
  ...callQuery('GET /studio/clubs/:id', { params: { id } }),
  gcTime: 0,
})

/** A page of who has a club now. */
export const membersQuery = (id: number, page: number) =>
  pagedQuery('GET /studio/clubs/:id/members', { params: { id }, query: { page } })

/** A club was added, changed or removed. */
export const refreshClubs = () => makeStale('GET /studio/clubs', 'GET /studio/clubs/:id', 'GET /studio/audit-log')

/** The questions of a club as they are stored now: never from a memory. */
export const faqQuery = (id: number) => ({
  ...callQuery('GET /studio/clubs/:id/faq', { params: { id } }),
  gcTime: 0,
})

/** The questions of a club were changed. */
export const refreshFaq = () => makeStale('GET /studio/clubs/:id/faq', 'GET /studio/audit-log')
