import { many, one, run } from '#server/platform/database/statement.ts'
import type { ReadableCourse } from './course-memory.ts'

/** SQL: whether the person `user` has only demos of the course `c`, without full access. Staff read their brand's courses whole. */
const isDemoOnly = (user: string, staffBrandId: string) => `not coalesce(c.brand_id = ${staffBrandId}, false)
  and not exists (select from user_streams us where us.course_id = c.id and us.user_id = ${user} and us.taken_out_at is null
    and (not us.is_demo or us.course_full_access))`

/** `staffBrandId`: staff may read all courses of this brand; null for a learner. */
export const findReadableCourse = one<[courseId: number, userId: number, staffBrandId: string | null], ReadableCourse>(
  'find-readable-course',
  `select id, version, ${isDemoOnly('$2', '$3')} as "isDemoOnly" from courses c
    where id = $1
      and (brand_id = $3 or exists (select from user_streams us
        where us.course_id = c.id and us.user_id = $2 and us.taken_out_at is null))`,
)

export const listReadableCourses = many<[userId: number, staffBrandId: string | null], ReadableCourse>(
  'list-readable-courses',
  `select id, version, ${isDemoOnly('$1', '$2')} as "isDemoOnly" from courses c
    where brand_id = $2 or id in (select course_id from user_streams where user_id = $1 and taken_out_at is null)
    order by id`,
)

/** A course of the brand that shows, plays or hands out a media item; undefined when none does. */
export const findCourseWithMedia = one<[brandId: string, mediaId: number], { id: number }>(
  'find-course-with-media',
  `select id from courses c
    where brand_id = $1 and (
      $2 in (image_id, background_id, demo_video_id)
      or exists (select from course_documents d where d.course_id = c.id and d.media_id = $2)
      or exists (select from course_lessons l where l.course_id = c.id and $2 in (l.image_id, l.video_id,
        l.description_video_id, l.vertical_video_id, l.vertical_description_video_id))
    ) limit 1`,
)

/** The courses of a brand among `keys`. */
export const listCoursesByKey = many<[brandId: string, keys: readonly string[]], { id: number; key: string }>(
  'list-courses-by-key',
  'select id, key from courses where brand_id = $1 and key = any($2) order by key',
)

/** Makes a person an expert of courses; a course with experts of its own is closed to the brand's other experts. */
export const insertCourseExperts = run<[userId: number, courseIds: readonly number[]]>(
  'insert-course-experts',
  `insert into course_experts (course_id, user_id) select unnest($2::bigint[]), $1
   on conflict (course_id, user_id) do nothing`,
)

/** Deletes a course with all that is kept of it. */
export const deleteCourse = run<[id: number]>('delete-course', 'delete from courses where id = $1')
/** Who is named in a course, and those of `ids` who may be: active experts of the brand, held until they are. */
export const findCourseExperts = one<
  [courseId: number, brandId: string, ids: readonly number[]],
  { named: number[]; able: number[] }
>(
  'find-course-experts',
  `with able as (
     select id from users where id = any($3) and brand_id = $2 and role = 'expert' and status > 0 and blocked_at is null
     for key share
   )
   select (select coalesce(json_agg(user_id order by user_id), '[]') from course_experts where course_id = $1) as named,
     (select coalesce(json_agg(id), '[]') from able) as able`,
)

/** Names just these as the experts of a course. */
export const replaceCourseExperts = run<[courseId: number, userIds: readonly number[]]>(
  'replace-course-experts',
  `with gone as (delete from course_experts where course_id = $1 and user_id <> all($2))
   insert into course_experts (course_id, user_id) select $1, unnest($2::bigint[])
   on conflict (course_id, user_id) do nothing`,
)
