import { useSyncExternalStore } from 'react'
import { lastSynced } from '#kit/cache/last-synced.ts'
import { type Copy, useCopy } from '#kit/copy/copy.tsx'
import { formatDate, formatTime } from '#kit/copy/format.ts'
import styles from './ConnectionBanner.module.css'

/** When this device last had an answer from the school, in words; undefined when it never had one. */
function syncedWords(t: Copy, at: number | undefined): string | undefined {
  if (at === undefined) return undefined
  const time = formatTime(at, t.language)
  const isToday = new Date(at).toDateString() === new Date().toDateString()
  return isToday
    ? t('shell.synced', { time })
    : t('shell.synced.day', { time, date: formatDate(at, t.language, 'short') })
}

/** When this device last had an answer from the school. */
export function LastSynced() {
  const t = useCopy()
  const words = syncedWords(
    t,
    useSyncExternalStore(() => () => {}, lastSynced),
  )
  return words && <span className={styles.synced}>{words}</span>
}
