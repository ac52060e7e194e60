import { StrictMode, useId, useLayoutEffect, useState, useSyncExternalStore } from 'react'
import { createRoot } from 'react-dom/client'
import { CopyProvider, useCopy } from '#kit/copy/copy.tsx'
import { settings } from '#kit/request/connection.ts'
import { errorMessage } from '#kit/request/request-errors.ts'
import { toast } from '#kit/ui/layers/toasts.ts'
import { allows, consent, decide, isConsentAsked, loadConsent, syncWithAccount } from './consent-state.ts'
import { person, untold } from '#web/platform/analytics.ts'
import { messages } from '#web/platform/copy.ts'
import { Button } from '#kit/ui/actions/Button.tsx'
import { type Choice, essentialOnly, everything } from '#shared/features/consent/rules.ts'
import styles from './Consent.module.css'
import { PolicyLink } from './PolicyLink.tsx'

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

/** The code of analytics comes once they are allowed; events from before are discarded. */
function awaitAnalytics(): void {
  if (!allows('analytics')) return void (untold.length = 0)
  stopAwaiting()
  void import('./analytics/start-analytics.ts').then(
    ({ startAnalytics }) => startAnalytics(),
    () => addEventListener('online', awaitAnalytics, { once: true }),
  )
}
let stopAwaiting = () => {}

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
  stopAwaiting = consent.subscribe(awaitAnalytics)
  awaitAnalytics()
  person.subscribe(meetPerson)
  meetPerson()
}

/** Shown until a decision is made; blocks nothing and takes no focus. */
function ConsentBanner() {
  useSyncExternalStore(consent.subscribe, consent.read)
  return isConsentAsked() ? <Question /> : null
}

function Question() {
  const t = useCopy()
  const id = useId()
  // Screen readers announce a live region only if its text comes after it; its place is kept until then.
  const [isThere, setThere] = useState(false)
  useLayoutEffect(() => {
    const timer = setTimeout(() => setThere(true))
    return () => clearTimeout(timer)
  }, [])
  const answer = (choice: Choice | undefined) => choice && void decide(choice)
  const handleSettings = async () => {
    try {
      const { askForConsent } = await import('./ConsentForm.tsx')
      answer(await askForConsent(t))
    } catch (error) {
      toast(errorMessage(error, t('ui.error.title')), { tone: 'danger' })
    }
  }
  const words = (
    <>
      <h2 id={id}>{t('consent.banner.title')}</h2>
      <p>
        {t('consent.banner.text')} <PolicyLink />
      </p>
    </>
  )
  return (
    <section className={styles.banner} aria-labelledby={id}>
      <div role="status" className={styles.words}>
        {isThere && words}
      </div>
      {!isThere && <div className={styles.place}>{words}</div>}
      <div className={styles.buttons}>
        <Button look="secondary" onClick={() => answer(essentialOnly)}>
          {t('consent.dismiss')}
        </Button>
        <Button look="ghost" onClick={() => void handleSettings()}>
          {t('consent.settings')}
        </Button>
        <Button look="secondary" onClick={() => answer(everything)}>
          {t('consent.acceptAll')}
        </Button>
      </div>
    </section>
  )
}
