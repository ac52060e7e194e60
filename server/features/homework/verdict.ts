import { randomUUID } from 'node:crypto'
import { type Db, one } from '#server/platform/database/statement.ts'
import type { Actor } from '#server/platform/http/routes.ts'
import { keptText } from '#shared/features/chat/rules.ts'
import type { ReviewWire } from '#shared/features/homework/contract.ts'
import { claimLastsMs, pointsGiven, type Verdict, verdictRefusal } from '#shared/features/homework/rules.ts'
import { writeAudit } from '#server/features/accounts/audit.ts'
import { chatFileTypes, filesRefusal, ownFilesJson } from '#server/features/chat/message.ts'
import { postMessage } from '#server/features/chat/post-message.ts'
import {
  type HomeworkContext,
  type TickedCriterion,
  tellOfReview,
  StaleCheck,
  tries,
  writtenOrLost,
  actorParams,
  type ReviewRow,
  type ActorParams,
  mayReview,
  reviewJson,
  reviewTables,
  reviewerOf,
} from './attempt.ts'
import { reviewWire } from './reviews.ts'
import type { CriterionContent } from '#server/features/courses/publish/write-course.ts'
import type { UploadedRow } from '#server/features/media/media-item.ts'
import { awardFrom } from '#server/features/points/queries.ts'
import { publishHomework } from './queries.ts'
import type { MessageWire } from '#shared/features/chat/contract.ts'

type Remarks = MessageWire['comments']

type Answering = HomeworkContext<'POST /studio/reviews/:id/verdict'>

/**
 * Answers a submission: writes a message with remarks to the learner's chat, the status, the points and the audit log. The
 * same key counts once; of two experts at the same moment one wins. A submission that nobody claimed needs no claim.
 */
export async function answerReview(context: Answering): Promise<ReviewWire> {
  const { db, user, caller, params, body, now, refuse } = context
  const clientKey = context.idempotencyKey ?? randomUUID()
  const reader = { userId: user.userId, language: caller.language, now }
  for (let attempt = 0; attempt < tries; attempt++) {
    const place = await findVerdictPlace(db, ...actorParams(user), params.id, clientKey, body.file_ids ?? [])
    if (!place) return refuse('not_found')
    if (place.isRepeated) return reviewWire(place.review, reader)
    const comments = checkVerdict(context, place)
    const criteria = tickedOf(place.criteria, body.criteria)
    const points = pointsGiven(body.verdict, body.points, place.score)
    const answer = { ...body, criteria, points, comments, clientKey, now }
    const given = await writtenOrLost(db.inTransaction(tx => writeVerdict(tx, user, place.review, answer)))
    if (given === 'known key' && attempt > 0) refuse('invalid_input', { fields: ['Idempotency-Key'] })
    if (typeof given === 'string') continue
    tellOfReview(context, given.review.chat_id, given.review.id)
    return reviewWire(given.review, reader)
  }
  return refuse('review_taken')
}

/** Refuses a verdict that is not allowed; answers its remarks, trimmed. */
function checkVerdict({ user, body, now, refuse }: Answering, place: VerdictPlace): Remarks {
  const { review, score, criteria, submittedIds, files } = place
  if (review.is_replaced) refuse('review_replaced')
  if (review.verdict) refuse('review_done')
  const holder = reviewerOf(review, now)
  if (holder && holder.id !== user.userId) refuse('review_taken')
  const comments = (body.comments ?? [])
    .map(comment => ({ ...comment, message: keptText(comment.message) }))
    .filter(({ message }) => message !== '')
  const answer = {
    verdict: body.verdict,
    text: body.message ?? '',
    commentsCount: comments.length,
    points: body.points,
  }
  const refusal = verdictRefusal(answer, score)
  if (refusal) refuse(refusal, { fields: [refusal === 'too_many_points' ? 'points' : 'message'] })
  if (comments.some(({ file_id }) => !submittedIds.includes(file_id))) refuse('invalid_input', { fields: ['comments'] })
  if (body.criteria && !isWhole(body.criteria, criteria)) refuse('criteria_changed', { fields: ['criteria'] })
  const wrongFiles = filesRefusal(body.file_ids ?? [], files, chatFileTypes)
  if (wrongFiles) refuse(wrongFiles, { fields: ['file_ids'] })
  return comments
}

type Ticks = NonNullable<Answering['body']['criteria']>

/** Whether an expert has judged by the criteria that the homework has now, each once. */
const isWhole = (ticks: Ticks, criteria: readonly CriterionContent[]) =>
  ticks.length === criteria.length && criteria.every(({ key }) => ticks.some(tick => tick.key === key))

