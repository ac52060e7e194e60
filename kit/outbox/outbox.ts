import { useSyncExternalStore } from 'react'
import { browserOutbox } from './browser-outbox.ts'
import type { AnswerOf, CallName, Input } from '#kit/request/request.ts'
import type { DroppedWrite, WriteOptions, Outbox } from './waiting-writes.ts'
import { databaseWrites, type WriteStore } from './write-store.ts'
import type { WriteView } from './write-view.ts'

export type Enqueued<Name extends CallName> = { isSent: true; data: AnswerOf<Name> } | { isSent: false }
export type WriteName = Extract<CallName, `POST ${string}` | `PUT ${string}`>
/** A waiting write of a lane whose calls are known. */
export type WaitingWriteOf<Name extends WriteName> = Omit<WriteView, 'call' | 'input'> & {
  call: Name
  input: Input<Name>
}

/**
 * A write that must not be lost: stored on the device first, then sent in order, once. Answers the call's data when
 * the network took it at once, `isSent: false` when it waits; throws RequestError when the server refused it.
 */
export function enqueue<Name extends WriteName>(
  name: Name,
  input: Input<Name>,
  options?: WriteOptions,
): Promise<Enqueued<Name>> {
  return browserOutbox.enqueue(name, input, options) as Promise<Enqueued<Name>>
}

/** As `enqueue`, but answers as soon as the write is stored for good: its id on this device and its Idempotency-Key. */
export function addWrite<Name extends WriteName>(
  name: Name,
  input: Input<Name>,
  options?: WriteOptions,
): Promise<{ id: number; key: string }> {
  return browserOutbox.add(name, input, options)
}

/** A lane's writes that the server has not taken yet, in order, live over all tabs. */
export function useWaitingWrites<Name extends WriteName>(lane: string): readonly WaitingWriteOf<Name>[] {
  return useSyncExternalStore(browserOutbox.onChange, () =>
    browserOutbox.writesIn(lane),
  ) as readonly WaitingWriteOf<Name>[]
}

/** Tries a refused write again as it is, or a waiting one at once; its failed uploads are started again. */
export const retryWrite = (id: number): Promise<void> => browserOutbox.retry(id)

/** Forgets a write and its files. One that was sent without an answer may be on the server all the same. */
export const discardWrite = (id: number): Promise<void> => browserOutbox.discard(id)

/**
 * Gives a waiting or refused write other content and tries it at once. 'undecided': it was sent and no answer has come,
 * so the server may have it as it was and nothing is changed; 'gone': it has arrived or was discarded.
 */
export function changeWrite<Name extends WriteName>(
  id: number,
  input: Input<Name>,
): Promise<'changed' | 'undecided' | 'gone'> {
  return browserOutbox.changeInput(id, input)
}

/** Takes a write back before it is sent, for the person to go on with; its uploads stay. Otherwise as `changeWrite`. */
export const withdrawWrite = (id: number): Promise<Withdrawn> => withdraw(databaseWrites, browserOutbox, id)

/** Tells this tab of each write of a lane that it sent, with the answer, just before it leaves `useWaitingWrites`. */
export function onWriteSent<Name extends WriteName>(
  lane: string,
  listener: (sent: { id: number; key: string; call: Name; input: Input<Name>; data: AnswerOf<Name> }) => void,
): () => void {
  return browserOutbox.onSentIn(lane, ({ write: { id, idempotencyKey: key, call, input }, data }) =>
    listener({ id, key, call: call as Name, input: input as Input<Name>, data: data as AnswerOf<Name> }),
  )
}

/** How many writes of the learner wait for a network, over all tabs. */
export function useOutbox(): { waiting: number } {
  return { waiting: useSyncExternalStore(browserOutbox.onChange, browserOutbox.waiting) }
}

/** Tells of each write that the server refused after it had waited. Returns the way to stop. */
export function onDroppedWrite(listener: (dropped: DroppedWrite) => void): () => void {
  return browserOutbox.onDropped(listener)
}

/** Tells of each write that went through after it had waited, but those that `onWriteSent` tells of. Returns the way to stop. */
export function onSentLate(listener: () => void): () => void {
  return browserOutbox.onSentLate(listener)
}

type Withdrawn = 'withdrawn' | 'undecided' | 'gone'

/**
 * Takes a write out of the outbox before it is sent and leaves its uploads to whoever goes on with them. 'undecided': it
 * was sent and no answer has come, so nothing is changed; 'gone': it has arrived or was discarded.
 */
export async function withdraw(
  store: Pick<WriteStore, 'change'>,
  outbox: Pick<Outbox, 'hear' | 'discard'>,
  id: number,
): Promise<Withdrawn> {
  let isUndecided = false
  const write = await store.change(id, before => {
    isUndecided = before.isUndecided === true
    // A refused write is sent by no tab, and one without uploads takes none with it when it goes.
    return isUndecided ? undefined : { ...before, uploads: [], refusal: { status: 0, code: 'withdrawn', message: '' } }
  })
  if (!write) return isUndecided ? 'undecided' : 'gone'
  outbox.hear({ kind: 'put', write })
  await outbox.discard(id)
  return 'withdrawn'
}
