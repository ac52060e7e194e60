import type { Freeze } from '#shared/features/streams/rules.ts'
import type { LocalDate } from '#shared/platform/times.ts'
import { many, one, run } from '#server/platform/database/statement.ts'
import type { CourseVersion } from '#server/features/courses/course-memory.ts'

/** A learner's stream with what decides its status; `…_at` in Unix seconds. */
export type StreamRow = {
  id: number
  course_id: number
  course_version: number
  starts_on: LocalDate
  /** As sold, before freezes move it. */
  ends_on: LocalDate
  is_demo: boolean
  is_optional_purchase: boolean
  course_full_access: boolean
  /** Whether staff have stopped it. */
  is_stopped: boolean
  mobile_access: boolean
  lesson_set_repeat: number | null
  filters: Record<string, string[]>
  max_consultation_count: number
  message_expires_at: number | null
  order_service_id: number | null
  payment_subscription_id: number | null
  subscription_status: 'Created' | 'Active' | 'Canceled' | null
  is_subscription_lifetime: boolean | null
  subscription_ends_at: number | null
  days_count: number
  chat_id: number
  /** Messages of the chat that the learner has not seen. */
  chat_unread: number
  is_demo_expert_message_enabled: boolean
  /** In order of their start. */
  freezes: Freeze[]
}

/** What of a StreamRow decides its status. */
export type TermsRow = Pick<
  StreamRow,
  | 'is_demo'
  | 'course_full_access'
  | 'starts_on'
  | 'ends_on'
  | 'is_optional_purchase'
  | 'is_stopped'
  | 'subscription_status'
  | 'is_subscription_lifetime'
  | 'subscription_ends_at'
  | 'freezes'
>

/** The course of a stream at its version, as `courseTrees` takes it. */
export const courseOf = ({ course_id: id, course_version: version }: StreamRow): CourseVersion => ({ id, version })

/** SQL: the freezes of the stream `us` in order of their start. */
export const freezesJson = `(select coalesce(json_agg(json_strip_nulls(json_build_object('status', f.status, 'startsOn', f.starts_on,
     'endsOn', f.ends_on, 'canceledOn', f.canceled_on)) order by f.starts_on, f.id), '[]')
   from stream_freezes f where f.user_stream_id = us.id)`

/** SQL: the columns of a StreamRow. */
export const streamColumns = `us.id, us.course_id, c.version as course_version, us.starts_on, us.ends_on, us.is_demo,
  us.is_optional_purchase, us.course_full_access, us.stopped_at is not null as is_stopped, us.mobile_access, us.lesson_set_repeat, us.filters,
  us.max_consultation_count, unix(us.message_expires_at) as message_expires_at, us.order_service_id,
  us.payment_subscription_id, ps.status as subscription_status, ps.is_lifetime as is_subscription_lifetime,
  unix(ps.end_at) as subscription_ends_at, c.days_count,
  k.id as chat_id, k.learner_unread as chat_unread, c.is_demo_expert_message_enabled,
  ${freezesJson} as freezes`

/** SQL: the tables of `streamColumns`, without the places of those who were taken out. */
export const streamTables = `user_streams us
  join courses c on c.id = us.course_id and us.taken_out_at is null
  join chats k on k.user_stream_id = us.id
  left join payment_subscriptions ps on ps.id = us.payment_subscription_id and ps.user_id = us.user_id`

/** What a learner has done in a stream; null where it was not counted. */
export type Counts = { complete_days_count: number | null; homework_sent_back: number | null }
type Counted = StreamRow & Counts

/** SQL: how many days of the stream `us` are finished. */
export const completeDaysCount = `(select count(*)::int from day_statuses d
  join course_days cd on cd.id = d.day_id and cd.archived_at is null
  where d.user_stream_id = us.id and d.finished_at is not null)`

const homeworkSentBack = `(select count(*)::int from user_homeworks h
  where h.user_stream_id = us.id and h.status = 'FAIL')`

/** All streams of a learner, or those of `ids`; finished days and homework sent back are counted for the field `progress`. */
export const listStreams = many<[userId: number, ids: number[] | null, fields: readonly string[]], Counted>(
  'list-streams',
  `select ${streamColumns}, case when 'progress' = any($3) then ${completeDaysCount} end as complete_days_count,
     case when 'progress' = any($3) then ${homeworkSentBack} end as homework_sent_back
   from ${streamTables}
   where us.user_id = $1 and ($2::bigint[] is null or us.id = any($2))`,
)

/** One stream of the learner, with its counts for the field `progress`; undefined for anybody else's. */
export const findStream = one<[id: number, userId: number, fields: readonly string[]], Counted>(
  'find-stream',
  `select ${streamColumns}, case when 'progress' = any($3) then ${completeDaysCount} end as complete_days_count,
     case when 'progress' = any($3) then ${homeworkSentBack} end as homework_sent_back
   from ${streamTables} where us.id = $1 and us.user_id = $2`,
)

export const setStreamFilters = run<[id: number, userId: number, filters: string]>(
  'set-stream-filters',
  'update user_streams set filters = $3::jsonb where id = $1 and user_id = $2',
)

const messageIdAt = (chat: string, number: string) =>
  `(select m.id from chat_messages m where m.chat_id = ${chat} and m.number = ${number})`

/** SQL: the consultation under the alias `x` as the contract has it; one without messages has no message ids. */
export const consultationJson = (x: string) => `json_build_object('id', ${x}.id, 'chat_channel_id', ${x}.chat_id,
  'status', ${x}.status, 'start_message_id', case when ${x}.end_number is null or ${x}.end_number >= ${x}.start_number then
    ${messageIdAt(`${x}.chat_id`, `${x}.start_number`)} end,
  'end_message_id', case when ${x}.end_number >= ${x}.start_number then
    ${messageIdAt(`${x}.chat_id`, `${x}.end_number`)} end,
  'amount', ${x}.amount, 'rating', ${x}.rating)`
