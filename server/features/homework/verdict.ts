import { randomUUID } from 'node:crypto'
import { type Db, one } from '#server/platform/database/statement.ts'
import type { Actor } from '#server/platform/http/routes.ts'
import { keptText } from '#shared/features/chat/rules.ts'
import type { ReviewWire } from '#shared/features/homework/contract.ts'
import { claimLastsMs, pointsGiven, type Verdict, verdictRefusal } from '#shared/features/homework/rules.ts'
import { writeAudit } from '#server/features/accounts/audit.ts'
import { filesRefusal, ownFilesJson } from '#server/features/chat/message-files.ts'
import type { StoredComment } from '#server/features/chat/message.ts'
import { postMessage } from '#server/features/chat/post-message.ts'
import {
  type HomeworkContext,
  tellOfReview,
  Overtaken,
  rounds,
  unlessOvertaken,
  actorParams,
  holderOf,
  type ReviewRow,
  type ActorParams,
  mayReview,
  reviewJson,
  reviewTables,
} from './attempt.ts'
import { reviewWire } from './reviews.ts'
import type { UploadedRow } from '#server/features/media/media-item.ts'
import { awardFrom } from '#server/features/points/queries.ts'
import { publishHomework } from './queries.ts'

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

/** All that a verdict is judged by. */
type VerdictPlace = {
  review: ReviewRow
  /** The most points that an approval gives. */
  score: number
  /** The caller's own verdict stands already under the key. */
  isRepeated: boolean
  /** What was handed in: what remarks may be about. */
  submittedIds: number[]
  /** Of the files asked for those that are the caller's own, in their order. */
  files: UploadedRow[]
}

/** A submission of a course that the caller teaches, as the one who answers it finds it. */
const findVerdictPlace = one<[...ActorParams, id: number, clientKey: string, fileIds: readonly number[]], VerdictPlace>(
  'find-verdict-place',
  `select ${reviewJson} as review, h.score,
     exists (select from chat_messages v
       where v.id = a.verdict_message_id and v.author_id = $1 and v.client_key = $5) as "isRepeated",
     array(select mf.media_id from chat_message_files mf where mf.message_id = a.message_id) as "submittedIds",
     ${ownFilesJson('$6::bigint[]', '$1')} as files
   from ${reviewTables('homework_attempts')}
   where a.id = $4 and ${mayReview('$1::bigint', '$2::text', '$3::text')}`,
)

/**
 * Records a verdict whose message stands in the chat: the attempt's answer, the homework's status, its points once.
 * Answers nothing when it was answered, replaced or taken by somebody else meanwhile.
 */
const recordVerdict = one<
  [
    id: number,
    userId: number,
    verdict: Verdict,
    points: number,
    messageId: number,
    nowSeconds: number,
    heldSinceSeconds: number,
  ],
  { review: ReviewRow; awarded: number }
>(
  'record-verdict',
  `with answered as (
     update homework_attempts a set verdict = $3, points = $4, verdict_message_id = $5, reviewed_by = $2,
       reviewed_at = to_timestamp($6::float8), claimed_by = null, claimed_at = null, active_at = null
     where a.id = $1 and a.verdict is null and a.replaced_at is null
       and (a.claimed_by is null or a.claimed_by = $2 or a.active_at <= to_timestamp($7::float8))
     returning a.*
   ), moved as (
     update user_homeworks uh set status = $3, updated_at = to_timestamp($6::float8)
     from answered where uh.id = answered.user_homework_id
     returning uh.id, uh.user_stream_id
   ), earned as (
     select us.user_id, answered.points as amount, 'user_homework:' || moved.id as source
     from answered, moved join user_streams us on us.id = moved.user_stream_id
   ), award as (${awardFrom('earned', 'homework')})
   select ${reviewJson} as review, coalesce((select amount from award), 0) as awarded, ${publishHomework('k.id', 'uh.id')}
   from ${reviewTables('answered')}`,
)
