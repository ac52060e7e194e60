import { callQuery } from '#kit/cache/call-query.ts'
import { type ChatSource, gapSize, pageSize } from '#kit/features/chat/chat-source.ts'
import type { Message } from '#kit/features/chat/message.ts'
import { addWrite, enqueue, onWriteSent } from '#kit/outbox/outbox.ts'
import { request } from '#kit/request/request.ts'
import type { ClubMessageWire } from '#shared/features/clubchat/wire.ts'
import { msFromSeconds } from '#shared/platform/times.ts'
import type { Aside } from './aside.ts'
import { keepClubRead, refreshClubChats } from './data.ts'
import { namedIn } from './mentions.ts'

type PostMessage = 'POST /clubs/:id/chat/messages'

/** A message as its reader sees it, who has read up to `readNumber`. */
export function messageFor(userId: number, readNumber: () => number) {
  return (wire: ClubMessageWire): Message => {
    const { author, reply_to: replyTo } = wire
    const isOwn = author?.id === userId
    return {
      id: wire.id,
      chatId: wire.club_id,
      number: wire.number,
      kind: 'message',
      text: wire.message,
      authorId: author?.id,
      author: author ? { name: author.name, picture: author.avatar ?? undefined } : undefined,
      isOwn,
      isOurs: isOwn,
      clientKey: wire.client_key ?? undefined,
      isViewed: !isOwn && wire.number <= readNumber(),
      createdAt: msFromSeconds(wire.created_at),
      updatedAt: msFromSeconds(wire.updated_at),
      editedAt: undefined,
      files: wire.files,
      comments: [],
      rating: undefined,
      names: wire.mentions.map(({ name }) => name),
      homework: undefined,
      replyTo: replyTo
        ? { number: replyTo.number, name: replyTo.name, text: replyTo.message, absent: replyTo.absent ?? undefined }
        : undefined,
      absent: author ? (wire.is_hidden ? 'hidden' : undefined) : 'erased',
    }
  }
}

/** Says up to which number the chat was seen, now or when online. */
async function markRead(clubId: number, number: number): Promise<number | undefined> {
  try {
    const input = { params: { id: clubId }, body: { number } }
    const sent = await enqueue('PUT /clubs/:id/chat/read', input, { lane: `club read:${clubId}` })
    if (!sent.isSent) return undefined
    keepClubRead(clubId, sent.data)
    return sent.data.unread_count
  } catch {
    // Refused: they are no member any more.
    return undefined
  }
}

type Reader = {
  clubId: number
  userId: number
  /** How far they have read. */
  readNumber: () => number
  /** What goes with the text now, and how it is cleared once it has been sent. */
  aside: () => Aside & { clear: () => void }
}

/** The chat of a club, as one of its members sees it. */
export function clubChat({ clubId, userId, readNumber, aside }: Reader): ChatSource<ClubMessageWire> {
  const params = { id: clubId }
  const lane = `club:${clubId}`
  const latest = callQuery('GET /clubs/:id/chat/messages', { params, query: { 'per-page': pageSize } })
  return {
    name: `club chat ${clubId}`,
    lane,
    knownKey: ['GET /clubs/:id/chat/messages', { conversation: clubId }],
    latestKey: latest.queryKey,
    readLatest: client => client.fetchQuery({ ...latest, staleTime: 3000, retry: false }),
    readAfter: async after =>
      (await request('GET /clubs/:id/chat/messages', { params, query: { after, 'per-page': gapSize } })).data,
    async readBefore(before, count) {
      const query = { before, 'per-page': count }
      const { data } = await request('GET /clubs/:id/chat/messages', { params, query, isKept: true })
      return { data, hasOlder: data.every(({ number }) => number > 1) }
    },
    messageOf: messageFor(userId, readNumber),
    async post(message, uploads) {
      const { replyTo, mentions, clear } = aside()
      const named = namedIn(message, mentions).map(({ id }) => id)
      const body = {
        message,
        ...(replyTo && { reply_to: replyTo.id }),
        ...(named.length > 0 && { mention_ids: named }),
      }
      await addWrite('POST /clubs/:id/chat/messages', { params, body }, { lane, uploads, keepsRefused: true })
      clear()
    },
    onSent: hear => onWriteSent<PostMessage>(lane, ({ data }) => hear(data)),
    room: {
      kind: 'club',
      id: clubId,
      listening: hearing => ({
        events: { club_message: ({ message }) => hearing.message(message) },
        onReset: hearing.reset,
      }),
    },
    markSeen: ({ number }) => markRead(clubId, number),
    givesBack: { codes: ['not_a_member', 'muted', 'reply_gone'], then: () => void refreshClubChats() },
  }
}
