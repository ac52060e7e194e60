import { Link } from 'wouter'
import { useCopy } from '#kit/copy/copy.tsx'
import { formatDate, formatTime } from '#kit/copy/format.ts'
import { Avatar } from '#kit/ui/marks/Avatar.tsx'
import { Badge } from '#kit/ui/marks/Badge.tsx'
import { Icon, type IconName } from '#kit/ui/marks/Icon.tsx'
import type { NoticeWire } from '#shared/features/notifications/notice-calls.ts'
import { msFromSeconds } from '#shared/platform/times.ts'
import { useUser } from '#web/features/accounts/data.ts'
import styles from './Notices.module.css'

const icons: Record<NoticeWire['kind'], IconName> = {
  message: 'chat',
  verdict: 'homework',
  consultation: 'video',
  payment: 'document',
  refund: 'document',
  points: 'star',
  article: 'users',
  mention: 'chat',
  day: 'calendar',
  announcement: 'bell',
}

/** Something that has happened, and the way to its place; that of staff is in the studio. */
export function NoticeLink({ notice, isNew }: { notice: NoticeWire; isNew: boolean }) {
  const { path } = notice
  const inside = <Told notice={notice} isNew={isNew} />
  return path.startsWith('/admin/') ? (
    <a href={path} className={styles.notice}>
      {inside}
    </a>
  ) : (
    <Link href={path} className={styles.notice}>
      {inside}
    </Link>
  )
}

/** The face of whoever stands behind it, with what kind of thing it is on the edge; the latter alone where nobody is known. */
function Mark({ notice: { kind, person } }: { notice: NoticeWire }) {
  if (!person?.name && !person?.avatar) return <Icon name={icons[kind]} className={styles.icon} />
  return (
    <span className={styles.person}>
      <Avatar name={person.name} src={person.avatar} size={40} />
      <Icon name={icons[kind]} className={styles.kind} />
    </span>
  )
}

function Told({ notice, isNew }: { notice: NoticeWire; isNew: boolean }) {
  const { title, text, created_at: createdAt } = notice
  const t = useCopy()
  const timeZone = useUser()?.timezone
  const at = msFromSeconds(createdAt)
  return (
    <>
      <Mark notice={notice} />
      <span className={styles.told}>
        <span className={styles.top}>
          <span className={styles.title} dir="auto">
            {title}
          </span>
          {isNew && <Badge tone="accent">{t('notifications.list.new')}</Badge>}
        </span>
        <span dir="auto">{text}</span>
        <time dateTime={new Date(at).toISOString()} className={styles.time}>
          {formatDate(at, t.language, 'long', timeZone)}, {formatTime(at, t.language, timeZone)}
        </time>
      </span>
    </>
  )
}
