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

/** A handing-in that this device holds: on its way, or refused and kept until the learner decides. */
export type HandIn = {
  write: HandInWrite
  state: HandInState
  text: string
  exerciseId: number | undefined
  /** Ids of this device's uploads. */
  uploads: readonly string[]
}

/** Where the handing-ins of a homework wait, each after the other. */
export function handInLane(statusId: number): string {
  return `homework:${statusId}`
}

/** What is sent of a draft; its files follow as uploads. Throws without the number of the homework's status. */
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

/** The handing-in that a waiting write is. */
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

/** What of a homework this device has not brought to the server yet; the first where there are several. */
export function useHandIn(statusId: number): HandIn | undefined {
  const [first] = useWaitingWrites<HandInCall>(handInLane(statusId))
  return useMemo(() => first && handInOf(first), [first])
}
