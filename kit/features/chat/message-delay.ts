import { useState } from 'react'
import { useClock } from '#kit/ui/clock.ts'

/** What must lie between two messages, and how much of it was left at the moment `at`; all in ms. */
export type MessageDelay = { delay: number; left: number; at: number }

/** How long until the next message may go, in ms, after the server's word and this device's own last message. */
export function delayLeft(delay: MessageDelay, sentAt: number | undefined, now: number): number {
  const byServer = delay.at + delay.left
  const byOwn = sentAt === undefined ? 0 : sentAt + delay.delay
  // The chat may have been read after the clock last ticked here: that is no time to wait.
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
