import { type QueryClient, useQuery, useQueryClient } from '@tanstack/react-query'
import { useCallback, useState } from 'react'
import { useRoom } from '#kit/live/listen.ts'
import { isPassing } from '#kit/request/request-errors.ts'
import { type ChatSource, pageSize, type Stored } from './chat-source.ts'
import {
  hasGap,
  type KnownMessages,
  lastNumber,
  noMessages,
  withLatest,
  withMessages,
  withViewed,
} from './known-messages.ts'
import type { Message } from './message.ts'

const known = (client: QueryClient, { knownKey }: { knownKey: readonly unknown[] }) =>
  client.getQueryData<KnownMessages>(knownKey) ?? noMessages

/** The newest page from the server, or offline from the device. */
async function readLatest<Wire extends Stored>(client: QueryClient, source: ChatSource<Wire>): Promise<Message[]> {
  try {
    return (await source.readLatest(client)).map(source.messageOf)
  } catch (error) {
    const kept = client.getQueryData<Wire[]>(source.latestKey)
    if (kept && isPassing(error)) return kept.map(source.messageOf)
    throw error
  }
}

/** Reads the missing messages until the run has no gaps. */
async function closeGap<Wire extends Stored>(source: ChatSource<Wire>, from: KnownMessages): Promise<KnownMessages> {
  let now = from
  while (hasGap(now)) {
    const wires = await source.readAfter(lastNumber(now))
    const next = withMessages(now, wires.map(source.messageOf), 'page')
    if (lastNumber(next) === lastNumber(now)) return now
    now = next
  }
  return now
}

async function readConversation<Wire extends Stored>(
  client: QueryClient,
  source: ChatSource<Wire>,
): Promise<KnownMessages> {
  const latest = await readLatest(client, source)
  const whole = await closeGap(source, withLatest(known(client, source), latest))
  // Events may have come while it was read.
  const now = known(client, source)
  return now.messages.length ? withMessages(whole, [...now.messages, ...now.ahead], 'event') : whole
}

/** Reads a chat's messages again, as after a long time without the live connection. */
function refreshMessages<Wire extends Stored>(client: QueryClient, source: ChatSource<Wire>): void {
  client.removeQueries({ queryKey: source.latestKey })
  void client.invalidateQueries({ queryKey: source.knownKey })
}

/** Changes the cached messages of a chat, if it has been read. */
export function changeMessages<Wire extends Stored>(
  client: QueryClient,
  source: ChatSource<Wire>,
  change: (before: KnownMessages) => KnownMessages,
): void {
  client.setQueryData<KnownMessages>(source.knownKey, before => before && change(before))
  if (hasGap(known(client, source))) void client.invalidateQueries({ queryKey: source.knownKey })
}

/** Stores a message that came by an event or as the answer to a write. */
export function takeMessage<Wire extends Stored>(client: QueryClient, source: ChatSource<Wire>, wire: Wire): void {
  changeMessages(client, source, before => withMessages(before, [source.messageOf(wire)], 'event'))
  client.setQueryData<Wire[]>(
    source.latestKey,
    before =>
      before &&
      [wire, ...before.filter(one => one.id !== wire.id)]
        .sort((one, other) => other.number - one.number)
        .slice(0, pageSize),
  )
}

const reading = new Map<string, Promise<void>>()

/**
 * Reads the page before the oldest known message; pages end at fixed numbers, so that those already read are found
 * offline.
 */
async function readOlder<Wire extends Stored>(client: QueryClient, source: ChatSource<Wire>): Promise<void> {
  const lowest = known(client, source).messages[0]?.number ?? 1
  if (lowest <= 1) return
  const { data, hasOlder } = await source.readBefore(lowest, (lowest - 1) % pageSize || pageSize)
  changeMessages(client, source, before => ({
    ...withMessages(before, data.map(source.messageOf), 'page'),
    hasOlder,
  }))
}

/** Reads older messages of a chat one request at a time. Rejects as the call does. */
function loadOlder<Wire extends Stored>(client: QueryClient, source: ChatSource<Wire>): Promise<void> {
  const running = reading.get(source.name)
  if (running) return running
  const started = readOlder(client, source).finally(() => reading.delete(source.name))
  reading.set(source.name, started)
  return started
}

/** A chat's known messages, and a way to load earlier ones while there are any. */
export function useMessages<Wire extends Stored>(source: ChatSource<Wire>) {
  const client = useQueryClient()
  const query = useQuery({
    queryKey: source.knownKey,
    queryFn: () => readConversation(client, source),
    meta: { isKept: false },
  })
  const [older, setOlder] = useState<'idle' | 'loading' | 'failed'>('idle')
  const hasOlder = query.data?.hasOlder ?? false
  const readMore = useCallback(async () => {
    if (!hasOlder) return
    setOlder('loading')
    await loadOlder(client, source).then(
      () => setOlder('idle'),
      () => setOlder('failed'),
    )
  }, [client, source, hasOlder])
  return { ...query, hasOlder, older, readMore }
}

/** Applies live events to a chat's messages: new, edited and seen ones; `after` is the room's number at the time of the read. */
export function useConversationLive<Wire extends Stored>(
  source: ChatSource<Wire>,
  after: number | undefined,
  onUnread: ((count: number) => void) | undefined,
): void {
  const client = useQueryClient()
  const { kind, id, listening } = source.room
  const heard = listening({
    message: wire => takeMessage(client, source, wire),
    viewed: (by, upTo) => changeMessages(client, source, before => withViewed(before, by, upTo)),
    unread: count => onUnread?.(count),
    reset: () => refreshMessages(client, source),
  })
  // A later number in the same room is no reason to rejoin.
  useRoom(kind, after === undefined ? undefined : { id, after }, heard)
}
