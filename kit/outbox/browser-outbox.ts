import { browserQueue, wakeWithPage } from '#kit/queue/browser-queue.ts'
import { newKey } from '#kit/request/new-key.ts'
import { send } from '#kit/request/request.ts'
import { attachments } from './attachments.ts'
import { Outbox } from './waiting-writes.ts'
import type { OutboxNews } from './written-rows.ts'
import { databaseWrites } from './write-store.ts'

const queue = browserQueue<OutboxNews>('kurso-outbox')

export const browserOutbox = new Outbox({
  ...queue,
  store: databaseWrites,
  send: async ({ call, input, idempotencyKey }) => (await send(call, { ...input, idempotencyKey })).data,
  attachments,
  newKey,
  random: Math.random,
})

/** Sends what waited, now and whenever the network or the learner comes back. Once, after the user is known. */
export function startOutbox(): void {
  const drain = () => void browserOutbox.drain()
  queue.onNews(news => browserOutbox.hear(news))
  wakeWithPage(drain, () => void browserOutbox.refresh())
  drain()
}
