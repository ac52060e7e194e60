import type { Db } from '#server/platform/database/statement.ts'
import { many, one, run } from '#server/platform/database/statement.ts'
import type { KnownPart, PartKind } from '#shared/features/courses/part-keys.ts'

/** The rows that a course's file describes, by their ids. */
export type KeptParts = {
  stages: number[]
  days: number[]
  lessons: number[]
  lessonSets: number[]
  setLessons: number[]
  documents: number[]
  homeworks: number[]
}

/**
 * Takes out of a course what its file no longer has, in the import's transaction: what learners' records point at is archived
 * with them, the rest is deleted.
 */
export async function removeLostParts(tx: Db, courseId: number, kept: KeptParts): Promise<void> {
  await setLostArchived(tx, courseId, JSON.stringify(kept))
  await waitForReports(tx, courseId)
  await deleteUnusedWork(tx, courseId)
  await deleteEmptySets(tx, courseId)
  await deleteUnusedDays(tx, courseId)
  await deleteEmptyStages(tx, courseId)
}

const setLostArchived = run<[courseId: number, kept: string]>(
  'set-lost-course-parts-archived',
  `with kept as (
     select * from json_to_record($2) as k(stages bigint[], days bigint[], lessons bigint[], "lessonSets" bigint[],
       "setLessons" bigint[], documents bigint[], homeworks bigint[])
   ), documents as (
     delete from course_documents where course_id = $1 and id <> all((select documents from kept)::bigint[])
   ), homeworks as (
     update course_homeworks set archived_at = now()
      where course_id = $1 and archived_at is null and id <> all((select homeworks from kept)::bigint[])
   ), places as (
     update course_lesson_set_lessons sl set archived_at = now() from course_lessons l
      where l.id = sl.lesson_id and l.course_id = $1 and sl.archived_at is null
        and sl.id <> all((select "setLessons" from kept)::bigint[])
   ), sets as (
     update course_lesson_sets s set archived_at = now() from course_days d
      where d.id = s.day_id and d.course_id = $1 and s.archived_at is null
        and s.id <> all((select "lessonSets" from kept)::bigint[])
   ), lessons as (
     update course_lessons set archived_at = now()
      where course_id = $1 and archived_at is null and id <> all((select lessons from kept)::bigint[])
   ), days as (
     update course_days set archived_at = now()
      where course_id = $1 and archived_at is null and id <> all((select days from kept)::bigint[])
   )
   update course_stages set archived_at = now()
    where course_id = $1 and archived_at is null and id <> all((select stages from kept)::bigint[])`,
)

/** Waits for reports under way about what is archived, and holds up later ones, so that the next statement sees them all. */
const waitForReports = one<[courseId: number], object>(
  'wait-for-reports-of-archived-parts',
  `with homeworks as materialized (
     select u.id from user_homeworks u join course_homeworks h on h.id = u.homework_id
      where h.course_id = $1 and h.archived_at is not null for update of u
   ), places as materialized (
     select sl.id from course_lesson_set_lessons sl join course_lessons l on l.id = sl.lesson_id
      where l.course_id = $1 and sl.archived_at is not null for update of sl
   ), days as materialized (
     select id from course_days where course_id = $1 and archived_at is not null for update
   )
   select (select count(*) from homeworks), (select count(*) from places) as places, (select count(*) from days) as days`,
)

/** SQL: whether a learner did anything at the homework of a `user_homeworks` row. */
const isTried = (row: string) => `(${row}.status <> 'NOT_UPLOADED'
  or exists (select from homework_attempts t where t.user_homework_id = ${row}.id))`

const deleteUnusedWork = run<[courseId: number]>(
  'delete-unused-course-work',
  `with places as (
     delete from course_lesson_set_lessons sl using course_lessons l
      where l.id = sl.lesson_id and l.course_id = $1 and sl.archived_at is not null
        and not exists (select from lesson_statistics w where w.lesson_set_lesson_id = sl.id)
        and not exists (select from homework_attempts a where a.lesson_set_lesson_id = sl.id)
   )
   delete from course_homeworks h where h.course_id = $1 and h.archived_at is not null
     and not exists (select from user_homeworks u where u.homework_id = h.id and ${isTried('u')})`,
)

const deleteEmptySets = run<[courseId: number]>(
  'delete-empty-course-sets',
  `with lessons as (
     delete from course_lessons l where l.course_id = $1 and l.archived_at is not null
       and not exists (select from course_lesson_set_lessons sl where sl.lesson_id = l.id)
   )
   delete from course_lesson_sets s using course_days d
    where d.id = s.day_id and d.course_id = $1 and s.archived_at is not null
      and not exists (select from course_lesson_set_lessons sl where sl.lesson_set_id = s.id)`,
)

const deleteUnusedDays = run<[courseId: number]>(
  'delete-unused-course-days',
  `delete from course_days d where d.course_id = $1 and d.archived_at is not null
     and not exists (select from day_statuses s where s.day_id = d.id)
     and not exists (select from course_lesson_sets s where s.day_id = d.id)
     and not exists (select from course_homeworks h where h.day_id = d.id)`,
)

