import { useSyncExternalStore } from 'react'
import { browserOutbox } from './browser-outbox.ts'
import type { AnswerOf, CallName, Input } from './request.ts'
import type { DroppedWrite } from './waiting-writes.ts'

export type Enqueued<Name extends CallName> = { isSent: true; data: AnswerOf<Name> } | { isSent: false }

/**
 * A write that must not be lost: stored on the device first, then sent in order, once. Answers the call's data when
 * the network took it at once, `isSent: false` when it waits; throws RequestError when the server refused it.
 */
export function enqueue<Name extends `POST ${string}` & CallName>(
  name: Name,
  input: Input<Name>,
): Promise<Enqueued<Name>> {
  return browserOutbox.enqueue(name, input) as Promise<Enqueued<Name>>
}

/** How many writes of the learner wait for a network, over all tabs. */
export function useOutbox(): { waiting: number } {
  return { waiting: useSyncExternalStore(browserOutbox.onChange, browserOutbox.waiting) }
}

/** Tells of each write that the server refused after it had waited. Returns the way to stop. */
export function onDroppedWrite(listener: (dropped: DroppedWrite) => void): () => void {
  return browserOutbox.onDropped(listener)
}

/** Tells of each write that went through after it had waited. Returns the way to stop. */
export function onSentLate(listener: () => void): () => void {
  return browserOutbox.onSentLate(listener)
}
