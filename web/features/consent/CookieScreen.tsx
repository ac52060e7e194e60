import { useEffect, useState, useSyncExternalStore } from 'react'
import { useCopy } from '#kit/copy/copy.tsx'
import { site } from '#kit/features/brands/site.ts'
import { settings } from '#kit/request/connection.ts'
import { EmptyState } from '#kit/ui/states/EmptyState.tsx'
import { Notice } from '#kit/ui/states/Notice.tsx'
import { Skeleton } from '#kit/ui/marks/Skeleton.tsx'
import { toast } from '#kit/ui/layers/toasts.ts'
import type { Choice } from '#shared/features/consent/rules.ts'
import styles from './Consent.module.css'
import { ConsentForm } from './ConsentForm.tsx'
import { consent, decide, loadConsent, syncWithAccount } from './consent-state.ts'

type SyncState = 'running' | 'done' | 'failed'

/** Asks the account first: another device may have changed the decision. */
function useAccountSync(): SyncState {
  const [sync, setSync] = useState<SyncState>('running')
  useEffect(() => {
    loadConsent()
    const met =
      settings.userId === null ? Promise.reject(new Error('Id must be set')) : syncWithAccount(settings.userId)
    met.then(
      () => setSync('done'),
      () => setSync('failed'),
    )
  }, [])
  return sync
}

/** `/user/settings/cookie` */
export function CookieScreen() {
  const t = useCopy()
  if (!site().config.isCookieConsentEnable) {
    return <EmptyState isPage icon="check" title={t('consent.off')} text={t('consent.off.text')} />
  }
  return (
    <div className={styles.screen}>
      <h1>{t('consent.title')}</h1>
      <Settings />
    </div>
  )
}

function Settings() {
  const t = useCopy()
  const sync = useAccountSync()
  const decision = useSyncExternalStore(consent.subscribe, consent.read)
  const [isBusy, setBusy] = useState(false)
  const [isWaiting, setWaiting] = useState(false)
  if (sync === 'running')
    return (
      <div aria-busy>
        <Skeleton height="18rem" />
      </div>
    )
  const handleAgree = async (choice: Choice) => {
    setBusy(true)
    const isKept = await decide(choice)
    setBusy(false)
    setWaiting(!isKept)
    if (isKept) toast(t('consent.saved'), { tone: 'success' })
  }
  return (
    <>
      {(isWaiting || sync === 'failed') && <Notice live>{t('consent.onDevice')}</Notice>}
      <ConsentForm initial={decision} isBusy={isBusy} onAgree={choice => void handleAgree(choice)} />
    </>
  )
}
