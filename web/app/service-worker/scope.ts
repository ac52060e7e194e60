/** An event that the worker is kept alive for. */
export type Lasting = { waitUntil(work: Promise<unknown>): void }

/** A page of ours that is open. */
export type OpenWindow = { url: string; focus(): Promise<unknown> }

export type PushNews = Lasting & { data: { text(): string } | null }
export type NotificationPress = Lasting & { notification: { data: unknown; close(): void } }
/** The browser has given up a subscription; in some it has made another already. */
export type SubscriptionChange = Lasting & {
  oldSubscription?: { options: PushSubscriptionOptionsInit } | null
  newSubscription?: PushSubscription | null
}

/** The little of a service worker's global scope that ours uses; the compiler's own library for it clashes with the page's. */
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
  addEventListener(type: 'message', listener: (event: { data: unknown }) => void): void
  addEventListener(type: 'push', listener: (event: PushNews) => void): void
  addEventListener(type: 'notificationclick', listener: (event: NotificationPress) => void): void
  addEventListener(type: 'pushsubscriptionchange', listener: (event: SubscriptionChange) => void): void
}
