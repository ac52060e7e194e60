import { type QueryClient, useQuery, useQueryClient } from '@tanstack/react-query'
import { useCallback, useState } from 'react'
import { callQuery } from '#kit/cache/call-query.ts'
import { useRoom } from '#kit/live/listen.ts'
import { isPassing } from '#kit/request/request-errors.ts'
import { request } from '#kit/request/request.ts'
import type { MessageWire } from '#shared/features/chat/contract.ts'
import { type ChatMessage, type ChatSide, messageFromWire } from '#shared/features/chat/forms.ts'
import { pageFromHeaders } from '#shared/platform/contract.ts'
import {
  hasGap,
  type KnownMessages,
  lastNumber,
  noMessages,
  withLatest,
  withMessages,
  withViewed,
} from './known-messages.ts'

/** How many messages are read at once. */
const pageSize = 30
/** How many of a gap are read at once. */
const gapSize = 100

/** The newest messages of a chat; stored on the device, so they are there offline and after a restart. */
export const latestQuery = (chatId: number) =>
  callQuery('GET /chats/:id/messages', { params: { id: chatId }, query: { 'per-page': pageSize } })

const keyOf = (chatId: number) => ['GET /chats/:id/messages', { conversation: chatId }] as const

const known = (client: QueryClient, chatId: number) => client.getQueryData<KnownMessages>(keyOf(chatId)) ?? noMessages

/** The newest page from the server, or offline from the device. */
async function readLatest(client: QueryClient, chatId: number): Promise<ChatMessage[]> {
  const query = latestQuery(chatId)
  try {
    return (await client.fetchQuery({ ...query, staleTime: 3000, retry: false })).map(messageFromWire)
  } catch (error) {
    const kept = client.getQueryData(query.queryKey)
    if (kept && isPassing(error)) return kept.map(messageFromWire)
    throw error
  }
}

/** Reads the missing messages until the run has no gaps. */
async function closeGap(chatId: number, from: KnownMessages): Promise<KnownMessages> {
  let now = from
  while (hasGap(now)) {
    const query = { after: lastNumber(now), 'per-page': gapSize, sort: 'created_at' as const }
    const { data } = await request('GET /chats/:id/messages', { params: { id: chatId }, query })
    const next = withMessages(now, data.map(messageFromWire), 'page')
    if (lastNumber(next) === lastNumber(now)) return now
    now = next
  }
  return now
}

async function readConversation(client: QueryClient, chatId: number): Promise<KnownMessages> {
  const latest = await readLatest(client, chatId)
  const whole = await closeGap(chatId, withLatest(known(client, chatId), latest))
  // Events may have come while it was read.
  const now = known(client, chatId)
  return now.messages.length ? withMessages(whole, [...now.messages, ...now.ahead], 'event') : whole
}

/** Reads a chat's messages again, as after a long time without the live connection. */
function refreshMessages(client: QueryClient, chatId: number): void {
  client.removeQueries({ queryKey: latestQuery(chatId).queryKey })
  void client.invalidateQueries({ queryKey: keyOf(chatId) })
}

/** Changes the cached messages of a chat, if it has been read. */
export function changeMessages(
  client: QueryClient,
  chatId: number,
  change: (before: KnownMessages) => KnownMessages,
): void {
  client.setQueryData<KnownMessages>(keyOf(chatId), before => before && change(before))
  if (hasGap(known(client, chatId))) void client.invalidateQueries({ queryKey: keyOf(chatId) })
}

/** Stores a message that came by an event or as the answer to a write. */
export function takeMessage(client: QueryClient, chatId: number, wire: MessageWire): void {
  changeMessages(client, chatId, before => withMessages(before, [messageFromWire(wire)], 'event'))
  client.setQueryData(
    latestQuery(chatId).queryKey,
    before =>
      before &&
      [wire, ...before.filter(one => one.id !== wire.id)]
        .sort((one, other) => other.number - one.number)
        .slice(0, pageSize),
  )
}

const reading = new Map<number, Promise<void>>()

/**
 * Reads the page before the oldest known message; pages end at fixed numbers, so that those already read are found
 * offline.
 */
async function readOlder(client: QueryClient, chatId: number): Promise<void> {
  const lowest = known(client, chatId).messages[0]?.number ?? 1
  if (lowest <= 1) return
  const query = { before: lowest, 'per-page': (lowest - 1) % pageSize || pageSize }
  const { data, headers } = await request('GET /chats/:id/messages', { params: { id: chatId }, query, isKept: true })
  const page = pageFromHeaders(headers)
  const hasOlder = page ? page.currentPage < page.pageCount : data.length > 0
  changeMessages(client, chatId, before => ({
    ...withMessages(before, data.map(messageFromWire), 'page'),
    hasOlder,
  }))
}

/** Reads older messages of a chat one request at a time. Rejects as the call does. */
function loadOlder(client: QueryClient, chatId: number): Promise<void> {
  const running = reading.get(chatId)
  if (running) return running
  const started = readOlder(client, chatId).finally(() => reading.delete(chatId))
  reading.set(chatId, started)
  return started
}

/** A chat's known messages, and a way to load earlier ones while there are any. */
export function useMessages(chatId: number) {
  const client = useQueryClient()
  const query = useQuery({
    queryKey: keyOf(chatId),
    queryFn: () => readConversation(client, chatId),
    meta: { isKept: false },
  })
  const [older, setOlder] = useState<'idle' | 'loading' | 'failed'>('idle')
  const hasOlder = query.data?.hasOlder ?? false
  const readMore = useCallback(async () => {
    if (!hasOlder) return
    setOlder('loading')
    await loadOlder(client, chatId).then(
      () => setOlder('idle'),
      () => setOlder('failed'),
    )
  }, [client, chatId, hasOlder])
  return { ...query, hasOlder, older, readMore }
}

type Props = {
  chatId: number
  side: ChatSide
  /** The room's event number at the time of the read; the room is joined once it is known. */
  after: number | undefined
  onUnread: ((count: number) => void) | undefined
}

/** Applies live events to a chat's messages: new, edited and seen ones. */
export function useConversationLive({ chatId, side, after, onUnread }: Props): void {
  const tellUnread = (counts: { learner_unread: number; staff_unread: number }) =>
    onUnread?.(side === 'learner' ? counts.learner_unread : counts.staff_unread)
  // A later number in the same room is no reason to rejoin.
  useRoom('chat', after === undefined ? undefined : { id: chatId, after }, {
    events: {
      message(data, { client }) {
        takeMessage(client, chatId, data.message)
        tellUnread(data)
      },
      viewed(data, { client }) {
        changeMessages(client, chatId, before => withViewed(before, data.by, data.up_to))
        tellUnread(data)
      },
    },
    onReset: ({ client }) => refreshMessages(client, chatId),
  })
}
