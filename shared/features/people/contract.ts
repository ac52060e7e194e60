import Type, { type Static } from 'typebox'
import { contract } from '#shared/platform/contract.ts'
import {
  DateText,
  Id,
  Line,
  NullableSeconds,
  NullableString,
  nullable,
  oneOf,
  Seconds,
} from '#shared/platform/schemas.ts'
import { accountRefusals } from '#shared/features/accounts/refusals.ts'
import { AuditEntry } from '#shared/features/accounts/contract.ts'
import { emailText, Token } from '#shared/features/accounts/tokens.ts'
import { invitationCalls, Role } from './invitation-calls.ts'
import { peopleSorts } from './people-sorts.ts'
import { segmentsLength } from './segments.ts'

const Named = Type.Object({ id: Id, name: Type.String() })
const nameText = Line(100)
const language = oneOf(['en', 'ru', 'es'])
const timezone = Type.String({ maxLength: 64 })

/** A person in a list. `status` 0 is a deleted account. */
const PersonRow = Type.Object({
  id: Id,
  name: Type.String(),
  email: NullableString,
  phone: NullableString,
  role: Role,
  status: Type.Integer(),
  avatar: NullableString,
  created_at: Seconds,
  blocked_at: NullableSeconds,
  /** Whether they were ever here; until then the account can be withdrawn. */
  has_come_in: Type.Boolean(),
  /** When a device of theirs that is signed in was last heard of. */
  seen_at: NullableSeconds,
})
export type PersonRowWire = Static<typeof PersonRow>

const PeopleQuery = Type.Object({
  search: Type.Optional(Type.String({ maxLength: 200 })),
  role: Type.Optional(Role),
  blocked: Type.Optional(oneOf(['yes', 'no'])),
  /** Without an order: by name from A, otherwise the latest first. Who was never here counts as seen earliest. */
  sort: Type.Optional(oneOf(peopleSorts)),
  order: Type.Optional(oneOf(['asc', 'desc'])),
  /** The `next` of the page before, in the same order. */
  after: Type.Optional(Type.String({ maxLength: 700 })),
  'per-page': Type.Optional(Type.Integer({ minimum: 1, maximum: 100, default: 50 })),
})
export type PeopleQuery = Static<typeof PeopleQuery>

/** The names of the segments that banners are shown to. */
const Segments = Type.Array(Line(segmentsLength), { maxItems: segmentsLength })

const demands = {
  is_require_update_password: Type.Boolean(),
  is_require_update_profile: Type.Boolean(),
  is_require_email_validate: Type.Boolean(),
  is_require_phone_validate: Type.Boolean(),
}
const demandNames = Object.keys(demands) as (keyof typeof demands)[]

const Device = Type.Object({
  id: Id,
  app_type: Type.String(),
  user_agent: Type.String(),
  created_at: Seconds,
  expires_at: Seconds,
  seen_at: Seconds,
  /** Whether it is told by push. */
  has_push: Type.Boolean(),
  /** The staff member who holds this session as the person. */
  impersonator: nullable(Named),
})

/** Everything about one person's account: who they are, their devices, and the latest log entries about them. */
const Person = Type.Object({
  ...PersonRow.properties,
  username: Type.String(),
  first_name: Type.String(),
  last_name: Type.String(),
  city: Type.String(),
  gender: nullable(oneOf(['M', 'F'])),
  birthday: nullable(DateText),
  instagram_id: Type.String(),
  language_code: language,
  timezone: Type.String(),
  email_validated: Type.Boolean(),
  phone_validated: Type.Boolean(),
  has_password: Type.Boolean(),
  has_second_factor: Type.Boolean(),
  /** Until when the invitation lets them in; null when none does. */
  invited_until: NullableSeconds,
  block_reason: Type.String(),
  segments: Segments,
  ...demands,
  sessions: Type.Array(Device),
  audit: Type.Array(AuditEntry),
})
export type PersonWire = Static<typeof Person>

const ofAPerson = 'admin' as const
const done = Type.Object({})

