import Type, { type Static } from 'typebox'
import { Id, oneOf, PageNumber, Seconds } from '#shared/platform/schemas.ts'
import type { Call } from '#shared/platform/contract.ts'

/** What the bell lists. */
const listedKinds = ['message', 'verdict', 'refund', 'payment', 'points', 'article', 'consultation'] as const

const Notice = Type.Object({
  id: Id,
  kind: oneOf(listedKinds),
  /** Both in the caller's language. */
  title: Type.String(),
  text: Type.String(),
  /** Where in the school it leads. */
  path: Type.String(),
  created_at: Seconds,
  is_read: Type.Boolean(),
})
export type NoticeWire = Static<typeof Notice>

const Unread = Type.Object({ unread_count: Type.Integer() })

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
} as const satisfies Record<string, Call>
