import { type QueryClient, useQueryClient } from '@tanstack/react-query'
import { useCallback, useEffect, useMemo, useRef, useState } from 'react'
import {
  addWrite,
  discardWrite,
  enqueue,
  onWriteSent,
  retryWrite,
  useWaitingWrites,
  type WaitingWriteOf,
} from '#kit/outbox/outbox.ts'
import { useClock } from '#kit/ui/clock.ts'
import type { ChatMessage, ChatSide } from '#shared/features/chat/forms.ts'
import { withViewed } from './known-messages.ts'
import { changeMessages, takeMessage } from './message-data.ts'
import type { PendingMessage } from './messages/rows.ts'

type PostMessage = 'POST /chats/:id/messages'

const laneOf = (chatId: number) => `chat:${chatId}`

function pendingOf(write: WaitingWriteOf<PostMessage>): PendingMessage {
  return {
    key: write.key,
    text: write.input.body.message ?? '',
    uploads: write.uploads,
    at: write.at,
    state: write.state === 'refused' ? 'failed' : write.state,
    ...(write.refusal && { reason: write.refusal.message }),
  }
}

/** Shows the stored message before its write leaves the outbox. Returns the unsubscribe function. */
function takeSent(client: QueryClient, chatId: number): () => void {
  return onWriteSent<PostMessage>(laneOf(chatId), ({ data }) => takeMessage(client, chatId, data))
}

/** Resolves once the message is stored on this device; it is sent in the background with its uploads. */
export async function addMessage(chatId: number, text: string, uploads: readonly string[]): Promise<void> {
  const input = { params: { id: chatId }, body: { message: text } }
  await addWrite('POST /chats/:id/messages', input, { lane: laneOf(chatId), uploads, keepsRefused: true })
}

/** A chat's unacknowledged messages, with retry and discard. */
export function useSending(chatId: number) {
  const client = useQueryClient()
  const writes = useWaitingWrites<PostMessage>(laneOf(chatId))
  const pending = useMemo(() => writes.map(pendingOf), [writes])
  useEffect(() => takeSent(client, chatId), [client, chatId])
  const find = (key: string) => writes.find(write => write.key === key)
  return {
    pending,
    /** Until when the server asked to wait, in ms; undefined when it did not. */
    heldUntil: writes.find(write => write.state === 'waiting')?.heldUntil,
    async retry(key: string): Promise<void> {
      const write = find(key)
      if (write) await retryWrite(write.id)
    },
    async discard(key: string): Promise<void> {
      const write = find(key)
      if (write) await discardWrite(write.id)
    },
  }
}

export type Sending = ReturnType<typeof useSending>

/**
 * Reports to the server what was seen, now or when online. Resolves to the number of unseen messages,
 * undefined when that is not known yet.
 */
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

/** The required time between two messages, and what was left of it at the time `at`; all in ms. */
export type MessageDelay = { delay: number; left: number; at: number }

/** Time until the next message may be sent, in ms, from the server's answer and this device's last message. */
export function delayLeft(delay: MessageDelay, sentAt: number | undefined, now: number): number {
  const byServer = delay.at + delay.left
  const byOwn = sentAt === undefined ? 0 : sentAt + delay.delay
  // The chat may have been read after the last tick of the clock.
  return Math.max(0, Math.min(delay.delay, Math.max(byServer, byOwn) - Math.max(now, delay.at)))
}

/**
 * The whole seconds until the next message may go, counted down; 0 when it may. `sent` starts them; `heldUntil` (ms) is what
 * the server asked for when it turned a message away (429).
 */
export function useMessageDelay(delay: MessageDelay | undefined, heldUntil: number | undefined) {
  const [sentAt, setSentAt] = useState<number>()
  const [isCounting, setCounting] = useState(true)
  const [now, readClock] = useClock(isCounting ? 250 : undefined)
  const left = delay ? Math.max(delayLeft(delay, sentAt, now), (heldUntil ?? 0) - now) : 0
  if (isCounting !== left > 0) setCounting(left > 0)
  const sent = () => {
    setSentAt(Date.now())
    readClock()
  }
  return { seconds: Math.ceil(left / 1000), sent }
}

/** How long a message must be visible to count as seen, in ms. */
const glance = 400

type Props = { chatId: number; side: ChatSide; messages: readonly ChatMessage[]; onUnread?: (count: number) => void }

/** Marks the other side's messages as seen; the last one stands for all before it. */
export function useViewed({ chatId, side, messages, onUnread }: Props): (position: number) => void {
  const client = useQueryClient()
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined)
  const marked = useRef(0)
  const now = useRef({ messages, onUnread })
  now.current = { messages, onUnread }
  useEffect(() => () => clearTimeout(timer.current), [])
  return useCallback(
    position => {
      const isNews = (message: ChatMessage) => message.side !== side && !message.isViewed
      const last = now.current.messages.findLast(message => message.number <= position && isNews(message))
      if (!last || last.number <= marked.current) return
      clearTimeout(timer.current)
      timer.current = setTimeout(() => {
        marked.current = last.number
        changeMessages(client, chatId, before => withViewed(before, side, last.number))
        now.current.onUnread?.(now.current.messages.filter(one => one.number > last.number && isNews(one)).length)
        void markViewed(chatId, last.id).then(left => left !== undefined && now.current.onUnread?.(left))
      }, glance)
    },
    [client, chatId, side],
  )
}
