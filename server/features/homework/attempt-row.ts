import type { AttemptWire } from '#shared/features/homework/contract.ts'
import { isHeld, type Verdict } from '#shared/features/homework/rules.ts'
import { msFromSeconds } from '#shared/platform/times.ts'
import { type MessageRow, messageJson } from '#server/features/chat/message-row.ts'
import { messageWire, type Reader } from '#server/features/chat/message-wire.ts'

/** One handing-in as `attemptJson` reads it; times in Unix seconds. */
export type AttemptRow = {
  id: number
  number: number
  submittedAt: number
  dueAt: number
  /** A lesson's place in a day. */
  exerciseId: number | null
  isReplaced: boolean
  claimedBy: number | null
  activeAt: number | null
  verdict: Verdict | null
  points: number
  reviewedAt: number | null
  submission: MessageRow
  answer: MessageRow | null
}

/** A part of a larger statement: the attempt under the alias `attempt` with its messages as JSON, an AttemptRow. */
export const attemptJson = (attempt: string) => `json_build_object('id', ${attempt}.id, 'number', ${attempt}.number,
  'submittedAt', unix(${attempt}.submitted_at), 'dueAt', unix(${attempt}.due_at),
  'exerciseId', ${attempt}.lesson_set_lesson_id, 'isReplaced', ${attempt}.replaced_at is not null,
  'claimedBy', ${attempt}.claimed_by, 'activeAt', unix(${attempt}.active_at), 'verdict', ${attempt}.verdict,
  'points', ${attempt}.points, 'reviewedAt', unix(${attempt}.reviewed_at),
  'submission', (select ${messageJson('sm')} from chat_messages sm where sm.id = ${attempt}.message_id),
  'answer', (select ${messageJson('vm')} from chat_messages vm where vm.id = ${attempt}.verdict_message_id))`

/** Whether an expert looks at it at `now` (ms). */
export function isInReview({ verdict, isReplaced, claimedBy, activeAt }: AttemptRow, now: number): boolean {
  const isWaiting = verdict === null && !isReplaced
  return isWaiting && claimedBy !== null && isHeld(activeAt === null ? undefined : msFromSeconds(activeAt), now)
}

type Exercise = { id: number; title: string }

/** An attempt as the wire has it; `exerciseOf` names what was chosen, `now` in ms. */
export function attemptWire(
  row: AttemptRow,
  reader: Reader & { now: number; exerciseOf: (id: number) => Exercise | undefined },
): AttemptWire {
  return {
    id: row.id,
    number: row.number,
    submitted_at: row.submittedAt,
    due_at: row.dueAt,
    exercise: (row.exerciseId !== null && reader.exerciseOf(row.exerciseId)) || null,
    is_replaced: row.isReplaced,
    is_in_review: isInReview(row, reader.now),
    verdict: row.verdict,
    points: row.points,
    reviewed_at: row.reviewedAt,
    submission: messageWire(row.submission, reader),
    answer: row.answer && messageWire(row.answer, reader),
  }
}
