import { StrictMode } from 'react'
import { createRoot } from 'react-dom/client'
import { CopyProvider } from '#kit/copy/copy.tsx'
import { settings } from '#kit/request/connection.ts'
import { ConsentBanner } from './ConsentBanner.tsx'
import { consent, syncWithAccount, loadConsent, isConsentAsked } from './consent-state.ts'
import { person } from '#web/platform/analytics.ts'
import { startAnalytics } from './analytics/start-analytics.ts'
import { messages } from '#web/platform/copy.ts'

let isBegun = false
let isBannerShown = false

/** Inserts the banner before the app, first in keyboard order; from then on it shows and hides itself. */
function showBanner(): void {
  if (isBannerShown || !isConsentAsked()) return
  isBannerShown = true
  const place = document.createElement('div')
  document.body.prepend(place)
  createRoot(place).render(
    <StrictMode>
      <CopyProvider language={settings.language} messages={messages}>
        <ConsentBanner />
      </CopyProvider>
    </StrictMode>,
  )
}

/** Reconciles the device's and the account's decisions at sign-in; offline, at the next start. */
function meetPerson(): void {
  const id = person.read()?.id
  if (id !== undefined && consent.read()?.userId !== id) void syncWithAccount(id).catch(() => {})
}

/** Started once the app is rendered: the cookie banner, and analytics where allowed. */
export function begin(): void {
  if (isBegun) return
  isBegun = true
  loadConsent()
  const tabs = new BroadcastChannel('consent')
  tabs.addEventListener('message', loadConsent)
  addEventListener('kurso:consent', () => tabs.postMessage(null))
  consent.subscribe(showBanner)
  showBanner()
  startAnalytics()
  person.subscribe(meetPerson)
  meetPerson()
}
