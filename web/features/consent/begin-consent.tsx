import { StrictMode } from 'react'
import { createRoot } from 'react-dom/client'
import { CopyProvider } from '#kit/copy/copy.tsx'
import { settings } from '#kit/request/connection.ts'
import { consent, syncWithAccount, loadConsent, isConsentAsked } from './consent-state.ts'
import { person } from '#web/platform/analytics.ts'
import { startAnalytics } from './analytics/start-analytics.ts'
import { addCopy, messages } from '#web/platform/copy.ts'

let isBegun = false
let isBannerShown = false

/** Puts the banner before the app, where the keyboard comes first; once, it then shows and hides by itself. */
async function showBanner(): Promise<void> {
  if (isBannerShown || !isConsentAsked()) return
  isBannerShown = true
  const [{ ConsentBanner }] = await Promise.all([import('./ConsentBanner.tsx'), addCopy('account')]).catch(
    (error: unknown) => {
      isBannerShown = false
      throw error
    },
  )
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

/** At a sign-in the device's decision and the account's meet; without a network they do at the next start. */
function meetPerson(): void {
  const id = person.read()?.id
  if (id !== undefined && consent.read()?.userId !== id) void syncWithAccount(id).catch(() => {})
}

/** What goes on once the app is drawn: the question about cookies, and figures where they are allowed. */
export function beginConsent(): void {
  if (isBegun) return
  isBegun = true
  loadConsent()
  const tabs = new BroadcastChannel('consent')
  tabs.addEventListener('message', loadConsent)
  addEventListener('kurso:consent', () => tabs.postMessage(null))
  const ask = () => void showBanner().catch(() => {})
  consent.subscribe(ask)
  ask()
  startAnalytics()
  person.subscribe(meetPerson)
  meetPerson()
}
