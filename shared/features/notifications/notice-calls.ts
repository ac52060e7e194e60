import Type, { type Static } from 'typebox'
import { Id, NullableString, nullable, oneOf, PageNumber, Seconds } from '#shared/platform/schemas.ts'
import type { Call } from '#shared/platform/contract.ts'
import { digestPaces, listedKinds, noticeWays } from './notice-ways.ts'

const Notice = Type.Object({
  id: Id,
  kind: oneOf(listedKinds),
  /** Both in the caller's language. */
  title: Type.String(),
  text: Type.String(),
  /** Whose doing it was, such as the expert who answered; null where nobody stands behind it. */
  person: nullable(Type.Object({ name: Type.String(), avatar: NullableString })),
  /** Where in the school it leads. */
  path: Type.String(),
  created_at: Seconds,
  is_read: Type.Boolean(),
})
export type NoticeWire = Static<typeof Notice>

const Way = oneOf(noticeWays)
const NoticeChoice = Type.Object({
  kind: oneOf(listedKinds),
  way: Way,
  ways: Type.Array(Way, { description: 'Those that there are; of some, letters come in any case' }),
})
export type NoticeChoiceWire = Static<typeof NoticeChoice>

const ClockTime = Type.String({ pattern: '^([01]\\d|2[0-3]):[0-5]\\d$' })
/** When nothing is sent; hours and minutes in the person's time zone, past midnight where the end is earlier. */
const QuietHours = Type.Object({ is_on: Type.Boolean(), from_time: ClockTime, until_time: ClockTime })
export type QuietHoursWire = Static<typeof QuietHours>

const Digest = Type.Object({
  /** How often, in the morning; nothing is sent when all was seen. */
  pace: oneOf(digestPaces),
})

const Unread = Type.Object({
  unread_count: Type.Integer(),
  /** How many of them tell of a message in a chat, which counts there, too. */
  message_count: Type.Integer(),
})

/** The calls of the bell: what has happened, on every device the same. */
export const noticeCalls = {
  'GET /user-notices': {
    access: 'learner',
    summary: 'What has happened in the last 90 days, newest first, 20 a page',
    isPaged: true,
    query: Type.Object({ page: PageNumber }),
    answer: Type.Array(Notice),
  },
  'GET /user-notices/unread': {
    access: 'learner',
    summary: 'How many notices the person has not read',
    answer: Unread,
  },
  'POST /user-notices/read': {
    access: 'learner',
    isForOwnerOnly: true,
    summary: 'Marks the person’s notices up to this one as read, on all their devices; a repeat changes nothing',
    body: Type.Object({ until_id: Id }),
    answer: Unread,
  },
  'GET /user-notice-choices': {
    access: 'learner',
    summary: 'By which way the person hears of each kind of what happens',
    answer: Type.Array(NoticeChoice),
  },
  'PUT /user-notice-choices': {
    access: 'learner',
    summary: 'Chooses by which way the person hears of a kind; it is listed in any case',
    body: Type.Object({ kind: oneOf(listedKinds), way: Way }),
    answer: Type.Object({}),
  },
  'GET /user-quiet-hours': {
    access: 'learner',
    summary: 'The hours in which nothing is sent to the person, unless it cannot wait',
    answer: QuietHours,
  },
  'PUT /user-quiet-hours': {
    access: 'learner',
    summary: 'Sets the hours in which nothing is sent; what happens in them is sent when they end',
    body: QuietHours,
    answer: QuietHours,
  },
  'GET /user-digest': {
    access: 'learner',
    summary: 'How often the person gets an e-mail of what they have not seen',
    answer: Digest,
  },
  'PUT /user-digest': {
    access: 'learner',
    summary: 'Chooses how often an e-mail says what the person has not seen, of what happens from then on',
    body: Digest,
    answer: Digest,
  },
} as const satisfies Record<string, Call>
