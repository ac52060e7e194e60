import { type QueryClient, useQuery } from '@tanstack/react-query'
import { addWrite, onWriteSent, useWaitingWrites } from '#kit/outbox/outbox.ts'
import type { SupportRequestWire } from '#shared/features/support/contract.ts'
import { conversationQuery, refreshSupport, requestsQuery, topicsQuery } from './queries.ts'

export const useTopics = () => useQuery(topicsQuery())
/** The learner's requests, the latest message first. */
export const useRequests = () => useQuery(requestsQuery())

type Ask = 'POST /tech-questions' | 'POST /tech-questions/auto'
type GoOn = 'POST /support-requests/:id/messages'

const askLane = 'support'
const laneOf = (requestId: number) => `support:${requestId}`

type NewQuestion = { categoryId: number; streamId: number | undefined; name: string }

/** Queues a question in the outbox: it is sent exactly once, now or when back online. */
export async function ask({ categoryId, streamId, name }: NewQuestion, message: string): Promise<void> {
  const body = { support_category_id: categoryId, target_id: streamId ?? null, name, message }
  await addWrite('POST /tech-questions', { body }, { lane: askLane, keepsRefused: true })
}

/** The same for a question that the server words itself. */
export async function askAutomatically({ categoryId, streamId, name }: NewQuestion): Promise<void> {
  const body = { support_category_id: categoryId, target_id: streamId ?? null, name }
  await addWrite('POST /tech-questions/auto', { body }, { lane: askLane, keepsRefused: true })
}

export async function addMessage(requestId: number, message: string): Promise<void> {
  const input = { params: { id: requestId }, body: { message } }
  await addWrite('POST /support-requests/:id/messages', input, { lane: laneOf(requestId), keepsRefused: true })
}

export const useWaitingQuestions = () => useWaitingWrites<Ask>(askLane)
export const useWaitingMessages = (requestId: number) => useWaitingWrites<GoOn>(laneOf(requestId))

/**
 * Adds a sent question to the cached requests before it leaves the outbox, so that it never vanishes. Returns a
 * function that stops it.
 */
export function showSentQuestions(client: QueryClient): () => void {
  return onWriteSent<Ask>(askLane, ({ data }) => {
    const { queryKey } = requestsQuery()
    const others = (all: SupportRequestWire[]) => all.filter(({ id }) => id !== data.id)
    client.setQueryData(queryKey, all => all && [data, ...others(all)])
    void client.invalidateQueries({ queryKey })
  })
}

/**
 * Adds a sent message to the cached request before it leaves the outbox, so that it never vanishes. Returns a function
 * that stops it.
 */
export function showSentMessages(client: QueryClient, requestId: number): () => void {
  return onWriteSent<GoOn>(laneOf(requestId), ({ data }) => {
    client.setQueryData(conversationQuery(requestId).queryKey, known => {
      if (!known || known.messages.some(({ id }) => id === data.id)) return known
      return { request: { ...known.request, state: 'open' as const }, messages: [...known.messages, data] }
    })
    refreshSupport(client, requestId)
  })
}
