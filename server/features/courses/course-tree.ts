import type { MediaRow } from '#server/features/media/media-item.ts'
import { many } from '#server/platform/database/statement.ts'
import type { AnswerKind } from '#shared/features/courses/course-format.ts'

/** Texts by language code, then by field. */
export type Texts = Record<string, Record<string, string>>

type OptionRow = { id: string; values: string[]; texts: Texts }
export type LinkRow = { url: string; texts: Texts }

/** A course's own row. */
export type CourseFields = {
  brandId: string
  key: string
  languages: string[]
  texts: Texts
  categoryId: number | null
  licence: string
  attribution: string
  imageId: number | null
  backgroundId: number | null
  demoVideoId: number | null
  consultationLimit: number | null
  /** The name of its public page; null: the key. */
  alias: string | null
  /** Of its public page: question and answer. */
  questions: { texts: Texts }[]
  options: OptionRow[]
  isDemoDocumentsAccessible: boolean
  isDemoExpertMessageEnabled: boolean
  isDemoUserMessageEnabled: boolean
  isDemoOfflineModeAccessible: boolean
}

type CourseRow = CourseFields & {
  id: number
  version: number
  daysCount: number
  /** Unix seconds. */
  createdAt: number
  updatedAt: number
}

type StageRow = { id: number; sort: number; texts: Texts }

/** What a day's own row says, but for its keys. */
export type DayFields = {
  dayNumber: number
  opensAfterDays: number
  isRest: boolean
  isRequiredToComplete: boolean
  isSelfieRequired: boolean
  isDemoAccessible: boolean
  finishTotalTimeSeconds: number
  score: number
  options: string[]
  texts: Texts
}

export type DayRow = DayFields & { id: number; stageId: number; bannerIds: number[] }

export type LessonRow = {
  id: number
  texts: Texts
  links: LinkRow[]
  options: string[]
  imageId: number | null
  videoId: number | null
  descriptionVideoId: number | null
  verticalVideoId: number | null
  verticalDescriptionVideoId: number | null
}

type LessonSetRow = {
  id: number
  dayId: number
  sort: number
  repeatCount: number
  repeatFrom: number | null
  repeatTo: number | null
}

type SetLessonRow = { id: number; lessonSetId: number; lessonId: number; sort: number; surveyFormUrl: string | null }
type DocumentRow = { id: number; texts: Texts; url: string | null; mediaId: number | null }

export type HomeworkRow = {
  id: number
  stageId: number
  dayId: number | null
  isRequired: boolean
  isDemoAccessible: boolean
  answerWith: AnswerKind
  isSelfieRequired: boolean
  score: number
  texts: Texts
  /** Unix seconds. */
  createdAt: number
  updatedAt: number
}

/** Everything a course consists of at one version, in order; texts in all languages. */
export type CourseTree = {
  course: CourseRow
  stages: StageRow[]
  days: DayRow[]
  lessons: LessonRow[]
  lessonSets: LessonSetRow[]
  setLessons: SetLessonRow[]
  documents: DocumentRow[]
  homeworks: HomeworkRow[]
  /** What the course had once and learners' work refers to: homework, and lessons by their places in sets. */
  archived: { homeworks: HomeworkRow[]; exercises: { id: number; texts: Texts }[] }
  media: MediaRow[]
}

const homeworksJson = (which: string) => `coalesce((select json_agg(json_build_object('id', h.id, 'stageId', h.stage_id,
  'dayId', h.day_id, 'isRequired', h.is_required, 'isDemoAccessible', h.is_demo_accessible, 'answerWith', h.answer_with,
  'isSelfieRequired', h.is_selfie_required, 'score', h.score, 'texts', h.texts,
  'createdAt', unix(h.created_at), 'updatedAt', unix(h.updated_at)) order by h.id)
  from course_homeworks h where h.course_id = c.id and ${which}), '[]')`

