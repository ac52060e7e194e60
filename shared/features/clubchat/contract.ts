import Type from 'typebox'
import { userRoom } from '#shared/features/accounts/contract.ts'
import { messageRefusals } from '#shared/features/chat/message-schemas.ts'
import { contract } from '#shared/platform/contract.ts'
import { room } from '#shared/platform/live-rooms.ts'
import { Id, Line, Lines, NullableSeconds, nullable, oneOf, PageNumber } from '#shared/platform/schemas.ts'
import { longestReason } from './rules.ts'
import { ClubChat, ClubMessage, ClubMessageBody, ClubPerson, ModeratedMessage, UnreadInClub } from './wire.ts'

const access = 'admin' as const
const done = Type.Object({})
const MessageNumber = Type.Integer({ minimum: 0, maximum: 2_147_483_647 })

/** One club's chat. */
export const clubRoom = room('club', Id, 'members of the club, and admins of the brand')

export const clubchat = contract({
  refusals: {
    ...messageRefusals,
    not_a_member: {
      status: 403,
      text: {
        en: 'Only members of this club can read and write here',
        ru: 'Читать и писать здесь могут только участники клуба',
        es: 'Solo los miembros del club pueden leer y escribir aquí',
      },
    },
    too_many_messages: {
      status: 429,
      text: {
        en: 'That is a lot of messages for one minute. Wait a little, then go on',
        ru: 'Слишком много сообщений за минуту. Подождите немного и продолжайте',
        es: 'Son muchos mensajes para un minuto. Espera un poco y sigue',
      },
    },
    muted: {
      status: 403,
      text: {
        en: 'A moderator has paused your writing in this chat; you can still read it',
        ru: 'Модератор временно запретил вам писать в этот чат, но читать можно',
        es: 'Un moderador te ha silenciado en este chat, pero puedes leerlo',
      },
    },
    reply_gone: {
      status: 409,
      text: {
        en: 'The message you reply to is no longer there',
        ru: 'Сообщения, на которое вы отвечаете, больше нет',
        es: 'El mensaje al que respondes ya no está',
      },
    },
    report_reason_required: {
      status: 422,
      text: {
        en: 'Say what is wrong with it',
        ru: 'Напишите, что не так',
        es: 'Di qué tiene de malo',
      },
    },
    mute_time_past: {
      status: 422,
      text: {
        en: 'Choose a time that is still to come',
        ru: 'Выберите время, которое ещё не наступило',
        es: 'Elige un momento que aún no haya pasado',
      },
    },
  },
  rooms: [clubRoom],
  events: {
    /** A new message, or one that changed: hidden, restored, its file converted. */
    club_message: { room: clubRoom, stored: ['message_id'], data: Type.Object({ message: ClubMessage }) },
    /** Staff have paused the person’s writing in the chat of a club, or let them write again. */
    club_writing: { room: userRoom, stored: ['club_id'], data: Type.Object({ club_id: Id }) },
  },
  calls: {
    'GET /unread-in-clubs': {
      access: 'learner',
      summary: 'How much is new in the chat of each of the caller’s clubs',
      answer: Type.Array(UnreadInClub),
    },
    'GET /clubs/:id/chat': {
      access: 'learner',
      summary: 'The chat of a club, with how far the caller has read it',
      answer: ClubChat,
      refusals: ['not_a_member'],
    },
    'GET /clubs/:id/chat/messages': {
      access: 'learner',
      summary: 'Messages of a club’s chat by number: the last ones before `before`, or the first ones after `after`',
      query: Type.Object({
        'per-page': Type.Optional(Type.Integer({ minimum: 1, maximum: 100, default: 30 })),
        before: Type.Optional(MessageNumber),
        after: Type.Optional(MessageNumber),
      }),
      answer: Type.Array(ClubMessage),
      refusals: ['not_a_member'],
    },
    'POST /clubs/:id/chat/messages': {
      access: 'learner',
      summary: 'Writes in a club’s chat; sent again with its Idempotency-Key it stays one message',
      body: ClubMessageBody,
      answer: ClubMessage,
      refusals: [
        'message_required',
        'files_uploading',
        'file_unusable',
        'not_a_member',
        'muted',
        'too_many_messages',
        'reply_gone',
      ],
    },
    'PUT /clubs/:id/chat/read': {
      access: 'learner',
      summary: 'Says up to which number the caller has seen a club’s chat; never goes back',
      body: Type.Object({ number: MessageNumber }),
      answer: Type.Object({ read_number: Type.Integer(), unread_count: Type.Integer() }),
      refusals: ['not_a_member'],
    },
    'GET /clubs/:id/chat/people': {
      access: 'learner',
      summary: 'Whom the caller may mention: those who have written in the chat, the latest first',
      query: Type.Object({ search: Type.Optional(Line(100)) }),
      answer: Type.Array(ClubPerson),
      refusals: ['not_a_member'],
    },
    'PUT /clubs/:id/chat/messages/:messageId/report': {
      access: 'learner',
      summary: 'Reports a message of somebody else to the school',
      body: Type.Object({ reason: Lines(longestReason) }),
      answer: done,
      refusals: ['not_a_member', 'report_reason_required'],
    },
    'GET /studio/clubs/:id/chat/messages': {
      access,
      summary: 'The messages of a club that were reported and not decided about, or those that are hidden',
      isPaged: true,
      query: Type.Object({ show: Type.Optional(oneOf(['reported', 'hidden'])), page: Type.Optional(PageNumber) }),
      answer: Type.Array(ModeratedMessage),
    },
    'PUT /studio/clubs/:id/chat/messages/:messageId/hidden': {
      access,
      summary: 'Hides a message from members, or restores or leaves it; settles its reports',
      body: Type.Object({ is_hidden: Type.Boolean() }),
      answer: done,
    },
    'PUT /studio/clubs/:id/chat/people/:userId/mute': {
      access,
      summary: 'Says until when a person may not write in a club’s chat; null lets them write',
      body: Type.Object({
        until: nullable(Type.Integer({ minimum: 0, maximum: 100_000_000_000, description: 'Unix seconds' })),
      }),
      answer: Type.Object({ muted_until: NullableSeconds }),
      refusals: ['mute_time_past'],
    },
  },
})
