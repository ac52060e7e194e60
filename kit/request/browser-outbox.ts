import { isOffline, settings } from './connection.ts'
import { localDatabase, type WaitingWrite } from './local-database.ts'
import { send } from './request.ts'
import { Outbox, type WriteStore } from './waiting-writes.ts'

const inDatabase: WriteStore = {
  list: async userId => (await localDatabase()).getAllFromIndex('writes', 'userId', userId),
  add: async write => (await localDatabase()).add('writes', write as WaitingWrite),
  remove: async id => (await localDatabase()).delete('writes', id),
}

const channel = globalThis.BroadcastChannel && new BroadcastChannel('kurso-outbox')

/** Web Locks are there only where the page is secure; elsewhere the idempotency key alone keeps writes from doubling. */
async function exclusive(work: () => Promise<void>): Promise<void> {
  const { locks } = navigator
  return locks ? await locks.request('kurso-outbox', work) : work()
}

function newKey(): string {
  return Array.from(crypto.getRandomValues(new Uint8Array(16)), byte => byte.toString(16).padStart(2, '0')).join('')
}

export const browserOutbox = new Outbox({
  store: inDatabase,
  send: async ({ call, input, idempotencyKey }) => (await send(call, { ...input, idempotencyKey })).data,
  exclusive,
  later(ms, then) {
    const timer = setTimeout(then, ms * (0.75 + Math.random() / 2))
    return () => clearTimeout(timer)
  },
  userId: () => settings.userId,
  isOffline,
  announce: () => channel?.postMessage('changed'),
  newKey,
  now: Date.now,
})

/** Sends what waited, now and whenever the network or the learner comes back. Once, after the user is known. */
export function startOutbox(): void {
  const drain = () => void browserOutbox.drain()
  channel?.addEventListener('message', () => void browserOutbox.refresh())
  addEventListener('online', drain)
  document.addEventListener('visibilitychange', () => document.visibilityState === 'visible' && drain())
  void browserOutbox.refresh()
  drain()
}
