import { attachments } from './attachments.ts'
import { settings } from './connection.ts'
import { isOffline } from './online.ts'
import { newKey } from './new-key.ts'
import { send } from './request.ts'
import { Outbox, type OutboxNews } from './waiting-writes.ts'
import { databaseWrites } from './write-store.ts'

const channel = globalThis.BroadcastChannel && new BroadcastChannel('kurso-outbox')

/** Web Locks are there only where the page is secure; elsewhere the idempotency key alone keeps writes from doubling. */
async function exclusive(lane: string, work: () => Promise<void>): Promise<void> {
  const { locks } = navigator
  return locks ? await locks.request(`kurso-outbox${lane && ` ${lane}`}`, work) : work()
}

export const browserOutbox = new Outbox({
  store: databaseWrites,
  send: async ({ call, input, idempotencyKey }) => (await send(call, { ...input, idempotencyKey })).data,
  exclusive,
  later(ms, then) {
    const timer = setTimeout(then, ms)
    return () => clearTimeout(timer)
  },
  userId: () => settings.userId,
  isOffline,
  announce: news => channel?.postMessage(news),
  attachments,
  newKey,
  now: Date.now,
  random: Math.random,
})

/** Sends what waited, now and whenever the network or the learner comes back. Once, after the user is known. */
export function startOutbox(): void {
  const drain = () => void browserOutbox.drain()
  channel?.addEventListener('message', ({ data }: MessageEvent<OutboxNews>) => browserOutbox.hear(data))
  addEventListener('online', drain)
  addEventListener('offline', () => void browserOutbox.refresh())
  document.addEventListener('visibilitychange', () => document.visibilityState === 'visible' && drain())
  drain()
}
