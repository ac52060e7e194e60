import { callQuery } from '#kit/cache/call-query.ts'
import { addWrite, enqueue, onWriteSent } from '#kit/outbox/outbox.ts'
import { request } from '#kit/request/request.ts'
import type { MessageWire } from '#shared/features/chat/contract.ts'
import { type ChatSide, messageFromWire } from '#shared/features/chat/forms.ts'
import { pageFromHeaders } from '#shared/platform/contract.ts'
import { type ChatSource, gapSize, pageSize } from './chat-source.ts'
import type { Message } from './message.ts'

type PostMessage = 'POST /chats/:id/messages'

const laneOf = (chatId: number) => `chat:${chatId}`

/** The newest messages of a chat; stored on the device, so they are there offline and after a restart. */
export const latestQuery = (chatId: number) =>
  callQuery('GET /chats/:id/messages', { params: { id: chatId }, query: { 'per-page': pageSize } })

/**
 * Resolves once the message is stored on this device; it is sent in the background with its uploads, `gap` ms after the one
 * before it at the earliest.
 */
export async function addMessage(chatId: number, text: string, uploads: readonly string[], gap = 0): Promise<void> {
  const input = { params: { id: chatId }, body: { message: text } }
  await addWrite('POST /chats/:id/messages', input, { lane: laneOf(chatId), uploads, keepsRefused: true, gap })
}

/** A message as one side sees it: a learner’s are all the learner’s own, an expert’s only those that they wrote. */
export function messageFor(reader: ChatSide, userId: number) {
  return (wire: MessageWire): Message => {
    const { side, expert, ...message } = messageFromWire(wire)
    const isOurs = side === reader
    return {
      ...message,
      isOurs,
      isOwn: isOurs && (reader === 'learner' || message.authorId === userId),
      author: expert && { name: expert.name, picture: expert.picture?.small },
    }
  }
}

/** Reports what was seen, now or when online. */
async function markViewed(chatId: number, messageId: number): Promise<number | undefined> {
  const input = { params: { id: chatId, messageId }, body: { is_viewed: 1 as const } }
  try {
    const sent = await enqueue('PUT /chats/:id/messages/:messageId/viewed', input, { lane: `viewed:${chatId}` })
    return sent.isSent ? sent.data.unread_count : undefined
  } catch {
    // Refused: the message no longer belongs to this chat.
    return undefined
  }
}

/** What the events of its room do to a chat that one side looks at. */
function chatRoomOf(chatId: number, side: ChatSide): ChatSource<MessageWire>['room'] {
  return {
    kind: 'chat',
    id: chatId,
    listening(hearing) {
      const tellUnread = (counts: { learner_unread: number; staff_unread: number }) =>
        hearing.unread(side === 'learner' ? counts.learner_unread : counts.staff_unread)
      return {
        events: {
          message(data) {
            hearing.message(data.message)
            tellUnread(data)
          },
          viewed(data) {
            hearing.viewed(data.by === side ? 'us' : 'others', data.up_to)
            tellUnread(data)
          },
        },
        onReset: hearing.reset,
      }
    },
  }
}

/** The chat between a learner and the experts of a course, as one side sees it. */
export function expertChat(chatId: number, side: ChatSide, userId: number): ChatSource<MessageWire> {
  const params = { id: chatId }
  const latest = latestQuery(chatId)
  return {
    name: `chat ${chatId}`,
    lane: laneOf(chatId),
    knownKey: ['GET /chats/:id/messages', { conversation: chatId }],
    latestKey: latest.queryKey,
    readLatest: client => client.fetchQuery({ ...latest, staleTime: 3000, retry: false }),
    async readAfter(after) {
      const query = { after, 'per-page': gapSize, sort: 'created_at' as const }
      return (await request('GET /chats/:id/messages', { params, query })).data
    },
    async readBefore(before, count) {
      const query = { before, 'per-page': count }
      const { data, headers } = await request('GET /chats/:id/messages', { params, query, isKept: true })
      const page = pageFromHeaders(headers)
      return { data, hasOlder: page ? page.currentPage < page.pageCount : data.length > 0 }
    },
    messageOf: messageFor(side, userId),
    takesVoice: true,
    post: (text, uploads, gap) => addMessage(chatId, text, uploads, gap),
    onSent: hear => onWriteSent<PostMessage>(laneOf(chatId), ({ data }) => hear(data)),
    room: chatRoomOf(chatId, side),
    markSeen: message => markViewed(chatId, message.id),
    async edit({ id: messageId }, text) {
      const input = { params: { id: chatId, messageId }, body: { message: text } }
      return (await request('PUT /chats/:id/messages/:messageId', input)).data
    },
  }
}
