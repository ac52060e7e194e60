import { isSold } from '#server/features/billing/orders/offers.ts'
import { many, one } from '#server/platform/database/statement.ts'

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

/** SQL: whether the course `c` is sold to anybody. */
const isOnShow = `c.version > 0 and exists (select from services s
  where s.course_id = c.id and s.brand_id = c.brand_id and ${isSold})`

/** The courses of a brand that have a public page. */
export const listCoursesOnShow = many<[brandId: string], CourseOnShow>(
  'list-courses-on-show',
  `select c.id, c.version, coalesce(c.alias, c.key) as alias, unix(c.updated_at) as "changedAt",
     (select coalesce(json_agg(a.alias), '[]') from course_aliases a
      where a.brand_id = c.brand_id and a.course_key = c.key) as aliases,
     (select coalesce(json_agg(x.name), '[]') from (
        select trim(u.first_name || ' ' || u.last_name) as name from users u
        where u.brand_id = c.brand_id and u.role = 'expert' and u.blocked_at is null
          and trim(u.first_name || ' ' || u.last_name) <> ''
          and (not exists (select from course_experts e where e.course_id = c.id)
            or exists (select from course_experts e where e.course_id = c.id and e.user_id = u.id))
        order by u.id limit 12) x) as experts
   from courses c where c.brand_id = $1 and ${isOnShow} order by c.id`,
)

/** Whether a film is what a course with a public page shows of itself. */
export const findTrailer = one<[mediaId: number], { id: number }>(
  'find-public-trailer',
  `select c.id from courses c where c.demo_video_id = $1 and ${isOnShow} limit 1`,
)
