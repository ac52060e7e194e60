import Type, { type Static } from 'typebox'
import { MediaFile, Picture } from '#shared/features/media/contract.ts'
import { StreamStatus } from '#shared/features/streams/contract.ts'
import { contract } from '#shared/platform/contract.ts'
import { messageRefusals } from './message-refusals.ts'
import { longestText, mostFiles } from './message-limits.ts'
import {
  Id,
  NullableId,
  NullableSeconds,
  NullableString,
  nullable,
  oneOf,
  PageNumber,
  Seconds,
} from '#shared/platform/schemas.ts'
import { InboxChat, Note, Person, Phrase, PhraseBody } from './inbox-schemas.ts'

const Rating = Type.Integer({ minimum: 1, maximum: 5 })
const NullableRating = Type.Unsafe<number | null>({ type: ['integer', 'null'], minimum: 1, maximum: 5 })
const OwnerId = Type.Unsafe<number | null>({
  type: ['integer', 'null'],
  minimum: 1,
  maximum: Number.MAX_SAFE_INTEGER,
})
const MessageKind = oneOf(['message', 'submission', 'verdict', 'consultation'])

/** What an expert said of a handing-in; null until one did. */
export const NullableVerdict = Type.Unsafe<'DONE' | 'FAIL' | null>({
  type: ['string', 'null'],
  enum: ['DONE', 'FAIL', null],
})

/** What a message may be made of, whether it is written in a chat, hands something in or answers that. */
export const MessageText = Type.String({ maxLength: longestText })
export const FileIds = Type.Optional(Type.Array(Id, { maxItems: mostFiles, uniqueItems: true }))

/** A remark at a moment of a video that was handed in. */
export const TimedComment = Type.Object({
  file_id: Id,
  seconds: Type.Number({ minimum: 0, maximum: 86_400 }),
  message: Type.String({ minLength: 1, maxLength: 1000 }),
})

/** `number` is the place in its chat, from 1 without gaps. */
export const Message = Type.Object({
  id: Id,
  dialog_id: Id,
  number: Type.Integer({ minimum: 1 }),
  /** Who wrote it; null when the person was erased. */
  user_id: NullableId,
  kind: MessageKind,
  message: Type.String(),
  /** The author's own key (Idempotency-Key), by which the device that sent it knows it again; only to its author. */
  client_key: NullableString,
  /** Whether the other side has seen it. */
  is_viewed: Type.Boolean(),
  created_at: Seconds,
  updated_at: Seconds,
  edited_at: NullableSeconds,
  /** Of a message by staff: who answered. */
  employee: nullable(
    Type.Object({ id: NullableId, name: Type.String(), isExpert: Type.Boolean(), file: nullable(Picture) }),
  ),
  files: Type.Array(MediaFile),
  comments: Type.Array(TimedComment),
  rating: NullableRating,
  /** A submission's or a verdict's homework. */
  homework: nullable(
    Type.Object({
      status_id: Id,
      homework_id: Id,
      title: Type.String(),
      attempt_id: Id,
      attempt_number: Type.Integer(),
      verdict: NullableVerdict,
      points: Type.Integer(),
    }),
  ),
})
export type MessageWire = Static<typeof Message>

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
  /** Seconds that must lie between two messages of a learner, and how many are left now. */
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
  /** The number of the room chat:<id> that this answer stands at: join from it. */
  live_seq: Type.Integer(),
})
export type ChatWire = Static<typeof Chat>

export type InboxChatWire = Static<typeof InboxChat>
export type PhraseWire = Static<typeof Phrase>

export const chat = contract({
  refusals: {
    ...messageRefusals,
    message_too_soon: {
      status: 429,
      text: {
        en: 'Please wait a little before the next message',
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
        en: 'This person does not answer in this course',
        ru: 'Этот человек не отвечает в этом курсе',
        es: 'Esta persona no responde en este curso',
      },
    },
  },
  events: {
    /** A new message, or one that changed: edited, viewed, rated, its file converted. */
    message: Type.Object({ message: Message, learner_unread: Type.Integer(), staff_unread: Type.Integer() }),
    /** Everything of one side up to a number was seen. */
    viewed: Type.Object({
      by: oneOf(['learner', 'expert']),
      up_to: Type.Integer(),
      learner_unread: Type.Integer(),
      staff_unread: Type.Integer(),
    }),
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
        /** Only messages before this number: a page that new messages do not move. */
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
