import Type, { type Static } from 'typebox'
import { contract, type Refusal } from '#shared/platform/contract.ts'
import {
  asked,
  DateText,
  Fields,
  Id,
  nullable,
  NullableId,
  NullableSeconds,
  NullableString,
  oneOf,
  Seconds,
} from '#shared/platform/schemas.ts'

/** The plan of the stream does not include the mobile app. */
export const mobileDeniedRefusal = {
  status: 403,
  text: {
    en: 'Your plan does not include the mobile app',
    ru: 'Ваш тариф не включает мобильное приложение',
    es: 'Tu plan no incluye la aplicación móvil',
  },
} as const satisfies Refusal

export const StreamStatus = oneOf(['open', 'not_started', 'started', 'ended', 'freeze', 'stopped'])

const Progress = Type.Object({
  days_count: Type.Integer(),
  complete_days_count: Type.Integer(),
  progress: Type.Integer({ minimum: 0, maximum: 100, description: 'Percent' }),
})

/** Chosen course option values by option id. */
const Filters = Type.Record(
  Type.String({ maxLength: 100 }),
  Type.Array(Type.String({ maxLength: 100 }), { maxItems: 50 }),
)

export const UserStream = Type.Object({
  id: Id,
  course_id: Id,
  start_date: Seconds,
  end_date: Seconds,
  starts_on: DateText,
  ends_on: DateText,
  status: StreamStatus,
  is_critical: Type.Boolean(),
  days_left: Type.Integer(),
  is_demo: Type.Boolean(),
  is_optional_purchase: Type.Boolean(),
  course_full_access: Type.Boolean(),
  mobile_access: Type.Boolean(),
  course_version: Type.Integer(),
  /** How often each set with a range is played, unless chosen for the set; null means as the course says. */
  lesson_set_repeat: Type.Unsafe<number | null>({ type: ['integer', 'null'] }),
  progress: Progress,
  message_expires_date: NullableSeconds,
  chat_channel_id: NullableId,
  max_consultation_count: Type.Integer(),
  filters: Filters,
  user_course_stream_freeze: nullable(
    Type.Object({ status: Type.Integer({ minimum: 0, maximum: 2 }), start_date: Seconds, end_date: Seconds }),
  ),
  payment_subscription_id: NullableId,
  order_service_id: NullableId,
})
export type UserStreamWire = Static<typeof UserStream>

const DayStatus = Type.Object({
  id: NullableId,
  stage_id: Id,
  stage_day_id: Id,
  is_open_by_time_delay: Type.Boolean(),
  is_locked: Type.Boolean(),
  lock_reason: nullable(oneOf(['demo', 'not_yet', 'previous_day', 'homework', 'stream'])),
  state: oneOf(['rest', 'locked', 'open', 'current', 'done']),
  opens_on: DateText,
  status: oneOf(['none', 'started', 'finished']),
  started_at: NullableSeconds,
  finished_at: NullableSeconds,
})
export type DayStatusWire = Static<typeof DayStatus>

const HomeworkStatus = Type.Object({
  id: NullableId,
  target_id: Id,
  target_type: oneOf(['course_stage_homework', 'stage_day_homework']),
  status: oneOf(['NOT_UPLOADED', 'UPLOADED', 'DONE', 'FAIL']),
  is_locked: Type.Boolean(),
})

const NullableRating = Type.Unsafe<number | null>({ type: ['integer', 'null'], minimum: 1, maximum: 5 })

/** A consultation in the chat of a stream. */
export const Consultation = Type.Object({
  id: Id,
  chat_channel_id: Id,
  status: oneOf(['open', 'close', 'rated']),
  /** Null until its first message is written. */
  start_message_id: NullableId,
  end_message_id: NullableId,
  amount: Type.Integer({ minimum: 0 }),
  rating: NullableRating,
})

/** Each list is there only when its expansion was asked for. */
export const StreamStatusRecord = Type.Object({
  stream: asked(UserStream),
  stages: Type.Optional(Type.Array(Type.Object({ stage_id: Id, status: oneOf(['open', 'close']) }))),
  days: Type.Optional(Type.Array(DayStatus)),
  lessons: Type.Optional(
    Type.Array(
      Type.Object({
        stage_day_lesson_set_lesson_id: Id,
        stage_day_id: Id,
        viewed_seconds: Type.Integer(),
        play_count: Type.Integer(),
        position_seconds: Type.Integer(),
      }),
    ),
  ),
  homeworks: Type.Optional(Type.Array(HomeworkStatus)),
  consultations: Type.Optional(Type.Array(Consultation)),
  chatChannelMeta: Type.Optional(nullable(Type.Object({ id: Id, unread: Type.Integer() }))),
  current_training_stage_id: Type.Optional(NullableId),
  current_training_day: Type.Optional(
    nullable(Type.Object({ stage_id: Id, stage_day_id: Id, title: Type.String(), excerpt: NullableString })),
  ),
})
export type StreamStatusRecordWire = Static<typeof StreamStatusRecord>

export const statusExpansions = [
  'days',
  'homeworks',
  'stages',
  'lessons',
  'consultations',
  'chatChannelMeta',
  'current_training_stage_id',
  'current_training_day',
] as const

export const streams = contract({
  refusals: {
    unknown_filter: {
      status: 422,
      text: {
        en: 'The course has no such option',
        ru: 'В курсе нет такого параметра',
        es: 'El curso no tiene esa opción',
      },
    },
    mobile_denied: mobileDeniedRefusal,
    demo_closed: {
      status: 403,
      text: {
        en: 'There is no demo course here',
        ru: 'Здесь нет демокурса',
        es: 'Aquí no hay curso demo',
      },
    },
  },
  calls: {
    'POST /user-course-streams/demo': {
      access: 'learner',
      summary: 'Gives the demo course of the brand to whoever has no streams, once',
      limit: { requests: 30, seconds: 60 },
      answer: Type.Object({ is_created: Type.Boolean() }),
      refusals: ['demo_closed'],
    },
    'GET /user-course-streams': {
      access: 'learner',
      summary: 'The learner’s course streams',
      expand: ['progress', 'freeze'],
      query: Type.Object({ fields: Fields, 'filter[id][]': Type.Optional(Type.Array(Id, { maxItems: 200 })) }),
      answer: Type.Array(asked(UserStream)),
    },
    'GET /user-course-streams/:id': {
      access: 'learner',
      summary: 'One course stream of the learner',
      expand: ['progress', 'freeze'],
      query: Type.Object({ fields: Fields }),
      answer: asked(UserStream),
      refusals: ['mobile_denied'],
    },
    'POST /user-course-streams/:streamId/filters': {
      access: 'learner',
      summary: 'Keeps the learner’s choice of course options for a stream',
      body: Type.Object({ filters: Filters }),
      answer: asked(UserStream),
      refusals: ['unknown_filter'],
    },
  },
})
