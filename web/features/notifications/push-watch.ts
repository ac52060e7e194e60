import { toast } from '#kit/ui/layers/toasts.ts'
import { copyWith } from '#web/platform/copy.ts'
import { beforeSignOut } from '#web/features/accounts/session.ts'
import { askPush, browserPush } from './push.ts'

let isWatching = false

/**
 * Looks after notifications on this device while a learner is signed in: keeps the subscription fresh, drops it at
 * sign-out, and offers notifications once the learner has looked around for a while.
 */
export function watchPush(): void {
  if (isWatching) return
  isWatching = true
  beforeSignOut.add(() => void browserPush.forget().catch(() => {}))
  void browserPush.keepUp().catch(() => {})
  const clock = createPromptClock(localStorage)
  const look = () => {
    if (clock.isTime()) void prompt(clock).catch(() => {})
  }
  addEventListener('pushState', () => {
    clock.countView()
    look()
  })
  setTimeout(look, clock.left())
}

/** Asks only people who have not decided, and only once; the browser's own question needs a click. */
async function prompt(clock: PromptClock): Promise<void> {
  clock.markAsked()
  if ((await browserPush.state()) !== 'off' || Notification.permission !== 'default') return
  const t = await copyWith('account')
  const handleYes = () =>
    void askPush().then(
      answer => toast(t(`notifications.push.answer.${answer}`), { tone: answer === 'on' ? 'success' : 'info' }),
      () => toast(t('notifications.push.failed'), { tone: 'danger' }),
    )
  toast(t('notifications.push.prompt'), { action: { label: t('notifications.push.prompt.yes'), onPress: handleYes } })
}

const viewsKey = 'push.views'
const askedKey = 'push.asked'
/** How many pages a person opens, over all visits, before being asked. */
const enoughViews = 1000
/** Or how long a visit lasts before that, in ms. */
const enoughMs = 100_000

type PromptClock = ReturnType<typeof createPromptClock>

/** Decides when to ask for notifications: after 1000 page views or 100 seconds, once per person and device. */
export function createPromptClock(
  memory: Pick<Storage, 'getItem' | 'setItem'>,
  now: () => number = () => performance.now(),
) {
  const views = () => Number(memory.getItem(viewsKey)) || 0
  const left = () => Math.max(0, enoughMs - now())
  return {
    countView: () => memory.setItem(viewsKey, String(views() + 1)),
    /** Ms until the visit has lasted long enough; it starts with the page load. */
    left,
    isTime: () => memory.getItem(askedKey) === null && (views() >= enoughViews || left() === 0),
    markAsked: () => memory.setItem(askedKey, '1'),
  }
}
