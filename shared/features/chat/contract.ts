import Type, { type Static } from 'typebox'
import { Picture } from '#shared/features/media/contract.ts'
import { StreamStatus } from '#shared/features/streams/contract.ts'
import { contract } from '#shared/platform/contract.ts'
import { room } from '#shared/platform/live-rooms.ts'
import { messageRefusals, FileIds, Message, MessageText, MessageKind } from './message-schemas.ts'
import { longestText } from './rules.ts'
import { Id, NullableSeconds, NullableString, nullable, oneOf, PageNumber, Seconds } from '#shared/platform/schemas.ts'

const Rating = Type.Integer({ minimum: 1, maximum: 5 })
const OwnerId = Type.Unsafe<number | null>({
  type: ['integer', 'null'],
  minimum: 1,
  maximum: Number.MAX_SAFE_INTEGER,
})

export type MessageWire = Static<typeof Message>

/** A person as staff see them. */
export const Person = Type.Object({ id: Id, name: Type.String(), avatar: NullableString })

/** A chat as staff see it in the inbox. */
const InboxChat = Type.Object({
  id: Id,
  learner: Type.Object({
    id: Id,
    name: Type.String(),
    avatar: NullableString,
    timezone: Type.String(),
    language: Type.String(),
  }),
  course_id: Id,
  course_title: Type.String(),
  stream_id: Id,
  stream_status: StreamStatus,
  unread_count: Type.Integer(),
  message_count: Type.Integer(),
  /** Since when the learner waits for an answer. */
  waiting_since: NullableSeconds,
  owner: nullable(Person),
  /** Since when the owner has it from somebody else and has neither answered nor taken it. */
  handed_at: NullableSeconds,
  last_message: nullable(
    Type.Object({
      id: Id,
      message: Type.String(),
      is_expert: Type.Boolean(),
      files_count: Type.Integer(),
      created_at: Seconds,
    }),
  ),
  has_open_consultation: Type.Boolean(),
  has_consultation_order: Type.Boolean(),
  live_seq: Type.Integer(),
})

/** An internal note, never shown to learners. */
const Note = Type.Object({ id: Id, author: nullable(Person), text: Type.String(), created_at: Seconds })

/** A text that a member of staff saved for reuse. */
const Phrase = Type.Object({ id: Id, shortcut: Type.String(), text: Type.String(), sort: Type.Integer() })
const PhraseBody = Type.Object({
  shortcut: Type.String({ maxLength: 40 }),
  text: Type.String({ minLength: 1, maxLength: longestText }),
  sort: Type.Optional(Type.Integer({ minimum: 0, maximum: 10_000 })),
})

const Chat = Type.Object({
  id: Id,
  title: Type.String(),
  stream_id: Id,
  course_id: Id,
  picture: nullable(Picture),
  stream_status: StreamStatus,
  is_expert_message_enable: Type.Boolean(),
  /** Why the learner may not write now; null when they may. */
  closed_reason: Type.Unsafe<'expired' | 'demo' | 'stream' | null>({
    type: ['string', 'null'],
    enum: ['expired', 'demo', 'stream', null],
  }),
  message_expires_date: NullableSeconds,
  /** Seconds a learner waits between two messages, and how many of them are left. */
  message_delay: Type.Integer(),
  message_delay_left: Type.Integer(),
  unread_count: Type.Integer(),
  message_count: Type.Integer(),
  last_message: nullable(
    Type.Object({
      id: Id,
      message: Type.String(),
      is_own: Type.Boolean(),
      kind: MessageKind,
      files_count: Type.Integer(),
      created_at: Seconds,
    }),
  ),
  /** The number that the room chat:<id> has reached: join from it. */
  live_seq: Type.Integer(),
})
export type ChatWire = Static<typeof Chat>

export type InboxChatWire = Static<typeof InboxChat>
export type PhraseWire = Static<typeof Phrase>

/** One chat. */
export const chatRoom = room(
  'chat',
  Id,
  'its learner while the brand has chats with experts, and who answers in its course',
)
/** What happens in the chats and homework of a school. */
export const deskRoom = room('desk', Type.String(), 'experts and admins of the brand')

