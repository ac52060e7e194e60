import { Link } from 'wouter'
import { useCopy } from '#kit/copy/copy.tsx'
import { useListening, useOwnRoom } from '#kit/live/listen.ts'
import { Icon } from '#kit/ui/marks/Icon.tsx'
import { useFollowedRooms } from '#web/features/chat/data.ts'
import { pathTo } from '#web/platform/addresses.ts'
import styles from './Bell.module.css'
import { refreshNotices, useUnreadCount } from './bell-count.ts'

const refresh = () => void refreshNotices()

/** The way to what has happened, with how much of it is unread; beside a back button a phone shows it only while something is. */
export function Bell({ isBesideBack }: { isBesideBack: boolean }) {
  const t = useCopy()
  const { data: count = 0 } = useUnreadCount()
  useListening('user', useOwnRoom(), { events: { notices: refresh }, onReset: refresh })
  // What a chat tells is read with it.
  useListening('chat', useFollowedRooms(), { events: { viewed: () => count > 0 && refresh() } })
  const name = t('shell.title.notices')
  const shown = count > 99 ? '99+' : count
  const words = count > 0 ? `${name}: ${shown}` : name
  return (
    <Link
      href={pathTo('notices')}
      className={styles.bell}
      data-quiet={(isBesideBack && count === 0) || undefined}
      aria-label={words}
      title={words}
    >
      <Icon name="bell" />
      {count > 0 && <span className={styles.count}>{shown}</span>}
    </Link>
  )
}
