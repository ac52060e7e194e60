import { loadSignedIn } from './guards.ts'

/** What waits until the first screen is drawn: the offline copy of the app, and the part behind the sign-in. */
export function afterPaint(): void {
  addEventListener('input', () => void loadSignedIn().catch(() => {}), { once: true })
  if (!import.meta.env.PROD || !('serviceWorker' in navigator)) return
  const idle = globalThis.requestIdleCallback ?? setTimeout
  const register = () => idle(() => void keepOffline(navigator.serviceWorker).catch(() => {}))
  if (document.readyState === 'complete') register()
  else addEventListener('load', register, { once: true })
}

/** Keeps the app on the device; on a first visit this very page is served by what is kept, should the network go. */
async function keepOffline(workers: ServiceWorkerContainer): Promise<void> {
  await workers.register('/service-worker.js')
  const { active } = await workers.ready
  if (!workers.controller) active?.postMessage('take-page')
}
