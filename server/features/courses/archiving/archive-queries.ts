import { one } from '#server/platform/database/statement.ts'
import type { ArchiveEffectsWire } from '#shared/features/courses/archive-calls.ts'
import type { LocalDate } from '#shared/platform/times.ts'
import type { Texts } from '../course-tree.ts'

type Found = Omit<ArchiveEffectsWire, 'uses'> & { key: string; products: { id: number; texts: Texts }[] }

/** Who has a published course of the brand on a day, by what others can still get it, and the products that sell it to anybody. */
export const findArchiveEffects = one<{ id: number; brandId: string; today: LocalDate }, Found>(
  'find-archive-effects',
  `with own as materialized (
     select k.id, k.starts_on > $today as is_coming from streams k where k.course_id = $id and k.ends_on >= $today
   )
   select c.key,
     (select coalesce(json_agg(json_build_object('id', s.id, 'texts', s.texts) order by s.id), '[]') from services s
       where s.course_id = c.id and not s.is_hidden and s.archived_at is null and not s.is_extension) as products,
     (select count(distinct us.user_id)::int from user_streams us
       where us.course_id = c.id and us.taken_out_at is null and us.stopped_at is null and us.ends_on >= $today) as learners,
     (select count(*)::int from own where not is_coming) as cohorts_open,
     (select count(*)::int from own where is_coming) as cohorts_coming,
     (select count(*)::int from enrolment_codes e where e.stream_id in (select id from own) and e.withdrawn_at is null
       and coalesce(e.ends_on >= $today, true)) as codes,
     (select count(*)::int from orders o where o.course_id = c.id and o.status = 'waiting') as orders_waiting
   from courses c where c.id = $id and c.brand_id = $brandId and c.version > 0`,
)

/** Archives a published course of the brand, or brings it back, and answers how it was; it is held until the transaction ends. */
export const setCourseArchived = one<
  { id: number; brandId: string; isArchived: boolean; nowSeconds: number },
  { texts: Texts; languages: string[]; wasArchived: boolean }
>(
  'set-course-archived',
  `with known as (
     select id, archived_at from courses where id = $id and brand_id = $brandId and version > 0 for no key update
   )
   update courses c
     set archived_at = case when $isArchived then coalesce(known.archived_at, to_timestamp($nowSeconds::float8)) end
   from known where c.id = known.id returning c.texts, c.languages, known.archived_at is not null as "wasArchived"`,
)

/** Whether a course is archived, which it then stays, or does not become, until the transaction ends. */
export const holdCourse = one<[id: number], { isArchived: boolean }>(
  'hold-course',
  'select archived_at is not null as "isArchived" from courses where id = $1 for share',
)
