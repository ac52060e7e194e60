import { useSyncExternalStore } from 'react'
import { useCopy } from '#kit/copy/copy.tsx'
import { formatDate, formatTime } from '#kit/copy/format.ts'
import styles from './Downloads.module.css'
import { lastSynced } from './last-synced.ts'

const isToday = (at: number) => new Date(at).toDateString() === new Date().toDateString()

/** When this device last had an answer from the school; nothing where it never had one. */
export function LastSynced() {
  const t = useCopy()
  const at = useSyncExternalStore(lastSynced.subscribe, lastSynced.read)
  if (at === undefined) return null
  const time = formatTime(at, t.language)
  return (
    <span className={styles.synced}>
      {isToday(at)
        ? t('downloads.synced', { time })
        : t('downloads.synced.day', { time, date: formatDate(at, t.language, 'short') })}
    </span>
  )
}
