import { watchedShare } from '#shared/features/progress/rules.ts'
import { staffNameOf } from '#server/features/chat/message.ts'
import { furthest, marks, places } from '#server/features/progress/places-reached.ts'
import { many, one } from '#server/platform/database/statement.ts'
import type { AnswerWeekWire, CountedWire, WatchedWire } from '#shared/features/figures/contract.ts'
import type { PeopleKind } from '#shared/features/figures/rules.ts'
import type { LocalDate } from '#shared/platform/times.ts'

/** SQL: the courses of a brand, or one of them. */
const own = (brand: string, course: string) =>
  `own as materialized (select id from courses where brand_id = ${brand} and (${course}::bigint is null or id = ${course}::bigint))`

/** How many learners were active, each by their own calendar, in each span that begins on one of these dates, the last of which ends before another. */
export const listActivity = many<
  [brandId: string, courseId: number | null, spans: readonly LocalDate[], until: LocalDate],
  { starts_on: LocalDate; learners: number }
>(
  'list-activity',
  `with ${own('$1', '$2')}, spans as (
     select starts_on, lead(starts_on, 1, $4::date) over (order by starts_on) as ends_on from unnest($3::date[]) starts_on
   )
   select starts_on::text, (select count(*)::int from (
     select distinct a.user_id from own join active_days a on a.course_id = own.id and a.on_date >= s.starts_on and a.on_date < s.ends_on
   ) active) as learners
   from spans s order by starts_on`,
)

/** How long learners waited for the answers of each week of a time zone from a moment on; weeks without an answer are left out. */
export const listAnswerWeeks = many<
  { brandId: string; courseId: number | null; timezone: string; fromSeconds: number },
  AnswerWeekWire
>(
  'list-answer-weeks',
  `with ${own('$brandId', '$courseId')}, answered as (
     select date_trunc('week', a.reviewed_at at time zone $timezone)::date as starts_on, a.reviewed_at > a.due_at as is_late,
       extract(epoch from a.reviewed_at - a.submitted_at) as waited
     from homework_attempts a join user_homeworks h on h.id = a.user_homework_id
     join user_streams us on us.id = h.user_stream_id
     where a.verdict is not null and a.reviewed_at >= to_timestamp($fromSeconds::float8) and us.course_id in (select id from own)
   )
   select starts_on::text, count(*)::int as answered, (count(*) filter (where is_late))::int as late,
     (percentile_cont(0.5) within group (order by waited))::float8 as median,
     (percentile_cont(0.9) within group (order by waited))::float8 as p90
   from answered group by starts_on order by starts_on`,
)

type CohortStops = {
  id: number
  starts_on: LocalDate
  learners: number
  days: { number: number; begun: number; finished: number; furthest: number }[]
}

/** A course of the brand and how far the learners of its cohorts came; days that nobody has begun are left out. */
export const findStops = one<[courseId: number, brandId: string], { version: number; cohorts: CohortStops[] }>(
  'find-stops',
  `with ${places('$1')}, ${marks}, ${furthest}, reached as (
     select stream_id, day_number, count(*)::int as begun, (count(*) filter (where is_finished))::int as finished
     from marks group by stream_id, day_number
   ), stopped as (
     select stream_id, day_number, count(*)::int as furthest from furthest group by stream_id, day_number
   ), by_day as (
     select r.stream_id, json_agg(json_build_object('number', r.day_number, 'begun', r.begun, 'finished', r.finished,
       'furthest', coalesce(s.furthest, 0)) order by r.day_number) as days
     from reached r left join stopped s on s.stream_id = r.stream_id and s.day_number = r.day_number group by r.stream_id
   ), sizes as (select stream_id, count(*)::int as learners from places group by stream_id)
   select c.version, (select coalesce(json_agg(json_build_object('id', s.id, 'starts_on', s.starts_on,
       'learners', coalesce(z.learners, 0), 'days', coalesce(b.days, '[]')) order by s.starts_on desc, s.id desc), '[]')
     from streams s left join sizes z on z.stream_id = s.id left join by_day b on b.stream_id = s.id
     where s.course_id = c.id) as cohorts
   from courses c where c.id = $1 and c.brand_id = $2`,
)

const filmsOf = 'l.video_id, l.vertical_video_id, l.description_video_id, l.vertical_description_video_id'

/** SQL: the share of a lesson that was watched; null for one without a video of known length. */
const lengthOf = `(select nullif(m.duration_ms, 0) / 1000.0 from media m
  where m.id = coalesce(${filmsOf}))`

type WatchedRow = Omit<WatchedWire, 'title'> & { lesson_id: number }

/** A course of the brand and what was watched of each of its lessons with a film, in its cohorts or one of them. */
export const findWatched = one<
  [courseId: number, brandId: string, cohortId: number | null],
  { version: number; lessons: WatchedRow[] }
