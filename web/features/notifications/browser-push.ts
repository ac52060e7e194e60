import { browserPushOf } from '#kit/features/notifications/push.ts'

const toldKey = 'push.endpoint'

/** The learner app's notifications in this browser. */
export const browserPush = browserPushOf({
  read: () => localStorage.getItem(toldKey),
  write: endpoint => (endpoint === null ? localStorage.removeItem(toldKey) : localStorage.setItem(toldKey, endpoint)),
})

/**
 * Turns notifications on if the person allows them. Browsers ask only after a press. Rejects when the push service or the
 * school cannot be reached.
 */
export async function askPush(): Promise<'on' | 'refused' | 'unsupported'> {
  const state = await browserPush.turnOn()
  return state === 'denied' ? 'refused' : state
}