const deleteEmptyStages = run<[courseId: number]>(
  'delete-empty-course-stages',
  `delete from course_stages g where g.course_id = $1 and g.archived_at is not null
     and not exists (select from course_days d where d.stage_id = g.id)
     and not exists (select from course_homeworks h where h.stage_id = g.id)`,
)

type Part = Omit<KnownPart, 'learners'>

/** The parts that a course has, in its order, and those archived. */
const listParts = many<[courseId: number], Part>(
  'list-course-parts',
  `with places as (
     select sl.lesson_id, s.day_id, s.sort * 1000 + sl.sort as sort from course_lesson_set_lessons sl
       join course_lesson_sets s on s.id = sl.lesson_set_id join course_days d on d.id = s.day_id where d.course_id = $1
   ), parts as (
     select 'stage' as kind, g.id, g.key, array[''] as within, g.texts, g.archived_at, g.sort
       from course_stages g where g.course_id = $1
     union all
     select 'day', d.id, d.key, array['stage ' || g.key], d.texts, d.archived_at, d.day_number
       from course_days d join course_stages g on g.id = d.stage_id where d.course_id = $1
     union all
     select 'homework', h.id, h.key, array[coalesce('day ' || d.key, 'stage ' || g.key)], h.texts, h.archived_at, h.id
       from course_homeworks h join course_stages g on g.id = h.stage_id left join course_days d on d.id = h.day_id
      where h.course_id = $1
     union all
     select 'lesson', l.id, l.key, coalesce(p.within, '{}'), l.texts, l.archived_at, p.sort
       from course_lessons l left join (
         select p.lesson_id, array_agg('day ' || d.key) as within, min(p.sort) as sort
         from places p join course_days d on d.id = p.day_id group by p.lesson_id) p on p.lesson_id = l.id
      where l.course_id = $1
     union all
     select 'document', o.id, o.key, array[''], o.texts, null, o.sort from course_documents o where o.course_id = $1
   )
   select p.kind, p.key, p.within, p.archived_at is not null as "isArchived",
     (select coalesce(json_object_agg(t.key, t.value -> 'title') filter (where t.value ? 'title'), '{}')
      from jsonb_each(p.texts) t) as titles
   from parts p order by p.kind, p.sort, p.id`,
)

/** How many learners have records of each part; those of nobody are left out. */
const listPartLearners = many<[courseId: number], { kind: PartKind; key: string; learners: number }>(
  'list-course-part-learners',
  `with days as materialized (
     select d.id, d.stage_id, us.user_id from course_days d join day_statuses s on s.day_id = d.id
       join user_streams us on us.id = s.user_stream_id where d.course_id = $1
   ), homeworks as materialized (
     select h.id, h.stage_id, h.day_id, us.user_id from course_homeworks h
       join user_homeworks u on u.homework_id = h.id join user_streams us on us.id = u.user_stream_id
      where h.course_id = $1 and ${isTried('u')}
   ), lessons as (
     select sl.lesson_id, us.user_id from course_lessons l join course_lesson_set_lessons sl on sl.lesson_id = l.id
       join lesson_statistics w on w.lesson_set_lesson_id = sl.id join user_streams us on us.id = w.user_stream_id
      where l.course_id = $1
     union all
     select sl.lesson_id, us.user_id from course_lessons l join course_lesson_set_lessons sl on sl.lesson_id = l.id
       join homework_attempts a on a.lesson_set_lesson_id = sl.id join user_homeworks u on u.id = a.user_homework_id
       join user_streams us on us.id = u.user_stream_id
      where l.course_id = $1
   )
   select 'stage' as kind, g.key, count(distinct r.user_id)::int as learners from course_stages g join (
       select stage_id, user_id from days union all select stage_id, user_id from homeworks) r on r.stage_id = g.id
    group by g.id
   union all
   select 'day', d.key, count(distinct r.user_id)::int from course_days d join (
       select id as day_id, user_id from days union all select day_id, user_id from homeworks) r on r.day_id = d.id
    group by d.id
   union all
   select 'homework', h.key, count(distinct r.user_id)::int from course_homeworks h join homeworks r on r.id = h.id
    group by h.id
   union all
   select 'lesson', l.key, r.learners from course_lessons l join (
       select lesson_id, count(distinct user_id)::int as learners from lessons group by lesson_id) r on r.lesson_id = l.id`,
)

const nameOf = ({ kind, key }: Pick<KnownPart, 'kind' | 'key'>) => `${kind} ${key}`

/** The parts that a course has, in its order, and those archived, each with the number of learners who have records of it. */
export async function listKnownParts(db: Db, courseId: number): Promise<KnownPart[]> {
  const counted = await listPartLearners(db, courseId)
  return partsWith(await listParts(db, courseId), counted)
}

/** The parts that a course has become; what learners have done is counted as it was `before`, for publishing changes none of it. */
export async function listPartsNow(db: Db, courseId: number, before: readonly KnownPart[]): Promise<KnownPart[]> {
  return partsWith(await listParts(db, courseId), before)
}

function partsWith(parts: readonly Part[], counted: readonly Pick<KnownPart, 'kind' | 'key' | 'learners'>[]) {
  const learners = new Map(counted.map(part => [nameOf(part), part.learners]))
  return parts.map(part => ({ ...part, learners: learners.get(nameOf(part)) ?? 0 }))
}
