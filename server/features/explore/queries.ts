import { isSold, type SoldRow, soldColumns, soldTables } from '#server/features/billing/orders/offers.ts'
import { many, one } from '#server/platform/database/statement.ts'
import type { LocalDate } from '#shared/platform/times.ts'

export type CourseOnShow = {
  id: number
  version: number
  alias: string
  /** With those it had before. */
  aliases: string[]
  /** The names of those who answer in it, twelve at most. */
  experts: string[]
  /** Unix seconds. */
  changedAt: number
}

/** What a visitor can buy of a brand that opens a course, each with its course; by courses, those have a public page. */
export const listOnShow = many<{ brandId: string; userId: 0; today: LocalDate }, SoldRow & { course: CourseOnShow }>(
  'list-courses-on-show',
  `select ${soldColumns}, json_build_object('id', c.id, 'version', c.version, 'alias', coalesce(c.alias, c.key),
     'changedAt', unix(c.updated_at), 'aliases', (select coalesce(json_agg(a.alias), '[]') from course_aliases a
       where a.brand_id = c.brand_id and a.course_key = c.key),
     'experts', (select coalesce(json_agg(x.name), '[]') from (
        select trim(u.first_name || ' ' || u.last_name) as name from users u
        where u.brand_id = c.brand_id and u.role = 'expert' and u.status > 0 and u.blocked_at is null
          and trim(u.first_name || ' ' || u.last_name) <> ''
          and (not exists (select from course_experts e where e.course_id = c.id)
            or exists (select from course_experts e where e.course_id = c.id and e.user_id = u.id))
        order by u.id limit 12) x)) as course
   from ${soldTables} where s.brand_id = $brandId and ${isSold} and c.brand_id = s.brand_id and c.version > 0
   order by c.id, s.id`,
)

/** Whether a film is what a course with a public page shows of itself. */
export const findTrailer = one<[mediaId: number], { id: number }>(
  'find-public-trailer',
  `select c.id from courses c where c.demo_video_id = $1 and c.version > 0
     and exists (select from services s where s.course_id = c.id and s.brand_id = c.brand_id and ${isSold}) limit 1`,
)
