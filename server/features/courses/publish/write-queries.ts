import { many, one, run } from '#server/platform/database/statement.ts'

/** Writes a course's own row; an existing course gets the next version. */
export const upsertCourse = one<[course: string], { id: number; version: number }>(
  'upsert-course',
  `insert into courses as known (brand_id, key, languages, texts, category_id, licence, attribution,
     image_id, background_id, demo_video_id, consultation_limit, options, alias, questions, days_count, is_demo_documents_accessible,
     is_demo_expert_message_enabled, is_demo_user_message_enabled, is_demo_offline_mode_accessible)
   select c."brandId", c.key, c.languages, c.texts, c."categoryId", c.licence, c.attribution,
     c."imageId", c."backgroundId", c."demoVideoId", c."consultationLimit", c.options, c.alias, coalesce(c.questions, '[]'),
     c."daysCount",
     c."isDemoDocumentsAccessible", c."isDemoExpertMessageEnabled", c."isDemoUserMessageEnabled",
     c."isDemoOfflineModeAccessible"
   from json_to_record($1) as c("brandId" text, key text, languages text[], texts jsonb,
     "categoryId" int, licence text, attribution text, "imageId" bigint, "backgroundId" bigint, "demoVideoId" bigint,
     "consultationLimit" int, options jsonb, alias text, questions jsonb, "daysCount" int, "isDemoDocumentsAccessible" boolean,
     "isDemoExpertMessageEnabled" boolean, "isDemoUserMessageEnabled" boolean, "isDemoOfflineModeAccessible" boolean)
   on conflict (brand_id, key) do update set
     version = known.version + 1, languages = excluded.languages,
     texts = excluded.texts, category_id = excluded.category_id, licence = excluded.licence,
     attribution = excluded.attribution, image_id = excluded.image_id, background_id = excluded.background_id,
     demo_video_id = excluded.demo_video_id, consultation_limit = excluded.consultation_limit,
     options = excluded.options, alias = excluded.alias, questions = excluded.questions, days_count = excluded.days_count,
     is_demo_documents_accessible = excluded.is_demo_documents_accessible,
     is_demo_expert_message_enabled = excluded.is_demo_expert_message_enabled,
     is_demo_user_message_enabled = excluded.is_demo_user_message_enabled,
     is_demo_offline_mode_accessible = excluded.is_demo_offline_mode_accessible,
     updated_at = now()
   returning id, version`,
)

type Keyed = { id: number; key: string }

export const upsertStages = many<[courseId: number, stages: string], Keyed>(
  'upsert-course-stages',
  `insert into course_stages (course_id, key, sort, texts)
   select $1, s.key, s.sort, s.texts from json_to_recordset($2) as s(key text, sort int, texts jsonb)
   on conflict (course_id, key) do update set
     sort = excluded.sort, texts = excluded.texts, archived_at = null
   returning id, key`,
)

export const upsertDays = many<[courseId: number, days: string], Keyed>(
  'upsert-course-days',
  `insert into course_days (course_id, stage_id, key, day_number, opens_after_days, is_rest, is_required_to_complete,
     is_selfie_required, is_demo_accessible, finish_total_time_seconds, score, options, texts)
   select $1, d."stageId", d.key, d."dayNumber", d."opensAfterDays", d."isRest", d."isRequiredToComplete",
     d."isSelfieRequired", d."isDemoAccessible", d."finishTotalTimeSeconds", d.score, d.options, d.texts
   from json_to_recordset($2) as d("stageId" bigint, key text, "dayNumber" int, "opensAfterDays" int, "isRest" boolean,
     "isRequiredToComplete" boolean, "isSelfieRequired" boolean, "isDemoAccessible" boolean, "finishTotalTimeSeconds" int, score int, options jsonb,
     texts jsonb)
   on conflict (course_id, key) do update set
     stage_id = excluded.stage_id, day_number = excluded.day_number, opens_after_days = excluded.opens_after_days,
     is_rest = excluded.is_rest, is_required_to_complete = excluded.is_required_to_complete,
     is_selfie_required = excluded.is_selfie_required, is_demo_accessible = excluded.is_demo_accessible,
     finish_total_time_seconds = excluded.finish_total_time_seconds, score = excluded.score,
     options = excluded.options, texts = excluded.texts, archived_at = null
   returning id, key`,
)

export const upsertLessons = many<[courseId: number, lessons: string], Keyed>(
  'upsert-course-lessons',
  `insert into course_lessons (course_id, key, texts, links, options, image_id, video_id, description_video_id,
     vertical_video_id, vertical_description_video_id)
   select $1, l.key, l.texts, l.links, l.options, l."imageId", l."videoId", l."descriptionVideoId",
     l."verticalVideoId", l."verticalDescriptionVideoId"
   from json_to_recordset($2) as l(key text, texts jsonb, links jsonb, options jsonb, "imageId" bigint,
     "videoId" bigint, "descriptionVideoId" bigint, "verticalVideoId" bigint, "verticalDescriptionVideoId" bigint)
   on conflict (course_id, key) do update set
     texts = excluded.texts, links = excluded.links, options = excluded.options, image_id = excluded.image_id,
     video_id = excluded.video_id, description_video_id = excluded.description_video_id,
     vertical_video_id = excluded.vertical_video_id,
     vertical_description_video_id = excluded.vertical_description_video_id, archived_at = null
   returning id, key`,
)

