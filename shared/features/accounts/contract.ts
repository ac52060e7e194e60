import Type, { type Static } from 'typebox'
import { contract } from '#shared/platform/contract.ts'
import { room } from '#shared/platform/live-rooms.ts'
import { accountRefusals } from './refusals.ts'
import { emailText, passwordText, Token, tokenText } from './tokens.ts'
import { DateText, Id, NullableString, nullable, oneOf, PageNumber, Seconds } from '#shared/platform/schemas.ts'

/** The expansions of `GET /user`: figures computed from real records. */
const userStatistics = [
  'scores_amount',
  'viewed_hours',
  'completed_courses',
  'completed_tasks',
  'viewed_lessons',
  'referral_orders',
  'cashback',
  'discount_for_referral',
  'link_jumps',
] as const

const Statistics = Type.Object(
  Object.fromEntries(userStatistics.map(name => [name, Type.Optional(Type.Number())])) as Record<
    (typeof userStatistics)[number],
    ReturnType<typeof Type.Optional<ReturnType<typeof Type.Number>>>
  >,
)

/** The roles in a school; each has only its own rights. */
export const roles = ['learner', 'expert', 'author', 'support', 'admin'] as const

export const User = Type.Object({
  id: Id,
  email: NullableString,
  username: Type.String(),
  name: Type.String(),
  last_name: Type.String(),
  city: Type.String(),
  gender: nullable(oneOf(['M', 'F'])),
  phone: NullableString,
  phoneValidated: Type.Boolean(),
  requirePhoneValidate: Type.Boolean(),
  birthday: nullable(DateText),
  instagram_id: Type.String(),
  disable_notification: Type.Integer({ minimum: 0, maximum: 1 }),
  language_code: oneOf(['en', 'ru', 'es']),
  locale: Type.String(),
  timezone: Type.String(),
  status: Type.Integer(),
  avatar: NullableString,
  role: oneOf(roles),
  is_require_update_password: Type.Boolean(),
  is_require_update_profile: Type.Boolean(),
  is_require_email_validate: Type.Boolean(),
  is_require_phone_validate: Type.Boolean(),
  segments: Type.Array(Type.Object({ id: Type.Integer(), name: Type.String() })),
  isAdmin: Type.Boolean(),
  /** Has a password; otherwise the registration chat asks for one. */
  has_password: Type.Optional(Type.Boolean()),
  /** The staff member signed in as this user; only in GET /user. */
  impersonatedBy: Type.Optional(nullable(Type.Object({ id: Id, name: Type.String() }))),
  userExternalAuths: Type.Optional(Type.Array(Type.Object({ id: Id, source: Type.String() }))),
  ...Statistics.properties,
})
export type UserWire = Static<typeof User>

/** A change made by staff. `detail` holds the new values by field. */
export const AuditEntry = Type.Object({
  id: Id,
  actor: nullable(Type.Object({ id: Id, name: Type.String() })),
  action: Type.String(),
  target_type: Type.String(),
  target_id: Id,
  detail: Type.Record(Type.String(), Type.Unknown()),
  created_at: Seconds,
})
export type AuditEntryWire = Static<typeof AuditEntry>

/** Events for one person only. */
export const userRoom = room('user', Id, 'that person')

const factorCode = Type.String({ minLength: 1, maxLength: 40, description: 'Six digits, or a recovery code' })
const RecoveryCodes = Type.Object({ recovery_codes: Type.Array(Type.String()) })
const anAttempt = { requests: 30, seconds: 60 }

