import { msFromSeconds } from '#shared/platform/times.ts'
import type { PictureWire, VideoWire } from '#shared/features/media/contract.ts'
import { type Video, videoFromWire } from '#shared/features/media/forms.ts'
import type { CourseWire, DayWire, HomeworkWire, LessonWire, StageWire } from './contract.ts'

/** Reports unexpected data, for the log. */
type Warn = (message: string) => void

export type CourseOption = { id: string; title: string; trainingLessonOptionValues: string[] }
export type CourseDocument = { id: number; title: string; url?: string; file?: DocumentFile }
type DocumentFile = { type: string; url: string; fileName: string }
export type Homework = {
  id: number
  isDemoAccessible: boolean
  isRequired: boolean
  /** In ms. */
  createdAt: number
  updatedAt: number
  homeworkId: number
  title: string
  text: string
  answerWith: HomeworkWire['homework']['answer_with']
  isSelfieRequired: boolean
  scores: { amount: number }[]
}

export type LessonSet = {
  id: number
  sort: number
  repeatCount: number
  userRepeat: { from: number; to: number } | undefined
  lessons: { id: number; lessonId: number; sort: number; surveyFormUrl: string | undefined }[]
}

/** A day of a stage. */
export type Day = {
  id: number
  stageId: number
  dayNumber: number
  opensAfterDays: number
  dayOfRest: boolean
  title: string
  excerpt: string
  /** In ms. */
  finishTotalTime: number
  isRequiredToComplete: boolean
  /** Whether the learner has to take a selfie before starting it. */
  isSelfieRequired: boolean
  courseOptions: string[]
  scores: { amount: number }[]
  dayHomeworkIds: number[]
  dayHomeworks: Homework[]
  bannerIds: number[]
  lessonSets: LessonSet[]
  isDemoAccessible: boolean
  isOpenByTimeDelay: boolean
  /** A learner's status of the day; set by `dayInStream` once they have one. */
  dayStatusId?: number | undefined
}

/** A stage; its days in order, when they were asked for. */
export type Stage = {
  id: number
  sort: number
  title: string
  dayIds: number[]
  stageHomeworkIds: number[]
  stageHomeworks: Homework[]
  dayHomeworks: Homework[]
  days: Day[]
  /** Whether its days, and its own homework, were asked for: without, the lists are empty whatever it has. */
  requestDays: boolean
  requestHomeworks: boolean
}

/** A lesson with its four video slots. */
export type Lesson = {
  id: number
  title: string
  subtitle: string | undefined
  imageUrl: string | undefined
  /** The video's length in ms. */
  delay: number
  /** Markdown. */
  text: string
  links: { title: string; url: string }[]
  trainingOptions: string[]
  localVideoFile: Video | undefined
  localDescriptionVideoFile: Video | undefined
  verticalVideo: Video | undefined
  verticalDescriptionVideo: Video | undefined
}

/** A course; times in ms. What was not asked for is empty. */
export type Course = {
  id: number
  version: number
  tags: string[]
  caption: string
  title: string
  excerpt: string
  licence: string
  attribution: string
  image: PictureWire | undefined
  background: PictureWire | undefined
  createdAt: number
  updatedAt: number
  consultationLimit: number | undefined
  categoryId: number | undefined
  courseOptions: CourseOption[]
  trainingOptions: CourseOption[]
  documents: CourseDocument[]
  daysCount: number
  stageIds: number[]
  lessonIds: number[]
  stages: Stage[]
  lessons: Lesson[]
  demoVideo: Video | undefined
  offerIds: number[]
  isDemoDocumentsAccessible: boolean
  isDemoExpertMessageEnabled: boolean
  isDemoUserMessageEnabled: boolean
  isDemoOfflineModeAccessible: boolean
}

function bySort(a: { sort: number }, b: { sort: number }): number {
  return a.sort - b.sort
}

