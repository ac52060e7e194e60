import Type, { type Static } from 'typebox'
import { Picture, Video } from '#shared/features/media/contract.ts'
import { contract } from '#shared/platform/contract.ts'
import { asked, Fields, Id, nullable, NullableId, NullableString, oneOf, Seconds } from '#shared/platform/schemas.ts'
import { answerKinds } from './course-format.ts'
import { partEffects, partKinds } from './part-keys.ts'

const Option = Type.Object({
  id: Type.String(),
  title: Type.String(),
  trainingLessonOptionValues: Type.Array(Type.String()),
})

const Homework = Type.Object({
  id: Id,
  isDemoAccessible: Type.Boolean(),
  is_required: Type.Integer(),
  created_at: Seconds,
  updated_at: Seconds,
  homework: Type.Object({
    id: Id,
    title: Type.String(),
    text: Type.String(),
    answer_with: oneOf(answerKinds),
    is_selfie_required: Type.Boolean(),
    scores: Type.Optional(Type.Array(Type.Object({ amount: Type.Integer() }))),
  }),
})

export type HomeworkWire = Static<typeof Homework>

const LessonSet = Type.Object({
  id: Id,
  sort: Type.Integer(),
  repeat_count: Type.Integer(),
  user_repeat: nullable(Type.Object({ from: Type.Integer(), to: Type.Integer() })),
  lessons: Type.Array(Type.Object({ id: Id, lesson_id: Id, sort: Type.Integer(), survey_form_url: NullableString })),
})

const Day = Type.Object({
  id: Id,
  stage_id: Id,
  day_number: Type.Integer(),
  opens_after_days: Type.Integer(),
  day_of_rest: Type.Boolean(),
  title: Type.String(),
  excerpt: Type.String(),
  finish_total_time: Type.Integer({ description: 'Seconds' }),
  required_to_complete: Type.Integer(),
  is_selfie_required: Type.Boolean(),
  isDemoAccessible: Type.Boolean(),
  isOpenByTimeDelay: Type.Boolean(),
  banner_ids: Type.Array(Id),
  course_options: Type.Optional(Type.Array(Type.String())),
  scores: Type.Optional(Type.Array(Type.Object({ amount: Type.Integer() }))),
  lesson_sets: Type.Optional(Type.Array(LessonSet)),
  stage_day_homeworks: Type.Optional(Type.Array(Homework)),
})
export type DayWire = Static<typeof Day>

const Stage = Type.Object({
  id: Id,
  sort: Type.Integer(),
  title: Type.String(),
  day_ids: Type.Array(Id),
  days: Type.Optional(Type.Array(Day)),
  course_stage_homeworks: Type.Optional(Type.Array(Homework)),
})
export type StageWire = Static<typeof Stage>

const Lesson = Type.Object({
  id: Id,
  title: Type.String(),
  image_url: NullableString,
  video_length: Type.Number({ description: 'Seconds' }),
  text: Type.String({ description: 'Markdown' }),
  links: Type.Array(Type.Object({ title: Type.String(), url: Type.String() })),
  training_options: Type.Array(Type.String()),
  local_video_file: nullable(Video),
  local_description_video_file: nullable(Video),
  vertical_video: nullable(Video),
  vertical_description_video: nullable(Video),
})
export type LessonWire = Static<typeof Lesson>

const CourseDocument = Type.Object({
  id: Id,
  title: Type.String(),
  url: NullableString,
  file: nullable(Type.Object({ type: Type.String(), url: Type.String(), fileName: Type.String() })),
})

export const Course = Type.Object({
  id: Id,
  version: Type.Integer(),
  category_id: NullableId,
  category: NullableString,
  complexity: NullableString,
  title: Type.String(),
  short_title: Type.String(),
  short_description: Type.String(),
  licence: Type.String(),
  attribution: Type.String(),
  image: nullable(Picture),
  background: nullable(Picture),
  created_at: Seconds,
  updated_at: Seconds,
  consultationLimit: Type.Unsafe<number | null>({ type: ['integer', 'null'] }),
  days_count: Type.Integer(),
  stage_ids: Type.Array(Id),
  offer_ids: Type.Array(Id),
  isDemoDocumentsAccessible: Type.Boolean(),
  isDemoExpertMessageEnabled: Type.Boolean(),
  isDemoUserMessageEnabled: Type.Boolean(),
  isDemoOfflineModeAccessible: Type.Boolean(),
  demo_video: nullable(Video),
  course_options: Type.Optional(Type.Array(Option)),
  training_options: Type.Optional(Type.Array(Option)),
  documents: Type.Optional(Type.Array(CourseDocument)),
  stages: Type.Optional(Type.Array(Stage)),
  lessons: Type.Optional(Type.Array(Lesson)),
})
export type CourseWire = Static<typeof Course>

