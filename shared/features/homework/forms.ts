import { msFromSeconds } from '#shared/platform/times.ts'
import { type ChatMessage, messageFromWire } from '#shared/features/chat/forms.ts'
import type { AttemptWire, HomeworkWire, UserHomeworkWire } from './contract.ts'

/** A homework's task; `points` is the most that it can give, times in ms. */
export type HomeworkTask = {
  id: number
  homeworkId: number
  courseId: number
  stageId: number
  stageDayId: number | undefined
  targetType: HomeworkWire['target_type']
  title: string
  /** Markdown. */
  text: string
  isRequired: boolean
  isDemoAccessible: boolean
  answerWith: HomeworkWire['answer_with']
  isSelfieRequired: boolean
  createdAt: number
  updatedAt: number
  points: number
}

/** Where the learner is with a homework; times in ms. */
export type UserHomework = {
  id: number
  targetId: number
  targetType: UserHomeworkWire['target_type']
  streamId: number
  homeworkId: number
  status: UserHomeworkWire['status']
  isLocked: boolean
  lockReason: NonNullable<UserHomeworkWire['lock_reason']> | undefined
  attemptsCount: number
  /** When an answer is due, while one is awaited. */
  dueAt: number | undefined
  createdAt: number
  updatedAt: number
  /** The points it gives, or gave; undefined when not asked for. */
  points: number | undefined
  /** Made on this device because the server's status is not known here; nothing can be handed in with its id. */
  isPlaceholder: boolean
}

/** What an expert judged by. */
export type JudgedCriterion = { key: string; text: string; isMet: boolean }

/** An attempt with its answer; times in ms. */
export type Attempt = {
  id: number
  number: number
  submittedAt: number
  dueAt: number
  exercise: { id: number; title: string } | undefined
  isReplaced: boolean
  isInReview: boolean
  verdict: NonNullable<AttemptWire['verdict']> | undefined
  points: number
  criteria: JudgedCriterion[]
  reviewedAt: number | undefined
  submission: ChatMessage
  answer: ChatMessage | undefined
}

function msOrNothing(seconds: number | null): number | undefined {
  return seconds === null ? undefined : msFromSeconds(seconds)
}

function sumOf(scores: readonly { amount: number }[]): number {
  return scores.reduce((sum, { amount }) => sum + amount, 0)
}

/** A homework from the wire: required when `is_required` is above 0, its scores added up. */
export function homeworkFromWire(wire: HomeworkWire): HomeworkTask {
  return {
    id: wire.id,
    homeworkId: wire.homework_id,
    courseId: wire.course_id,
    stageId: wire.stage_id,
    stageDayId: wire.stage_day_id ?? undefined,
    targetType: wire.target_type,
    title: wire.title,
    text: wire.text,
    isRequired: wire.is_required > 0,
    isDemoAccessible: wire.isDemoAccessible,
    answerWith: wire.answer_with,
    isSelfieRequired: wire.is_selfie_required,
    createdAt: msFromSeconds(wire.created_at),
    updatedAt: msFromSeconds(wire.updated_at),
    points: sumOf(wire.scores ?? []),
  }
}

/** A learner's homework from the wire: seconds to ms. */
export function userHomeworkFromWire(wire: UserHomeworkWire): UserHomework {
  return {
    id: wire.id,
    targetId: wire.target_id,
    targetType: wire.target_type,
    streamId: wire.stream_id,
    homeworkId: wire.homework_id,
    status: wire.status,
    isLocked: wire.is_locked,
    lockReason: wire.lock_reason ?? undefined,
    attemptsCount: wire.attempts_count,
    dueAt: msOrNothing(wire.due_at),
    createdAt: msFromSeconds(wire.created_at),
    updatedAt: msFromSeconds(wire.updated_at),
    points: wire.scores && sumOf(wire.scores),
    isPlaceholder: false,
  }
}

/**
 * A placeholder for a status that this device does not know: NOT_UPLOADED, with an id from 1000 to 1999 picked by `random`
 * (0 up to 1). `now` in ms.
 */
export function placeholderStatus(
  task: Pick<HomeworkTask, 'id' | 'targetType'>,
  streamId: number,
  now: number,
  random: number,
): UserHomework {
  return {
    id: 1000 + Math.floor(random * 1000),
    targetId: task.id,
    targetType: task.targetType,
    streamId,
    homeworkId: task.id,
    status: 'NOT_UPLOADED',
    isLocked: false,
    lockReason: undefined,
    attemptsCount: 0,
    dueAt: undefined,
    createdAt: now,
    updatedAt: now,
    points: undefined,
    isPlaceholder: true,
  }
}

/** The id to hand a homework in with; throws for a missing one or a placeholder's. */
export function statusIdOf(status: Pick<UserHomework, 'id' | 'isPlaceholder'> | undefined): number {
  if (!status?.id || status.isPlaceholder) throw new Error('UserHomeworkStatusId must be set')
  return status.id
}

/** An attempt from the wire: seconds to ms, the remarks of its answer in the order of files and moments. */
export function attemptFromWire(wire: AttemptWire): Attempt {
  const submission = messageFromWire(wire.submission)
  const answer = wire.answer ? messageFromWire(wire.answer) : undefined
  const files = submission.files.map(({ id }) => id)
  answer?.comments.sort((a, b) => files.indexOf(a.fileId) - files.indexOf(b.fileId) || a.at - b.at)
  return {
    id: wire.id,
    number: wire.number,
    submittedAt: msFromSeconds(wire.submitted_at),
    dueAt: msFromSeconds(wire.due_at),
    exercise: wire.exercise ?? undefined,
    isReplaced: wire.is_replaced,
    isInReview: wire.is_in_review,
    verdict: wire.verdict ?? undefined,
    points: wire.points,
    criteria: (wire.criteria ?? []).map(({ key, text, is_met: isMet }) => ({ key, text, isMet })),
    reviewedAt: msOrNothing(wire.reviewed_at),
    submission,
    answer,
  }
}
