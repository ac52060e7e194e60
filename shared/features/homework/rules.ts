import type { HomeworkLock } from '#shared/features/progress/rules.ts'

export type HomeworkState = 'NOT_UPLOADED' | 'UPLOADED' | 'DONE' | 'FAIL'
export type Verdict = 'DONE' | 'FAIL'
export type AnswerWith = 'any' | 'message' | 'file' | 'exercise'

/** An answer is due within this many ms. */
const answerWithinMs = 24 * 3_600_000
/** A claim ends this many ms after the expert was last active. */
export const claimLastsMs = 20 * 60_000

const moves: Record<HomeworkState, readonly HomeworkState[]> = {
  NOT_UPLOADED: ['UPLOADED'],
  UPLOADED: ['DONE', 'FAIL'],
  DONE: [],
  FAIL: ['UPLOADED'],
}

/** Whether a homework may go from one status to another. */
export function mayMove(from: HomeworkState, to: HomeworkState): boolean {
  return moves[from].includes(to)
}

/** When the answer to a submission is due; both in ms. */
export function answerDueAt(submittedAt: number): number {
  return submittedAt + answerWithinMs
}

/** Until when an expert holds a submission after being active at `activeAt`; both in ms. */
export function claimUntil(activeAt: number): number {
  return activeAt + claimLastsMs
}

/** Whether a claim still holds at `now`; both in ms, `activeAt` undefined when nobody claimed it. */
export function isHeld(activeAt: number | undefined, now: number): boolean {
  return activeAt !== undefined && now < claimUntil(activeAt)
}

type HandedIn = { verdict: Verdict | undefined; isReplaced: boolean; isInReview: boolean }

/** Whether a learner may replace this attempt: nobody has answered it or is reviewing it. */
export function mayReplace({ verdict, isReplaced, isInReview }: HandedIn): boolean {
  return verdict === undefined && !isReplaced && !isInReview
}

/**
 * Why a homework cannot be handed in now. `replaced` is the attempt that the new one replaces, if any; after a verdict there
 * is nothing to replace, and the new attempt is simply the next.
 */
export function handInRefusal(
  status: HomeworkState,
  replaced: HandedIn | undefined,
): 'homework_passed' | 'homework_in_review' | undefined {
  if (status === 'DONE') return 'homework_passed'
  if (mayMove(status, 'UPLOADED')) return undefined
  return replaced && mayReplace(replaced) ? undefined : 'homework_in_review'
}

type HandInTask = { answerWith: AnswerWith; isSelfieRequired: boolean }
type HandInContent = { text: string; hasExercise: boolean; filesCount: number; photosCount: number }

/**
 * What an answer still lacks, as a refusal's code. A homework with a selfie always needs a photo, which does not count as the
 * file that the answer itself may need.
 */
export function handInMissing(
  { answerWith, isSelfieRequired }: HandInTask,
  { text, hasExercise, filesCount, photosCount }: HandInContent,
): 'file_required' | 'message_required' | 'exercise_required' | undefined {
  if (isSelfieRequired && photosCount === 0) return 'file_required'
  const hasText = text.trim() !== ''
  const hasFile = filesCount > (isSelfieRequired ? 1 : 0)
  if (answerWith === 'exercise') return hasExercise ? undefined : 'exercise_required'
  if (answerWith === 'file') return hasFile ? undefined : 'file_required'
  if (answerWith === 'message') return hasText ? undefined : 'message_required'
  return hasText || hasFile ? undefined : 'message_required'
}

/** Whether a homework is listed: not while its stage is closed. */
export function isAvailable(lock: HomeworkLock | undefined): boolean {
  return lock !== 'stage'
}

type Answer = { verdict: Verdict; text: string; commentsCount: number; points: number | undefined }

/** What is wrong with a verdict: sent back without a comment, or more points than the homework gives. */
export function verdictRefusal(
  { verdict, text, commentsCount, points }: Answer,
  mostPoints: number,
): 'comment_required' | 'too_many_points' | undefined {
  if (verdict === 'FAIL' && text.trim() === '' && commentsCount === 0) return 'comment_required'
  return (points ?? 0) > mostPoints ? 'too_many_points' : undefined
}

/** The points of a verdict: all unless the expert gives fewer, none when sent back. */
export function pointsGiven(verdict: Verdict, points: number | undefined, mostPoints: number): number {
  return verdict === 'DONE' ? Math.min(points ?? mostPoints, mostPoints) : 0
}
