import Type, { type Static } from 'typebox'
import { contract } from '#shared/platform/contract.ts'
import { Id, NullableSeconds } from '#shared/platform/schemas.ts'
import { userRoom } from '#shared/features/accounts/contract.ts'
import { noticeCalls } from './notice-calls.ts'
import { longestText } from './rules.ts'

/** An ISO 8601 weekday: 1 is Monday, 7 Sunday. */
const Weekday = Type.Integer({ minimum: 1, maximum: 7 })

const ReminderInput = Type.Object({
  weekdays: Type.Array(Weekday, { minItems: 1, maxItems: 7, uniqueItems: true }),
  /** Hours and minutes in the person's time zone. */
  time: Type.String({ pattern: '^([01]\\d|2[0-3]):[0-5]\\d$' }),
  is_enabled: Type.Boolean(),
  /** The reminder's text; if empty, the school's default. */
  text: Type.String({ maxLength: longestText }),
})
export type ReminderInputWire = Static<typeof ReminderInput>

const ClockTime = Type.String({ pattern: '^([01]\\d|2[0-3]):[0-5]\\d$' })

/** How a member of staff hears of homework that waits, and an administrator of what members of clubs report. */
const AlertSettings = Type.Object({
  by_badge: Type.Boolean({ description: 'The number at the entry of the studio’s menu' }),
  by_push: Type.Boolean(),
  by_letter: Type.Boolean(),
  weekdays: Type.Array(Weekday, { minItems: 1, maxItems: 7, uniqueItems: true }),
  /** Hours and minutes in the person's time zone; until an earlier or the same time is until the next day. */
  from_time: ClockTime,
  until_time: ClockTime,
})
export type AlertSettingsWire = Static<typeof AlertSettings>

const Reminder = Type.Object({
  id: Id,
  weekdays: Type.Array(Weekday),
  time: Type.String(),
  is_enabled: Type.Boolean(),
  text: Type.String(),
  /** The next time; null while it is switched off. */
  next_at: NullableSeconds,
})
export type ReminderWire = Static<typeof Reminder>

/** What people are told: the list of what has happened, their devices and reminders. */
export const notifications = contract({
  refusals: {
    push_unusable: {
      status: 422,
      text: {
        en: 'Notifications cannot be sent to this browser',
        ru: 'Не удаётся отправлять уведомления в этот браузер',
        es: 'No se pueden enviar notificaciones a este navegador',
      },
    },
    too_many_reminders: {
      status: 409,
      text: {
        en: 'You can’t add more reminders. Change or delete one of them',
        ru: 'Больше напоминаний добавить нельзя. Измените или удалите одно из них',
        es: 'No puedes añadir más recordatorios. Cambia o elimina alguno',
      },
    },
    link_unusable: {
      status: 422,
      text: {
        en: 'This link no longer works. You can choose in the settings what you get by e-mail',
        ru: 'Эта ссылка больше не действует. Выбрать, что приходит на почту, можно в настройках',
        es: 'Este enlace ya no funciona. Puedes elegir en los ajustes qué recibes por correo',
      },
    },
  },
  events: {
    /** Something was added to the person’s notices, or they have read them. */
    notices: { room: userRoom, stored: [], data: Type.Object({}) },
  },
  calls: {
    ...noticeCalls,
    'POST /push-subscriptions': {
      access: 'learner',
      isForOwnerOnly: true,
      summary: 'Has notifications sent to this device; the same address again replaces what was known of it',
      body: Type.Object({
        endpoint: Type.String({ minLength: 10, maxLength: 1000 }),
        keys: Type.Object({
          p256dh: Type.String({ minLength: 1, maxLength: 200 }),
          auth: Type.String({ minLength: 1, maxLength: 100 }),
        }),
      }),
      answer: Type.Object({}),
      limit: { requests: 60, seconds: 60 },
      refusals: ['push_unusable'],
    },
    'DELETE /push-subscriptions': {
      access: 'learner',
      isForOwnerOnly: true,
      summary: 'Sends nothing more to the device of this session',
      answer: Type.Object({}),
    },
    'GET /user-reminders': {
      access: 'learner',
      summary: 'The person’s reminders, by their time',
      answer: Type.Array(Reminder),
    },
    'POST /user-reminders': {
      access: 'learner',
      summary: 'Adds a reminder; with the same Idempotency-Key again it stays one',
      body: ReminderInput,
      answer: Reminder,
      refusals: ['too_many_reminders'],
    },
    'GET /user-reminders/:id': {
      access: 'learner',
      summary: 'One reminder',
      answer: Reminder,
    },
    'PUT /user-reminders/:id': {
      access: 'learner',
      summary: 'Changes a reminder',
      body: ReminderInput,
      answer: Reminder,
    },
    'DELETE /user-reminders/:id': {
      access: 'learner',
      summary: 'Deletes a reminder',
      answer: Type.Object({}),
    },
    'GET /studio/alert-settings': {
      access: 'expert',
      summary: 'How one hears of homework that waits and of what grows old, and of reports in clubs',
      answer: AlertSettings,
    },
    'PUT /studio/alert-settings': {
      access: 'expert',
      summary: 'Changes how one hears of homework and of reports, and when',
      body: AlertSettings,
      answer: AlertSettings,
    },
    'POST /unsubscribe': {
      access: 'public',
      summary: 'Ends the reminder, or the e-mails of the kind, that an e-mail’s link names; nobody needs to sign in',
      body: Type.Object({ token: Type.String({ minLength: 1, maxLength: 200 }) }),
      answer: Type.Object({}),
      limit: { requests: 60, seconds: 60 },
      refusals: ['link_unusable'],
    },
  },
})
