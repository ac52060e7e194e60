import { type QueryClient, useQuery } from '@tanstack/react-query'
import { addWrite, onWriteSent, useWaitingWrites } from '#kit/outbox/outbox.ts'
import type { SupportRequestWire } from '#shared/features/support/contract.ts'
import { conversationQuery, refreshSupport, requestsQuery, topicsQuery } from './queries.ts'

/** What one may ask support about. */
export const useTopics = () => useQuery(topicsQuery())
/** What the learner has asked, the newest words first. */
export const useRequests = () => useQuery(requestsQuery())

type Ask = 'POST /tech-questions' | 'POST /tech-questions/auto'
type GoOn = 'POST /support-requests/:id/messages'

const askLane = 'support'
const laneOf = (requestId: number) => `support:${requestId}`

type NewQuestion = { categoryId: number; streamId: number | undefined; name: string }

/** Keeps a question on the device and sends it, now or when there is a network, once. */
export async function ask({ categoryId, streamId, name }: NewQuestion, message: string): Promise<void> {
  const body = { support_category_id: categoryId, target_id: streamId ?? null, name, message }
  await addWrite('POST /tech-questions', { body }, { lane: askLane, keepsRefused: true })
}

/** The same of a question that the server has the words for. */
export async function askAutomatically({ categoryId, streamId, name }: NewQuestion): Promise<void> {
  const body = { support_category_id: categoryId, target_id: streamId ?? null, name }
  await addWrite('POST /tech-questions/auto', { body }, { lane: askLane, keepsRefused: true })
}

export async function goOn(requestId: number, message: string): Promise<void> {
  const input = { params: { id: requestId }, body: { message } }
  await addWrite('POST /support-requests/:id/messages', input, { lane: laneOf(requestId), keepsRefused: true })
}

/** Questions that the server does not have yet. */
export const useWaitingQuestions = () => useWaitingWrites<Ask>(askLane)
/** What was added to a request and the server does not have yet. */
export const useWaitingMessages = (requestId: number) => useWaitingWrites<GoOn>(laneOf(requestId))

/** Shows a question among the requests before its write leaves the outbox. Returns the way to stop. */
export function takeSentQuestions(client: QueryClient): () => void {
  return onWriteSent<Ask>(askLane, ({ data }) => {
    const { queryKey } = requestsQuery()
    const others = (all: SupportRequestWire[]) => all.filter(({ id }) => id !== data.id)
    client.setQueryData(queryKey, all => all && [data, ...others(all)])
    void client.invalidateQueries({ queryKey })
  })
}

/** Shows what was added to a request before its write leaves the outbox. Returns the way to stop. */
export function takeSentMessages(client: QueryClient, requestId: number): () => void {
  return onWriteSent<GoOn>(laneOf(requestId), ({ data }) => {
    client.setQueryData(conversationQuery(requestId).queryKey, known => {
      if (!known || known.messages.some(({ id }) => id === data.id)) return known
      return { request: { ...known.request, state: 'open' as const }, messages: [...known.messages, data] }
    })
    refreshSupport(client, requestId)
  })
}
