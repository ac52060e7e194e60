import { useCopy } from '#kit/copy/copy.tsx'
import { useOutbox } from '#kit/request/outbox.ts'
import { Icon } from '#kit/ui/Icon.tsx'
import styles from './ConnectionBanner.module.css'
import { useOnline } from '#web/platform/use-online.ts'

/** Says that there is no network and how much waits for it. */
export function ConnectionBanner() {
  const t = useCopy()
  const isOnline = useOnline()
  const { waiting } = useOutbox()
  const isShown = !isOnline || waiting > 0
  return (
    <div role="status" className={styles.host}>
      {isShown && (
        <p className={styles.banner} data-offline={!isOnline || undefined}>
          <Icon name={isOnline ? 'refresh' : 'wifi-off'} />
          <span>
            {[!isOnline && t('shell.offline'), waiting > 0 && t('shell.waiting', { count: waiting })]
              .filter(Boolean)
              .join('. ')}
          </span>
        </p>
      )}
    </div>
  )
}
