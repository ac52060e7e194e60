import { randomUUID } from 'node:crypto'
import type { Db } from '#server/platform/database/statement.ts'
import { keptText } from '#shared/features/chat/rules.ts'
import {
  answerDueAt,
  claimLastsMs,
  type HomeworkState,
  handInMissing,
  handInRefusal,
} from '#shared/features/homework/rules.ts'
import { mediaTypeCodes } from '#shared/features/media/forms.ts'
import { filesRefusal, type MessageRow, messageWire } from '#server/features/chat/message.ts'
import { postMessage } from '#server/features/chat/post-message.ts'
import type { CourseTree } from '#server/features/courses/course-tree.ts'
import {
  type AttemptRow,
  type HomeworkContext,
  tellOfReview,
  StaleCheck,
  tries,
  writtenOrLost,
  reviewerOf,
} from './attempt.ts'
import { findHomeworkPlace, type HomeworkPlace, recordHandIn } from './queries.ts'
import { exerciseIds, homeworksOf, type KnownHomework, userHomeworkWire } from './homework-tasks.ts'

type HandingIn = HomeworkContext<'POST /user-course-streams/:streamId/user-homework/:statusId'>

type Found = { place: HomeworkPlace; tree: CourseTree; known: KnownHomework }

/**
 * Hands a homework in: writes a message to the learner's chat, an attempt and the status; the same key once. The write
 * repeats the check; when another device or an expert was faster, everything is read and checked again.
 */
export async function handIn(context: HandingIn) {
  const clientKey = context.idempotencyKey ?? randomUUID()
  for (let attempt = 0; attempt < tries; attempt++) {
    const found = await findHomework(context, clientKey)
    const before = found.place.attempts.find(({ submission }) => isOwn(submission, context.user.userId, clientKey))
    if (before) return answerOf(context, found, before.submission)
    const replaced = checkHandIn(context, found)
    const result = await write(context, found, { clientKey, replacesId: replaced?.id ?? null })
    if (result === 'stale') continue
    if (result === 'known key') {
      if (attempt > 0) context.refuse('invalid_input', { fields: ['Idempotency-Key'] })
      continue
    }
    tellOfReview(context, found.place.chat_id, result.attemptId)
    return answerOf(context, result.found, result.message)
  }
  return context.refuse('homework_in_review')
}

const isOwn = ({ user_id, client_key }: MessageRow, userId: number, key: string) =>
  user_id === userId && client_key === key

async function findHomework({ db, user, params, body, now, refuse }: HandingIn, clientKey: string): Promise<Found> {
  const { streamId, statusId } = params
  const only = { clientKey, attemptId: body.replaces_attempt_id }
  const asked = { streamId, statusId, userId: user.userId, fileIds: body.file_ids ?? [], only }
  const place = await findHomeworkPlace(db, asked)
  if (!place) return refuse('not_found')
  const { tree, homeworks, archived } = await homeworksOf(db, place, { now, timezone: user.timezone })
  const known = [...homeworks, ...archived].find(({ row }) => row.id === statusId)
  return known ? { place, tree, known } : refuse('not_found')
}

/** Refuses a hand-in that is not allowed; answers the attempt that it replaces. */
function checkHandIn({ body, now, refuse }: HandingIn, { place, tree, known }: Found): AttemptRow | undefined {
  const { task, row, lock } = known
  const { file_ids: fileIds = [], exercise_id: exerciseId, replaces_attempt_id: replacesId } = body
  const replaced = place.attempts.find(({ id }) => id === replacesId)
  if (replacesId !== undefined && !replaced) refuse('not_found')
  const refusal = handInRefusal(row.status, replaced && stateOf(replaced, now))
  if (refusal) refuse(refusal)
  if (lock) refuse('homework_locked')
  const wrongFiles = filesRefusal(fileIds, place.files)
  if (wrongFiles) refuse(wrongFiles, { fields: ['file_ids'] })
  if (exerciseId !== undefined && !exerciseIds(tree, task).includes(exerciseId))
    refuse('exercise_required', { fields: ['exercise_id'] })
  const missing = handInMissing(task, {
    text: body.message ?? '',
    hasExercise: exerciseId !== undefined,
    filesCount: fileIds.length,
    photosCount: place.files.filter(({ type }) => type === mediaTypeCodes.image).length,
  })
  if (missing) refuse(missing, { fields: [missingFields[missing]] })
  return row.status === 'UPLOADED' ? replaced : undefined
}

