import { useQueryClient } from '@tanstack/react-query'
import { useCallback, useEffect, useEffectEvent, useLayoutEffect, useMemo, useRef, useState } from 'react'
import {
  discardWrite,
  retryWrite,
  useWaitingWrites,
  type WaitingWriteOf,
  withdrawWrite,
  type WriteName,
} from '#kit/outbox/outbox.ts'
import { isOffline } from '#kit/request/online.ts'
import { useClock } from '#kit/ui/clock.ts'
import type { ChatSource, Stored } from './chat-source.ts'
import { withViewed } from './known-messages.ts'
import { changeMessages, takeMessage } from './message-data.ts'
import type { Message } from './message.ts'
import { isUnseen, type PendingMessage } from './messages/rows.ts'

/** The words of a message that waits in a chat's lane. */
export const wordsOf = ({ input }: { input: object }): string =>
  (input as { body: { message?: string } }).body.message ?? ''

function pendingOf(write: WaitingWriteOf<WriteName>): PendingMessage {
  return {
    key: write.key,
    text: wordsOf(write),
    uploads: write.uploads,
    at: write.at,
    state: write.state === 'refused' ? 'failed' : write.state,
    ...(write.refusal && { reason: write.refusal.message }),
    goesAt: write.heldUntil,
    isHere: write.state === 'waiting' && !write.isUndecided,
  }
}

/** A chat's unacknowledged messages, with retry and discard. */
export function useSending<Wire extends Stored>(source: ChatSource<Wire>) {
  const client = useQueryClient()
  const writes = useWaitingWrites<WriteName>(source.lane)
  const pending = useMemo(() => writes.map(pendingOf), [writes])
  const [sentAt, setSentAt] = useState<number>()
  useEffect(
    () =>
      source.onSent(wire => {
        // Shown before its write leaves the outbox.
        takeMessage(client, source, wire)
        setSentAt(Date.now())
      }),
    [client, source],
  )
  const find = (key: string) => writes.find(write => write.key === key)
  return {
    pending,
    /** When this page last sent one, in ms. */
    sentAt,
    async retry(key: string): Promise<void> {
      const write = find(key)
      if (write) await retryWrite(write.id)
    },
    async discard(key: string): Promise<void> {
      const write = find(key)
      if (write) await discardWrite(write.id)
    },
    /** Takes back a message that the server cannot have, for its author to go on with; answers whether it was still here. */
    async takeBack(key: string): Promise<boolean> {
      const write = find(key)
      return write !== undefined && (await withdrawWrite(write.id)) === 'withdrawn'
    },
  }
}

export type Sending = ReturnType<typeof useSending>

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
 * The whole seconds until a message that is written now goes out, counted down: `delay` after the last one, be it sent or
 * waiting. 0 when it goes at once, and without a network, when nobody knows.
 */
export function useMessageDelay(delay: MessageDelay | undefined, { pending, sentAt }: Sending): number {
  const [isCounting, setCounting] = useState(true)
  const [now, readClock] = useClock(isCounting ? 250 : undefined)
  const readNow = useEffectEvent(readClock)
  useLayoutEffect(() => readNow(), [pending, sentAt])
  const lastGoesAt = pending.findLast(({ goesAt }) => goesAt !== undefined)?.goesAt
  const queued = lastGoesAt === undefined || !delay ? 0 : lastGoesAt + delay.delay - now
  const left = delay ? Math.max(delayLeft(delay, sentAt, now), queued) : 0
  if (isCounting !== left > 0) setCounting(left > 0)
  return isOffline() ? 0 : Math.ceil(left / 1000)
}

/** How long a message must be visible to count as seen, in ms. */
const glance = 400

type Seeing<Wire extends Stored> = {
  source: ChatSource<Wire>
  messages: readonly Message[]
  onUnread: ((count: number) => void) | undefined
}

/** Marks what others wrote as seen; the last one stands for all before it. */
export function useViewed<Wire extends Stored>({ source, messages, onUnread }: Seeing<Wire>) {
  const client = useQueryClient()
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined)
  const marked = useRef(0)
  const now = useRef({ messages, onUnread })
  now.current = { messages, onUnread }
  useEffect(() => () => clearTimeout(timer.current), [])
  return useCallback(
    (position: number) => {
      const last = now.current.messages.findLast(message => message.number <= position && isUnseen(message))
      if (!last || last.number <= marked.current) return
      clearTimeout(timer.current)
      timer.current = setTimeout(() => {
        marked.current = last.number
        changeMessages(client, source, before => withViewed(before, 'us', last.number))
        now.current.onUnread?.(now.current.messages.filter(one => one.number > last.number && isUnseen(one)).length)
        void source.markSeen(last).then(left => left !== undefined && now.current.onUnread?.(left))
      }, glance)
    },
    [client, source],
  )
}
