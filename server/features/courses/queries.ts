import { many, one } from '#server/platform/database/statement.ts'
import type { CourseVersion } from './course-memory.ts'

/** `staffBrandId` is the brand whose courses the caller may all read, or null for a learner (CRS-09). */
export const findReadableCourse = one<[courseId: number, userId: number, staffBrandId: string | null], CourseVersion>(
  'find-readable-course',
  `select id, version from courses c
    where id = $1
      and (brand_id = $3 or exists (select from user_streams us where us.course_id = c.id and us.user_id = $2))`,
)

export const listReadableCourses = many<[userId: number, staffBrandId: string | null], CourseVersion>(
  'list-readable-courses',
  `select id, version from courses c
    where brand_id = $2 or id in (select course_id from user_streams where user_id = $1)
    order by id`,
)
