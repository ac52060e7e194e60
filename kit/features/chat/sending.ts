import { useQueryClient } from '@tanstack/react-query'
import { useCallback, useEffect, useMemo, useRef, useState } from 'react'
import { discardWrite, retryWrite, useWaitingWrites, type WaitingWriteOf, type WriteName } from '#kit/outbox/outbox.ts'
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
  }
}

/** A chat's unacknowledged messages, with retry and discard. */
export function useSending<Wire extends Stored>(source: ChatSource<Wire>) {
  const client = useQueryClient()
  const writes = useWaitingWrites<WriteName>(source.lane)
  const pending = useMemo(() => writes.map(pendingOf), [writes])
  // Shown before its write leaves the outbox.
  useEffect(() => source.onSent(wire => takeMessage(client, source, wire)), [client, source])
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
  const left = Math.max(delay ? delayLeft(delay, sentAt, now) : 0, (heldUntil ?? 0) - now)
  if (isCounting !== left > 0) setCounting(left > 0)
  const sent = () => {
    setSentAt(Date.now())
    readClock()
  }
  return { seconds: Math.ceil(left / 1000), sent }
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