>(
  'find-watched',
  `with ${places('$1')}, chosen as materialized (
     select * from places where $3::bigint is null or stream_id = $3::bigint
   ), begun as (
     select d.day_id, count(*)::int as begun from chosen p join day_statuses d on d.user_stream_id = p.id
     where d.started_at is not null or d.finished_at is not null group by d.day_id
   ), lessons as materialized (
     select sl.id, s.day_id, cd.day_number, sl.lesson_id, s.sort as set_sort, sl.sort, ${lengthOf} as length, num_nonnulls(${filmsOf}) > 0 as has_film
     from course_days cd join course_lesson_sets s on s.day_id = cd.id
     join course_lesson_set_lessons sl on sl.lesson_set_id = s.id and sl.archived_at is null
     join course_lessons l on l.id = sl.lesson_id
     where cd.course_id = $1 and cd.archived_at is null
   ), watched as (
     select w.lesson_set_lesson_id as id, count(*)::int as watching,
       (count(*) filter (where w.viewed_seconds >= ${watchedShare} * l.length))::int as through,
       avg(least(1, w.viewed_seconds / l.length))::float8 as share
     from chosen p join lesson_statistics w on w.user_stream_id = p.id and w.viewed_seconds > 0
     join lessons l on l.id = w.lesson_set_lesson_id group by w.lesson_set_lesson_id
   )
   select c.version, (select coalesce(json_agg(json_build_object('id', l.id, 'day_id', l.day_id, 'day_number', l.day_number,
       'lesson_id', l.lesson_id, 'begun', coalesce(b.begun, 0), 'watching', coalesce(w.watching, 0),
       'through', coalesce(w.through, 0), 'share', w.share) order by l.day_number, l.set_sort, l.sort, l.id), '[]')
     from lessons l left join begun b on b.day_id = l.day_id left join watched w on w.id = l.id
     where l.has_film or w.watching > 0) as lessons
   from courses c where c.id = $1 and c.brand_id = $2`,
)

type Asked = {
  brandId: string
  courseId: number | null
  cohortId: number | null
  dayId: number | null
  lessonId: number | null
  filmId: number | null
  second: number | null
  grain: number | null
  from: LocalDate | null
  until: LocalDate | null
  limit: number
  offset: number
}

/** SQL: what the learners `p` have played of a film in its lesson, and whether the moment is in it. */
const played = `chosen p join film_seconds f on f.user_stream_id = p.id
  and f.lesson_set_lesson_id = $lessonId::bigint and f.film_id = $filmId::bigint`
const hasMoment = 'f.seconds && int4range($second::int, $second::int + $grain::int)'

/** SQL: who is counted, by kind; every kind names all parameters in the same way. */
const counted: Record<PeopleKind, string> = {
  active: `select distinct a.user_id from active_days a
    where a.course_id in (select id from own) and a.on_date >= $from::date and a.on_date < $until::date`,
  learners: 'select user_id from chosen',
  not_begun: 'select p.user_id from chosen p where not exists (select from marks m where m.id = p.id)',
  begun: 'select user_id from marks where day_id = $dayId::bigint',
  finished: 'select user_id from marks where day_id = $dayId::bigint and is_finished',
  furthest: `select f.user_id from furthest f join course_days cd on cd.id = $dayId::bigint and cd.day_number = f.day_number`,
  watching: `select p.user_id from chosen p join lesson_statistics w on w.user_stream_id = p.id
    and w.lesson_set_lesson_id = $lessonId::bigint and w.viewed_seconds > 0`,
  through: `select p.user_id from chosen p join lesson_statistics w on w.user_stream_id = p.id
    and w.lesson_set_lesson_id = $lessonId::bigint and w.viewed_seconds > 0
    join course_lesson_set_lessons sl on sl.id = w.lesson_set_lesson_id join course_lessons l on l.id = sl.lesson_id
    where w.viewed_seconds >= ${watchedShare} * ${lengthOf}`,
  played: `select p.user_id from ${played}`,
  moment: `select p.user_id from ${played} and ${hasMoment}`,
  missed: `select p.user_id from ${played} group by p.user_id having not bool_or(${hasMoment})`,
}

/** The people of one kind, a page of them by name, with the total in each row; past the end a single row without an id. */
function listing(kind: PeopleKind) {
  return many<Asked, (CountedWire | { user_id: null }) & { total: number }>(
    `list-counted-${kind}`,
    `with ${own('$brandId', '$courseId')}, ${places('any(array(select id from own))')}, chosen as materialized (
       select * from places where $cohortId::bigint is null or stream_id = $cohortId::bigint
     ), ${marks.replace('from places p', 'from chosen p')}, ${furthest},
     found as materialized (
       select distinct counted.user_id from (${counted[kind]}) counted
       where coalesce($from::text, $until::text, $dayId::text, $lessonId::text, $filmId::text, $second::text,
         $grain::text) is distinct from ''
     )
     select counted.total, page.* from (select count(*)::int as total from found) counted
     left join (
       select u.id as user_id, ${staffNameOf('u')} as name, u.email from found f join users u on u.id = f.user_id
       order by lower(${staffNameOf('u')}), u.id limit $limit offset $offset
     ) page on true
     order by lower(page.name), page.user_id`,
  )
}

export const listCounted: Record<PeopleKind, ReturnType<typeof listing>> = {
  active: listing('active'),
  learners: listing('learners'),
  not_begun: listing('not_begun'),
  begun: listing('begun'),
  finished: listing('finished'),
  furthest: listing('furthest'),
  watching: listing('watching'),
  through: listing('through'),
  played: listing('played'),
  moment: listing('moment'),
  missed: listing('missed'),
}