/** A school's people, for its staff. Support can search and view; administrators can change. */
export const people = contract({
  refusals: {
    invalid_email: accountRefusals.invalid_email,
    email_taken: accountRefusals.email_taken,
    name_required: {
      status: 422,
      text: { en: 'Enter the name', ru: 'Введите имя', es: 'Escribe el nombre' },
    },
    wrong_timezone: {
      status: 422,
      text: { en: 'Choose a time zone', ru: 'Выберите часовой пояс', es: 'Elige una zona horaria' },
    },
    last_admin: accountRefusals.last_admin,
    not_oneself: {
      status: 409,
      text: {
        en: 'You cannot do this to your own account',
        ru: 'С собственным аккаунтом этого сделать нельзя',
        es: 'No puedes hacer esto con tu propia cuenta',
      },
    },
    is_admin: {
      status: 409,
      text: {
        en: 'You cannot sign in as an administrator',
        ru: 'Войти как администратор нельзя',
        es: 'No se puede entrar como administrador',
      },
    },
    not_active: {
      status: 409,
      text: {
        en: 'This account is blocked or deleted',
        ru: 'Этот аккаунт заблокирован или удалён',
        es: 'Esta cuenta está bloqueada o eliminada',
      },
    },
    has_come_in: {
      status: 409,
      text: {
        en: 'This person has accepted already. Block or erase the account instead',
        ru: 'Приглашение уже принято. Заблокируйте или сотрите аккаунт',
        es: 'Esta persona ya ha aceptado. Bloquea o borra la cuenta',
      },
    },
    invitation_over: {
      status: 409,
      isOfSecret: true,
      text: {
        en: 'The invitation was used, withdrawn or sent again, or is older than seven days',
        ru: 'Приглашение уже использовано, отозвано, отправлено заново или старше семи дней',
        es: 'La invitación ya se usó, se retiró, se envió otra vez o tiene más de siete días',
      },
    },
    nobody_to_invite: {
      status: 409,
      text: {
        en: 'There is nobody to invite: they have accepted already, or have no e-mail or are blocked',
        ru: 'Приглашать некого: приглашение уже принято, не указана почта или аккаунт заблокирован',
        es: 'No hay a quién invitar: ya ha aceptado, no tiene correo o está bloqueado',
      },
    },
    no_email: {
      status: 422,
      text: {
        en: 'This account has no e-mail address',
        ru: 'У этого аккаунта нет почты',
        es: 'Esta cuenta no tiene correo',
      },
    },
    confirmation_wrong: {
      status: 422,
      text: {
        en: 'This does not match the account name',
        ru: 'Имя аккаунта не совпадает',
        es: 'No coincide con el nombre de la cuenta',
      },
    },
  },
  calls: {
    'GET /studio/users': {
      access: 'support',
      summary:
        'The people of the school, the newest first or in another order; found by the beginnings of name, e-mail, phone, or by id',
      query: PeopleQuery,
      /** `next` is the `after` of the next page; null at the end. */
      answer: Type.Object({ users: Type.Array(PersonRow), next: NullableString }),
    },
    'GET /studio/users/:id': {
      access: 'support',
      summary: 'All of one person’s account: profile, devices, the last entries of the audit log',
      answer: Person,
    },
    'POST /studio/users': {
      access: ofAPerson,
      summary: 'Opens an account and sends an invitation with a link to set its password',
      body: Type.Object({
        first_name: nameText,
        last_name: Type.Optional(nameText),
        email: emailText,
        role: Role,
        language_code: Type.Optional(language),
      }),
      answer: Type.Object({ id: Id }),
      refusals: ['name_required', 'invalid_email', 'email_taken'],
    },
    'PATCH /studio/users/:id': {
      access: ofAPerson,
      summary:
        'Changes what is sent: names, e-mail, role, language, time zone, segments, what is demanded at the next visit',
      body: Type.Object({
        first_name: Type.Optional(nameText),
        last_name: Type.Optional(nameText),
        email: Type.Optional(emailText),
        role: Type.Optional(Role),
        language_code: Type.Optional(language),
        timezone: Type.Optional(timezone),
        /** All of them; a blank one is left out. */
        segments: Type.Optional(Segments),
        ...(Object.fromEntries(demandNames.map(name => [name, Type.Optional(demands[name])])) as Record<
          keyof typeof demands,
          ReturnType<typeof Type.Optional<ReturnType<typeof Type.Boolean>>>
        >),
      }),
      answer: done,
      refusals: ['name_required', 'invalid_email', 'email_taken', 'wrong_timezone', 'last_admin'],
    },
    ...invitationCalls,
    'POST /studio/users/:id/block': {
      access: ofAPerson,
      summary: 'Lets somebody in no more and signs them out everywhere; they lose nothing',
      body: Type.Object({ reason: Type.String({ minLength: 1, maxLength: 500 }) }),
      answer: done,
      refusals: ['last_admin', 'not_oneself'],
    },
    'POST /studio/users/:id/unblock': {
      access: ofAPerson,
      summary: 'Lets somebody in again',
      answer: done,
    },
    'POST /studio/users/:id/end-sessions': {
      access: ofAPerson,
      summary: 'Signs somebody out everywhere, on all nodes at once; answers of how many devices',
      answer: Type.Object({ ended: Type.Integer() }),
    },
    'POST /studio/users/:id/turn-off-second-factor': {
      access: ofAPerson,
      summary: 'Turns off the second factor of somebody who has lost it; they are told by e-mail',
      answer: done,
      refusals: ['not_oneself'],
    },
    'POST /studio/users/:id/sign-in-as': {
      access: ofAPerson,
      summary: 'A one-time token (60 s) for a session of an hour as this person, which says so and is noted',
      isForOwnerOnly: true,
      answer: Token,
      refusals: ['is_admin', 'not_active', 'not_oneself'],
    },
    'GET /studio/users/:id/export': {
      access: ofAPerson,
      summary: 'Everything that is kept of this person, by table',
      answer: Type.Object({
        exported_at: Seconds,
        data: Type.Record(Type.String(), Type.Array(Type.Record(Type.String(), Type.Unknown()))),
        files: Type.Array(Type.Object({ id: Id, name: Type.String(), url: NullableString })),
      }),
    },
    'POST /studio/users/:id/erase': {
      access: ofAPerson,
      summary: 'Erases somebody and what is theirs, for good; asked for by e-mail or user name, once more does no harm',
      body: Type.Object({ confirm: Type.String({ minLength: 1, maxLength: 320 }) }),
      answer: done,
      refusals: ['last_admin', 'not_oneself', 'confirmation_wrong'],
    },
  },
})
