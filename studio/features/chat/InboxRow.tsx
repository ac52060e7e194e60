import { Link } from 'wouter'
import { type Copy, useCopy } from '#kit/copy/copy.tsx'
import { Avatar } from '#kit/ui/Avatar.tsx'
import { Badge } from '#kit/ui/Badge.tsx'
import type { InboxChatWire } from '#shared/features/chat/contract.ts'
import { useClock } from '../../platform/use-clock.ts'
import styles from './Inbox.module.css'
import { waitingTime } from './waiting-time.ts'

type Props = { chat: InboxChatWire; href: string; isOpen: boolean }

/** One chat in the inbox: whose, the last words, how long it waits, who looks after it. */
export function InboxRow({ chat, href, isOpen }: Props) {
  const t = useCopy()
  const { learner, unread_count: unread } = chat
  return (
    <li>
      <Link href={href} className={styles.row} aria-current={isOpen ? 'page' : undefined}>
        <Avatar name={learner.name} src={learner.avatar} size={40} />
        <span className={styles.who}>
          <strong>{learner.name}</strong>
          <span className={styles.muted}>{chat.course_title}</span>
        </span>
        {unread > 0 && (
          <span className={styles.unread} aria-label={t('inbox.unread', { count: unread })} role="img">
            {unread}
          </span>
        )}
        <span className={styles.last} dir="auto">
          {lastWords(chat, t)}
        </span>
        <span className={styles.marks}>
          {chat.waiting_since !== null && <Waits since={chat.waiting_since} />}
          {chat.owner && <Badge icon="user">{chat.owner.name}</Badge>}
          {chat.has_consultation_order && <Badge tone="accent">{t('inbox.order')}</Badge>}
          {chat.has_open_consultation && <Badge tone="accent">{t('inbox.consultation')}</Badge>}
        </span>
      </Link>
    </li>
  )
}

function Waits({ since }: { since: number }) {
  const t = useCopy()
  const { key, ...values } = waitingTime(since, useClock(30_000))
  const isLong = values.days > 0
  return (
    <Badge tone={isLong ? 'danger' : 'neutral'} icon={isLong ? 'alert' : 'clock'}>
      {t(key, values)}
    </Badge>
  )
}

function lastWords({ last_message: last }: InboxChatWire, t: Copy): string {
  if (!last) return t('inbox.noMessages')
  const words = last.message || t('inbox.files', { count: last.files_count })
  return last.is_expert ? t('inbox.answered', { words }) : words
}
