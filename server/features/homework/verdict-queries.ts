import { one } from '#server/platform/database/statement.ts'
import type { Verdict } from '#shared/features/homework/rules.ts'
import { ownFilesJson } from '#server/features/chat/message-files.ts'
import type { UploadedRow } from '#server/features/media/media-row.ts'
import { awardFrom } from '#server/features/points/queries.ts'
import { publishHomework } from './queries.ts'
import { type ActorParams, mayReview, type ReviewRow, reviewJson, reviewTables } from './review-row.ts'

/** All that a verdict is judged by. */
export type VerdictPlace = {
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
export const findVerdictPlace = one<
  [...ActorParams, id: number, clientKey: string, fileIds: readonly number[]],
  VerdictPlace
>(
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
export const recordVerdict = one<
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
