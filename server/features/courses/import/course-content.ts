import type {
  CourseDay,
  CourseFile,
  CourseHomework,
  CourseLesson,
  CoursePicture,
  CourseTexts,
  CourseVideo,
} from '#shared/features/courses/course-format.ts'
import type { Texts } from '../course-tree.ts'
import type { CourseContent, DayContent, HomeworkContent } from '../publish/write-course.ts'

/** The id of the stored item that a course file names; null for null. */
export type MediaIds = { of(item: CourseVideo | CoursePicture | { file: string } | null): number | null }

/** A checked course file as rows of the course's tables. */
export function courseContent(file: CourseFile, media: MediaIds, brandId: string): CourseContent {
  return {
    course: {
      brandId,
      key: file.key,
      alias: file.alias,
      languages: file.languages,
      texts: byLanguage({
        title: file.title,
        short_title: file.shortTitle,
        short_description: file.shortDescription,
        for_whom: file.forWhom,
        category: file.category,
        complexity: file.complexity,
      }),
      categoryId: file.categoryId,
      licence: file.licence ?? '',
      attribution: file.attribution ?? '',
      imageId: media.of(file.image),
      backgroundId: media.of(file.background),
      demoVideoId: media.of(file.demoVideo),
      consultationLimit: file.consultationLimit,
      questions: file.questions.map(one => ({ texts: byLanguage(one) })),
      options: file.options.map(({ id, values, title }) => ({ id, values, texts: byLanguage({ title }) })),
      isDemoDocumentsAccessible: file.isDemoDocumentsAccessible,
      isDemoExpertMessageEnabled: file.isDemoExpertMessageEnabled,
      isDemoUserMessageEnabled: file.isDemoUserMessageEnabled,
      isDemoOfflineModeAccessible: file.isDemoOfflineModeAccessible,
    },
    stages: file.stages.map(({ key, title, days, homeworks }, index) => ({
      key,
      sort: index + 1,
      texts: byLanguage({ title }),
      days: days.map(dayContent),
      homeworks: homeworks.map(homeworkContent),
    })),
    lessons: file.lessons.map(lesson => lessonContent(lesson, media)),
    documents: file.documents.map(({ key, title, url, file: path }, index) => ({
      key,
      sort: index + 1,
      texts: byLanguage({ title }),
      url,
      mediaId: media.of(path === null ? null : { file: path }),
    })),
  }
}

function dayContent(day: CourseDay): DayContent {
  return {
    key: day.key,
    dayNumber: day.dayNumber,
    opensAfterDays: day.opensAfterDays,
    isRest: day.dayOfRest,
    isRequiredToComplete: day.requiredToComplete,
    isSelfieRequired: day.selfieRequired,
    isDemoAccessible: day.isDemoAccessible,
    finishTotalTimeSeconds: day.finishTotalTime,
    score: day.points,
    options: day.options,
    texts: byLanguage({ title: day.title, excerpt: day.excerpt }),
    homeworks: day.homeworks.map(homeworkContent),
    lessonSets: day.lessonSets.map(({ key, repeatCount, userRepeat, lessons }, index) => ({
      key,
      sort: index + 1,
      repeatCount,
      repeatFrom: userRepeat?.from ?? null,
      repeatTo: userRepeat?.to ?? null,
      lessons: lessons.map(({ use, surveyFormUrl }, place) => ({ key: use, sort: place + 1, surveyFormUrl })),
    })),
  }
}

function homeworkContent(homework: CourseHomework): HomeworkContent {
  const { key, title, text, criteria, solution, answerWith, isDemoAccessible } = homework
  return {
    key,
    isRequired: homework.required,
    isDemoAccessible,
    answerWith,
    isSelfieRequired: homework.selfieRequired,
    score: homework.points,
    texts: byLanguage({ title, text }),
    criteria: criteria.map(one => ({ key: one.key, texts: byLanguage({ text: one.text }) })),
    staffTexts: byLanguage({ solution }),
  }
}

function lessonContent({ key, title, text, links, options, image, videos }: CourseLesson, media: MediaIds) {
  return {
    key,
    texts: byLanguage({ title, text }),
    links: links.map(link => ({ url: link.url, texts: byLanguage({ title: link.title }) })),
    options,
    imageId: media.of(image),
    videoId: media.of(videos.main),
    descriptionVideoId: media.of(videos.analysis),
    verticalVideoId: media.of(videos.vertical),
    verticalDescriptionVideoId: media.of(videos.verticalAnalysis),
  }
}

/** Texts by field and language, regrouped by language and field. */
function byLanguage(fields: Record<string, CourseTexts | null>): Texts {
  const texts: Texts = {}
  for (const [field, translations] of Object.entries(fields))
    for (const [language, text] of Object.entries(translations ?? {}))
      texts[language] = { ...texts[language], [field]: text }
  return texts
}
