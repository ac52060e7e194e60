import { site } from '#kit/features/brands/site.ts'
import { request } from '#kit/request/request.ts'

/** `denied`: forbidden in the browser's settings. */
export type PushState = 'unsupported' | 'denied' | 'off' | 'on'

type Subscribed = { endpoint: string; keys: { p256dh: string; auth: string } }

/** What push notifications need of the browser and the school; tests give their own. */
export type PushDevice = {
  /** The school's public key (base64url); null if push is not set up. */
  key: string | null
  permission(): NotificationPermission | undefined
  askPermission(): Promise<NotificationPermission>
  /** Undefined without support, or if no service worker starts. */
  manager(): Promise<Pick<PushManager, 'getSubscription' | 'subscribe'> | undefined>
  /** Sends the subscription to the school. */
  tell(subscribed: Subscribed): Promise<void>
  untell(): Promise<void>
  /** The endpoint sent for the signed-in user; forgotten at sign-out. */
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

/** Subscribes and tells the school; replaces a subscription made with an older key. */
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

/** Push notifications of one device. */
export function createPush(device: PushDevice) {
  return {
    state: () => stateOf(device),
    /** Asks for permission if needed. Rejects when the push service or the school cannot be reached. */
    turnOn: () => turnOn(device),
    /** The school first: once it knows, nothing more is sent, even if the browser fails to unsubscribe. */
    async turnOff(): Promise<void> {
      await device.untell()
      await this.forget().catch(() => undefined)
    },
    /** Sends the subscription again if the browser has changed it. */
    keepUp: () => keepUp(device),
    /** At sign-out; the school drops the subscription together with the session. */
    async forget(): Promise<void> {
      device.told.write(null)
      await (await subscriptionOf(device))?.unsubscribe()
    },
  }
}

/** How long the service worker may take to start, in ms. */
const patience = 10_000

type Told = PushDevice['told']

/** Push notifications of this browser. `told` is where the app keeps the endpoint; `begin` starts the service worker. */
export function browserPushOf(told: Told, begin: () => Promise<unknown> = async () => {}) {
  return createPush({
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
      const ready = begin().then(() => navigator.serviceWorker.ready)
      return (await Promise.race([ready, late]))?.pushManager
    },
    tell: async body => void (await request('POST /push-subscriptions', { body })),
    untell: async () => void (await request('DELETE /push-subscriptions')),
    told,
  })
}

export type BrowserPush = ReturnType<typeof createPush>
