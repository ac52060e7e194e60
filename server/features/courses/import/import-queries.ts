import type { NamedMedia } from './written-course.ts'
import { many, one } from '#server/platform/database/statement.ts'

/** Lifts the idle timeout of the transaction, in the middle of which files are stored. */
export const waitForFiles = one<[], object>(
  'wait-for-files',
  `select set_config('idle_in_transaction_session_timeout', '0', true)`,
)

export const listCourses = many<
  [brandId: string | null],
  { brandId: string; key: string; version: number; title: string; daysCount: number; languages: string[] }
>(
  'list-courses',
  `select brand_id as "brandId", key, version, days_count as "daysCount", languages,
          coalesce(texts -> 'en' ->> 'title', texts -> languages[1] ->> 'title', key) as title
     from courses where brand_id = $1 or $1::text is null and not exists (select from trials t where t.trial_course_id = id)
     order by brand_id, key`,
)

/** Media items with the files that the store has of them. */
export const listCourseMedia = many<[ids: readonly number[]], NamedMedia>(
  'list-course-media',
  'select id, key, name, files from media where id = any($1::bigint[])',
)
