import Type from 'typebox'
import { contract } from '#shared/platform/contract.ts'
import { Id, Line, nullable, oneOf, Seconds } from '#shared/platform/schemas.ts'
import { accountRefusals } from '#shared/features/accounts/refusals.ts'
import { User } from '#shared/features/accounts/contract.ts'
import { profileLimits } from './rules.ts'
import { emailText, passwordText } from '#shared/features/accounts/tokens.ts'

/** A signed-in device. */
const Session = Type.Object({
  id: Id,
  isCurrent: Type.Boolean(),
  app_type: oneOf(['web', 'mobile']),
  user_agent: Type.String(),
  created_at: Seconds,
  seen_at: Seconds,
  /** The staff member who holds this session of the account. */
  impersonator: Type.Optional(nullable(Type.Object({ id: Id, name: Type.String() }))),
})

const PictureId = Type.Unsafe<number | null>({ ...Id, type: ['integer', 'null'] })

/** A person's own account: profile, devices, deletion. */
export const profile = contract({
  refusals: {
    ...accountRefusals,
    wrong_birthday: {
      status: 422,
      text: {
        en: 'Enter the date as dd.mm.yyyy',
        ru: 'Введите дату, например 17.05.1990',
        es: 'Escribe la fecha como dd.mm.aaaa',
      },
    },
    wrong_instagram: {
      status: 422,
      text: {
        en: 'Up to 30 letters, digits, dots and underscores; no dot at either end',
        ru: 'До 30 латинских букв, цифр, точек и подчёркиваний, без точки в начале и в конце',
        es: 'Hasta 30 letras, cifras, puntos y guiones bajos, sin punto al principio ni al final',
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
      isForOwnerOnly: true,
      isOpenBeforeSetUp: true,
      summary: 'Changes what the profile says; only the fields that are sent',
      limit: { requests: 300, seconds: 60 },
      isMultipart: true,
      body: Type.Object({
        name: Type.Optional(Line(profileLimits.name)),
        last_name: Type.Optional(Line(profileLimits.lastName)),
        city: Type.Optional(Line(profileLimits.city)),
        gender: Type.Optional(oneOf(['M', 'F', ''])),
        phone: Type.Optional(Type.String({ maxLength: 40 })),
        /** dd.mm.yyyy, or empty; GET /user returns year-month-day. */
        birthday: Type.Optional(Type.String({ maxLength: 40 })),
        instagram_id: Type.Optional(Type.String({ maxLength: 100 })),
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
    'POST /user/update-user': {
      access: 'learner',
      isForOwnerOnly: true,
      summary: 'Sets the e-mail, how far the registration chat is (20, 30, 40), or with status 0 ends the account',
      body: Type.Object({
        email: Type.Optional(emailText),
        current_password: Type.Optional(passwordText),
        status: Type.Optional(Type.Integer({ minimum: 0, maximum: 100 })),
      }),
      limit: { requests: 300, seconds: 60 },
      answer: User,
      refusals: [
        'invalid_email',
        'email_taken',
        'current_password_wrong',
        'status_unknown',
        'last_admin',
        'proof_needed',
      ],
    },
    'DELETE /user': {
      access: 'learner',
      isForOwnerOnly: true,
      summary:
        'Ends the account: its status is 0 and all its sessions are over; the e-mail stays with it until staff erase it',
      answer: Type.Object({}),
      refusals: ['last_admin', 'proof_needed'],
    },
    'POST /user/notification': {
      access: 'learner',
      summary: 'Switches all notifications off or on',
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
      isForOwnerOnly: true,
      summary: 'Signs one of the own devices out',
      answer: Type.Object({}),
    },
    'POST /user/end-other-sessions': {
      access: 'learner',
      isForOwnerOnly: true,
      summary: 'Signs out everywhere but here',
      answer: Type.Object({}),
    },
    'GET /user/referrals': {
      access: 'learner',
      summary: 'The code of the own link, and what has come of it',
      answer: Type.Object({
        code: Type.String(),
        link_jumps: Type.Integer({ description: 'Browsers that opened the link' }),
        sign_ups: Type.Integer({ description: 'Accounts that were opened through it' }),
        referral_orders: Type.Integer({ description: 'Orders of those accounts' }),
      }),
    },
    'POST /referral-jumps': {
      access: 'public',
      summary: 'Somebody opened a link; counted once a browser, unknown codes are answered alike',
      limit: { requests: 20, seconds: 60 },
      body: Type.Object({
        code: Type.String({ minLength: 1, maxLength: 40 }),
        /** A random UUID stored in the browser. */
        visitor: Type.String({ pattern: '^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$' }),
      }),
      answer: Type.Object({}),
    },
    'POST /user/avatar': {
      access: 'learner',
      isForOwnerOnly: true,
      summary:
        'Gives one of the own uploaded photos out as the avatar: everybody who meets the person may see it; null removes it',
      limit: { requests: 300, seconds: 60 },
      body: Type.Object({ avatar_file_id: PictureId }),
      answer: User,
      refusals: ['avatar_unusable'],
    },
  },
})
