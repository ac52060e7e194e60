import { useQueryClient } from '@tanstack/react-query'
import { useMemo, useSyncExternalStore } from 'react'
import { errorMessage } from '#kit/request/request-errors.ts'
import { request } from '#kit/request/request.ts'
import { createStore } from '#kit/ui/store.ts'
import { takeMessage } from './conversation-data.ts'
import type { PendingMessage } from './rows.ts'

const store = createStore<readonly (PendingMessage & { chatId: number; fileIds: number[] })[]>([])

const newKey = () => crypto.randomUUID()

/** Tells the server what was seen; answers how many messages are unseen, undefined when it could not be told now. */
export async function markViewed(chatId: number, messageId: number): Promise<number | undefined> {
  const params = { id: chatId, messageId }
  const reply = await request('PUT /chats/:id/messages/:messageId/viewed', { params, body: { is_viewed: 1 } }).catch(
    () => undefined,
  )
  return reply?.data.unread_count
}

/** What of a chat is not acknowledged, and what can be done about it. */
export function useSending(chatId: number) {
  const client = useQueryClient()
  const all = useSyncExternalStore(store.subscribe, store.read)
  const pending = useMemo(() => all.filter(one => one.chatId === chatId), [all, chatId])
  const change = (key: string, to: Partial<PendingMessage>) =>
    store.change(list => list.map(one => (one.key === key ? { ...one, ...to } : one)))
  const discard = (key: string) => store.change(list => list.filter(one => one.key !== key))
  const retry = async (key: string) => {
    const one = store.read().find(message => message.key === key)
    if (!one) return
    change(key, { state: 'sending' })
    try {
      const body = { message: one.text, file_ids: one.fileIds }
      const input = { params: { id: chatId }, body, idempotencyKey: key }
      const { data } = await request('POST /chats/:id/messages', input)
      takeMessage(client, chatId, data)
      discard(key)
    } catch (error) {
      change(key, { state: 'failed', reason: errorMessage(error, '') })
    }
  }
  const send = (text: string, fileIds: number[]) => {
    const key = newKey()
    const message = { key, chatId, text, fileIds, uploads: [], at: Date.now(), state: 'sending' as const }
    store.change(list => [...list, message])
    void retry(key)
  }
  return { pending, send, retry, discard }
}

export type Sending = ReturnType<typeof useSending>
