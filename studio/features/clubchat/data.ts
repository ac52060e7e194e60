import { makeStale } from '#kit/cache/make-stale.ts'
import { pagedQuery } from '#studio/platform/Pages.tsx'

/** Messages that were reported and wait for staff, or those that are hidden. */
export type Shown = 'reported' | 'hidden'

export const moderatedQuery = (clubId: number, show: Shown, page: number) =>
  pagedQuery('GET /studio/clubs/:id/chat/messages', { params: { id: clubId }, query: { show, page } })

/** Something was decided about a message or a person. */
export const refreshModeration = () =>
  makeStale('GET /studio/clubs/:id/chat/messages', 'GET /studio/audit-log', 'GET /studio/today')
