/** An event that keeps the worker alive. */
export type Lasting = { waitUntil(work: Promise<unknown>): void }

/** An open page of ours. */
export type OpenWindow = { url: string; focus(): Promise<unknown> }

export type PushNews = Lasting & { data: { text(): string } | null }
export type NotificationPress = Lasting & { notification: { data: unknown; close(): void } }
/** The browser has dropped a subscription; some have already created another. */
export type SubscriptionChange = Lasting & {
  oldSubscription?: { options: PushSubscriptionOptionsInit } | null
  newSubscription?: PushSubscription | null
}

/** The part of a service worker's global scope we use; the compiler's own library for it clashes with the page's. */
export interface WorkerScope {
  __WB_MANIFEST: { url: string; revision: string | null }[]
  registration: {
    waiting: { postMessage(message: unknown): void } | null
    showNotification(title: string, options: NotificationOptions): Promise<void>
    pushManager: Pick<PushManager, 'subscribe'>
  }
  clients: {
    matchAll(options: { type: 'window'; includeUncontrolled?: boolean }): Promise<readonly OpenWindow[]>
    openWindow(url: string): Promise<unknown>
    claim(): Promise<void>
  }
  cookieStore?: { get(name: string): Promise<{ value?: string } | null> }
  skipWaiting(): Promise<void>
  addEventListener(type: 'install', listener: (event: Lasting) => void): void
  addEventListener(type: 'message', listener: (event: Lasting & { data: unknown }) => void): void
  addEventListener(type: 'push', listener: (event: PushNews) => void): void
  addEventListener(type: 'notificationclick', listener: (event: NotificationPress) => void): void
  addEventListener(type: 'pushsubscriptionchange', listener: (event: SubscriptionChange) => void): void
}
