import { many, one, run } from '#server/platform/database/statement.ts'
import type { VersionEffects } from '#shared/features/courses/authoring-calls.ts'
import type { Texts } from '../course-tree.ts'
import type { CourseContent } from './write-course.ts'

/**
 * The file that a version was written as, with its comments; `files` are the places in the store by their paths. Outdated
 * where the version was written from a draft: then it is the last file before.
 */
export type CourseSource = { yaml: string; files: Record<string, string>; isOutdated?: boolean }

/** Makes publications of one course wait for each other until their transactions end. */
export const lockCourseKey = one<[brandId: string, key: string], object>(
  'lock-course-key',
  `select pg_advisory_xact_lock(hashtextextended('course ' || $1 || ' ' || $2, 0))`,
)

/** As `lockCourseKey`; undefined for a course of another brand. */
export const lockCourse = one<[id: number, brandId: string], object>(
  'lock-course',
  `select pg_advisory_xact_lock(hashtextextended('course ' || brand_id || ' ' || key, 0))
     from courses where id = $1 and brand_id = $2`,
)

/**
 * Gives a course a name for its public page, for ever; `isOwn` is false where another course of the brand has it or had it. Who
 * takes the same one at the same time waits until the transaction ends.
 */
export const takeAlias = one<{ brandId: string; alias: string; courseKey: string }, { isOwn: boolean }>(
  'take-course-alias',
  `insert into course_aliases as known (brand_id, alias, course_key) values ($brandId, $alias, $courseKey)
     on conflict (brand_id, alias) do update set course_key = known.course_key
   returning course_key = $courseKey as "isOwn"`,
)

type PublishedCourse = { id: number; version: number; contentHash: string; source: CourseSource }

export const findPublishedCourse = one<[brandId: string, key: string], PublishedCourse>(
  'find-published-course',
  `select c.id, c.version, v.content_hash as "contentHash", v.source
     from courses c join course_versions v on v.course_id = c.id and v.number = c.version
    where c.brand_id = $1 and c.key = $2`,
)

/** What is published of a course, and the file that it came from. */
export const findPublishedVersion = one<
  [brandId: string, key: string],
  { content: CourseContent; source: CourseSource }
>(
  'find-published-version',
  `select v.content, v.source from courses c join course_versions v on v.course_id = c.id and v.number = c.version
    where c.brand_id = $1 and c.key = $2`,
)

/** What learners read of a course now. */
export const findCourseContent = one<[brandId: string, key: string], { id: number; content: CourseContent }>(
  'find-course-content',
  'select id, course_content(id) as content from courses where brand_id = $1 and key = $2',
)

/** Keeps what a course is now as one of its versions. */
export const insertVersion = one<
  {
    courseId: number
    number: number
    contentHash: string
    source: string
    publishedBy: number | null
    broughtBack: number | null
  },
  { content: CourseContent }
>(
  'insert-course-version',
  `insert into course_versions (course_id, number, content, content_hash, source, effects, published_by, brought_back)
   values ($courseId, $number, course_content($courseId), $contentHash, $source, '{}', $publishedBy, $broughtBack)
   returning content`,
)

export const setVersionEffects = run<[courseId: number, number: number, effects: string]>(
  'set-course-version-effects',
  'update course_versions set effects = $3 where course_id = $1 and number = $2',
)

/** Keeps the text of a version whose content is the same, with comments that may have changed. */
export const setVersionSource = run<[courseId: number, number: number, source: string]>(
  'set-course-version-source',
  'update course_versions set source = $3 where course_id = $1 and number = $2',
)

/** How many days each learner of a course has finished, of how many, by the learner's stream. */
export const listFinishedDays = many<
  [brandId: string, key: string],
  { streamId: number; userId: number; done: number; days: number }
>(
  'list-finished-days-of-course',
  `select us.id as "streamId", us.user_id as "userId", coalesce(f.done, 0)::int as done, c.days_count as days
     from courses c join user_streams us on us.course_id = c.id
     left join (
       select d.user_stream_id, count(*) as done from day_statuses d
         join course_days cd on cd.id = d.day_id and cd.archived_at is null
        where d.finished_at is not null group by d.user_stream_id) f on f.user_stream_id = us.id
    where c.brand_id = $1 and c.key = $2`,
)

/** How many submissions of the homeworks `keys` wait for an expert. */
export const countWaitingSubmissions = one<[courseId: number, keys: readonly string[]], { count: number }>(
  'count-waiting-submissions',
  `select count(*)::int as count from course_homeworks h join user_homeworks u on u.homework_id = h.id
    where h.course_id = $1 and h.key = any($2) and u.status = 'UPLOADED'`,
)

/** The courses of a brand as those who write them see them. */
export const listWrittenCourses = many<
  [brandId: string],
  {
    id: number
    key: string
    texts: Texts
    languages: string[]
    version: number
    days_count: number
    learners_count: number
    published_at: number
    is_archived: boolean
  }
>(
  'list-written-courses',
  `select c.id, c.key, c.texts, c.languages, c.version, c.days_count,
     (select count(distinct us.user_id)::int from user_streams us where us.course_id = c.id) as learners_count,
     unix(c.updated_at) as published_at, c.archived_at is not null as is_archived
   from courses c where c.brand_id = $1 order by c.updated_at desc, c.id desc`,
)

/** A course of the brand with a page of what it was, and how many versions there are; undefined for another brand's. */
export const findCourseVersions = one<
  { id: number; brandId: string; limit: number; offset: number },
  {
    total: number
    key: string
    texts: Texts
    languages: string[]
    version: number
    has_draft: boolean
    is_archived: boolean
    versions: {
      number: number
      published_at: number
      published_by: string | null
      brought_back: number | null
      effects: VersionEffects
    }[]
  }
>(
  'find-course-versions',
  `select c.key, c.texts, c.languages, c.version,
     exists (select from course_drafts d where d.course_id = c.id) as has_draft, c.archived_at is not null as is_archived,
     (select count(*)::int from course_versions v where v.course_id = c.id) as total, coalesce((
     select json_agg(json_build_object('number', v.number, 'published_at', unix(v.published_at),
       'published_by', coalesce(nullif(trim(u.first_name || ' ' || u.last_name), ''), u.email, u.username),
       'brought_back', v.brought_back, 'effects', v.effects) order by v.number desc)
     from (select * from course_versions v where v.course_id = c.id order by v.number desc limit $limit offset $offset) v
     left join users u on u.id = v.published_by), '[]') as versions
   from courses c where c.id = $id and c.brand_id = $brandId`,
)

/** One version with all that publishing it again needs. */
export const findVersion = one<
  [courseId: number, brandId: string, number: number],
  { content: CourseContent; contentHash: string; source: CourseSource; currentHash: string | null; current: number }
>(
  'find-course-version',
  `select v.content, v.content_hash as "contentHash", v.source, now.content_hash as "currentHash", c.version as current
     from courses c join course_versions v on v.course_id = c.id
     left join course_versions now on now.course_id = c.id and now.number = c.version
    where c.id = $1 and c.brand_id = $2 and v.number = $3`,
)
