import { many, run } from '#server/platform/database/statement.ts'

/** The courses of a brand among `keys`. */
export const listCoursesByKey = many<[brandId: string, keys: readonly string[]], { id: number; key: string }>(
  'list-courses-by-key',
  'select id, key from courses where brand_id = $1 and key = any($2) order by key',
)

/** Lets a person review and answer in courses; a course that names somebody is then closed to the brand's other experts. */
export const insertCourseExperts = run<[userId: number, courseIds: readonly number[]]>(
  'insert-course-experts',
  `insert into course_experts (course_id, user_id) select unnest($2::bigint[]), $1
   on conflict (course_id, user_id) do nothing`,
)
