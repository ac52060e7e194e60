import { one, run } from '#server/platform/database/statement.ts'

/** Opens an address for a published course; undefined when the brand has no such course; `isPublished` is false before its first version. */
export const insertExport = one<
  [key: string, courseId: number, brandId: string],
  { isPublished: boolean; title: string }
>(
  'insert-course-export',
  `with found as (select id, version, coalesce(texts -> languages[1] ->> 'title', key) as title from courses
      where id = $2 and brand_id = $3),
   made as (insert into course_exports (key, course_id) select $1, id from found where version > 0)
   select version > 0 as "isPublished", title from found`,
)

/** The course of an address that was opened in the last ten minutes. */
export const findExport = one<[key: string], { brandId: string; courseKey: string }>(
  'find-course-export',
  `select c.brand_id as "brandId", c.key as "courseKey" from course_exports e join courses c on c.id = e.course_id
    where e.key = $1 and e.created_at > now() - interval '10 minutes'`,
)

export const deleteOldExports = run<[]>(
  'delete-old-course-exports',
  `delete from course_exports where created_at < now() - interval '1 hour'`,
)
