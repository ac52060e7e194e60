import { awardFrom } from '#server/features/points/queries.ts'
import { consultationJson, type StreamRow, streamColumns, streamTables } from '#server/features/streams/queries.ts'
import { one, run } from '#server/platform/database/statement.ts'
import { mostKeptRanges } from '#shared/features/progress/seconds.ts'
import type { StreamStatusRecordWire } from '#shared/features/streams/contract.ts'

/** When a day was started and finished (Unix seconds); watching alone leaves both null. */
export type DayMarks = { id: number; started_at: number | null; finished_at: number | null }

export type StreamWithProgress = StreamRow & {
  days: (DayMarks & { day_id: number })[]
  homeworks: { id: number; homework_id: number; status: 'NOT_UPLOADED' | 'UPLOADED' | 'DONE' | 'FAIL' }[]
  lessons: NonNullable<StreamStatusRecordWire['lessons']> | null
  consultations: NonNullable<StreamStatusRecordWire['consultations']> | null
}

/** One stream of the learner with what decides the state of its days; lesson statistics and consultations only when `asked` names them. */
export const findStreamWithProgress = one<[id: number, userId: number, asked: readonly string[]], StreamWithProgress>(
  'find-stream-with-progress',
  `select ${streamColumns},
     (select coalesce(json_agg(json_build_object('id', d.id, 'day_id', d.day_id, 'started_at', unix(d.started_at),
        'finished_at', unix(d.finished_at))), '[]')
      from day_statuses d join course_days cd on cd.id = d.day_id and cd.archived_at is null
      where d.user_stream_id = us.id) as days,
     (select coalesce(json_agg(json_build_object('id', h.id, 'homework_id', h.homework_id, 'status', h.status)), '[]')
      from user_homeworks h where h.user_stream_id = us.id) as homeworks,
     case when 'consultations' = any($3) then
       (select coalesce(json_agg(${consultationJson('x')} order by x.id), '[]') from consultations x where x.chat_id = k.id)
     end as consultations,
     case when 'lessons' = any($3) then
       (select coalesce(json_agg(json_build_object('stage_day_lesson_set_lesson_id', l.lesson_set_lesson_id,
          'stage_day_id', l.day_id, 'viewed_seconds', l.viewed_seconds, 'play_count', l.play_count,
          'position_seconds', l.position_seconds)), '[]')
        from lesson_statistics l where l.user_stream_id = us.id)
     end as lessons
   from ${streamTables} where us.id = $1 and us.user_id = $2`,
)

/** A lock that every report takes: reports and a recomputation of the same stream wait for each other. */
const stream = 'stream as (select id from user_streams where id = $userStreamId for key share)'

/** A day's event. Of several reports with one key the earliest counts, in whatever order they arrive. */
function dayEvent(kind: 'day_started' | 'day_finished', { selfie, from }: { selfie: string; from: string }) {
  return `event as (
    insert into progress_events as known (user_stream_id, key, kind, day_id, occurred_at, selfie_id)
    select stream.id, $key::text, '${kind}', $dayId::bigint, to_timestamp($occurredAtSeconds::float8), ${selfie} from ${from}
    on conflict (user_stream_id, key) do update set occurred_at = least(known.occurred_at, excluded.occurred_at),
      selfie_id = coalesce(known.selfie_id, excluded.selfie_id)
    returning user_stream_id, day_id, occurred_at
  )`
}

function dayMark(column: 'started_at' | 'finished_at') {
  return `mark as (
    insert into day_statuses as known (user_stream_id, day_id, ${column})
    select user_stream_id, day_id, occurred_at from event
    on conflict (user_stream_id, day_id) do update set ${column} = least(known.${column}, excluded.${column})
    returning id, unix(started_at) as started_at, unix(finished_at) as finished_at
  )`
}

type DayReport = { userStreamId: number; key: string; dayId: number; occurredAtSeconds: number }

/** The selfie may be withdrawn until the event refers to it. */
const withSelfie = `stream left join photo on true where $selfieId::bigint is null or photo.id is not null`

/** Records that a day was started; undefined when the selfie is gone. */
export const insertDayStart = one<DayReport & { selfieId: number | null }, DayMarks>(
  'insert-day-start',
  `with ${stream}, photo as (select id from media where id = $selfieId::bigint for key share),
   ${dayEvent('day_started', { selfie: 'photo.id', from: withSelfie })}, ${dayMark('started_at')} select * from mark`,
)

/** Records that a day was finished and awards its points, once; `awarded` is what this report brought. */
export const insertDayFinish = one<
  DayReport & { userId: number; score: number; source: string },
  DayMarks & { awarded: number }
>(
  'insert-day-finish',
  `with ${stream}, ${dayEvent('day_finished', { selfie: 'null::bigint', from: 'stream' })}, ${dayMark('finished_at')},
   earned as (select $userId::bigint as user_id, $score::int as amount, $source::text as source from mark),
   award as (${awardFrom('earned', 'day')})
   select mark.*, coalesce((select amount from award), 0) as awarded from mark`,
)

/** Marks days of a course, by their keys, as started and finished; no points are awarded. */
export const markDaysFinished = run<
  [userStreamId: number, courseId: number, keys: readonly string[], nowSeconds: number]
