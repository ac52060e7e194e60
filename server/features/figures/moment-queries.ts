import { one } from '#server/platform/database/statement.ts'
import type { LessonMomentsWire } from '#shared/features/figures/contract.ts'
import { longestBySecond, longestByTen } from '#shared/features/figures/rules.ts'
import { places } from '#server/features/progress/places-reached.ts'

type Found = {
  version: number
  lesson_id: number
  day_number: number
  films: LessonMomentsWire['films']
}

/**
 * A lesson of a course of the brand, by its place in a day, and how many learners watched each moment of its films of known length,
 * in all cohorts or one of them. Whoever is in two cohorts counts once.
 */
export const findMoments = one<[courseId: number, brandId: string, placeId: number, cohortId: number | null], Found>(
  'find-moments',
  `with ${places('$1')}, lesson as materialized (
     select c.version, cd.day_number, l.* from courses c join course_days cd on cd.course_id = c.id and cd.archived_at is null
     join course_lesson_sets s on s.day_id = cd.id
     join course_lesson_set_lessons sl on sl.lesson_set_id = s.id and sl.archived_at is null
     join course_lessons l on l.id = sl.lesson_id
     where c.id = $1 and c.brand_id = $2 and sl.id = $3
   ), slots as (
     select distinct on (v.film_id) v.film_id, v.slot, v.sort, round(m.duration_ms / 1000.0)::int as length
     from lesson l cross join lateral (values (l.video_id, 'main', 1), (l.vertical_video_id, 'vertical', 2),
       (l.description_video_id, 'analysis', 3), (l.vertical_description_video_id, 'verticalAnalysis', 4)) v(film_id, slot, sort)
     join media m on m.id = v.film_id and round(m.duration_ms / 1000.0) > 0
     order by v.film_id, v.sort
   ), films as materialized (
     select *, case when length <= ${longestBySecond} then 1 when length <= ${longestByTen} then 10 else 60 end as grain
     from slots
   ), played as materialized (
     select f.film_id, p.user_id, range_agg(int4range(lower(r) / f.grain, (upper(r) - 1) / f.grain + 1)) as moments
     from places p join film_seconds w on w.user_stream_id = p.id and w.lesson_set_lesson_id = $3
     join films f on f.film_id = w.film_id cross join lateral unnest(w.seconds) r
     where $4::bigint is null or p.stream_id = $4::bigint
     group by f.film_id, p.user_id
   ), changes as (
     select film_id, at, sum(change) as change
     from played cross join lateral unnest(moments) r cross join lateral (values (lower(r), 1), (upper(r), -1)) v(at, change)
     group by film_id, at
   ), counts as (
     select f.film_id, at, (sum(coalesce(c.change, 0)) over (partition by f.film_id order by at))::int as learners
     from films f cross join lateral generate_series(0, (f.length - 1) / f.grain) at
     left join changes c using (film_id, at)
   )
   select l.version, l.id as lesson_id, l.day_number, (select coalesce(json_agg(json_build_object(
       'id', f.film_id, 'slot', f.slot, 'grain', f.grain,
       'played', (select count(*) from played p where p.film_id = f.film_id),
       'moments', (select json_agg(c.learners order by c.at) from counts c where c.film_id = f.film_id)) order by f.sort), '[]')
     from films f) as films
   from lesson l`,
)