/** One statement, so that each tree is of one version even while an import commits. */
export const listCourseTrees = many<[courseIds: number[]], { id: number; tree: CourseTree }>(
  'list-course-trees',
  `select c.id, json_build_object(
    'course', json_build_object('id', c.id, 'brandId', c.brand_id, 'key', c.key, 'version', c.version,
      'languages', c.languages, 'texts', c.texts, 'categoryId', c.category_id, 'licence', c.licence,
      'attribution', c.attribution, 'imageId', c.image_id, 'backgroundId', c.background_id,
      'demoVideoId', c.demo_video_id, 'consultationLimit', c.consultation_limit, 'options', c.options,
      'alias', c.alias, 'questions', c.questions, 'daysCount', c.days_count, 'isDemoDocumentsAccessible', c.is_demo_documents_accessible,
      'isDemoExpertMessageEnabled', c.is_demo_expert_message_enabled,
      'isDemoUserMessageEnabled', c.is_demo_user_message_enabled,
      'isDemoOfflineModeAccessible', c.is_demo_offline_mode_accessible,
      'createdAt', unix(c.created_at), 'updatedAt', unix(c.updated_at)),
    'stages', coalesce((select json_agg(json_build_object('id', s.id, 'sort', s.sort, 'texts', s.texts)
      order by s.sort, s.id) from course_stages s where s.course_id = c.id and s.archived_at is null), '[]'),
    'days', coalesce((select json_agg(json_build_object('id', d.id, 'stageId', d.stage_id, 'dayNumber', d.day_number,
      'opensAfterDays', d.opens_after_days, 'isRest', d.is_rest, 'isRequiredToComplete', d.is_required_to_complete,
      'isSelfieRequired', d.is_selfie_required, 'isDemoAccessible', d.is_demo_accessible,
      'finishTotalTimeSeconds', d.finish_total_time_seconds, 'score', d.score, 'options', d.options, 'texts', d.texts,
      'bannerIds', coalesce((select json_agg(b.id order by b.sort, b.id) from banners b
        where b.state = 'shown' and b.stage_day_ids @> array[d.id]), '[]')) order by d.day_number, d.id)
      from course_days d where d.course_id = c.id and d.archived_at is null), '[]'),
    'lessons', coalesce((select json_agg(json_build_object('id', l.id, 'texts', l.texts, 'links', l.links,
      'options', l.options, 'imageId', l.image_id, 'videoId', l.video_id, 'descriptionVideoId', l.description_video_id,
      'verticalVideoId', l.vertical_video_id, 'verticalDescriptionVideoId', l.vertical_description_video_id)
      order by l.id) from course_lessons l where l.course_id = c.id and l.archived_at is null), '[]'),
    'lessonSets', coalesce((select json_agg(json_build_object('id', ls.id, 'dayId', ls.day_id, 'sort', ls.sort,
      'repeatCount', ls.repeat_count, 'repeatFrom', ls.repeat_from, 'repeatTo', ls.repeat_to) order by ls.sort, ls.id)
      from course_lesson_sets ls join course_days d on d.id = ls.day_id
      where d.course_id = c.id and ls.archived_at is null), '[]'),
    'setLessons', coalesce((select json_agg(json_build_object('id', sl.id, 'lessonSetId', sl.lesson_set_id,
      'lessonId', sl.lesson_id, 'sort', sl.sort, 'surveyFormUrl', sl.survey_form_url) order by sl.sort, sl.id)
      from course_lesson_set_lessons sl join course_lessons l on l.id = sl.lesson_id
      where l.course_id = c.id and sl.archived_at is null), '[]'),
    'documents', coalesce((select json_agg(json_build_object('id', o.id, 'texts', o.texts, 'url', o.url,
      'mediaId', o.media_id) order by o.sort, o.id) from course_documents o where o.course_id = c.id), '[]'),
    'homeworks', ${homeworksJson('h.archived_at is null')},
    'archived', json_build_object('homeworks', ${homeworksJson('h.archived_at is not null')},
      'exercises', coalesce((select json_agg(json_build_object('id', sl.id, 'texts', l.texts))
        from course_lesson_set_lessons sl join course_lessons l on l.id = sl.lesson_id
        where l.course_id = c.id and sl.archived_at is not null), '[]')),
    'media', coalesce((select json_agg(json_build_object('id', m.id, 'key', m.key, 'type', m.type, 'name', m.name,
      'mime', m.mime, 'bytes', m.bytes, 'width', m.width, 'height', m.height, 'durationMs', m.duration_ms,
      'files', m.files, 'createdAt', unix(m.created_at)))
      from media m where m.id in (
        select unnest(array[c.image_id, c.background_id, c.demo_video_id])
        union select unnest(array[l.image_id, l.video_id, l.description_video_id, l.vertical_video_id,
          l.vertical_description_video_id]) from course_lessons l where l.course_id = c.id and l.archived_at is null
        union select o.media_id from course_documents o where o.course_id = c.id)), '[]')) as tree
  from courses c where c.id = any($1)`,
)

/** `rows` grouped by a number, in their order. */
export function groupedBy<Row>(rows: readonly Row[], keyOf: (row: Row) => number): ReadonlyMap<number, Row[]> {
  const groups = new Map<number, Row[]>()
  for (const row of rows) {
    const group = groups.get(keyOf(row))
    if (group) group.push(row)
    else groups.set(keyOf(row), [row])
  }
  return groups
}

/** A text in `language`, else in English, else in the first of the course's languages that has it. */
export function textIn(texts: Texts, field: string, language: string, courseLanguages: readonly string[]): string {
  for (const code of [language, 'en', ...courseLanguages]) {
    const text = texts[code]?.[field]
    if (text) return text
  }
  return ''
}

/** SQL: only the titles, by language, of the texts in a JSON column. */
export const titlesIn = (texts: string) => `(select json_object_agg(tt.key,
  json_build_object('title', coalesce(tt.value ->> 'title', ''))) from jsonb_each(${texts}) tt)`
