import { randomUUID } from 'node:crypto'
import type { Db } from '#server/platform/database/statement.ts'
import type { Actor } from '#server/platform/http/routes.ts'
import { keptText } from '#shared/features/chat/rules.ts'
import type { ReviewWire } from '#shared/features/homework/contract.ts'
import { claimLastsMs, pointsGiven, type Verdict, verdictRefusal } from '#shared/features/homework/rules.ts'
import { writeAudit } from '#server/features/accounts/audit.ts'
import { filesRefusal } from '#server/features/chat/message-files.ts'
import type { StoredComment } from '#server/features/chat/message-row.ts'
import { postMessage } from '#server/features/chat/post-message.ts'
import { type HomeworkContext, tellOfReview } from './context.ts'
import { Overtaken, rounds, unlessOvertaken } from './overtaken.ts'
import { actorParams, holderOf, type ReviewRow, reviewWire } from './review-row.ts'
import { findVerdictPlace, recordVerdict, type VerdictPlace } from './verdict-queries.ts'

type Answering = HomeworkContext<'POST /studio/reviews/:id/verdict'>

/**
 * Answers a submission: a message with remarks in the learner's chat, the status, the points, the log. The same
 * key counts once; of two experts at once one wins. Whoever answers what nobody holds need not claim it first.
 */
export async function answerReview(context: Answering): Promise<ReviewWire> {
  const { db, user, caller, params, body, now, refuse } = context
  const clientKey = context.idempotencyKey ?? randomUUID()
  const reader = { userId: user.userId, language: caller.language, now }
  for (let round = 0; round < rounds; round++) {
    const place = await findVerdictPlace(db, ...actorParams(user), params.id, clientKey, body.file_ids ?? [])
    if (!place) return refuse('not_found')
    if (place.isRepeated) return reviewWire(place.review, reader)
    const comments = judge(context, place)
    const answer = { ...body, points: pointsGiven(body.verdict, body.points, place.score), comments, clientKey, now }
    const given = await unlessOvertaken(db.inTransaction(tx => writeVerdict(tx, user, place.review, answer)))
    if (given === 'known key' && round > 0) refuse('invalid_input', { fields: ['Idempotency-Key'] })
    if (typeof given === 'string') continue
    tellOfReview(context, given.review.chatId, given.review.id)
    return reviewWire(given.review, reader)
  }
  return refuse('review_taken')
}

/** Refuses what may not be answered so; answers the remarks as they are kept. */
function judge({ user, body, now, refuse }: Answering, place: VerdictPlace): StoredComment[] {
  const { review, score, submittedIds, files } = place
  if (review.isReplaced) refuse('review_replaced')
  if (review.verdict) refuse('review_done')
  const holder = holderOf(review, now)
  if (holder && holder.id !== user.userId) refuse('review_taken')
  const comments = (body.comments ?? [])
    .map(({ file_id: mediaId, seconds, message }) => ({ mediaId, seconds, text: keptText(message) }))
    .filter(({ text }) => text !== '')
  const answer = {
    verdict: body.verdict,
    text: body.message ?? '',
    commentsCount: comments.length,
    points: body.points,
  }
  const refusal = verdictRefusal(answer, score)
  if (refusal) refuse(refusal, { fields: [refusal === 'too_many_points' ? 'points' : 'message'] })
  if (comments.some(({ mediaId }) => !submittedIds.includes(mediaId))) refuse('invalid_input', { fields: ['comments'] })
  const wrongFiles = filesRefusal(body.file_ids ?? [], files)
  if (wrongFiles) refuse(wrongFiles, { fields: ['file_ids'] })
  return comments
}

type Answer = {
  verdict: Verdict
  message?: string
  file_ids?: readonly number[]
  points: number
  comments: readonly StoredComment[]
  clientKey: string
  /** Ms. */
  now: number
}

/** Writes a verdict that was judged, in the caller's transaction; throws when the submission is no longer to be had. */
export async function writeVerdict(
  tx: Db,
  user: Pick<Actor, 'userId' | 'brandId'>,
  { id, chatId, statusId }: Pick<ReviewRow, 'id' | 'chatId' | 'statusId'>,
  answer: Answer,
) {
  const { verdict, points, comments, clientKey, now } = answer
  const posted = await postMessage(tx, {
    chatId,
    authorId: user.userId,
    isExpert: true,
    kind: 'verdict',
    text: keptText(answer.message),
    comments,
    fileIds: answer.file_ids ?? [],
    clientKey,
    now,
  })
  if (!posted) throw new Error(`There is no chat ${chatId}`)
  if (!posted.isNew) return 'known key'
  const times = [now / 1000, (now - claimLastsMs) / 1000] as const
  const recorded = await recordVerdict(tx, id, user.userId, verdict, points, posted.id, ...times)
  if (!recorded) throw new Overtaken()
  const detail = { verdict, points, status_id: statusId }
  await writeAudit(tx, user, { action: 'review.verdict', targetType: 'review', targetId: id, detail })
  return { review: recorded.review, messageId: posted.id }
}
