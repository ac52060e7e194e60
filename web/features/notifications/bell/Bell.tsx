import { Link } from 'wouter'
import { useCopy } from '#kit/copy/copy.tsx'
import { useListening, useOwnRoom } from '#kit/live/listen.ts'
import { Icon } from '#kit/ui/marks/Icon.tsx'
import { useFollowedRooms } from '#web/features/chat/data.ts'
import { pathTo } from '#web/platform/addresses.ts'
import styles from './Bell.module.css'
import { refreshNotices, useUnreadCount } from './bell-count.ts'

const refresh = () => void refreshNotices()

/** The way to what has happened, with how much of it is unread. */
export function Bell() {
  const t = useCopy()
  const { data: count = 0 } = useUnreadCount()
  useListening('user', useOwnRoom(), { events: { notices: refresh }, onReset: refresh })
  // What a chat tells is read with it.
  useListening('chat', useFollowedRooms(), { events: { viewed: () => count > 0 && refresh() } })
  const name = t('shell.title.notices')
  const words = count > 0 ? `${name} (${count})` : name
  return (
    <Link href={pathTo('notices')} className={styles.bell} aria-label={words} title={words}>
      <Icon name="bell" />
      {count > 0 && <span className={styles.count}>{count > 99 ? '99+' : count}</span>}
    </Link>
  )
}
