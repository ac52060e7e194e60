import { type Db, many, one } from '#server/platform/database/statement.ts'
import type { HomeworkState } from '#shared/features/homework/rules.ts'
import { ownFilesJson } from '#server/features/chat/message-files.ts'
import type { UploadedRow } from '#server/features/media/media-row.ts'
import { type StreamRow, streamColumns, streamTables } from '#server/features/streams/queries.ts'
import { type AttemptRow, attemptJson } from './attempt-row.ts'

/** A learner's homework as it is stored; times in Unix seconds. */
export type UserHomeworkRow = {
  id: number
  homework_id: number
  status: HomeworkState
  createdAt: number
  updatedAt: number
  /** Of those that stand, not of those that another version replaced. */
  attemptsCount: number
  /** When the answer that is waited for is due. */
  dueAt: number | null
  /** What an approval gave. */
  points: number | null
}

/** A stream with its homework and all that decides which of it is open. */
export type HomeworkStanding = StreamRow & {
  days: { day_id: number; finished_at: number | null }[]
  homeworks: UserHomeworkRow[]
}

const standingColumns = `${streamColumns},
  (select coalesce(json_agg(json_build_object('day_id', d.day_id, 'finished_at', unix(d.finished_at))), '[]')
   from day_statuses d where d.user_stream_id = us.id) as days,
  (select coalesce(json_agg(json_build_object('id', uh.id, 'homework_id', uh.homework_id, 'status', uh.status,
     'createdAt', unix(uh.created_at), 'updatedAt', unix(uh.updated_at), 'attemptsCount', tried.attempts,
     'dueAt', tried.due_at, 'points', tried.points)), '[]')
   from user_homeworks uh cross join lateral (
     select count(*) filter (where t.replaced_at is null)::int as attempts,
       max(unix(t.due_at)) filter (where t.verdict is null and t.replaced_at is null) as due_at,
       max(t.points) filter (where t.verdict = 'DONE') as points
     from homework_attempts t where t.user_homework_id = uh.id) tried
   where uh.user_stream_id = us.id) as homeworks`

export type HomeworkPlace = HomeworkStanding & {
  /** Of the homework asked for, the newest first. */
  attempts: AttemptRow[]
  /** Of the files asked for those that are the learner's own, in their order. */
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
  `select ${standingColumns},
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
  /** Of the attempts only the one sent under the key and the one of the id. */
  only?: { clientKey: string; attemptId: number | undefined }
}

/** A stream of the learner with all its homework, and one homework's attempts when it is named; undefined for anybody else's. */
export async function findHomeworkPlace(db: Db, { streamId, userId, statusId, fileIds = [], only }: Asked) {
  const { clientKey = null, attemptId = null } = only ?? {}
  return findPlace(db, streamId, userId, statusId ?? null, fileIds, clientKey, attemptId)
}

/** The streams that some statuses belong to, each with its learner's time zone and language. */
export const listStandings = many<[statusIds: number[]], HomeworkStanding & { timezone: string }>(
  'list-homework-standings',
  `select ${standingColumns}, u.timezone
   from ${streamTables} join users u on u.id = us.user_id
   where us.id in (select user_stream_id from user_homeworks where id = any($1))`,
)
