import Type from 'typebox'
import { contract } from '#shared/platform/contract.ts'
import { Id, oneOf, Seconds } from '#shared/platform/schemas.ts'
import { accountRefusals } from './account-refusals.ts'
import { User } from './contract.ts'
import { emailText, passwordText } from './tokens.ts'

/** One device that is signed in. */
export const Session = Type.Object({
  id: Id,
  isCurrent: Type.Boolean(),
  app_type: oneOf(['web', 'mobile']),
  user_agent: Type.String(),
  created_at: Seconds,
  seen_at: Seconds,
})

/** What people say of themselves, and being in control of it: profile, devices, the account's end. */
export const profile = contract({
  refusals: {
    ...accountRefusals,
    wrong_birthday: {
      status: 422,
      text: {
        en: 'Enter the date as dd.mm.yyyy',
        ru: 'Введите дату в виде дд.мм.гггг',
        es: 'Escribe la fecha como dd.mm.aaaa',
      },
    },
    wrong_instagram: {
      status: 422,
      text: {
        en: 'Up to 30 letters, digits, dots and underscores, no dot at the ends',
        ru: 'До 30 латинских букв, цифр, точек и подчёркиваний, без точки по краям',
        es: 'Hasta 30 letras, cifras, puntos y guiones bajos, sin punto en los extremos',
      },
    },
    wrong_timezone: {
      status: 422,
      text: { en: 'Choose a time zone', ru: 'Выберите часовой пояс', es: 'Elige una zona horaria' },
    },
    name_required: {
      status: 422,
      text: { en: 'Enter your name', ru: 'Введите имя', es: 'Escribe tu nombre' },
    },
    avatar_unusable: {
      status: 422,
      text: { en: 'Please upload the photo again', ru: 'Загрузите фото ещё раз', es: 'Sube la foto otra vez' },
    },
    status_unknown: {
      status: 422,
      text: { en: 'Not found', ru: 'Не найдено', es: 'No encontrado' },
    },
  },
  calls: {
    'POST /user': {
      access: 'learner',
      summary: 'Changes what the profile says; only the fields that are sent (PRO-06)',
      isMultipart: true,
      body: Type.Object({
        name: Type.Optional(Type.String({ maxLength: 100 })),
        last_name: Type.Optional(Type.String({ maxLength: 100 })),
        city: Type.Optional(Type.String({ maxLength: 100 })),
        gender: Type.Optional(oneOf(['M', 'F', ''])),
        phone: Type.Optional(Type.String({ maxLength: 40 })),
        birthday: Type.Optional(Type.String({ maxLength: 10 })),
        instagram_id: Type.Optional(Type.String({ maxLength: 40 })),
        language_code: Type.Optional(oneOf(['en', 'ru', 'es'])),
        timezone: Type.Optional(Type.String({ maxLength: 64 })),
        email: Type.Optional(emailText),
        password: Type.Optional(passwordText),
        password_repeat: Type.Optional(passwordText),
        current_password: Type.Optional(passwordText),
      }),
      answer: User,
      refusals: [
        'name_required',
        'wrong_birthday',
        'wrong_instagram',
        'wrong_phone',
        'wrong_timezone',
        'invalid_email',
        'email_taken',
        'current_password_wrong',
        'password_too_weak',
        'passwords_differ',
      ],
    },
    'POST /user/avatar': {
      access: 'learner',
      summary: 'Takes one of the own uploaded photos for the avatar (PRO-08)',
      body: Type.Object({ avatar_file_id: Type.Unsafe<number | null>({ type: ['integer', 'null'] }) }),
      answer: User,
      refusals: ['avatar_unusable'],
    },
    'POST /user/update-user': {
      access: 'learner',
      summary:
        'Sets the e-mail, how far the registration chat is (20, 30, 40), or with status 0 ends the account (PRO-08)',
      body: Type.Object({
        email: Type.Optional(emailText),
        current_password: Type.Optional(passwordText),
        status: Type.Optional(Type.Integer({ minimum: 0, maximum: 100 })),
      }),
      answer: User,
      refusals: ['invalid_email', 'email_taken', 'current_password_wrong', 'status_unknown'],
    },
    'DELETE /user': {
      access: 'learner',
      summary: 'Ends the account: its status is 0 and all its sessions are over (ACC-21)',
      answer: Type.Object({}),
    },
    'POST /user/notification': {
      access: 'learner',
      summary: 'Switches all notifications off or on (PRO-09)',
      body: Type.Object({ disable_notification: Type.Integer({ minimum: 0, maximum: 1 }) }),
      answer: Type.Object({ disable_notification: Type.Integer() }),
    },
    'GET /user/sessions': {
      access: 'learner',
      summary: 'The devices that are signed in',
      answer: Type.Array(Session),
    },
    'DELETE /user/sessions/:id': {
      access: 'learner',
      summary: 'Signs one of the own devices out',
      answer: Type.Object({}),
    },
    'POST /user/end-other-sessions': {
      access: 'learner',
      summary: 'Signs out everywhere but here',
      answer: Type.Object({}),
    },
  },
})
