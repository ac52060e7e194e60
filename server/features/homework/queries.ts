import { one, run, type Db, many } from '#server/platform/database/statement.ts'
import { publishEvent } from '#server/platform/live/publishing.ts'
import { homework, type UserHomeworkWire } from '#shared/features/homework/contract.ts'
import type { HomeworkState } from '#shared/features/homework/rules.ts'
import { type MessageRow, messageJson, ownFilesJson } from '#server/features/chat/message.ts'
import { titlesIn, type Texts } from '#server/features/courses/course-tree.ts'
import type { UploadedRow } from '#server/features/media/media-item.ts'
import { type StreamRow, streamColumns, streamTables } from '#server/features/streams/queries.ts'
import { type AttemptRow, attemptJson } from './attempt.ts'

/** SQL: publishes a changed homework to the room of the learner's chat. */
export const publishHomework = (chatId: string, statusId: string) =>
  publishEvent(homework, 'homework', chatId, { status_id: statusId })

/** Marks a stream's homework as passed, once. */
export const insertPassedHomework = run<[userStreamId: number, homeworkId: number]>(
  'insert-passed-homework',
  `insert into user_homeworks (user_stream_id, homework_id, status) values ($1, $2, 'DONE')
   on conflict (user_stream_id, homework_id) do update set status = 'DONE'`,
)

/** Marks homework of a stream, by its keys, as passed. */
export const markHomeworkPassed = run<[userStreamId: number, keys: readonly string[]]>(
  'mark-homework-passed',
  `update user_homeworks uh set status = 'DONE' from course_homeworks h
   where uh.user_stream_id = $1 and h.id = uh.homework_id and h.key = any($2)`,
)

/** The status of a stream's homework, by the key that the course file gives it. */
export const findHomeworkByKey = one<
  [userStreamId: number, key: string],
  { statusId: number; homeworkId: number; status: HomeworkState }
>(
  'find-homework-by-key',
  `select uh.id as "statusId", uh.homework_id as "homeworkId", uh.status
   from user_homeworks uh join course_homeworks ch on ch.id = uh.homework_id
   where uh.user_stream_id = $1 and ch.key = $2`,
)

/**
 * Records an attempt whose message is in the chat, and sets its homework's status. Undefined when the homework no longer has
 * the expected status, or the attempt to be replaced was answered, claimed or replaced in the meantime.
 */
export const recordHandIn = one<
  {
    statusId: number
    expectedStatus: HomeworkState
    replacesId: number | null
    messageId: number
    exerciseId: number | null
    nowSeconds: number
    dueAtSeconds: number
    heldSinceSeconds: number
    chatId: number
  },
  { attemptId: number; attemptNumber: number; message: MessageRow; titles: Texts; languages: string[] }
>(
  'record-hand-in',
  `with replaced as (
     update homework_attempts set replaced_at = to_timestamp($nowSeconds::float8)
     where id = $replacesId::bigint and user_homework_id = $statusId and verdict is null and replaced_at is null
       and (claimed_by is null or active_at <= to_timestamp($heldSinceSeconds::float8))
     returning id
   ), moved as (
     update user_homeworks uh set status = 'UPLOADED', updated_at = to_timestamp($nowSeconds::float8)
     from course_homeworks ch join courses hc on hc.id = ch.course_id
     where uh.id = $statusId and uh.status = $expectedStatus and ch.id = uh.homework_id
       and ($replacesId::bigint is null or exists (select from replaced))
     returning uh.id, ch.texts, hc.languages
   ), added as (
     insert into homework_attempts (user_homework_id, number, message_id, lesson_set_lesson_id, submitted_at, due_at)
     select moved.id, (select coalesce(max(t.number), 0) + 1 from homework_attempts t where t.user_homework_id = $statusId),
       $messageId, $exerciseId, to_timestamp($nowSeconds::float8), to_timestamp($dueAtSeconds::float8)
     from moved
     returning id, number
   )
   select added.id as "attemptId", added.number as "attemptNumber", ${titlesIn('moved.texts')} as titles, moved.languages,
     (select ${messageJson('m')} from chat_messages m where m.id = $messageId) as message,
     ${publishHomework('$chatId::bigint', '$statusId::bigint')}
   from added, moved`,
)

