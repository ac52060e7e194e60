import { useMemo } from 'react'
import { useWaitingWrites, type WaitingWriteOf } from '#kit/outbox/outbox.ts'
import type { Input } from '#kit/request/request.ts'
import { statusIdOf, type UserHomework } from '#shared/features/homework/forms.ts'
import type { HomeworkDraft } from './draft.ts'

export const handInCall = 'POST /user-course-streams/:streamId/user-homework/:statusId'
export type HandInCall = typeof handInCall
export type HandInInput = Input<HandInCall>
export type HandInState = 'waiting' | 'refused'
export type HandInWrite = WaitingWriteOf<HandInCall>

/** A hand-in that the server has not accepted: queued, or refused and kept until the learner decides. */
export type HandIn = {
  write: HandInWrite
  state: HandInState
  text: string
  exerciseId: number | undefined
  /** Ids of this device's uploads. */
  uploads: readonly string[]
}

/** The outbox lane of a homework: its hand-ins are sent one after the other. */
export function handInLane(statusId: number): string {
  return `homework:${statusId}`
}

/** The request for a draft; its files are attached as uploads. Throws while the status is only a placeholder. */
export function handInInput(
  status: UserHomework,
  { text, exerciseId }: Pick<HomeworkDraft, 'text' | 'exerciseId'>,
  replacesAttemptId?: number,
): HandInInput {
  const message = text.trim()
  return {
    params: { streamId: status.streamId, statusId: statusIdOf(status) },
    body: {
      ...(message && { message }),
      ...(exerciseId !== undefined && { exercise_id: exerciseId }),
      ...(replacesAttemptId !== undefined && { replaces_attempt_id: replacesAttemptId }),
    },
  }
}

function handInOf(write: HandInWrite): HandIn {
  const { body } = write.input
  return {
    write,
    state: write.state === 'refused' ? 'refused' : 'waiting',
    text: body.message ?? '',
    exerciseId: body.exercise_id,
    uploads: write.uploads,
  }
}

/** The first hand-in of a homework that the server has not accepted yet. */
export function useHandIn(statusId: number): HandIn | undefined {
  const [first] = useWaitingWrites<HandInCall>(handInLane(statusId))
  return useMemo(() => first && handInOf(first), [first])
}
