import Type, { type Static } from 'typebox'
import { sellingRefusals } from '#shared/features/billing/selling/selling-refusals.ts'
import { contract } from '#shared/platform/contract.ts'
import {
  Id,
  Line,
  Lines,
  nullable,
  NullableSeconds,
  NullableString,
  oneOf,
  PageNumber,
  Seconds,
} from '#shared/platform/schemas.ts'
import { mostQuestions } from './faq.ts'
import { clubTypes } from './rules.ts'

const Community = Type.Object({
  id: Id,
  /** Its permanent name among all clubs. */
  uniq: Type.String(),
  title: Type.String(),
  type: oneOf(clubTypes),
  course_ids: Type.Array(Id),
  chat_only: Type.Boolean(),
  slug: Type.String(),
  /** For members alone, as is the chat: null for others. */
  faq_url: NullableString,
  custom_url: NullableString,
  telegram_chat_url: NullableString,
  have_subscription_landing_url: NullableString,
  no_have_subscription_landing_url: NullableString,
})
export type CommunityWire = Static<typeof Community>

const UserCommunity = Type.Object({
  community_id: Id,
  start_date: Seconds,
  /** The last second; null without an end. */
  end_date: NullableSeconds,
  is_optional_purchase: Type.Boolean(),
})
export type UserCommunityWire = Static<typeof UserCommunity>

const Address = nullable(
  Type.String({
    maxLength: 500,
    pattern: '^https?://[^\\s<>"\'\\\\]+$',
    description: 'an http or https address',
  }),
)
const Ids = Type.Array(Id, { maxItems: 200, uniqueItems: true })

/** What staff say of a club. */
const ClubFields = Type.Object({
  titles: Type.Object({
    en: Type.Optional(Line(100)),
    ru: Type.Optional(Line(100)),
    es: Type.Optional(Line(100)),
  }),
  slug: Type.String({
    minLength: 1,
    maxLength: 60,
    pattern: '^[a-z0-9]+(-[a-z0-9]+)*$',
    description: 'small letters, digits and single hyphens',
  }),
  chat_only: Type.Boolean(),
  is_hidden: Type.Boolean(),
  /** Whose learners are shown it although they are no members. */
  course_ids: Ids,
  /** Which products open it. */
  service_ids: Ids,
  faq_url: Address,
  custom_url: Address,
  telegram_chat_url: Address,
  have_subscription_landing_url: Address,
  no_have_subscription_landing_url: Address,
})
export type ClubFieldsWire = Static<typeof ClubFields>

const EditedClub = Type.Object({ id: Id, ...ClubFields.properties, revision: Type.Integer() })
export type EditedClubWire = Static<typeof EditedClub>

const ListedClub = Type.Object({
  id: Id,
  title: Type.String(),
  slug: Type.String(),
  chat_only: Type.Boolean(),
  is_hidden: Type.Boolean(),
  services: Type.Integer({ minimum: 0, description: 'How many products open it' }),
  members: Type.Integer({ minimum: 0, description: 'How many people have it now' }),
})
export type ListedClubWire = Static<typeof ListedClub>

/** Somebody who has a club, by their id. */
const ClubMember = Type.Object({
  id: Id,
  name: Type.String(),
  email: NullableString,
  since: Seconds,
  /** The last second; null while nothing ends it. */
  until: NullableSeconds,
  /** Whether a subscription gives it, and no purchase. */
  is_subscribed: Type.Boolean(),
})
export type ClubMemberWire = Static<typeof ClubMember>

const Text = Type.Object({ question: Line(300), answer: Lines(5000) })
const Question = Type.Object({
  texts: Type.Object({ en: Type.Optional(Text), ru: Type.Optional(Text), es: Type.Optional(Text) }),
})
/** The questions of a club in their order. */
const Questions = Type.Array(Question, { maxItems: mostQuestions })
const AnsweredQuestions = Type.Array(Type.Object({ question: Type.String(), answer: Type.String() }))

const access = 'admin' as const
const clubRefusals = ['club_untitled', 'slug_taken'] as const

export const clubs = contract({
  refusals: {
    club_untitled: {
      status: 422,
      text: {
        en: 'Give the club a title in at least one language',
        ru: 'Дайте клубу название хотя бы на одном языке',
        es: 'Pon un título al club al menos en un idioma',
      },
    },
    slug_taken: {
      status: 409,
      text: {
        en: 'Another club has this address',
        ru: 'Этот адрес занят другим клубом',
        es: 'Otro club ya tiene esta dirección',
      },
    },
    changed_meanwhile: sellingRefusals.changed_meanwhile,
    question_incomplete: {
      status: 422,
      text: {
        en: 'Write both the question and its answer',
        ru: 'Напишите и вопрос, и ответ на него',
        es: 'Escribe tanto la pregunta como su respuesta',
      },
    },
  },
  calls: {
    'GET /community': {
      access: 'learner',
      summary: 'The clubs of the school, each with what it is to the caller',
      answer: Type.Array(Community),
    },
    'GET /user-community': {
      access: 'learner',
      summary: 'What ties the caller to clubs: their orders and subscriptions',
      answer: Type.Array(UserCommunity),
    },
    'GET /clubs/:id/faq': {
      access: 'learner',
      summary: 'The questions of a club that is the caller’s, with their answers in Markdown',
      answer: Type.Object({ questions: AnsweredQuestions }),
    },
    'GET /studio/clubs': {
      access,
      summary: 'All clubs of the school, also hidden ones',
      answer: Type.Array(ListedClub),
    },
    'GET /studio/clubs/:id': { access, summary: 'A club with all that can be changed', answer: EditedClub },
    'POST /studio/clubs': {
      access,
      summary: 'Adds a club; sent again with its Idempotency-Key it stays one',
      body: ClubFields,
      answer: Type.Object({ id: Id }),
      refusals: clubRefusals,
    },
    'PUT /studio/clubs/:id': {
      access,
      summary: 'Changes a club',
      body: Type.Object({ ...ClubFields.properties, revision: Type.Integer({ minimum: 1, maximum: 2_147_483_647 }) }),
      answer: Type.Object({ revision: Type.Integer() }),
      refusals: [...clubRefusals, 'changed_meanwhile'],
    },
    'DELETE /studio/clubs/:id': {
      access,
      summary: 'Removes a club; what opened it stays for sale',
      answer: Type.Object({}),
    },
    'GET /studio/clubs/:id/members': {
      access,
      summary: 'Who has a club now, the newest first',
      query: Type.Object({
        page: Type.Optional(PageNumber),
        'per-page': Type.Optional(Type.Integer({ minimum: 1, maximum: 10_000, default: 50 })),
      }),
      answer: Type.Array(ClubMember),
    },
    'GET /studio/clubs/:id/faq': {
      access,
      summary: 'The questions of a club in all languages',
      answer: Type.Object({ title: Type.String(), questions: Questions, revision: Type.Integer() }),
    },
    'PUT /studio/clubs/:id/faq': {
      access,
      summary: 'Changes the questions of a club, all of them at once',
      body: Type.Object({ questions: Questions, revision: Type.Integer({ minimum: 0, maximum: 2_147_483_647 }) }),
      answer: Type.Object({ revision: Type.Integer() }),
      refusals: ['question_incomplete', 'changed_meanwhile'],
    },
  },
})
