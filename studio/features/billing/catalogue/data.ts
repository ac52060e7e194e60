import { callQuery } from '#kit/cache/call-query.ts'
import { makeStale } from '#kit/cache/make-stale.ts'

export const positionsQuery = () => callQuery('GET /studio/catalog-positions')

/** A position as it is stored now: never from a memory. */
export const positionQuery = (id: number) => ({
  ...callQuery('GET /studio/catalog-positions/:id', { params: { id } }),
  gcTime: 0,
})

/** A position was added, changed, moved or taken out. */
export const refreshPositions = () =>
  makeStale('GET /studio/catalog-positions', 'GET /studio/catalog-positions/:id', 'GET /studio/audit-log')
