import { useSyncExternalStore } from 'react'
import { useCopy } from '#kit/copy/copy.tsx'
import { isOffline } from '#kit/request/connection.ts'
import { useOutbox } from '#kit/request/outbox.ts'
import { Icon } from '#kit/ui/Icon.tsx'
import styles from './Shell.module.css'

function subscribe(listener: () => void): () => void {
  addEventListener('online', listener)
  addEventListener('offline', listener)
  return () => {
    removeEventListener('online', listener)
    removeEventListener('offline', listener)
  }
}

/** Says that there is no network, and how much waits for it. */
export function Connection() {
  const t = useCopy()
  const isCut = useSyncExternalStore(subscribe, isOffline)
  const { waiting } = useOutbox()
  return (
    <div role="status">
      {(isCut || waiting > 0) && (
        <p className={styles.connection} data-offline={isCut || undefined}>
          <Icon name={isCut ? 'wifi-off' : 'refresh'} />
          <span>
            {[isCut && t('shell.offline'), waiting > 0 && t('shell.waiting', { count: waiting })]
              .filter(Boolean)
              .join('. ')}
          </span>
        </p>
      )}
    </div>
  )
}