>(
  'mark-days-finished',
  `insert into day_statuses (user_stream_id, day_id, started_at, finished_at)
   select $1, d.id, to_timestamp($4), to_timestamp($4) from course_days d where d.course_id = $2 and d.key = any($3)
   on conflict (user_stream_id, day_id) do nothing`,
)

/** The latest position wins; at the same instant the greater key, so that the order of arrival does not matter. */
const isLaterPosition = `excluded.positioned_at is not null and (known.positioned_at is null or
  (excluded.positioned_at, excluded.positioned_key collate "C") > (known.positioned_at, known.positioned_key collate "C"))`

/** SQL: seconds of the film `m` that were played at `at`, within its length; none of another film that its id stood for then. */
export const secondsWithin = (seconds: string, at: string) => `case
  when not exists (select from films_changed c where c.film_id = m.id and c.changed_at > ${at})
  then ${seconds} * int4multirange(int4range(0, round(m.duration_ms / 1000.0)::int)) else '{}' end`

/**
 * Records watching, once per key: amounts and seconds add up, the latest position wins. A day without a status (`dayStatusId` null) gets
 * one, not yet started. Answers how far the day is.
 */
export const insertLessonView = one<
  {
    userStreamId: number
    key: string
    dayId: number
    occurredAtSeconds: number
    lessonSetLessonId: number
    viewedSeconds: number
    playCount: number
    positionSeconds: number | null
    dayStatusId: number | null
    filmId: number | null
    /** An int4multirange. */
    filmSeconds: string | null
  },
  { day_status_id: number; day_status: 'none' | 'started' | 'finished' }
>(
  'insert-lesson-view',
  `with ${stream}, event as (
     insert into progress_events (user_stream_id, key, kind, day_id, occurred_at, lesson_set_lesson_id, viewed_seconds,
       play_count, position_seconds, film_id, film_seconds)
     select id, $key::text, 'lesson_viewed', $dayId::bigint, to_timestamp($occurredAtSeconds::float8),
       $lessonSetLessonId::bigint, $viewedSeconds::int, $playCount::int, $positionSeconds::int, $filmId::bigint,
       $filmSeconds::int4multirange
     from stream
     on conflict (user_stream_id, key) do nothing
     returning *
   ), watched as (
     insert into lesson_statistics as known (user_stream_id, lesson_set_lesson_id, day_id, viewed_seconds, play_count,
       position_seconds, positioned_at, positioned_key)
     select user_stream_id, lesson_set_lesson_id, day_id, viewed_seconds, play_count, coalesce(position_seconds, 0),
       case when position_seconds is not null then occurred_at end,
       case when position_seconds is not null then key else '' end
     from event
     on conflict (user_stream_id, lesson_set_lesson_id) do update set
       viewed_seconds = known.viewed_seconds + excluded.viewed_seconds,
       play_count = known.play_count + excluded.play_count,
       position_seconds = case when ${isLaterPosition} then excluded.position_seconds else known.position_seconds end,
       positioned_key = case when ${isLaterPosition} then excluded.positioned_key else known.positioned_key end,
       positioned_at = case when ${isLaterPosition} then excluded.positioned_at else known.positioned_at end
   ), played as (
     insert into film_seconds as known (user_stream_id, lesson_set_lesson_id, film_id, seconds)
     select e.user_stream_id, e.lesson_set_lesson_id, m.id, s.seconds
     from event e join media m on m.id = e.film_id
     cross join lateral (select ${secondsWithin('e.film_seconds', 'e.occurred_at')} as seconds) s
     where not isempty(s.seconds)
     on conflict (user_stream_id, lesson_set_lesson_id, film_id) do update set seconds = known.seconds + excluded.seconds
     where not known.seconds @> excluded.seconds
       and (select count(*) from unnest(known.seconds + excluded.seconds)) <= ${mostKeptRanges}
   ), status as (
     insert into day_statuses (user_stream_id, day_id)
     select id, $dayId::bigint from stream where $dayStatusId::bigint is null
     on conflict (user_stream_id, day_id) do update set day_id = excluded.day_id
     returning id, started_at, finished_at
   ), day as (
     select * from status union all
     select id, started_at, finished_at from day_statuses where id = $dayStatusId::bigint
   )
   select day.id as day_status_id, case when day.finished_at is not null then 'finished'
     when day.started_at is not null then 'started' else 'none' end as day_status
   from stream, day`,
)

/** How much of a day's lessons a learner watched; undefined for a day status that is not the learner's. */
export const findDayProgress = one<
  [userStreamId: number, userId: number, dayStatusId: number],
  { id: number; stage_day_id: number; lessons_count: number; viewed_lessons_count: number; viewed_seconds: number }
>(
  'find-day-progress',
  `select d.id, d.day_id as stage_day_id, count(sl.id)::int as lessons_count,
     (count(*) filter (where l.viewed_seconds > 0))::int as viewed_lessons_count,
     coalesce(sum(l.viewed_seconds), 0)::bigint as viewed_seconds
   from day_statuses d
   join user_streams us on us.id = d.user_stream_id and us.taken_out_at is null
   left join course_lesson_sets s on s.day_id = d.day_id
   left join course_lesson_set_lessons sl on sl.lesson_set_id = s.id and sl.archived_at is null
   left join lesson_statistics l on l.user_stream_id = us.id and l.lesson_set_lesson_id = sl.id
   where us.id = $1 and us.user_id = $2 and d.id = $3
   group by d.id`,
)
