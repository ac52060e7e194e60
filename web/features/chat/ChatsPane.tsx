import { useCopy } from '#kit/copy/copy.tsx'
import { isOffline } from '#kit/request/online.ts'
import { EmptyState } from '#kit/ui/states/EmptyState.tsx'
import { ErrorState } from '#kit/ui/states/ErrorState.tsx'
import { LinkButton } from '#kit/ui/actions/LinkButton.tsx'
import { Skeleton } from '#kit/ui/marks/Skeleton.tsx'
import { VisuallyHidden } from '#kit/ui/marks/VisuallyHidden.tsx'
import { pathTo } from '#web/platform/addresses.ts'
import { ChatList } from './ChatList.tsx'
import styles from './ChatScreen.module.css'
import { useChats } from './data.ts'

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

/** The list of chats in whatever state it is: on its way, there, empty, not to be had. */
export function ChatsPane({ openId }: { openId?: number }) {
  const t = useCopy()
  const chats = useChats()
  if (!chats.data) {
    if (!chats.error) return <Loading />
    const offline = isOffline()
    return (
      <ErrorState
        icon={offline ? 'wifi-off' : undefined}
        title={t(offline ? 'chat.offline' : 'chat.list.error')}
        text={offline ? t('chat.list.offline') : undefined}
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
