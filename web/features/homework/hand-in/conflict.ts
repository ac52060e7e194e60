import type { Attempt, UserHomework } from '#shared/features/homework/forms.ts'
import { handInRefusal, mayMove } from '#shared/features/homework/rules.ts'

/** What a learner may do with a version that the server did not take because another one was there first. */
export type ConflictChoices<Sent> = {
  /** The version that was sent instead, as far as this device knows it. */
  sent: Sent | undefined
  /** How one's own version can still be sent: in the place of the sent one, or as a version of its own. */
  resend: { replacesAttemptId: number | undefined } | undefined
  /** Why it cannot. */
  closed: 'passed' | 'review' | undefined
}

/** The refusals that mean that another device was faster. */
export function isConflict(code: string): boolean {
  return code === 'homework_in_review' || code === 'homework_passed'
}

/**
 * What is left to choose, by what the server says now; `attempts` the newest first. While an expert looks at the sent
 * version, or once it is approved, it can no longer be replaced.
 */
export function conflictChoices<Sent extends Pick<Attempt, 'id' | 'isReplaced' | 'isInReview' | 'verdict'>>(
  { status }: Pick<UserHomework, 'status'>,
  attempts: readonly Sent[],
): ConflictChoices<Sent> {
  const sent = attempts.find(attempt => !attempt.isReplaced)
  const refusal = handInRefusal(status, sent)
  if (refusal) return { sent, resend: undefined, closed: refusal === 'homework_passed' ? 'passed' : 'review' }
  const replacesAttemptId = mayMove(status, 'UPLOADED') ? undefined : sent?.id
  return { sent, resend: { replacesAttemptId }, closed: undefined }
}
