import { isSignedIn } from '#web/features/accounts/session.ts'
import { loadSignedIn } from './guards.ts'
import { holdInstallPrompt } from '#web/platform/device/install-prompt.ts'
import { features } from './paths.ts'
import { awaitPromo } from './promo/await-promo.ts'

const ignore = () => {}
const idle = globalThis.requestIdleCallback ?? setTimeout

/**
 * What waits until the first screen is rendered: the offline copy of the app, the part behind sign-in, and the live
 * connection.
 */
export function afterPaint(): void {
  holdInstallPrompt()
  isSignedIn.subscribe(beginLive)
  beginLive()
  for (const { afterPaint } of features)
    afterPaint?.await(() => void afterPaint.load().then(({ begin }) => begin(), ignore))
  awaitPromo()
  addEventListener('input', () => void loadSignedIn().catch(() => {}), { once: true })
  if (!import.meta.env.PROD || !('serviceWorker' in navigator)) return
  const register = () => idle(() => void keepOffline(navigator.serviceWorker).catch(() => {}))
  if (document.readyState === 'complete') register()
  else addEventListener('load', register, { once: true })
}

/** Stores the app on the device; on a first visit the stored copy can serve even this page if the network goes. */
async function keepOffline(workers: ServiceWorkerContainer): Promise<void> {
  await workers.register('/service-worker.js')
  const { active } = await workers.ready
  if (!workers.controller) active?.postMessage('take-page')
}

/** Starts once signed in and idle; what failed to load is retried once online. */
function beginLive(): void {
  if (!isSignedIn.read()) return
  const begin = async () => {
    const live = await import('./live.ts')
    live.startWebLive()
    live.beginFeatures(features)
  }
  idle(() => void begin().catch(() => addEventListener('online', beginLive, { once: true })))
}
