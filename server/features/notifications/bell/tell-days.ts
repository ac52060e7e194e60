import { courseStructure } from '#server/features/courses/course-structure.ts'
import { streamDays } from '#server/features/progress/stream-days.ts'
import { firstSecondOf, todayIn } from '#server/features/streams/local-days.ts'
import { courseOf, streamColumns, streamTables } from '#server/features/streams/queries.ts'
import type { Database } from '#server/platform/database/database.ts'
import { many } from '#server/platform/database/statement.ts'
import { isDemoOnly } from '#shared/features/streams/rules.ts'
import { addDays, type LocalDate } from '#shared/platform/times.ts'
import { notify } from '../notify.ts'

type DueRow = { id: number; userId: number; toldOn: LocalDate | null; timezone: string }

/** Streams of learners for whom a date has begun since they were last looked at. */
const listDue = many<[nowSeconds: number, count: number], DueRow>(
  'list-streams-to-tell-days-of',
  `select t.user_stream_id as id, us.user_id as "userId", t.told_on as "toldOn", t.timezone
     from told_days t join user_streams us on us.id = t.user_stream_id
    where t.next_at <= to_timestamp($1::float8) order by t.next_at, t.user_stream_id limit $2`,
)

type StreamDaysRow = Parameters<typeof streamDays>[0]

const listStreams = many<[ids: readonly number[]], StreamDaysRow>(
  'list-streams-with-days',
  `select ${streamColumns},
     (select coalesce(json_agg(json_build_object('day_id', d.day_id, 'finished_at', unix(d.finished_at))), '[]')
      from day_statuses d where d.user_stream_id = us.id) as days,
     (select coalesce(json_agg(json_build_object('homework_id', h.homework_id, 'status', h.status)), '[]')
      from user_homeworks h where h.user_stream_id = us.id) as homeworks
   from ${streamTables} where us.id = any($1)`,
)

/**
 * Notes dates as told: [{id, before, toldOn, nextAt (Unix seconds), timezone}]. Answers the streams of which no other node has
 * noted it, and whose learner has not changed time zone meanwhile.
 */
const setTold = many<[told: string], { id: number }>(
  'set-told-days',
  `update told_days t set told_on = d."toldOn", next_at = to_timestamp(d."nextAt")
   from json_to_recordset($1) as d(id bigint, before date, "toldOn" date, "nextAt" float8, timezone text)
   where t.user_stream_id = d.id and t.told_on is not distinct from d.before and t.timezone = d.timezone
   returning t.user_stream_id as id`,
)

const batch = 200

/**
 * Lists the days of courses that have opened with a date that has begun for their learner. What is noted and what is listed is
 * one transaction: whatever breaks, each day is told once. Returns whether there may be more.
 */
export async function tellDays(database: Database, now: number): Promise<boolean> {
  const due = await listDue(database, now / 1000, batch)
  if (!due.length) return false
  const told = due.map(row => ({ ...row, ...dateOf(row, now) }))
  const begun = told.filter(({ before, toldOn }) => before !== null && before < toldOn)
  const rows = new Map(
    (
      await listStreams(
        database,
        begun.map(({ id }) => id),
      )
    ).map(row => [row.id, row]),
  )
  const opened = await Promise.all(begun.map(one => openedDays(database, one, rows.get(one.id), now)))
  await database.inTransaction(async tx => {
    const noted = new Set((await setTold(tx, JSON.stringify(told))).map(({ id }) => id))
    await notify(
      tx,
      opened.flat().filter(({ streamId }) => noted.has(streamId)),
      now,
    )
  })
  return due.length === batch
}

/** A date that was told stays so for whoever moves to where it has not begun. */
function dateOf({ toldOn: before, timezone }: DueRow, now: number) {
  const today = todayIn(timezone, now)
  const toldOn = before !== null && before > today ? before : today
  return { before, toldOn, nextAt: firstSecondOf(addDays(toldOn, 1), timezone) }
}

type Begun = DueRow & ReturnType<typeof dateOf>

/** What has opened since the date that was told, as far as something can be done there. */
async function openedDays(
  database: Database,
  { userId, before, timezone }: Begun,
  row: StreamDaysRow | undefined,
  now: number,
) {
  if (!row || before === null || isDemoOnly({ isDemo: row.is_demo, courseFullAccess: row.course_full_access }))
    return []
  const { id, version } = courseOf(row)
  const days = streamDays(row, await courseStructure(database, id, version), now, timezone)
  return days
    .filter(day => day.opensOn > before && (day.state === 'open' || day.state === 'current'))
    .map(({ dayId }) => ({ userId, key: `day:${row.id}:${dayId}`, kind: 'day' as const, streamId: row.id, dayId }))
}
