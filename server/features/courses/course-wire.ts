import type { MediaRow } from '#server/features/media/media-row.ts'
import { documentWire, pictureWire, videoWire } from '#server/features/media/wire.ts'
import type { CourseWire, DayWire, LessonWire, StageWire } from '#shared/features/courses/contract.ts'
import type { CourseParts } from './course-parts.ts'
import { textIn } from './course-text.ts'
import { type CourseTree, type DayRow, groupedBy, type HomeworkRow, type LessonRow, type Texts } from './course-tree.ts'

/** Writes parts of a course for the wire in one language; only what `parts` asks for is computed (CRS-07). */
export function courseWriter(tree: CourseTree, language: string, parts: CourseParts) {
  const { course } = tree
  const text = (texts: Texts, field: string) => textIn(texts, field, language, course.languages)
  const mediaById = new Map(tree.media.map(item => [item.id, item]))
  const mediaOf = <Wire>(id: number | null, write: (media: MediaRow) => Wire): Wire | null => {
    const media = id === null ? undefined : mediaById.get(id)
    return media ? write(media) : null
  }
  const daysByStage = groupedBy(tree.days, day => day.stageId)
  const setsByDay = groupedBy(parts.lessonSets ? tree.lessonSets : [], set => set.dayId)
  const lessonsBySet = groupedBy(parts.lessonSets ? tree.setLessons : [], lesson => lesson.lessonSetId)

  function homework({ id, isRequired, isDemoAccessible, score, texts }: HomeworkRow) {
    return {
      id,
      isDemoAccessible,
      is_required: isRequired ? 1 : 0,
      homework: {
        id,
        title: text(texts, 'title'),
        text: text(texts, 'text'),
        ...(parts.homeworkScores && { scores: scoresOf(score) }),
      },
    }
  }

  function lessonSets(dayId: number) {
    return (setsByDay.get(dayId) ?? []).map(set => ({
      id: set.id,
      sort: set.sort,
      repeat_count: set.repeatCount,
      user_repeat: set.repeatFrom === null || set.repeatTo === null ? null : { from: set.repeatFrom, to: set.repeatTo },
      lessons: (lessonsBySet.get(set.id) ?? []).map(({ id, lessonId, sort, surveyFormUrl }) => ({
        id,
        lesson_id: lessonId,
        sort,
        survey_form_url: surveyFormUrl,
      })),
    }))
  }

  function day(row: DayRow): DayWire {
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
      isDemoAccessible: row.isDemoAccessible,
      isOpenByTimeDelay: true,
      banner_ids: [],
      ...(parts.dayOptions && { course_options: row.options }),
      ...(parts.scores && { scores: scoresOf(row.score) }),
      ...(parts.lessonSets && { lesson_sets: lessonSets(row.id) }),
      ...(parts.dayHomeworks && {
        stage_day_homeworks: tree.homeworks.filter(({ dayId }) => dayId === row.id).map(homework),
      }),
    }
  }

  function days(stageId: number): DayWire[] {
    return (daysByStage.get(stageId) ?? []).map(day)
  }

  function stages(): StageWire[] {
    return tree.stages.map(({ id, sort, texts }) => ({
      id,
      sort,
      title: text(texts, 'title'),
      day_ids: (daysByStage.get(id) ?? []).map(row => row.id),
      ...(parts.days && { days: days(id) }),
      ...(parts.stageHomeworks && {
        course_stage_homeworks: tree.homeworks
          .filter(({ stageId, dayId }) => stageId === id && dayId === null)
          .map(homework),
      }),
    }))
  }

  function lesson(row: LessonRow): LessonWire {
    const videos = {
      local_video_file: mediaOf(row.videoId, videoWire),
      local_description_video_file: mediaOf(row.descriptionVideoId, videoWire),
      vertical_video: mediaOf(row.verticalVideoId, videoWire),
      vertical_description_video: mediaOf(row.verticalDescriptionVideoId, videoWire),
    }
    const lasting = [videos.local_video_file, videos.vertical_video, ...Object.values(videos)]
    return {
      id: row.id,
      title: text(row.texts, 'title'),
      image_url: mediaOf(row.imageId, media => pictureWire(media).medium),
      video_length: lasting.find(video => video !== null)?.duration ?? 0,
      text: text(row.texts, 'text'),
      links: row.links.map(({ url, texts }) => ({ title: text(texts, 'title') || url, url })),
      training_options: row.options,
      ...videos,
    }
  }

  function options(used?: ReadonlySet<string>) {
    return course.options
      .filter(({ values }) => !used || values.some(value => used.has(value)))
      .map(({ id, values, texts }) => ({ id, title: text(texts, 'title') || id, trainingLessonOptionValues: values }))
  }

  function whole(): CourseWire {
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
      image: mediaOf(course.imageId, pictureWire),
      background: mediaOf(course.backgroundId, pictureWire),
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
      demo_video: mediaOf(course.demoVideoId, videoWire),
      ...(parts.courseOptions && { course_options: options() }),
      ...(parts.trainingOptions && { training_options: options(new Set(tree.lessons.flatMap(row => row.options))) }),
      ...(parts.documents && {
        documents: tree.documents.map(({ id, texts, url, mediaId }) => ({
          id,
          title: text(texts, 'title'),
          url,
          file: mediaOf(mediaId, documentWire),
        })),
      }),
      ...(parts.stages && { stages: stages() }),
      ...(parts.lessons && { lessons: tree.lessons.map(lesson) }),
    }
  }

  return { whole, stages, days, day }
}

function scoresOf(score: number) {
  return score > 0 ? [{ amount: score }] : []
}
