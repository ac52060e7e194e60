import Type, { type Static } from 'typebox'
import { userRoom } from '#shared/features/accounts/contract.ts'
import { longestText } from '#shared/features/chat/rules.ts'
import { FileIds } from '#shared/features/chat/message-schemas.ts'
import { MediaFile } from '#shared/features/media/contract.ts'
import { contract } from '#shared/platform/contract.ts'
import { room } from '#shared/platform/live-rooms.ts'
import {
  Id,
  Line,
  Lines,
  NullableId,
  NullableSeconds,
  NullableString,
  nullable,
  oneOf,
  PageNumber,
  Seconds,
} from '#shared/platform/schemas.ts'
import { supportRefusals } from './support-refusals.ts'

/** Above the rule's limit, which counts characters; this only bounds the input. */
const QuestionText = Lines(4000)
const NameText = Line(400)
const State = oneOf(['open', 'answered', 'closed'])
const TargetId = Type.Optional(
  Type.Unsafe<number | null>({ type: ['integer', 'null'], minimum: 1, maximum: Number.MAX_SAFE_INTEGER }),
)
const questionRefusals = ['name_required', 'message_required', 'message_too_long', 'unknown_category'] as const

/** `target_product` 1 means that the course must be chosen; `name` is in the caller's language. */
const SupportCategory = Type.Object({
  id: Id,
  sort: Type.Integer(),
  target_product: NullableId,
  name: Type.String(),
})
export type SupportCategoryWire = Static<typeof SupportCategory>

/** `text` is empty when only files were sent. */
const LastMessage = Type.Object({
  text: Type.String(),
  files_count: Type.Integer(),
  is_staff: Type.Boolean(),
  created_at: Seconds,
})

const Title = Type.Object({ id: Id, title: Type.String() })

/** A person's support request. */
const SupportRequest = Type.Object({
  id: Id,
  state: State,
  category: nullable(Type.Object({ id: Id, name: Type.String() })),
  /** The stream it is about, by its course's title. */
  stream: nullable(Title),
  last_message: LastMessage,
  unread_count: Type.Integer(),
  created_at: Seconds,
})
export type SupportRequestWire = Static<typeof SupportRequest>

/** One message of a request; `number` counts from 1 without gaps. */
const SupportMessage = Type.Object({
  id: Id,
  number: Type.Integer({ minimum: 1 }),
  text: Type.String(),
  is_staff: Type.Boolean(),
  /** The author; the asker sees only the name. */
  author: Type.String(),
  /** The author's own key; only for the author. */
  client_key: NullableString,
  files: Type.Array(MediaFile),
  created_at: Seconds,
})
export type SupportMessageWire = Static<typeof SupportMessage>

const Conversation = Type.Object({ request: SupportRequest, messages: Type.Array(SupportMessage) })

const Staff = Type.Object({ id: Id, name: Type.String() })

/** A request as staff see it. */
const DeskRequest = Type.Object({
  id: Id,
  state: State,
  name: Type.String(),
  /** Where answers to a visitor go, or the account's e-mail. */
  email: NullableString,
  user_id: NullableId,
  avatar: NullableString,
  language: oneOf(['en', 'ru', 'es']),
  category: nullable(Type.Object({ id: Id, name: Type.String() })),
  stream: nullable(Title),
  is_auto: Type.Boolean(),
  owner: nullable(Staff),
  waiting_since: NullableSeconds,
  message_count: Type.Integer(),
  last_message: LastMessage,
  created_at: Seconds,
})
export type DeskRequestWire = Static<typeof DeskRequest>

const OwnerId = Type.Unsafe<number | null>({
  type: ['integer', 'null'],
  minimum: 1,
  maximum: Number.MAX_SAFE_INTEGER,
})
const Answer = Type.Object({ message: Type.Optional(Lines(longestText)), file_ids: FileIds })

/** The support desk of a school. */
const supportRoom = room('support', Type.String(), 'the brand’s support staff and admins')