export const upsertLessonSets = many<[sets: string], Keyed & { dayId: number }>(
  'upsert-course-lesson-sets',
  `insert into course_lesson_sets (day_id, key, sort, repeat_count, repeat_from, repeat_to)
   select s."dayId", s.key, s.sort, s."repeatCount", s."repeatFrom", s."repeatTo"
   from json_to_recordset($1) as s("dayId" bigint, key text, sort int, "repeatCount" int, "repeatFrom" int,
     "repeatTo" int)
   on conflict (day_id, key) do update set
     sort = excluded.sort, repeat_count = excluded.repeat_count, repeat_from = excluded.repeat_from,
     repeat_to = excluded.repeat_to, archived_at = null
   returning id, key, day_id as "dayId"`,
)

export type SetLesson = { lessonSetId: number; lessonId: number; sort: number; surveyFormUrl: string | null }

/** Every place of a lesson in a day, archived ones last. */
export const listSetLessons = many<[courseId: number], { id: number; dayId: number; lessonId: number }>(
  'list-course-set-lessons',
  `select sl.id, s.day_id as "dayId", sl.lesson_id as "lessonId"
     from course_lesson_set_lessons sl join course_lesson_sets s on s.id = sl.lesson_set_id
     join course_lessons l on l.id = sl.lesson_id
    where l.course_id = $1 order by sl.archived_at is not null, s.sort, sl.sort, sl.id`,
)

export const insertSetLessons = many<[lessons: string], { id: number }>(
  'insert-course-set-lessons',
  `insert into course_lesson_set_lessons (lesson_set_id, lesson_id, sort, survey_form_url)
   select l."lessonSetId", l."lessonId", l.sort, l."surveyFormUrl"
   from json_to_recordset($1) as l("lessonSetId" bigint, "lessonId" bigint, sort int, "surveyFormUrl" text)
   returning id`,
)

export const setSetLessons = run<[lessons: string]>(
  'set-course-set-lessons',
  `update course_lesson_set_lessons sl
   set lesson_set_id = l."lessonSetId", sort = l.sort, survey_form_url = l."surveyFormUrl", archived_at = null
   from json_to_recordset($1) as l(id bigint, "lessonSetId" bigint, sort int, "surveyFormUrl" text) where sl.id = l.id`,
)

export const upsertDocuments = many<[courseId: number, documents: string], Keyed>(
  'upsert-course-documents',
  `insert into course_documents (course_id, key, sort, texts, url, media_id)
   select $1, o.key, o.sort, o.texts, o.url, o."mediaId"
   from json_to_recordset($2) as o(key text, sort int, texts jsonb, url text, "mediaId" bigint)
   on conflict (course_id, key) do update set
     sort = excluded.sort, texts = excluded.texts, url = excluded.url, media_id = excluded.media_id
   returning id, key`,
)

export const upsertHomeworks = many<[courseId: number, homeworks: string], Keyed>(
  'upsert-course-homeworks',
  `insert into course_homeworks as known (course_id, stage_id, day_id, key, is_required, is_demo_accessible, answer_with,
     is_selfie_required, score, texts, criteria, staff_texts)
   select $1, h."stageId", h."dayId", h.key, h."isRequired", h."isDemoAccessible", h."answerWith",
     h."isSelfieRequired", h.score, h.texts, coalesce(h.criteria, '[]'), coalesce(h."staffTexts", '{}')
   from json_to_recordset($2) as h("stageId" bigint, "dayId" bigint, key text, "isRequired" boolean,
     "isDemoAccessible" boolean, "answerWith" text, "isSelfieRequired" boolean, score int, texts jsonb, criteria jsonb,
     "staffTexts" jsonb)
   on conflict (course_id, key) do update set
     stage_id = excluded.stage_id, day_id = excluded.day_id, is_required = excluded.is_required,
     is_demo_accessible = excluded.is_demo_accessible, answer_with = excluded.answer_with,
     is_selfie_required = excluded.is_selfie_required, score = excluded.score, texts = excluded.texts,
     criteria = excluded.criteria, staff_texts = excluded.staff_texts, archived_at = null,
     updated_at = case when (known.texts, known.score, known.answer_with, known.is_selfie_required, known.is_required)
       is distinct from (excluded.texts, excluded.score, excluded.answer_with, excluded.is_selfie_required,
       excluded.is_required) then now() else known.updated_at end
   returning id, key`,
)
