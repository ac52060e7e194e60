import { callQuery } from '#kit/cache/call-query.ts'
import { makeStale } from '#kit/cache/make-stale.ts'
import { pagedQuery } from '#studio/platform/Pages.tsx'

const of = (id: number) => ({ params: { id } })

export const learnerQuery = (id: number) => callQuery('GET /studio/learners/:id', of(id))
export const placeQuery = (id: number, placeId: number) =>
  callQuery('GET /studio/learners/:id/places/:placeId', { params: { id, placeId } })
export const workQuery = (id: number) => callQuery('GET /studio/learners/:id/work', of(id))
export const ordersQuery = (id: number) => callQuery('GET /studio/learners/:id/orders', of(id))
export const notesQuery = (id: number, page: number) =>
  pagedQuery('GET /studio/learners/:id/notes', { ...of(id), query: { page } })
export const entriesQuery = (id: number, page: number) =>
  pagedQuery('GET /studio/learners/:id/points', { ...of(id), query: { page } })

/** Notes were added, changed or deleted, which the log of a person tells too. */
export const refreshNotes = () =>
  makeStale('GET /studio/learners/:id/notes', 'GET /studio/users/:id', 'GET /studio/audit-log')
