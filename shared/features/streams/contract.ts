import Type, { type Static } from 'typebox'
import { userRoom } from '#shared/features/accounts/contract.ts'
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
import { lockReasons } from './choice-rules.ts'
import { extendCalls, extendRefusals } from './extend-calls.ts'

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
  homework_sent_back: Type.Integer({ minimum: 0, description: 'How many submissions an expert has sent back' }),
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
  freeze_days_left: Type.Integer({ description: 'How many days the learner may still freeze; 0 where they may not' }),
  payment_subscription_id: NullableId,
  order_service_id: NullableId,
})
export type UserStreamWire = Static<typeof UserStream>

export const DayStatus = Type.Object({
  id: NullableId,
  stage_id: Id,
  stage_day_id: Id,
  is_open_by_time_delay: Type.Boolean(),
  is_locked: Type.Boolean(),
  lock_reason: nullable(oneOf(lockReasons)),
  waits_for_day: Type.Unsafe<number | null>({
    type: ['integer', 'null'],
    description: 'The number of the day that must be done first, where that is the reason',
  }),
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

/** A date of a freeze in the learner's zone, or an instant on it. */
const FreezeDate = Type.Union([
  DateText,
  Type.Integer({ minimum: 0, maximum: 32_503_680_000, description: 'Unix seconds' }),
])

const cancelFreeze = {
  access: 'learner',
  answer: UserStream,
  refusals: ['not_frozen'],
} as const

export const streams = contract({
  refusals: {
    freeze_exists: {
      status: 409,
      text: {
        en: 'This course is already paused or is about to be',
        ru: 'Курс уже на паузе, или пауза запланирована',
        es: 'El curso ya está en pausa o la pausa está programada',
      },
    },
    freeze_closed: {
      status: 409,
      text: {
        en: 'This course cannot be paused',
        ru: 'Этот курс нельзя поставить на паузу',
        es: 'Este curso no se puede pausar',
      },
    },
    freeze_start: {
      status: 422,
      text: {
        en: 'Choose a day of the course, today or later',
        ru: 'Выберите день курса, сегодня или позже',
        es: 'Elige un día del curso, hoy o más adelante',
      },
    },
    freeze_end: {
      status: 422,
      text: {
        en: 'The last day cannot be before the first',
        ru: 'Последний день не может быть раньше первого',
        es: 'El último día no puede ser anterior al primero',
      },
    },
    freeze_too_long: {
      status: 422,
      text: {
        en: 'That is longer than you may still pause this course',
        ru: 'У вас осталось меньше дней паузы',
        es: 'Te quedan menos días de pausa',
      },
    },
    not_frozen: {
      status: 409,
      text: { en: 'This course is not paused', ru: 'Курс не на паузе', es: 'El curso no está en pausa' },
    },
    unknown_filter: {
      status: 422,
      text: {
        en: 'The course has no such option',
        ru: 'В курсе нет такого параметра',
        es: 'El curso no tiene esa opción',
      },
    },
    ...extendRefusals,
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
  events: {
    /** A stream of the person was frozen, or its freeze was cancelled. */
    stream: { room: userRoom, stored: ['stream_id'], data: Type.Object({ stream_id: Id }) },
  },
  calls: {
    'POST /user-course-streams/demo': {
      access: 'learner',
      summary: 'Gives the demo course of the brand to whoever has no streams, once',
      // A class of learners comes from one address.
      limit: { requests: 200, seconds: 60 },
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
    'POST /user-course-streams/:streamId/freeze/create': {
      access: 'learner',
      summary: 'Pauses a course from one date to another, both included; its end moves by as many days',
      body: Type.Object({ start_date: FreezeDate, end_date: FreezeDate }),
      answer: UserStream,
      refusals: ['freeze_exists', 'freeze_closed', 'freeze_start', 'freeze_end', 'freeze_too_long'],
    },
    'POST /user-course-streams/:streamId/freeze/cancel': {
      ...cancelFreeze,
      summary: 'Ends the pause of a course today, or calls off one that has not begun; repeating it changes nothing',
    },
    'GET /user-course-streams/:streamId/freeze/cancel': {
      ...cancelFreeze,
      summary: 'As the POST of the same path, for older apps',
      isWrite: true,
    },
    ...extendCalls,
  },
})
