import { useState } from 'react'
import { Link } from 'wouter'
import { useCopy } from '#kit/copy/copy.tsx'
import { formatDate, formatTime } from '#kit/copy/format.ts'
import { LinkButton } from '#kit/ui/actions/LinkButton.tsx'
import { Avatar } from '#kit/ui/marks/Avatar.tsx'
import { Badge } from '#kit/ui/marks/Badge.tsx'
import { Skeleton } from '#kit/ui/marks/Skeleton.tsx'
import { VisuallyHidden } from '#kit/ui/marks/VisuallyHidden.tsx'
import { EmptyState } from '#kit/ui/states/EmptyState.tsx'
import type { Chat } from '#shared/features/chat/forms.ts'
import { localDate } from '#shared/platform/times.ts'
import { useUser } from '#web/features/accounts/data.ts'
import { pathTo } from '#web/platform/addresses.ts'
import { LoadFailure } from '#web/platform/LoadFailure.tsx'
import styles from './ChatList.module.css'
import { useChats } from './data.ts'

function LastMessage({ chat: { lastMessage } }: { chat: Chat }) {
  const t = useCopy()
  if (!lastMessage) return <p className={styles.last}>{t('chat.list.none')}</p>
  const { text, kind, filesCount, isOwn } = lastMessage
  const what =
    kind === 'verdict' || kind === 'submission'
      ? t(`chat.list.${kind}`)
      : filesCount > 0 && t('chat.list.files', { count: filesCount })
  const words = [what, text].filter(Boolean).join(': ')
  return (
    <p className={styles.last}>
      {isOwn && kind === 'message' && `${t('chat.list.you')} `}
      <bdi>{words || t('chat.list.consultation')}</bdi>
    </p>
  )
}

function When({ at }: { at: number }) {
  const t = useCopy()
  const zone = useUser()?.timezone ?? 'UTC'
  const [now] = useState(Date.now)
  const isToday = localDate(at, zone) === localDate(now, zone)
  return (
    <time dateTime={new Date(at).toISOString()} className={styles.when}>
      {isToday ? formatTime(at, t.language, zone) : formatDate(at, t.language, 'short', zone)}
    </time>
  )
}

function Entry({ chat, isOpen }: { chat: Chat; isOpen: boolean }) {
  const t = useCopy()
  return (
    <li>
      <Link
        href={pathTo('chat', { chatId: chat.id })}
        className={styles.entry}
        aria-current={isOpen ? 'page' : undefined}
      >
        <Avatar name={chat.title} src={chat.picture?.small} size={48} />
        <div className={styles.words}>
          <p className={styles.title}>
            <bdi>{chat.title}</bdi>
          </p>
          <LastMessage chat={chat} />
          {chat.streamStatus !== 'open' && chat.streamStatus !== 'started' && (
            <Badge>{t(`chat.stream.${chat.streamStatus}`)}</Badge>
          )}
        </div>
        <div className={styles.marks}>
          {chat.lastMessage && <When at={chat.lastMessage.createdAt} />}
          {chat.unreadCount > 0 && (
            <span className={styles.unread}>
              <span aria-hidden>{chat.unreadCount}</span>
              <span className={styles.spoken}>{t('chat.list.unread', { count: chat.unreadCount })}</span>
            </span>
          )}
        </div>
      </Link>
    </li>
  )
}

/** The learner's chats, open streams first, each with its last message and unread count. */
function ChatList({ chats, openId }: { chats: readonly Chat[]; openId: number | undefined }) {
  const t = useCopy()
  return (
    <nav aria-label={t('chat.list')}>
      <ul className={styles.list}>
        {chats.map(chat => (
          <Entry key={chat.id} chat={chat} isOpen={chat.id === openId} />
        ))}
      </ul>
    </nav>
  )
}

function Loading() {
  const t = useCopy()
  return (
    <div className={styles.loading} aria-busy>
      <VisuallyHidden>{t('ui.loading')}</VisuallyHidden>
      <Skeleton shape="box" height="4.5rem" />
      <Skeleton shape="box" height="4.5rem" />
      <Skeleton shape="box" height="4.5rem" />
    </div>
  )
}

/** The list of chats, or its loading, empty and error states. */
export function ChatsPane({ openId }: { openId?: number }) {
  const t = useCopy()
  const chats = useChats()
  if (!chats.data) {
    if (!chats.error) return <Loading />
    return (
      <LoadFailure
        title={t('chat.list.error')}
        offlineTitle={t('chat.offline')}
        offlineText={t('chat.list.offline')}
        busy={chats.isFetching}
        onRetry={() => void chats.refetch()}
      />
    )
  }
  if (chats.data.length === 0) {
    return (
      <EmptyState
        icon="chat"
        title={t('chat.list.empty')}
        text={t('chat.list.empty.text')}
        action={<LinkButton href={pathTo('home')}>{t('streams.calendar.home')}</LinkButton>}
      />
    )
  }
  return <ChatList chats={chats.data} openId={openId} />
}
