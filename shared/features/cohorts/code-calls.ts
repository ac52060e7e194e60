import Type, { type Static } from 'typebox'
import { Person } from '#shared/features/chat/contract.ts'
import {
  DateText,
  Id,
  Line,
  nullable,
  NullableId,
  NullableSeconds,
  oneOf,
  PageNumber,
  Seconds,
} from '#shared/platform/schemas.ts'
import { longestTyped, mostByCode } from './code-rules.ts'

const Code = Type.Object({
  id: Id,
  code: Type.String({ description: 'As it is typed; dashes and case do not matter' }),
  name: Type.String(),
  /** How many learners it lets in; null for as many as the cohort takes. */
  seats: nullable(Type.Integer()),
  /** Its last day; null for as long as the cohort lasts. */
  ends_on: nullable(DateText),
  is_demo: Type.Boolean(),
  used: Type.Integer({ minimum: 0 }),
  author: nullable(Person),
  created_at: Seconds,
  withdrawn_at: NullableSeconds,
})
export type CodeWire = Static<typeof Code>

const Joined = Type.Object({ id: Id, name: Type.String(), joined_at: Seconds })
export type JoinedWire = Static<typeof Joined>

/** What a code lets a learner join. */
const CodeOffer = Type.Object({
  course_title: Type.String(),
  starts_on: DateText,
  ends_on: DateText,
  is_demo: Type.Boolean(),
  state: oneOf(['not_started', 'open']),
  /** The learner's place there already, into which the code simply leads. */
  stream_id: NullableId,
})
export type CodeOfferWire = Static<typeof CodeOffer>

const typed = Type.Object({ code: Type.String({ minLength: 1, maxLength: longestTyped }) })
// A class of learners comes from one address; eight letters of thirty are out of reach all the same.
const limit = { requests: 200, seconds: 60 }
const refusals = [
  'code_unknown',
  'code_withdrawn',
  'code_over',
  'code_full',
  'cohort_full',
  'cohort_ended',
  'taken_out',
] as const

/** Calls about the codes by which learners enrol themselves in a cohort. */
export const codeCalls = {
  'GET /studio/cohorts/:id/codes': {
    access: 'admin',
    summary: 'The codes of a cohort, the newest first, with how many have joined by each',
    isPaged: true,
    query: Type.Object({
      page: Type.Optional(PageNumber),
      search: Type.Optional(
        Type.String({ maxLength: longestTyped, description: 'How a code begins, or part of its name' }),
      ),
    }),
    answer: Type.Array(Code),
  },
  'POST /studio/cohorts/:id/codes': {
    access: 'admin',
    summary: 'Makes a code by which learners join a cohort; sent again with its Idempotency-Key it stays one',
    body: Type.Object({
      name: Type.Optional(Line(100)),
      seats: Type.Optional(nullable(Type.Integer({ minimum: 1, maximum: mostByCode }))),
      ends_on: Type.Optional(nullable(DateText)),
      is_demo: Type.Optional(Type.Boolean()),
    }),
    answer: Code,
    refusals: ['code_ends_early', 'course_archived'],
  },
  'POST /studio/cohorts/:id/codes/:codeId/withdraw': {
    access: 'admin',
    summary: 'Lets nobody else join by a code; who has joined stays',
    answer: Code,
  },
  'GET /studio/cohorts/:id/codes/:codeId/learners': {
    access: 'admin',
    summary: 'Who joined with a code: the latest thousand',
    answer: Type.Array(Joined),
  },
  'POST /enrolment/check': {
    access: 'learner',
    summary: 'What a code lets the caller join; nothing is written',
    limit,
    body: typed,
    answer: CodeOffer,
    refusals,
  },
  'POST /enrolment': {
    access: 'learner',
    summary: 'Joins a cohort by a code; who is in it already is led to their place',
    limit,
    body: typed,
    answer: Type.Object({ stream_id: Id }),
    refusals,
  },
} as const
