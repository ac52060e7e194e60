import Type, { type Static } from 'typebox'
import { MediaFile } from '#shared/features/media/contract.ts'
import { mobileDeniedRefusal, StreamStatusRecord, statusExpansions } from '#shared/features/streams/contract.ts'
import { contract } from '#shared/platform/contract.ts'
import { Id, NullableSeconds, oneOf, Seconds } from '#shared/platform/schemas.ts'
import { mostRanges } from './seconds.ts'

const DayStatusChange = Type.Object({
  id: Id,
  stage_day_id: Id,
  user_course_stream_id: Id,
  status: oneOf(['started', 'finished']),
  started_at: NullableSeconds,
  finished_at: NullableSeconds,
  day: Type.Optional(Type.Object({ scores: Type.Array(Type.Object({ amount: Type.Integer() })) })),
  /** Points that this call awarded; 0 when the day was already finished. */
  awarded: Type.Integer(),
})
export type DayStatusChangeWire = Static<typeof DayStatusChange>

/** When it happened on the device, for reports sent later; never after the server's clock. */
const OccurredAt = Type.Optional(Seconds)

/** How far a day is. */
const DayProgress = oneOf(['none', 'started', 'finished'])

/** A second of a film, counted from its beginning. */
const FilmSecond = Type.Integer({ minimum: 0, maximum: 1_000_000 })

/** What was played of a film of the lesson. */
const PlayedFilm = Type.Object({
  id: Id,
  seconds: Type.Array(
    Type.Object({
      from: FilmSecond,
      until: Type.Integer({ maximum: 1_000_000, description: 'The one after the last' }),
    }),
    { maxItems: mostRanges, description: 'Whole seconds that were played since the previous report' },
  ),
})

const LessonStatistic = Type.Object({
  stage_day_id: Id,
  user_course_stream_id: Id,
  stage_day_lesson_set_lesson_id: Id,
  viewed_seconds: Type.Integer({ minimum: 0, maximum: 86_400, description: 'Watched since the previous report' }),
  play_count: Type.Integer({ minimum: 0, maximum: 1000, description: 'Plays begun since the previous report' }),
  day_status: Type.Optional(DayProgress),
  position_seconds: Type.Optional(Type.Integer({ minimum: 0, maximum: 1_000_000 })),
  occurred_at: OccurredAt,
  film: Type.Optional(PlayedFilm),
})

/** The photo that a learner took to start a day. */
export const DaySelfie = Type.Object({
  day_number: Type.Integer(),
  taken_at: Seconds,
  file: MediaFile,
})
export type DaySelfieWire = Static<typeof DaySelfie>

/** Its answer says why in `because`, by a word of `lockReasons`. */
const dayLockedRefusal = {
  status: 409,
  text: { en: 'This day is not open yet', ru: 'Этот день ещё не открыт', es: 'Este día aún no está abierto' },
} as const

export const progress = contract({
  refusals: {
    day_locked: dayLockedRefusal,
    mobile_denied: mobileDeniedRefusal,
    day_not_started: {
      status: 409,
      text: { en: 'Start the day first', ru: 'Сначала начните день', es: 'Primero empieza el día' },
    },
    day_of_rest: {
      status: 409,
      text: { en: 'This is a day of rest', ru: 'Это день отдыха', es: 'Es un día de descanso' },
    },
    selfie_required: {
      status: 422,
      text: {
        en: 'Take a selfie first',
        ru: 'Сначала сделайте селфи',
        es: 'Primero hazte un selfi',
      },
    },
    selfie_uploading: {
      status: 422,
      text: {
        en: 'Wait for the photo to upload',
        ru: 'Дождитесь загрузки фото',
        es: 'Espera a que se suba la foto',
      },
    },
    selfie_unusable: {
      status: 422,
      text: {
        en: 'Couldn’t save the selfie',
        ru: 'Не удалось сохранить селфи',
        es: 'No se pudo guardar el selfi',
      },
    },
    lesson_not_in_day: {
      status: 422,
      text: { en: 'The day has no such lesson', ru: 'В этом дне нет такого урока', es: 'El día no tiene esa lección' },
    },
  },
  calls: {
    'GET /user-course-streams/:id/status': {
      access: 'learner',
      summary: 'What is open, locked, started and done in a stream, and where the learner is',
      expand: statusExpansions,
      answer: StreamStatusRecord,
      refusals: ['mobile_denied'],
    },
    'POST /user-course-streams/:streamId/user-day-status/:dayId/start': {
      access: 'learner',
      summary: 'Starts a day; repeating it changes nothing',
      expand: ['day.scores'],
      body: Type.Object({
        occurred_at: OccurredAt,
        /** An own upload, where the day asks for a selfie. */
        selfie_id: Type.Optional(Id),
      }),
      answer: DayStatusChange,
      refusals: [
        'day_locked',
        'day_of_rest',
        'mobile_denied',
        'selfie_required',
        'selfie_uploading',
        'selfie_unusable',
      ],
    },
    'POST /user-course-streams/:streamId/user-day-status/:dayId/finish': {
      access: 'learner',
      summary: 'Finishes a started day and awards its points once',
      expand: ['day.scores'],
      body: Type.Object({ occurred_at: OccurredAt }),
      answer: DayStatusChange,
      refusals: ['day_locked', 'day_not_started', 'day_of_rest'],
    },
    'GET /user-course-streams/:streamId/user-day-status/:dayStatusId/progress': {
      access: 'learner',
      summary: 'How much of a day was watched',
      answer: Type.Object({
        id: Id,
        stage_day_id: Id,
        lessons_count: Type.Integer(),
        viewed_lessons_count: Type.Integer(),
        viewed_seconds: Type.Integer(),
        progress: Type.Integer({ minimum: 0, maximum: 100, description: 'Percent' }),
      }),
    },
    'POST /save-lesson-stat': {
      access: 'learner',
      summary: 'Reports watching; a report sent again with its Idempotency-Key counts once',
      body: LessonStatistic,
      answer: Type.Object({
        day_status_id: Id,
        /** Where the day stands, if the device believes otherwise: another one has started or finished it. */
        day_status: Type.Optional(DayProgress),
      }),
      refusals: ['day_locked', 'lesson_not_in_day'],
    },
  },
})
