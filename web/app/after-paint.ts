import { loadSignedIn } from './guards.ts'

/** What waits until the first screen is drawn: the offline copy of the app, and the part behind the sign-in. */
export function afterPaint(): void {
  addEventListener('input', () => void loadSignedIn().catch(() => {}), { once: true })
  if (!import.meta.env.PROD || !('serviceWorker' in navigator)) return
  const idle = globalThis.requestIdleCallback ?? setTimeout
  const register = () => idle(() => void navigator.serviceWorker.register('/service-worker.js').catch(() => {}))
  if (document.readyState === 'complete') register()
  else addEventListener('load', register, { once: true })
}
