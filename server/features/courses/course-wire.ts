import { documentWire, pictureWire, videoWire } from '#server/features/media/media-item.ts'
import type { CourseWire, LessonWire, DayWire, StageWire } from '#shared/features/courses/contract.ts'
import type { LessonRow, DayRow, HomeworkRow } from './course-tree.ts'
import type { CourseView } from './course-parts.ts'

/** A course as the contract has it; only what is asked for is computed. */
export function courseWire(view: CourseView): CourseWire {
  const { tree, parts, text, media } = view
  const { course } = tree
  return {
    id: course.id,
    version: course.version,
    category_id: course.categoryId,
    category: text(course.texts, 'category') || null,
    complexity: text(course.texts, 'complexity') || null,
    title: text(course.texts, 'title'),
    short_title: text(course.texts, 'short_title'),
    short_description: text(course.texts, 'short_description'),
    licence: course.licence,
    attribution: course.attribution,
    image: media(course.imageId, pictureWire),
    background: media(course.backgroundId, pictureWire),
    created_at: course.createdAt,
    updated_at: course.updatedAt,
    consultationLimit: course.consultationLimit,
    days_count: course.daysCount,
    stage_ids: tree.stages.map(({ id }) => id),
    // What is sold changes without a new version of the course, of which this is kept: `GET /course-offer/find` answers it.
    offer_ids: [],
    isDemoDocumentsAccessible: course.isDemoDocumentsAccessible,
    isDemoExpertMessageEnabled: course.isDemoExpertMessageEnabled,
    isDemoUserMessageEnabled: course.isDemoUserMessageEnabled,
    isDemoOfflineModeAccessible: course.isDemoOfflineModeAccessible,
    demo_video: media(course.demoVideoId, videoWire),
    ...(parts.courseOptions && { course_options: optionsWire(view) }),
    ...(parts.trainingOptions && { training_options: lessonOptionsWire(view) }),
    ...(parts.documents && { documents: documentsWire(view) }),
    ...(parts.stages && { stages: stagesWire(view) }),
    ...(parts.lessons && { lessons: tree.lessons.map(row => lessonWire(view, row)) }),
  }
}

function optionsWire({ tree, text }: CourseView, isWanted?: (value: string) => boolean) {
  return tree.course.options
    .filter(({ values }) => !isWanted || values.some(isWanted))
    .map(({ id, values, texts }) => ({ id, title: text(texts, 'title') || id, trainingLessonOptionValues: values }))
}

/** The options that lessons use. */
function lessonOptionsWire(view: CourseView) {
  const used = new Set(view.tree.lessons.flatMap(lesson => lesson.options))
  return optionsWire(view, value => used.has(value))
}

function documentsWire({ tree, text, media }: CourseView): CourseWire['documents'] {
  return tree.documents.map(({ id, texts, url, mediaId }) => ({
    id,
    title: text(texts, 'title'),
    url,
    file: media(mediaId, documentWire),
  }))
}

/** A lesson as the contract has it. */
function lessonWire({ text, media }: CourseView, row: LessonRow): LessonWire {
  const videos = {
    local_video_file: media(row.videoId, videoWire),
    local_description_video_file: media(row.descriptionVideoId, videoWire),
    vertical_video: media(row.verticalVideoId, videoWire),
    vertical_description_video: media(row.verticalDescriptionVideoId, videoWire),
  }
  const inOrder = [videos.local_video_file, videos.vertical_video, ...Object.values(videos)]
  return {
    id: row.id,
    title: text(row.texts, 'title'),
    image_url: media(row.imageId, image => pictureWire(image).medium),
    video_length: inOrder.find(video => video !== null)?.duration ?? 0,
    text: text(row.texts, 'text'),
    links: row.links.map(({ url, texts }) => ({ title: text(texts, 'title') || url, url })),
    training_options: row.options,
    ...videos,
  }
}

/** A stage as the contract has it; only what is asked for is computed. */
export function stagesWire(view: CourseView): StageWire[] {
  const { tree, parts, text, daysByStage } = view
  return tree.stages.map(({ id, sort, texts }) => ({
    id,
    sort,
    title: text(texts, 'title'),
    day_ids: (daysByStage().get(id) ?? []).map(row => row.id),
    ...(parts.days && { days: daysWire(view, id) }),
    ...(parts.stageHomeworks && {
      course_stage_homeworks: tree.homeworks
        .filter(({ stageId, dayId }) => stageId === id && dayId === null)
        .map(row => homeworkWire(view, row)),
    }),
  }))
}

export function daysWire(view: CourseView, stageId: number): DayWire[] {
  return (view.daysByStage().get(stageId) ?? []).map(row => dayWire(view, row))
}

/** A day as the contract has it. */
export function dayWire(view: CourseView, row: DayRow): DayWire {
  const { tree, parts, text } = view
  return {
    id: row.id,
    stage_id: row.stageId,
    day_number: row.dayNumber,
    opens_after_days: row.opensAfterDays,
    day_of_rest: row.isRest,
    title: text(row.texts, 'title'),
    excerpt: text(row.texts, 'excerpt'),
    finish_total_time: row.finishTotalTimeSeconds,
    required_to_complete: row.isRequiredToComplete ? 1 : 0,
    is_selfie_required: row.isSelfieRequired,
    isDemoAccessible: row.isDemoAccessible,
    isOpenByTimeDelay: true,
    banner_ids: row.bannerIds,
    ...(parts.dayOptions && { course_options: row.options }),
    ...(parts.scores && { scores: scoresOf(row.score) }),
    ...(parts.lessonSets && { lesson_sets: lessonSetsWire(view, row.id) }),
    ...(parts.dayHomeworks && {
      stage_day_homeworks: tree.homeworks
        .filter(({ dayId }) => dayId === row.id)
        .map(homework => homeworkWire(view, homework)),
    }),
  }
}

function lessonSetsWire({ setsByDay, lessonsBySet }: CourseView, dayId: number): DayWire['lesson_sets'] {
  return (setsByDay().get(dayId) ?? []).map(({ id, sort, repeatCount, repeatFrom, repeatTo }) => ({
    id,
    sort,
    repeat_count: repeatCount,
    user_repeat: repeatFrom === null || repeatTo === null ? null : { from: repeatFrom, to: repeatTo },
    lessons: (lessonsBySet().get(id) ?? []).map(lesson => ({
      id: lesson.id,
      lesson_id: lesson.lessonId,
      sort: lesson.sort,
      survey_form_url: lesson.surveyFormUrl,
    })),
  }))
}

function homeworkWire({ parts, text }: CourseView, row: HomeworkRow) {
  return {
    id: row.id,
    isDemoAccessible: row.isDemoAccessible,
    is_required: row.isRequired ? 1 : 0,
    created_at: row.createdAt,
    updated_at: row.updatedAt,
    homework: {
      id: row.id,
      title: text(row.texts, 'title'),
      text: text(row.texts, 'text'),
      answer_with: row.answerWith,
      is_selfie_required: row.isSelfieRequired,
      ...(parts.homeworkScores && { scores: scoresOf(row.score) }),
    },
  }
}

function scoresOf(score: number) {
  return score > 0 ? [{ amount: score }] : []
}