const courseExpansions = [
  'stages',
  'stages.days',
  'stages.days.lesson_sets',
  'stages.days.scores',
  'stages.days.stage_day_homeworks',
  'stages.course_stage_homeworks',
  'stage_day_homeworks',
  'lessons',
  'documents',
  'course_options',
  'trainingOptions',
  'user_options',
  'lesson_sets',
] as const

const stageExpansions = [
  'days',
  'days.scores',
  'stage_day_homeworks',
  'homework.scores',
  'course_stage_homeworks',
] as const
const dayExpansions = ['stage_day_homeworks', 'homework.scores', 'user_options', 'lesson_sets', 'scores'] as const

const VersionNumber = Type.Integer({ minimum: 1, maximum: 2_000_000_000 })

const PartEffect = Type.Object({
  kind: oneOf(partKinds),
  key: Type.String(),
  titles: Type.Record(Type.String(), Type.String(), { description: 'By language' }),
  effect: oneOf(partEffects),
  learners: Type.Integer({ description: 'How many learners have records of it' }),
})
export type PartEffect = Static<typeof PartEffect>

const VersionEffects = Type.Object({
  parts: Type.Array(PartEffect),
  learners: Type.Integer({ description: 'How many learners have the course' }),
  learners_falling: Type.Integer({ description: 'Of these, whose share of finished days falls' }),
  submissions_kept: Type.Integer({ description: 'Submissions that wait at a homework which leaves the course' }),
})
export type VersionEffects = Static<typeof VersionEffects>

const CourseVersion = Type.Object({
  number: Type.Integer(),
  published_at: Seconds,
  published_by: NullableString,
  brought_back: nullable(Type.Integer()),
  effects: VersionEffects,
})
export type CourseVersionWire = Static<typeof CourseVersion>

const CourseHistory = Type.Object({
  key: Type.String(),
  title: Type.String(),
  version: Type.Integer(),
  versions: Type.Array(CourseVersion),
})
export type CourseHistoryWire = Static<typeof CourseHistory>

const WrittenCourse = Type.Object({
  id: Id,
  key: Type.String(),
  title: Type.String(),
  languages: Type.Array(Type.String()),
  version: Type.Integer(),
  days_count: Type.Integer(),
  learners_count: Type.Integer(),
  published_at: Seconds,
})
export type WrittenCourseWire = Static<typeof WrittenCourse>

/** Learners see the courses of their streams; any other is not found. Authors see those of their brand. */
export const courses = contract({
  refusals: {
    effects_changed: {
      status: 409,
      text: {
        en: 'The course has changed since you looked at the effects. Look at them again.',
        ru: 'Курс изменился с тех пор, как вы смотрели последствия. Посмотрите их ещё раз.',
        es: 'El curso ha cambiado desde que miraste los efectos. Vuelve a mirarlos.',
      },
    },
  },
  calls: {
    'GET /studio/courses': {
      access: 'author',
      summary: 'The courses of the brand, the last published first',
      answer: Type.Array(WrittenCourse),
    },
    'GET /studio/courses/:id/versions': {
      access: 'author',
      summary: 'All that a course was, the latest version first',
      answer: CourseHistory,
    },
    'GET /studio/courses/:id/versions/:versionId/effects': {
      access: 'author',
      summary: 'What publishing an earlier version again would do; nothing is published',
      answer: Type.Object({
        effects: VersionEffects,
        seal: Type.String({ description: 'Sent with the publication, which is refused if its effects are others' }),
      }),
    },
    'POST /studio/courses/:id/versions': {
      access: 'author',
      summary: 'Publishes an earlier version again as the next one; nothing happens where it is the current one',
      body: Type.Object({ version: VersionNumber, seal: Type.String({ maxLength: 100 }) }),
      answer: Type.Object({ version: Type.Integer() }),
      refusals: ['effects_changed'],
    },
    'GET /courses': {
      access: 'learner',
      summary: 'The courses of the learner’s streams',
      expand: courseExpansions,
      query: Type.Object({ fields: Fields }),
      answer: Type.Array(asked(Course)),
    },
    'GET /courses/versions': {
      access: 'learner',
      summary: 'The published version of each course of the learner’s streams',
      answer: Type.Array(Type.Object({ id: Id, version: Type.Integer() })),
    },
    'GET /courses/:id': {
      access: 'learner',
      summary: 'One course, with what is asked of its tree',
      expand: courseExpansions,
      query: Type.Object({ fields: Fields }),
      answer: asked(Course),
    },
    'GET /courses/:courseId/stages': {
      access: 'learner',
      summary: 'The stages of a course',
      expand: stageExpansions,
      answer: Type.Array(Stage),
    },
    'GET /courses/:courseId/stages/:stageId/days': {
      access: 'learner',
      summary: 'The days of a stage',
      expand: dayExpansions,
      answer: Type.Array(Day),
    },
    'GET /courses/:courseId/stages/:stageId/days/:dayId': {
      access: 'learner',
      summary: 'One day',
      expand: dayExpansions,
      answer: Day,
    },
  },
})
