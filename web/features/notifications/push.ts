import { site } from '#kit/features/brands/site.ts'
import { request } from '#kit/request/request.ts'

/** unsupported: this browser has no web push; denied: the person forbade it in the browser; off and on: what this device is told. */
export type PushState = 'unsupported' | 'denied' | 'off' | 'on'

/** What a browser hands on of a subscription. */
type Subscribed = { endpoint: string; keys: { p256dh: string; auth: string } }

/** The browser and the school, as far as notifications of this device go. */
export type PushDevice = {
  /** The school's public key (base64url); null where it has none. */
  key: string | null
  permission(): NotificationPermission | undefined
  askPermission(): Promise<NotificationPermission>
  /** Undefined where the browser cannot, or no worker comes up. */
  manager(): Promise<Pick<PushManager, 'getSubscription' | 'subscribe'> | undefined>
  /** Tells the school where this device is reached. */
  tell(subscribed: Subscribed): Promise<void>
  untell(): Promise<void>
  /** The address that the school was told for the person signed in here; it is forgotten when they sign out. */
  told: { read(): string | null; write(endpoint: string | null): void }
}

function bytesOf(base64url: string): Uint8Array<ArrayBuffer> {
  const text = atob(base64url.replaceAll('-', '+').replaceAll('_', '/'))
  return Uint8Array.from(text, character => character.charCodeAt(0))
}

function isOfKey({ options }: PushSubscription, key: string): boolean {
  const known = options?.applicationServerKey
  if (!known) return true
  const wanted = bytesOf(key)
  const own = new Uint8Array(known)
  return own.length === wanted.length && own.every((byte, index) => byte === wanted[index])
}

function wireOf(subscription: PushSubscription): Subscribed {
  const { keys = {} } = subscription.toJSON()
  return { endpoint: subscription.endpoint, keys: { p256dh: keys['p256dh'] ?? '', auth: keys['auth'] ?? '' } }
}

async function subscriptionOf(device: PushDevice) {
  return (await device.manager())?.getSubscription() ?? null
}

/** Subscribes, anew where the school has another key than before, and tells the school of it. */
async function subscribe(device: PushDevice, key: string): Promise<boolean> {
  const manager = await device.manager()
  if (!manager) return false
  const known = await manager.getSubscription()
  if (known && !isOfKey(known, key)) await known.unsubscribe()
  const made = await manager.subscribe({ userVisibleOnly: true, applicationServerKey: bytesOf(key) })
  await device.tell(wireOf(made))
  device.told.write(made.endpoint)
  return true
}

async function stateOf(device: PushDevice): Promise<PushState> {
  const permission = device.permission()
  if (device.key === null || permission === undefined) return 'unsupported'
  if (permission === 'denied') return 'denied'
  if (permission === 'default' || device.told.read() === null) return 'off'
  return (await subscriptionOf(device)) ? 'on' : 'off'
}

async function turnOn(device: PushDevice): Promise<Exclude<PushState, 'off'>> {
  const known = device.permission()
  if (device.key === null || known === undefined) return 'unsupported'
  const permission = known === 'default' ? await device.askPermission() : known
  if (permission !== 'granted') return 'denied'
  return (await subscribe(device, device.key)) ? 'on' : 'unsupported'
}

async function keepUp(device: PushDevice): Promise<void> {
  const told = device.told.read()
  if (told === null || device.key === null || device.permission() !== 'granted') return
  const known = await subscriptionOf(device)
  if (known?.endpoint !== told || !isOfKey(known, device.key)) await subscribe(device, device.key)
}

/** Notifications of this device: whether they are on, and turning them on and off. */
export function pushOf(device: PushDevice) {
  return {
    state: () => stateOf(device),
    /** Asks the person if need be. Rejects when the browser's push service or the school cannot be reached. */
    turnOn: () => turnOn(device),
    /** The school first: once it knows, nothing more comes, whatever the browser does. */
    async turnOff(): Promise<void> {
      await device.untell()
      await this.forget().catch(() => undefined)
    },
    /** Tells the school when the browser has changed where this device is reached. */
    keepUp: () => keepUp(device),
    /** For the one who signs out: the school forgets this device with the session. */
    async forget(): Promise<void> {
      device.told.write(null)
      await (await subscriptionOf(device))?.unsubscribe()
    },
  }
}

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
