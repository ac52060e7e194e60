import { type QueryClient, useQueryClient } from '@tanstack/react-query'
import { useEffect, useMemo } from 'react'
import {
  addWrite,
  discardWrite,
  enqueue,
  onWriteSent,
  retryWrite,
  useWaitingWrites,
  type WaitingWriteOf,
} from '#kit/outbox/outbox.ts'
import { takeMessage } from './conversation-data.ts'
import type { PendingMessage } from './rows.ts'

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

/** Shows what was sent as the server has it, before its write leaves the outbox. Returns the way to stop. */
function takeSent(client: QueryClient, chatId: number): () => void {
  return onWriteSent<PostMessage>(laneOf(chatId), ({ data }) => takeMessage(client, chatId, data))
}

/** Resolves when a message is stored on this device for good; it is sent in the background, its uploads with it. */
export async function addMessage(chatId: number, text: string, uploads: readonly string[]): Promise<void> {
  const input = { params: { id: chatId }, body: { message: text } }
  await addWrite('POST /chats/:id/messages', input, { lane: laneOf(chatId), uploads, keepsRefused: true })
}

/** What of a chat the server has not acknowledged, and what can be done about it. */
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
 * Tells the server what was seen, now or when there is a network; answers how many messages are unseen,
 * undefined when that is not known yet.
 */
export async function markViewed(chatId: number, messageId: number): Promise<number | undefined> {
  const input = { params: { id: chatId, messageId }, body: { is_viewed: 1 as const } }
  try {
    const sent = await enqueue('PUT /chats/:id/messages/:messageId/viewed', input, { lane: `viewed:${chatId}` })
    return sent.isSent ? sent.data.unread_count : undefined
  } catch {
    // Refused: it is no message of this chat any more, and nothing is to be marked.
    return undefined
  }
}