export const chat = contract({
  refusals: {
    ...messageRefusals,
    message_too_soon: {
      status: 429,
      text: {
        en: 'Please wait a moment before sending another message',
        ru: 'Подождите немного перед следующим сообщением',
        es: 'Espera un poco antes del siguiente mensaje',
      },
    },
    chat_closed: {
      status: 403,
      text: {
        en: 'Writing in this chat has ended; you can still read it',
        ru: 'Писать в этот чат больше нельзя, но читать можно',
        es: 'Ya no se puede escribir en este chat, pero puedes leerlo',
      },
    },
    message_not_editable: {
      status: 409,
      text: {
        en: 'This message can no longer be changed',
        ru: 'Это сообщение больше нельзя изменить',
        es: 'Este mensaje ya no se puede cambiar',
      },
    },
    not_an_answer: {
      status: 409,
      text: {
        en: 'Only an expert’s answer can be rated',
        ru: 'Оценить можно только ответ эксперта',
        es: 'Solo se puede valorar la respuesta de un experto',
      },
    },
    unknown_owner: {
      status: 422,
      text: {
        en: 'This person does not teach this course',
        ru: 'Этот сотрудник не ведёт этот курс',
        es: 'Esta persona no atiende este curso',
      },
    },
  },
  rooms: [chatRoom, deskRoom],
  events: {
    /** A new message, or one that changed: edited, viewed, rated, its file converted. */
    message: {
      room: chatRoom,
      stored: ['message_id'],
      data: Type.Object({ message: Message, learner_unread: Type.Integer(), staff_unread: Type.Integer() }),
    },
    /** Everything of one side up to a number was seen. */
    viewed: {
      room: chatRoom,
      stored: ['chat_id', 'by_expert', 'up_to'],
      data: Type.Object({
        by: oneOf(['learner', 'expert']),
        up_to: Type.Integer(),
        learner_unread: Type.Integer(),
        staff_unread: Type.Integer(),
      }),
    },
  },
  signals: {
    /** A chat changed: written in, read, noted, handed over. */
    chat: { room: deskRoom, ids: Type.Object({ chat_id: Id }) },
  },
  calls: {
    'GET /chats': {
      access: 'learner',
      summary: 'The learner’s chats with experts, of open streams first',
      answer: Type.Array(Chat),
    },
    'GET /chats/:id': { access: 'learner', summary: 'One chat of the learner', answer: Chat },
    'GET /chats/:id/messages': {
      access: 'learner',
      summary: 'A page of a chat’s messages; a member of staff may read those of the courses they teach',
      query: Type.Object({
        sort: Type.Optional(oneOf(['-created_at', 'created_at'])),
        page: Type.Optional(PageNumber),
        'per-page': Type.Optional(Type.Integer({ minimum: 1, maximum: 100, default: 10 })),
        /** Only messages before this number, so that new messages do not shift the pages. */
        before: Type.Optional(Type.Integer({ minimum: 1, maximum: Number.MAX_SAFE_INTEGER })),
        /** Only messages after this number. */
        after: Type.Optional(Type.Integer({ minimum: 0, maximum: Number.MAX_SAFE_INTEGER })),
      }),
      isPaged: true,
      answer: Type.Array(Message),
    },
    'POST /chats/:id/messages': {
      access: 'learner',
      summary: 'Writes a message; sent again with its Idempotency-Key it stays one',
      body: Type.Object({ message: Type.Optional(MessageText), file_ids: FileIds }),
      answer: Message,
      refusals: ['message_required', 'files_uploading', 'file_unusable', 'message_too_soon', 'chat_closed'],
    },
    'PUT /chats/:id/messages/:messageId': {
      access: 'learner',
      summary: 'Changes the text of one’s own message',
      body: Type.Object({ message: MessageText }),
      answer: Message,
      refusals: ['message_required', 'message_not_editable', 'chat_closed'],
    },
    'PUT /chats/:id/messages/:messageId/rating': {
      access: 'learner',
      summary: 'Rates an expert’s answer',
      body: Type.Object({ rating: Rating }),
      answer: Message,
      refusals: ['not_an_answer'],
    },
    'PUT /chats/:id/messages/:messageId/viewed': {
      access: 'learner',
      summary: 'Marks a message of the other side, and all before it, as seen',
      body: Type.Object({ id: Type.Optional(Id), is_viewed: Type.Literal(1) }),
      answer: Type.Object({ id: Id, is_viewed: Type.Boolean(), unread_count: Type.Integer() }),
    },
    'GET /studio/chats': {
      access: 'expert',
      summary: 'The inbox: chats of the courses one teaches, those that wait longest first',
      query: Type.Object({
        show: Type.Optional(oneOf(['waiting', 'unread', 'mine', 'free', 'all'])),
        course_id: Type.Optional(Id),
        search: Type.Optional(Type.String({ maxLength: 100 })),
        page: Type.Optional(PageNumber),
        'per-page': Type.Optional(Type.Integer({ minimum: 1, maximum: 100, default: 50 })),
      }),
      isPaged: true,
      answer: Type.Array(InboxChat),
    },
    'GET /studio/chats/:id': {
      access: 'expert',
      summary: 'One chat for staff, with its internal notes and who could take it over',
      answer: Type.Object({ chat: InboxChat, notes: Type.Array(Note), staff: Type.Array(Person) }),
    },
    'PUT /studio/chats/:id/owner': {
      access: 'expert',
      summary: 'Takes, hands over or gives up a chat',
      body: Type.Object({ user_id: OwnerId }),
      answer: InboxChat,
      refusals: ['unknown_owner'],
    },
    'POST /studio/chats/:id/notes': {
      access: 'expert',
      summary: 'Leaves an internal note that no learner sees',
      body: Type.Object({ text: Type.String({ minLength: 1, maxLength: longestText }) }),
      answer: Note,
    },
    'GET /studio/phrases': { access: 'expert', summary: 'One’s own saved phrases', answer: Type.Array(Phrase) },
    'POST /studio/phrases': { access: 'expert', summary: 'Saves a phrase', body: PhraseBody, answer: Phrase },
    'PUT /studio/phrases/:id': {
      access: 'expert',
      summary: 'Changes a saved phrase',
      body: PhraseBody,
      answer: Phrase,
    },
    'DELETE /studio/phrases/:id': { access: 'expert', summary: 'Forgets a saved phrase', answer: Type.Object({}) },
  },
})
