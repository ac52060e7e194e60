import { queryClient } from '#kit/cache/query-client.ts'
import type { UserStreamWire } from '#shared/features/streams/contract.ts'
import { beforeSignOut } from '#web/features/accounts/session.ts'
import { streamsQuery } from '#web/features/streams/data.ts'
import { pathTo } from '#web/platform/addresses.ts'
import { browserPush } from './browser-push.ts'

let isWatching = false

/**
 * Looks after notifications on this device while a learner is signed in: keeps the subscription fresh, drops it at
 * sign-out, and offers notifications on a screen where they are of use, once the learner has looked around for a while.
 */
export function watchPush(): void {
  if (isWatching) return
  isWatching = true
  beforeSignOut.add(() => void browserPush.forget().catch(() => {}))
  void browserPush.keepUp().catch(() => {})
  const clock = createPromptClock(localStorage)
  addEventListener('pushState', () => {
    clock.countView()
    if (isWorthAsking(location.pathname) && clock.isTime()) void offer(clock).catch(() => {})
  })
}

/** Where experts' answers are waited for or seen; never amid a registration, a lesson or a form. */
export function isWorthAsking(path: string): boolean {
  return [pathTo('home'), pathTo('chats'), pathTo('homeworks')].includes(path)
}

/** Whether an expert may ever answer the learner: one of their courses has a chat and has not ended. */
export function hasExpert(streams: readonly Pick<UserStreamWire, 'chat_channel_id' | 'status'>[]): boolean {
  return streams.some(({ chat_channel_id, status }) => chat_channel_id !== null && status !== 'ended')
}

/** Asks only people who have not decided and have an expert, and only once; the browser's own question needs a press. */
async function offer(clock: PromptClock): Promise<void> {
  if (!hasExpert(await queryClient.ensureQueryData(streamsQuery())) || !clock.isTime()) return
  clock.markAsked()
  if ((await browserPush.state()) !== 'off' || Notification.permission !== 'default') return
  const { closePushOffer, showPushOffer } = await import('./PushOffer.tsx')
  beforeSignOut.add(closePushOffer)
  await showPushOffer()
}

const viewsKey = 'push.views'
const askedKey = 'push.asked'
/** How many pages a person opens, over all visits, before being asked. */
const enoughViews = 1000
/** Or how long a visit lasts before that, in ms from the page's load. */
const enoughMs = 100_000

type PromptClock = ReturnType<typeof createPromptClock>

/** Decides when to ask for notifications: after 1000 page views or 100 seconds, once per person and device. */
export function createPromptClock(
  memory: Pick<Storage, 'getItem' | 'setItem'>,
  now: () => number = () => performance.now(),
) {
  const views = () => Number(memory.getItem(viewsKey)) || 0
  return {
    countView: () => memory.setItem(viewsKey, String(views() + 1)),
    isTime: () => memory.getItem(askedKey) === null && (views() >= enoughViews || now() >= enoughMs),
    markAsked: () => memory.setItem(askedKey, '1'),
  }
}