/** A learner's homework as the contract has it, but for what the course and the clock decide: see `userHomeworkWire`. */
export type UserHomeworkRow = Pick<
  UserHomeworkWire,
  'id' | 'homework_id' | 'status' | 'attempts_count' | 'due_at' | 'created_at' | 'updated_at'
> & {
  /** What an approval gave. */
  points: number | null
}

/** A stream with its homework and all that decides which of it is open. */
export type StreamHomework = StreamRow & {
  days: { day_id: number; finished_at: number | null }[]
  homeworks: UserHomeworkRow[]
}

const streamHomeworkColumns = `${streamColumns},
  (select coalesce(json_agg(json_build_object('day_id', d.day_id, 'finished_at', unix(d.finished_at))), '[]')
   from day_statuses d where d.user_stream_id = us.id) as days,
  (select coalesce(json_agg(json_build_object('id', uh.id, 'homework_id', uh.homework_id, 'status', uh.status,
     'created_at', unix(uh.created_at), 'updated_at', unix(uh.updated_at), 'attempts_count', tried.attempts,
     'due_at', tried.due_at, 'points', tried.points)), '[]')
   from user_homeworks uh cross join lateral (
     select count(*) filter (where t.replaced_at is null)::int as attempts,
       max(unix(t.due_at)) filter (where t.verdict is null and t.replaced_at is null) as due_at,
       max(t.points) filter (where t.verdict = 'DONE') as points
     from homework_attempts t where t.user_homework_id = uh.id) tried
   where uh.user_stream_id = us.id) as homeworks`

export type HomeworkPlace = StreamHomework & {
  /** Of the homework asked for, the newest first. */
  attempts: AttemptRow[]
  /** Those of the files asked for that are the learner's own, in the order asked. */
  files: UploadedRow[]
}

const findPlace = one<
  [
    userStreamId: number,
    userId: number,
    statusId: number | null,
    fileIds: readonly number[],
    clientKey: string | null,
    attemptId: number | null,
  ],
  HomeworkPlace
>(
  'find-homework-place',
  `select ${streamHomeworkColumns},
     case when $3::bigint is not null then (
       select coalesce(json_agg(${attemptJson('a')} order by a.number desc), '[]')
       from homework_attempts a join user_homeworks ah on ah.id = a.user_homework_id
       where ah.id = $3 and ah.user_stream_id = us.id
         and ($5::text is null or a.id = $6::bigint or exists (
           select from chat_messages am where am.id = a.message_id and am.author_id = $2 and am.client_key = $5)))
     else '[]' end as attempts,
     ${ownFilesJson('$4::bigint[]', '$2')} as files
   from ${streamTables} where us.id = $1 and us.user_id = $2`,
)

type Asked = {
  streamId: number
  userId: number
  statusId?: number
  fileIds?: readonly number[]
  /** Only the attempt with this key and the one with this id. */
  only?: { clientKey: string; attemptId: number | undefined }
}

/** A stream of the learner with all its homework, and the attempts at `statusId`; undefined for anybody else's stream. */
export async function findHomeworkPlace(db: Db, { streamId, userId, statusId, fileIds = [], only }: Asked) {
  const { clientKey = null, attemptId = null } = only ?? {}
  return findPlace(db, streamId, userId, statusId ?? null, fileIds, clientKey, attemptId)
}

/** The streams of some homework statuses, each with its learner's time zone. */
export const listStreamsOfHomework = many<[statusIds: number[]], StreamHomework & { timezone: string }>(
  'list-streams-of-homework',
  `select ${streamHomeworkColumns}, u.timezone
   from ${streamTables} join users u on u.id = us.user_id
   where us.id in (select user_stream_id from user_homeworks where id = any($1))`,
)
