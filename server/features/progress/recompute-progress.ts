import type { Database } from '#server/platform/database/database.ts'
import { one, run } from '#server/platform/database/statement.ts'
import { secondsWithin } from './queries.ts'

const lockStream = one<[userStreamId: number], { id: number }>(
  'lock-stream-for-recomputing',
  'select id from user_streams where id = $1 for update',
)

/** Derives everything again from a stream's events; day statuses keep their ids, events of deleted days and lessons are ignored. */
const setDerivedProgress = run<[userStreamId: number]>(
  'set-derived-progress',
  `with events as (select * from progress_events where user_stream_id = $1),
   day as (
     select e.user_stream_id, e.day_id, min(e.occurred_at) filter (where e.kind = 'day_started') as started_at,
       min(e.occurred_at) filter (where e.kind = 'day_finished') as finished_at
     from events e join course_days d on d.id = e.day_id group by 1, 2
   ), days as (
     insert into day_statuses (user_stream_id, day_id, started_at, finished_at) select * from day
     on conflict (user_stream_id, day_id) do update
       set started_at = excluded.started_at, finished_at = excluded.finished_at
   ), lost_days as (
     delete from day_statuses where user_stream_id = $1 and day_id not in (select day_id from day)
   ), lesson as (
     select e.user_stream_id, e.lesson_set_lesson_id, max(e.day_id) as day_id, sum(e.viewed_seconds) as viewed_seconds,
       sum(e.play_count) as play_count
     from events e join course_lesson_set_lessons l on l.id = e.lesson_set_lesson_id
     where e.kind = 'lesson_viewed' group by 1, 2
   ), last_position as (
     select distinct on (lesson_set_lesson_id) lesson_set_lesson_id, position_seconds, occurred_at, key
     from events where kind = 'lesson_viewed' and position_seconds is not null
     order by lesson_set_lesson_id, occurred_at desc, key collate "C" desc
   ), lost_lessons as (
     delete from lesson_statistics
     where user_stream_id = $1 and lesson_set_lesson_id not in (select lesson_set_lesson_id from lesson)
   ), film as (
     select e.user_stream_id, e.lesson_set_lesson_id, m.id, range_agg(s.seconds) as seconds
     from events e join media m on m.id = e.film_id
     join course_lesson_set_lessons l on l.id = e.lesson_set_lesson_id
     cross join lateral (select ${secondsWithin('e.film_seconds', 'e.occurred_at')} as seconds) s
     where not isempty(s.seconds) group by 1, 2, 3
   ), films as (
     insert into film_seconds (user_stream_id, lesson_set_lesson_id, film_id, seconds) select * from film
     on conflict (user_stream_id, lesson_set_lesson_id, film_id) do update set seconds = excluded.seconds
   ), lost_films as (
     delete from film_seconds f where user_stream_id = $1
       and not exists (select from film where (lesson_set_lesson_id, id) = (f.lesson_set_lesson_id, f.film_id))
   )
   insert into lesson_statistics (user_stream_id, lesson_set_lesson_id, day_id, viewed_seconds, play_count,
     position_seconds, positioned_at, positioned_key)
   select l.user_stream_id, l.lesson_set_lesson_id, l.day_id, l.viewed_seconds, l.play_count,
     coalesce(p.position_seconds, 0), p.occurred_at, coalesce(p.key, '')
   from lesson l left join last_position p using (lesson_set_lesson_id)
   on conflict (user_stream_id, lesson_set_lesson_id) do update set
     day_id = excluded.day_id, viewed_seconds = excluded.viewed_seconds, play_count = excluded.play_count,
     position_seconds = excluded.position_seconds, positioned_at = excluded.positioned_at,
     positioned_key = excluded.positioned_key`,
)

/**
 * Rebuilds a stream's day statuses and lesson statistics from its events. Reports that arrive meanwhile wait for it. Points
 * already awarded stay in the ledger.
 */
export async function recomputeProgress(database: Database, userStreamId: number): Promise<void> {
  await database.inTransaction(async tx => {
    if (await lockStream(tx, userStreamId)) await setDerivedProgress(tx, userStreamId)
  })
}
