import { useEffect, useId, useState, useSyncExternalStore } from 'react'
import { useCopy } from '#kit/copy/copy.tsx'
import { Button } from '#kit/ui/actions/Button.tsx'
import { type Choice, essentialOnly, everything } from '#shared/features/consent/rules.ts'
import styles from './Consent.module.css'
import { consent, decide, isConsentAsked } from './consent-state.ts'
import { PolicyLink } from './ConsentForm.tsx'

/** Shown until a decision is made; blocks nothing and takes no focus. */
export function ConsentBanner() {
  useSyncExternalStore(consent.subscribe, consent.read)
  return isConsentAsked() ? <Question /> : null
}

function Question() {
  const t = useCopy()
  const id = useId()
  // Screen readers announce a live region only if its text comes after it.
  const [isThere, setThere] = useState(false)
  useEffect(() => {
    const timer = setTimeout(() => setThere(true))
    return () => clearTimeout(timer)
  }, [])
  const answer = (choice: Choice | undefined) => choice && void decide(choice)
  const handleSettings = async () => {
    const { askForConsent } = await import('./ConsentForm.tsx')
    answer(await askForConsent(t))
  }
  return (
    <section className={styles.banner} aria-labelledby={id}>
      <div role="status" className={styles.words}>
        {isThere && (
          <>
            <h2 id={id}>{t('consent.banner.title')}</h2>
            <p>
              {t('consent.banner.text')} <PolicyLink />
            </p>
          </>
        )}
      </div>
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