/** Text with non-breaking spaces, also as entities, replaced by ordinary ones. */
export function withPlainSpaces(text: string): string {
  return text.replace(/&nbsp;|&#0*160;|&#x0*a0;|\u00a0/gi, ' ')
}

/** A title and the marker in brackets at its end, which becomes the subtitle. */
export function splitTitle(title: string): { title: string; subtitle: string | undefined } {
  const match = /(.*?)\s*\((разбор|исполнение|теория)\)\s*$/isu.exec(title)
  return match ? { title: match[1] ?? '', subtitle: match[2] } : { title, subtitle: undefined }
}

function homeworkFromWire(wire: HomeworkWire): Homework {
  const { id, title, text, scores } = wire.homework
  return {
    id: wire.id,
    isDemoAccessible: wire.isDemoAccessible,
    isRequired: wire.is_required > 0,
    createdAt: msFromSeconds(wire.created_at),
    updatedAt: msFromSeconds(wire.updated_at),
    homeworkId: id,
    title,
    text,
    answerWith: wire.homework.answer_with,
    isSelfieRequired: wire.homework.is_selfie_required,
    scores: scores ?? [],
  }
}

function lessonSetFromWire(wire: NonNullable<DayWire['lesson_sets']>[number]): LessonSet {
  return {
    id: wire.id,
    sort: wire.sort,
    repeatCount: wire.repeat_count,
    userRepeat: wire.user_repeat ?? undefined,
    lessons: [...wire.lessons].sort(bySort).map(lesson => ({
      id: lesson.id,
      lessonId: lesson.lesson_id,
      sort: lesson.sort,
      surveyFormUrl: lesson.survey_form_url ?? undefined,
    })),
  }
}

/** A day from the wire: seconds to ms, lesson sets and their lessons in order. */
export function dayFromWire(wire: DayWire): Day {
  const dayHomeworks = (wire.stage_day_homeworks ?? []).map(homeworkFromWire)
  return {
    id: wire.id,
    stageId: wire.stage_id,
    dayNumber: wire.day_number,
    opensAfterDays: wire.opens_after_days,
    dayOfRest: wire.day_of_rest,
    title: wire.title,
    excerpt: withPlainSpaces(wire.excerpt ?? ''),
    finishTotalTime: msFromSeconds(wire.finish_total_time ?? 0),
    isRequiredToComplete: wire.required_to_complete === 1,
    isSelfieRequired: wire.is_selfie_required ?? false,
    courseOptions: wire.course_options ?? [],
    scores: wire.scores ?? [],
    dayHomeworkIds: dayHomeworks.map(homework => homework.id),
    dayHomeworks,
    bannerIds: wire.banner_ids ?? [],
    lessonSets: (wire.lesson_sets ?? []).map(lessonSetFromWire).sort(bySort),
    isDemoAccessible: wire.isDemoAccessible ?? false,
    isOpenByTimeDelay: wire.isOpenByTimeDelay ?? true,
  }
}

/** A stage from the wire, its days by number. */
export function stageFromWire(wire: StageWire): Stage {
  const days = (wire.days ?? []).map(dayFromWire).sort((a, b) => a.dayNumber - b.dayNumber)
  const stageHomeworks = (wire.course_stage_homeworks ?? []).map(homeworkFromWire)
  return {
    id: wire.id,
    sort: wire.sort,
    title: wire.title,
    dayIds: wire.day_ids ?? days.map(day => day.id),
    stageHomeworkIds: stageHomeworks.map(homework => homework.id),
    stageHomeworks,
    dayHomeworks: days.flatMap(day => day.dayHomeworks),
    days,
    requestDays: wire.days !== undefined,
    requestHomeworks: wire.course_stage_homeworks !== undefined,
  }
}

/** A lesson from the wire. A slot that holds anything but a video is left empty and reported to `warn`. */
export function lessonFromWire(wire: LessonWire, warn: Warn): Lesson {
  const slot = (name: keyof LessonWire, video: VideoWire | null): Video | undefined => {
    if (!video) return undefined
    if (video.type === 'video') return videoFromWire(video)
    warn(`Lesson ${wire.id}: ${name} is of type ${video.type}, not video`)
    return undefined
  }
  return {
    ...splitTitle(wire.title),
    id: wire.id,
    imageUrl: wire.image_url ?? undefined,
    delay: Math.round(msFromSeconds(wire.video_length ?? 0)),
    text: wire.text ?? '',
    links: wire.links ?? [],
    trainingOptions: wire.training_options ?? [],
    localVideoFile: slot('local_video_file', wire.local_video_file),
    localDescriptionVideoFile: slot('local_description_video_file', wire.local_description_video_file),
    verticalVideo: slot('vertical_video', wire.vertical_video),
    verticalDescriptionVideo: slot('vertical_description_video', wire.vertical_description_video),
  }
}

function documentsFromWire(wire: CourseWire['documents']): CourseDocument[] {
  return (wire ?? [])
    .filter(document => document.url || document.file)
    .map(({ id, title, url, file }) => ({ id, title, url: url ?? undefined, file: file ?? undefined }))
}

/** A course from the wire: category and complexity become tags, empty documents are dropped, demo flags default to true. */
export function courseFromWire(wire: CourseWire, warn: Warn): Course {
  const stages = (wire.stages ?? []).map(stageFromWire).sort(bySort)
  const lessons = (wire.lessons ?? []).map(lesson => lessonFromWire(lesson, warn))
  return {
    id: wire.id,
    version: wire.version,
    tags: [wire.category, wire.complexity].flatMap(tag => tag || []),
    caption: wire.short_title ?? '',
    title: wire.title,
    excerpt: withPlainSpaces(wire.short_description ?? ''),
    licence: wire.licence ?? '',
    attribution: wire.attribution ?? '',
    image: wire.image ?? undefined,
    background: wire.background ?? undefined,
    createdAt: msFromSeconds(wire.created_at),
    updatedAt: msFromSeconds(wire.updated_at),
    consultationLimit: wire.consultationLimit ?? undefined,
    categoryId: wire.category_id ?? undefined,
    courseOptions: wire.course_options ?? [],
    trainingOptions: wire.training_options ?? [],
    documents: documentsFromWire(wire.documents),
    daysCount: wire.days_count,
    stageIds: wire.stage_ids ?? stages.map(stage => stage.id),
    lessonIds: lessons.map(lesson => lesson.id),
    stages,
    lessons,
    demoVideo: wire.demo_video ? videoFromWire(wire.demo_video) : undefined,
    offerIds: wire.offer_ids ?? [],
    isDemoDocumentsAccessible: wire.isDemoDocumentsAccessible ?? true,
    isDemoExpertMessageEnabled: wire.isDemoExpertMessageEnabled ?? true,
    isDemoUserMessageEnabled: wire.isDemoUserMessageEnabled ?? true,
    isDemoOfflineModeAccessible: wire.isDemoOfflineModeAccessible ?? true,
  }
}
