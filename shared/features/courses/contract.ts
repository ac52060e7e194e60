import Type, { type Static } from 'typebox'
import { Picture, Video } from '#shared/features/media/contract.ts'
import { contract } from '#shared/platform/contract.ts'
import { asked, Fields, Id, nullable, NullableId, NullableString, oneOf, Seconds } from '#shared/platform/schemas.ts'
import { answerKinds } from './course-format.ts'
import { importCalls, importRefusals } from './import-calls.ts'
import { archiveCalls, archivedRefusal, archiveRefusals } from './archive-calls.ts'
import { authoringCalls, authoringRefusals, authoringSignals, draftRoom } from './authoring-calls.ts'

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

/** Learners see the courses of their streams; any other is not found. Authors see those of their brand. */
export const courses = contract({
  refusals: { ...authoringRefusals, ...importRefusals, ...archiveRefusals, ...archivedRefusal },
  rooms: [draftRoom],
  signals: authoringSignals,
  calls: {
    ...authoringCalls,
    ...importCalls,
    ...archiveCalls,
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
