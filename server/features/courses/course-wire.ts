import { documentWire, pictureWire, videoWire } from '#server/features/media/wire.ts'
import type { CourseWire, LessonWire } from '#shared/features/courses/contract.ts'
import type { LessonRow } from './course-tree.ts'
import type { CourseView } from './course-view.ts'
import { stagesWire } from './stage-wire.ts'

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

/** The options that lessons have values of. */
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