/** The criteria with what the expert said of them; none where nothing was said. */
const tickedOf = (criteria: readonly CriterionContent[], ticks: Ticks = []): TickedCriterion[] =>
  ticks.length === 0
    ? []
    : criteria.map(one => ({ ...one, isMet: ticks.some(({ key, is_met }) => key === one.key && is_met) }))

type Answer = {
  verdict: Verdict
  message?: string
  file_ids?: readonly number[]
  points: number
  criteria?: readonly TickedCriterion[]
  comments: Remarks
  clientKey: string
  /** Ms. */
  now: number
}

/** Writes a checked verdict in the caller's transaction; throws StaleCheck when somebody else answered, replaced or claimed it. */
export async function writeVerdict(
  tx: Db,
  user: Pick<Actor, 'userId' | 'brandId'>,
  { id, chat_id: chatId, status_id: statusId }: Pick<ReviewRow, 'id' | 'chat_id' | 'status_id'>,
  answer: Answer,
) {
  const { verdict, points, criteria = [], comments, clientKey, now } = answer
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
  const times = { nowSeconds: now / 1000, heldSinceSeconds: (now - claimLastsMs) / 1000 }
  const ticked = JSON.stringify(criteria)
  const given = { id, userId: user.userId, verdict, points, criteria: ticked, messageId: posted.id }
  const recorded = await recordVerdict(tx, { ...given, ...times })
  if (!recorded) throw new StaleCheck()
  const detail = { verdict, points, status_id: statusId }
  await writeAudit(tx, user, { action: 'review.verdict', targetType: 'review', targetId: id, detail })
  return { review: recorded.review, messageId: posted.id }
}

/** What decides whether a verdict is allowed. */
type VerdictPlace = {
  review: ReviewRow
  /** The most points that an approval gives. */
  score: number
  criteria: CriterionContent[]
  /** The caller's verdict with this key is already there. */
  isRepeated: boolean
  /** The files handed in, which remarks may be about. */
  submittedIds: number[]
  /** Those of the files asked for that are the caller's own, in the order asked. */
  files: UploadedRow[]
}

/** A submission of a course that the caller teaches, with what its verdict is checked against. */
const findVerdictPlace = one<[...ActorParams, id: number, clientKey: string, fileIds: readonly number[]], VerdictPlace>(
  'find-verdict-place',
  `select ${reviewJson} as review, h.score, h.criteria,
     exists (select from chat_messages v
       where v.id = a.verdict_message_id and v.author_id = $1 and v.client_key = $5) as "isRepeated",
     array(select mf.media_id from chat_message_files mf where mf.message_id = a.message_id) as "submittedIds",
     ${ownFilesJson('$6::bigint[]', '$1')} as files
   from ${reviewTables('homework_attempts')}
   where a.id = $4 and ${mayReview('$1::bigint', '$2::text', '$3::text')}`,
)

/**
 * Records a verdict whose message is in the chat: the attempt's answer, the homework's status, its points (once). Undefined
 * when somebody else answered, replaced or claimed it in the meantime.
 */
const recordVerdict = one<
  {
    id: number
    userId: number
    verdict: Verdict
    points: number
    criteria: string
    messageId: number
    nowSeconds: number
    heldSinceSeconds: number
  },
  { review: ReviewRow; awarded: number }
>(
  'record-verdict',
  `with answered as (
     update homework_attempts a set verdict = $verdict, points = $points, criteria = $criteria::jsonb,
       verdict_message_id = $messageId, reviewed_by = $userId, reviewed_at = to_timestamp($nowSeconds::float8), claimed_by = null, claimed_at = null, active_at = null
     where a.id = $id and a.verdict is null and a.replaced_at is null
       and (a.claimed_by is null or a.claimed_by = $userId or a.active_at <= to_timestamp($heldSinceSeconds::float8))
     returning a.*
   ), moved as (
     update user_homeworks uh set status = $verdict, updated_at = to_timestamp($nowSeconds::float8)
     from answered where uh.id = answered.user_homework_id
     returning uh.id, uh.user_stream_id
   ), earned as (
     select us.user_id, answered.points as amount, 'user_homework:' || moved.id as source
     from answered, moved join user_streams us on us.id = moved.user_stream_id
   ), award as (${awardFrom('earned', 'homework')})
   select ${reviewJson} as review, coalesce((select amount from award), 0) as awarded, ${publishHomework('k.id', 'uh.id')}
   from ${reviewTables('answered')}`,
)
