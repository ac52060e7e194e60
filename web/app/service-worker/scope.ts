/** An event that the worker is kept alive for. */
export type Lasting = { waitUntil(work: Promise<unknown>): void }

/** The little of a service worker's global scope that ours uses; the compiler's own library for it clashes with the page's. */
export interface WorkerScope {
  __WB_MANIFEST: { url: string; revision: string | null }[]
  registration: { waiting: { postMessage(message: unknown): void } | null }
  clients: { matchAll(options: { type: 'window' }): Promise<readonly unknown[]>; claim(): Promise<void> }
  skipWaiting(): Promise<void>
  addEventListener(type: 'install', listener: (event: Lasting) => void): void
  addEventListener(type: 'message', listener: (event: { data: unknown }) => void): void
}
