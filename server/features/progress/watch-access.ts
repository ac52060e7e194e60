import { isAccessible } from '#shared/features/streams/choice-rules.ts'
import { isDemoOnly, streamStatus } from '#shared/features/streams/rules.ts'
import type { Database } from '#server/platform/database/database.ts'
import { many } from '#server/platform/database/statement.ts'
import type { Actor } from '#server/platform/http/routes.ts'
import { courseStructures } from '#server/features/courses/course-structure.ts'
import { todayIn } from '#server/features/streams/local-days.ts'
import { courseOf, streamColumns, streamTables } from '#server/features/streams/queries.ts'
import { termsOn } from '#server/features/streams/stream-wire.ts'
import type { StreamWithProgress } from './queries.ts'
import { streamDays } from './stream-days.ts'

type WatchRow = StreamWithProgress & {
  /** Days whose lessons show the item. */
  day_ids: number[]
  is_document: boolean
  is_demo_video: boolean
  is_demo_documents_accessible: boolean
}

/** The learner's streams of courses that use a media item, with the days that show it and the learner's progress. */
const listWatchStreams = many<[userId: number, mediaId: number], WatchRow>(
  'list-watch-streams',
  `select w.* from (
     select ${streamColumns}, c.demo_video_id is not distinct from $2 as is_demo_video, c.is_demo_documents_accessible,
       exists (select from course_documents o where o.course_id = c.id and o.media_id = $2) as is_document,
       (select coalesce(json_agg(distinct ls.day_id), '[]') from course_lessons l
          join course_lesson_set_lessons sl on sl.lesson_id = l.id and sl.archived_at is null
          join course_lesson_sets ls on ls.id = sl.lesson_set_id
         where l.course_id = c.id
           and $2 in (l.video_id, l.description_video_id, l.vertical_video_id, l.vertical_description_video_id)
       ) as day_ids,
       (select coalesce(json_agg(json_build_object('id', d.id, 'day_id', d.day_id, 'started_at', unix(d.started_at),
          'finished_at', unix(d.finished_at))), '[]')
        from day_statuses d where d.user_stream_id = us.id) as days,
       (select coalesce(json_agg(json_build_object('id', h.id, 'homework_id', h.homework_id, 'status', h.status)), '[]')
        from user_homeworks h where h.user_stream_id = us.id) as homeworks
     from ${streamTables}
     where us.user_id = $1) w
   where w.is_demo_video or w.is_document or json_array_length(w.day_ids) > 0`,
)

/**
 * Whether a learner may watch a video or read a document at `now` (ms): it belongs to an unlocked day of one of their streams,
 * is a document of an open stream, or a course's demo video.
 */
export async function mayWatchMedia(database: Database, actor: Actor, mediaId: number, now: number): Promise<boolean> {
  const rows = await listWatchStreams(database, actor.userId, mediaId)
  if (rows.some(row => row.is_demo_video)) return true
  const today = todayIn(actor.timezone, now)
  const open = rows.filter(row => isAccessible(streamStatus(termsOn(row, today, actor.timezone), today)))
  if (open.some(row => row.is_document && (!demoOnly(row) || row.is_demo_documents_accessible))) return true
  const structures = await courseStructures(database, open.map(courseOf))
  return open.some(row => {
    const structure = structures.get(row.course_id)
    const days = structure ? streamDays(row, structure, now, actor.timezone) : []
    return days.some(day => !day.isLocked && row.day_ids.includes(day.dayId))
  })
}

function demoOnly(row: WatchRow): boolean {
  return isDemoOnly({ isDemo: row.is_demo, courseFullAccess: row.course_full_access })
}
