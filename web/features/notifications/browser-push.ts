import { site } from '#kit/features/brands/site.ts'
import { request } from '#kit/request/request.ts'
import { type PushDevice, pushOf } from './device-push.ts'

const toldKey = 'push.endpoint'
/** How long the worker may take to come up, in ms. */
const patience = 10_000

const device: PushDevice = {
  get key() {
    return site().site.domain.push_service.public_key
  },
  permission: () =>
    'Notification' in globalThis && 'PushManager' in globalThis && 'serviceWorker' in navigator
      ? Notification.permission
      : undefined,
  askPermission: () => Notification.requestPermission(),
  async manager() {
    const late = new Promise<undefined>(resolve => setTimeout(resolve, patience))
    return (await Promise.race([navigator.serviceWorker.ready, late]))?.pushManager
  },
  tell: async body => void (await request('POST /push-subscriptions', { body })),
  untell: async () => void (await request('DELETE /push-subscriptions')),
  told: {
    read: () => localStorage.getItem(toldKey),
    write: endpoint => (endpoint === null ? localStorage.removeItem(toldKey) : localStorage.setItem(toldKey, endpoint)),
  },
}

/** Notifications of this browser. */
export const browserPush = pushOf(device)

/**
 * Asks for notifications on this device and, when allowed, turns them on. To be called from a press: browsers
 * ask only then. Rejects when the browser's push service or the school cannot be reached.
 */
export async function askPush(): Promise<'on' | 'refused' | 'unsupported'> {
  const state = await browserPush.turnOn()
  return state === 'denied' ? 'refused' : state
}
