import { type Copy, useCopy } from '#kit/copy/copy.tsx'
import { Badge } from '#kit/ui/marks/Badge.tsx'
import type { InboxChatWire } from '#shared/features/chat/contract.ts'
import { QueueRow } from '#studio/platform/Queue.tsx'
import styles from './Inbox.module.css'
import { Waits } from './Waits.tsx'

type Props = { chat: InboxChatWire; href: string; isOpen: boolean }

/** One chat in the inbox: whose, the last words, how long it waits, who looks after it. */
export function InboxRow({ chat, href, isOpen }: Props) {
  const t = useCopy()
  const { learner, unread_count: unread } = chat
  const count = unread > 0 && (
    <span className={styles.unread} aria-label={t('inbox.unread', { count: unread })} role="img">
      {unread}
    </span>
  )
  const marks = (
    <>
      {chat.waiting_since !== null && <Waits since={chat.waiting_since} />}
      {chat.owner && <Badge icon="user">{chat.owner.name}</Badge>}
      {chat.has_consultation_order && <Badge tone="accent">{t('inbox.order')}</Badge>}
      {chat.has_open_consultation && <Badge tone="accent">{t('inbox.consultation')}</Badge>}
    </>
  )
  return (
    <QueueRow
      href={href}
      isOpen={isOpen}
      name={learner.name}
      avatar={learner.avatar}
      about={chat.course_title}
      count={count}
      lastWords={lastWords(chat, t)}
      marks={marks}
    />
  )
}

function lastWords({ last_message: last }: InboxChatWire, t: Copy): string {
  if (!last) return t('inbox.noMessages')
  const words = last.message || t('inbox.files', { count: last.files_count })
  return last.is_expert ? t('inbox.answered', { words }) : words
}
