import { useCopy } from '#kit/copy/copy.tsx'
import { useOnline } from '#kit/request/use-online.ts'
import { useOutbox } from '#kit/outbox/outbox.ts'
import { Slot } from './Slot.tsx'
import { Icon } from '#kit/ui/marks/Icon.tsx'
import styles from './ConnectionBanner.module.css'

declare module '#kit/shell/slots.ts' {
  interface Slots {
    /** What else is to be said while there is no network. */
    offline: object
  }
}

/** Shows that the device is offline and how many changes are waiting. */
export function ConnectionBanner() {
  const t = useCopy()
  const isOnline = useOnline()
  const { waiting } = useOutbox()
  const texts = [!isOnline && t('shell.offline'), waiting > 0 && t('shell.waiting', { count: waiting })].filter(Boolean)
  return (
    <div role="status" className={styles.host}>
      {texts.length > 0 && (
        <p className={styles.banner} data-offline={!isOnline || undefined}>
          <Icon name={isOnline ? 'refresh' : 'wifi-off'} />
          <span>
            {texts.join('. ')}
            {!isOnline && <Slot name="offline" />}
          </span>
        </p>
      )}
    </div>
  )
}
