import type {
  CourseDay,
  CourseFile,
  CourseHomework,
  CourseLesson,
  CoursePicture,
  CourseVideo,
  WrittenCourse,
} from './course-format.ts'

type WrittenStage = WrittenCourse['stages'][number]
type WrittenDay = WrittenStage['days'][number]
type WrittenSet = NonNullable<WrittenDay['lessonSets']>[number]
type WrittenSetLesson = WrittenSet['lessons'][number]
type WrittenLesson = Omit<WrittenSetLesson, 'use' | 'surveyFormUrl'>
type WrittenVideo = NonNullable<WrittenCourse['demoVideo']>

function picture(written: WrittenCourse['image']): CoursePicture | null {
  if (!written) return null
  const medium = written.medium ?? written.large
  return { large: written.large, medium, small: written.small ?? medium }
}

function video(written: WrittenVideo | undefined): CourseVideo | null {
  if (!written) return null
  const { mp4 = null, hls = null, poster = null, duration = null, subtitles = {} } = written
  return { mp4, hls, poster, duration, subtitles }
}

type KeyAt = (place: string) => string

function lesson(written: WrittenLesson, key: string): CourseLesson {
  const { main, analysis, vertical, verticalAnalysis } = written.videos ?? {}
  return {
    key,
    title: written.title ?? {},
    text: written.text ?? null,
    links: written.links ?? [],
    options: written.options ?? [],
    image: picture(written.image),
    videos: {
      main: video(main),
      analysis: video(analysis),
      vertical: video(vertical),
      verticalAnalysis: video(verticalAnalysis),
    },
  }
}

function homeworks(written: WrittenStage['homeworks'], owner: string, keyAt: KeyAt): CourseHomework[] {
  return (written ?? []).map((homework, index) => ({
    key: keyAt(`${owner}.homeworks[${index}]`),
    title: homework.title,
    text: homework.text ?? null,
    criteria: homework.criteria ?? [],
    solution: homework.solution ?? null,
    answerWith: homework.answerWith ?? 'any',
    selfieRequired: homework.selfieRequired ?? false,
    required: homework.required ?? false,
    isDemoAccessible: homework.isDemoAccessible ?? false,
    points: homework.points ?? 0,
  }))
}

/** A day in full; the lessons written inside it go to `lessons` and are named by their keys. */
function day(written: WrittenDay, place: string, keyAt: KeyAt, lessons: CourseLesson[]): CourseDay {
  const lessonKey = (item: WrittenSetLesson, itemPlace: string) => {
    if (item.use !== undefined) return item.use
    const own = lesson(item, keyAt(itemPlace))
    lessons.push(own)
    return own.key
  }
  return {
    key: keyAt(place),
    dayNumber: written.dayNumber,
    opensAfterDays: written.opensAfterDays ?? written.dayNumber - 1,
    dayOfRest: written.dayOfRest ?? false,
    title: written.title,
    excerpt: written.excerpt ?? null,
    requiredToComplete: written.requiredToComplete ?? false,
    selfieRequired: written.selfieRequired ?? false,
    isDemoAccessible: written.isDemoAccessible ?? false,
    finishTotalTime: written.finishTotalTime ?? 0,
    points: written.points ?? 0,
    options: written.options ?? [],
    homeworks: homeworks(written.homeworks, place, keyAt),
    lessonSets: (written.lessonSets ?? []).map((set, index) => ({
      key: set.key ?? `set-${index + 1}`,
      repeatCount: set.repeatCount ?? 1,
      userRepeat: set.userRepeat ?? null,
      lessons: set.lessons.map((item, position) => ({
        use: lessonKey(item, `${place}.lessonSets[${index}].lessons[${position}]`),
        surveyFormUrl: item.surveyFormUrl ?? null,
      })),
    })),
  }
}

/** Fills in every default, takes the key of each part from `keyAt`, and gathers the lessons. */
export function completeCourse(written: WrittenCourse, keyAt: KeyAt): CourseFile {
  const lessons = (written.lessons ?? []).map(item => lesson(item, item.key))
  const stages = written.stages.map((stage, at) => ({
    key: keyAt(`stages[${at}]`),
    title: stage.title,
    homeworks: homeworks(stage.homeworks, `stages[${at}]`, keyAt),
    days: stage.days.map((item, index) => day(item, `stages[${at}].days[${index}]`, keyAt, lessons)),
  }))
  return {
    key: written.key,
    alias: written.alias ?? null,
    languages: written.languages,
    isPartlyTranslated: written.isPartlyTranslated ?? false,
    title: written.title,
    shortTitle: written.shortTitle ?? null,
    shortDescription: written.shortDescription ?? null,
    forWhom: written.forWhom ?? null,
    questions: written.questions ?? [],
    category: written.category ?? null,
    categoryId: written.categoryId ?? null,
    complexity: written.complexity ?? null,
    licence: written.licence ?? null,
    attribution: written.attribution ?? null,
    consultationLimit: written.consultationLimit ?? null,
    image: picture(written.image),
    background: picture(written.background),
    demoVideo: video(written.demoVideo),
    isDemoDocumentsAccessible: written.isDemoDocumentsAccessible ?? true,
    isDemoExpertMessageEnabled: written.isDemoExpertMessageEnabled ?? true,
    isDemoUserMessageEnabled: written.isDemoUserMessageEnabled ?? true,
    isDemoOfflineModeAccessible: written.isDemoOfflineModeAccessible ?? true,
    options: written.options ?? [],
    documents: (written.documents ?? []).map((document, index) => ({
      key: keyAt(`documents[${index}]`),
      title: document.title,
      file: document.file ?? null,
      url: document.url ?? null,
    })),
    lessons,
    stages,
  }
}
