import { mayJoin } from '#shared/features/videoconsultations/states.ts'
import type { CallRow } from './queries.ts'

/** Times in ms, as the rules take them. */
export const timed = (row: CallRow) => ({ ...row, startsAt: row.startsAt * 1000, endsAt: row.endsAt * 1000 })

/** Whether a person may be in the call of a consultation now. */
export const joinable = (row: CallRow, userId: number, now: number) => mayJoin(timed(row), userId, now)

type Refuse = (code: 'not_found' | 'call_early' | 'call_over') => never

/** Refuses who may not be in a call now, or nobody any more. */
export function requireOpen(row: CallRow, userId: number, now: number, refuse: Refuse): void {
  const answer = joinable(row, userId, now)
  if (answer === 'nobody') refuse('not_found')
  if (answer === 'early') refuse('call_early')
  if (answer === 'over') refuse('call_over')
}