export const accounts = contract({
  rooms: [userRoom],
  refusals: {
    wrong_credentials: accountRefusals.wrong_credentials,
    invalid_email: accountRefusals.invalid_email,
    proof_needed: accountRefusals.proof_needed,
    code_wrong: accountRefusals.code_wrong,
    second_factor_is_on: {
      status: 409,
      text: {
        en: 'Two-step verification is already on',
        ru: 'Двухэтапный вход уже включён',
        es: 'La verificación en dos pasos ya está activada',
      },
    },
    transfer_token_spent: {
      status: 401,
      text: {
        en: 'This sign-in link has expired or has already been used',
        ru: 'Ссылка для входа устарела или уже использована',
        es: 'Este enlace de acceso ha caducado o ya se usó',
      },
    },
  },
  calls: {
    'POST /auth/login': {
      access: 'public',
      summary: 'Signs in by e-mail and password',
      limit: { requests: 60, seconds: 60 },
      body: Type.Object({ email: emailText, password: passwordText }),
      answer: Token,
      refusals: ['wrong_credentials', 'invalid_email'],
    },
    'POST /auth/transfer-token': {
      access: 'learner',
      summary: 'Makes a one-time token (60 s) that may travel in an address instead of the session token',
      isForOwnerOnly: true,
      limit: { requests: 30, seconds: 60 },
      answer: Token,
    },
    'POST /auth/exchange-transfer-token': {
      access: 'public',
      summary: 'Exchanges a one-time transfer token for a new session',
      limit: { requests: 30, seconds: 60 },
      body: Type.Object({ token: tokenText }),
      answer: Token,
      refusals: ['transfer_token_spent'],
    },
    'POST /auth/transfer-token-holder': {
      access: 'public',
      summary: 'Whose session a one-time transfer token would start, without spending it; the address is masked',
      limit: { requests: 30, seconds: 60 },
      body: Type.Object({ token: tokenText }),
      answer: Type.Object({
        name: Type.String(),
        email: Type.String({ description: 'Masked: its first letter and its domain' }),
        is_own: Type.Boolean({ description: 'Whether it is the account of the session that asks' }),
        is_staff: Type.Boolean({ description: 'Whether that person may use the studio' }),
        is_known_device: Type.Boolean({ description: 'Whether that person has signed in in this browser before' }),
      }),
      refusals: ['transfer_token_spent'],
    },
    'POST /auth/logout': {
      access: 'learner',
      summary: 'Ends the session',
      isOpenUnconfirmed: true,
      answer: Type.Object({}),
    },
    'GET /user/second-factor': {
      access: 'learner',
      summary: 'Whether the account has a second factor, and how many recovery codes are left',
      isForOwnerOnly: true,
      isOpenBeforeSetUp: true,
      answer: Type.Object({ is_on: Type.Boolean(), recovery_codes_left: Type.Integer() }),
    },
    'POST /user/second-factor/secret': {
      access: 'learner',
      summary: 'A new secret for an app that shows codes; nothing is kept until a code of it has been entered',
      isForOwnerOnly: true,
      isOpenBeforeSetUp: true,
      limit: anAttempt,
      answer: Type.Object({
        secret: Type.String({ description: 'To be typed into the app: Base32' }),
        address: Type.String({ description: 'To be shown as a QR code: otpauth://…' }),
        sealed: Type.String({ description: 'To be sent back with a code' }),
      }),
      refusals: ['proof_needed', 'second_factor_is_on'],
    },
    'POST /user/second-factor': {
      access: 'learner',
      summary: 'Turns the second factor on; the recovery codes are told this once',
      isForOwnerOnly: true,
      isOpenBeforeSetUp: true,
      limit: anAttempt,
      body: Type.Object({ sealed: Type.String({ minLength: 1, maxLength: 200 }), code: factorCode }),
      answer: RecoveryCodes,
      refusals: ['proof_needed', 'code_wrong', 'second_factor_is_on'],
    },
    'POST /user/second-factor/confirm': {
      access: 'learner',
      summary: 'Confirms the session by a code of the second factor; until then it opens nothing else',
      isForOwnerOnly: true,
      isOpenUnconfirmed: true,
      limit: anAttempt,
      body: Type.Object({ code: factorCode }),
      answer: Type.Object({}),
      refusals: ['code_wrong'],
    },
    'POST /user/second-factor/recovery-codes': {
      access: 'learner',
      summary: 'New recovery codes, told this once; the old ones work no more',
      isForOwnerOnly: true,
      limit: anAttempt,
      body: Type.Object({ code: factorCode }),
      answer: RecoveryCodes,
      refusals: ['proof_needed', 'code_wrong'],
    },
    'POST /user/second-factor/turn-off': {
      access: 'learner',
      summary: 'Turns the second factor off',
      isForOwnerOnly: true,
      limit: anAttempt,
      body: Type.Object({ code: factorCode }),
      answer: Type.Object({}),
      refusals: ['proof_needed', 'code_wrong'],
    },
    'GET /studio/mail': {
      access: 'admin',
      summary: 'Whether e-mails leave the server',
      answer: Type.Object({
        is_set: Type.Boolean({ description: 'Without a mail server they land in a folder and reach nobody' }),
      }),
    },
    'GET /studio/audit-log': {
      access: 'admin',
      summary: 'What staff changed, newest first',
      query: Type.Object({
        action: Type.Optional(Type.String({ maxLength: 60 })),
        actor_id: Type.Optional(Id),
        page: Type.Optional(PageNumber),
        'per-page': Type.Optional(Type.Integer({ minimum: 1, maximum: 100, default: 50 })),
      }),
      isPaged: true,
      answer: Type.Array(AuditEntry),
    },
    'GET /user': {
      access: 'learner',
      summary: 'The signed-in user',
      isOpenBeforeSetUp: true,
      expand: [...userStatistics, 'user_external_auths'],
      answer: User,
    },
  },
})