export const support = contract({
  refusals: supportRefusals,
  rooms: [supportRoom],
  events: {
    /** A request was answered by staff or closed; sent to the asker. */
    support: { room: userRoom, stored: ['request_id'], data: Type.Object({ request_id: Id }) },
  },
  signals: {
    /** A request arrived, or was answered, reassigned, closed or reopened. */
    support: { room: supportRoom, ids: Type.Object({ request_id: Id }) },
  },
  calls: {
    'GET /support-category': {
      access: 'learner',
      summary: 'What one may ask support about',
      query: Type.Object({ sort: Type.Optional(oneOf(['id', '-id', 'sort'])) }),
      answer: Type.Array(SupportCategory),
    },
    'POST /tech-questions': {
      access: 'learner',
      summary: 'Asks support; sent again with its Idempotency-Key it stays one question',
      limit: { requests: 60, seconds: 60 },
      body: Type.Object({ target_id: TargetId, support_category_id: Id, name: NameText, message: QuestionText }),
      answer: SupportRequest,
      refusals: [...questionRefusals, 'course_required', 'trial_only', 'too_many_questions'],
    },
    'POST /tech-questions/auto': {
      access: 'learner',
      summary: 'Asks for what the app knows the words for: a renewal, help with homework',
      limit: { requests: 60, seconds: 60 },
      body: Type.Object({ target_id: TargetId, support_category_id: Id, name: NameText }),
      answer: SupportRequest,
      refusals: ['name_required', 'unknown_category', 'course_required', 'trial_only', 'too_many_questions'],
    },
    'POST /tech-questions/anonymous': {
      access: 'public',
      summary: 'A visitor’s question; the answer goes to the e-mail',
      limit: { requests: 10, seconds: 600 },
      body: Type.Object({
        email: Type.String({ maxLength: 320 }),
        name: NameText,
        message: QuestionText,
        support_category_id: Type.Optional(Id),
      }),
      answer: Type.Object({}),
      refusals: [...questionRefusals, 'invalid_email', 'too_many_questions'],
    },
    'GET /support-requests': {
      access: 'learner',
      summary: 'What one has asked of support, the newest words first',
      answer: Type.Array(SupportRequest),
    },
    'GET /support-requests/:id': {
      access: 'learner',
      summary: 'One’s own request with all that was said',
      answer: Conversation,
    },
    'POST /support-requests/:id/messages': {
      access: 'learner',
      summary: 'Goes on with a request; a closed one opens again',
      limit: { requests: 60, seconds: 60 },
      body: Type.Object({ message: QuestionText }),
      answer: SupportMessage,
      refusals: ['message_required', 'message_too_long', 'too_many_questions'],
    },
    'PUT /support-requests/:id/viewed': {
      access: 'learner',
      summary: 'The answers up to a message were seen',
      body: Type.Object({ number: Type.Integer({ minimum: 1, maximum: Number.MAX_SAFE_INTEGER }) }),
      answer: Type.Object({ unread_count: Type.Integer() }),
    },
    'GET /studio/support-requests': {
      access: 'support',
      summary: 'What was asked of support, those that wait longest first',
      query: Type.Object({
        show: Type.Optional(oneOf(['open', 'answered', 'closed', 'mine', 'free', 'all'])),
        category_id: Type.Optional(Id),
        search: Type.Optional(Type.String({ maxLength: 100 })),
        page: Type.Optional(PageNumber),
        'per-page': Type.Optional(Type.Integer({ minimum: 1, maximum: 100, default: 50 })),
      }),
      isPaged: true,
      answer: Type.Array(DeskRequest),
    },
    'GET /studio/support-categories': {
      access: 'support',
      summary: 'The topics that requests are filtered by',
      answer: Type.Array(SupportCategory),
    },
    'GET /studio/support-requests/:id': {
      access: 'support',
      summary: 'One request with all that was said, and who could take it over',
      answer: Type.Object({ request: DeskRequest, messages: Type.Array(SupportMessage), staff: Type.Array(Staff) }),
    },
    'POST /studio/support-requests/:id/messages': {
      access: 'support',
      summary: 'Answers a request: live to a learner, with files too; by e-mail to a visitor',
      body: Answer,
      answer: SupportMessage,
      refusals: ['message_required', 'files_uploading', 'file_unusable', 'files_need_account'],
    },
    'PUT /studio/support-requests/:id/state': {
      access: 'support',
      summary: 'Closes a request or opens it again',
      body: Type.Object({ state: oneOf(['open', 'closed']) }),
      answer: DeskRequest,
    },
    'PUT /studio/support-requests/:id/owner': {
      access: 'support',
      summary: 'Takes, hands over or gives up a request',
      body: Type.Object({ user_id: OwnerId }),
      answer: DeskRequest,
      refusals: ['unknown_owner'],
    },
  },
})
