const viewsKey = 'push.views'
const askedKey = 'push.asked'
/** Pages that somebody has looked at before they are asked, over all visits. */
const enoughViews = 1000
/** Or how long a visit has lasted, in ms. */
const enoughMs = 100_000

export type PromptClock = ReturnType<typeof createPromptClock>

/** Says when to ask for notifications: after 1000 page views or 100 seconds, once a person on a device. */
export function createPromptClock(
  memory: Pick<Storage, 'getItem' | 'setItem'>,
  now: () => number = () => performance.now(),
) {
  const views = () => Number(memory.getItem(viewsKey)) || 0
  const left = () => Math.max(0, enoughMs - now())
  return {
    countView: () => memory.setItem(viewsKey, String(views() + 1)),
    /** Ms until the visit has lasted long enough; a visit begins with its page. */
    left,
    isTime: () => memory.getItem(askedKey) === null && (views() >= enoughViews || left() === 0),
    markAsked: () => memory.setItem(askedKey, '1'),
  }
}
