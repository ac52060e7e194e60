import { callQuery } from '#kit/cache/call-query.ts'
import { makeStale } from '#kit/cache/make-stale.ts'

/** Messages that were reported and wait for staff, or those that are hidden. */
export type Shown = 'reported' | 'hidden'

export const moderatedQuery = (clubId: number, show: Shown) =>
  callQuery('GET /studio/clubs/:id/chat/messages', { params: { id: clubId }, query: { show } })

/** Something was decided about a message or a person. */
export const refreshModeration = () => makeStale('GET /studio/clubs/:id/chat/messages', 'GET /studio/audit-log')