const missingFields = {
  file_required: 'file_ids',
  message_required: 'message',
  exercise_required: 'exercise_id',
} as const

const stateOf = (attempt: AttemptRow, now: number) => ({
  verdict: attempt.verdict ?? undefined,
  isReplaced: attempt.is_replaced,
  isInReview: reviewerOf(attempt, now) !== undefined,
})

type Written = { attemptId: number; message: MessageRow; found: Found }

async function write(
  { db, user, body, now }: HandingIn,
  found: Found,
  { clientKey, replacesId }: { clientKey: string; replacesId: number | null },
): Promise<Written | 'stale' | 'known key'> {
  const { place, known } = found
  const target = { statusId: known.row.id, homeworkId: known.task.id, status: known.row.status }
  const submission = { userId: user.userId, text: keptText(body.message), fileIds: body.file_ids ?? [], clientKey, now }
  const answer = { ...submission, exerciseId: body.exercise_id ?? null, replacesId }
  const written = await writtenOrLost(db.inTransaction(tx => writeSubmission(tx, place.chat_id, target, answer)))
  if (typeof written === 'string') return written
  const row = handedIn(known, { now, dueAt: written.dueAt, isReplacing: replacesId !== null })
  return { ...written, found: { ...found, known: { ...known, row } } }
}

type Submission = {
  userId: number
  text: string
  fileIds: readonly number[]
  exerciseId: number | null
  clientKey: string
  replacesId: number | null
  /** Ms. */
  now: number
}

/** Writes a checked hand-in in the caller's transaction; throws StaleCheck when the homework or the replaced attempt changed. */
export async function writeSubmission(
  tx: Db,
  chatId: number,
  { statusId, homeworkId, status }: { statusId: number; homeworkId: number; status: HomeworkState },
  { userId, text, fileIds, exerciseId, clientKey, replacesId, now }: Submission,
) {
  const about = { kind: 'submission', isExpert: false } as const
  const posted = await postMessage(tx, { chatId, authorId: userId, text, fileIds, clientKey, now, ...about })
  if (!posted) throw new Error(`There is no chat ${chatId}`)
  if (!posted.isNew) return 'known key'
  const dueAt = Math.floor(answerDueAt(now) / 1000)
  const times = { nowSeconds: now / 1000, dueAtSeconds: dueAt, heldSinceSeconds: (now - claimLastsMs) / 1000 }
  const attempt = { statusId, expectedStatus: status, replacesId, messageId: posted.id, exerciseId, chatId }
  const recorded = await recordHandIn(tx, { ...attempt, ...times })
  if (!recorded) throw new StaleCheck()
  const { attemptId, attemptNumber, message, titles, languages } = recorded
  const homework = {
    status_id: statusId,
    homework_id: homeworkId,
    titles,
    languages,
    attempt_id: attemptId,
    attempt_number: attemptNumber,
    verdict: null,
    points: 0,
  }
  return { attemptId, dueAt, message: { ...message, homework } }
}

function handedIn(
  { row }: KnownHomework,
  { now, dueAt, isReplacing }: { now: number; dueAt: number; isReplacing: boolean },
) {
  const attempts_count = row.attempts_count + (isReplacing ? 0 : 1)
  return { ...row, status: 'UPLOADED' as const, updated_at: Math.floor(now / 1000), attempts_count, due_at: dueAt }
}

function answerOf({ user, caller, now }: HandingIn, { place, known }: Found, message: MessageRow) {
  return {
    chatMessage: messageWire(message, { userId: user.userId, language: caller.language, now }),
    userHomeworkStatus: userHomeworkWire(known, place.id, { hasScores: true }),
  }
}
