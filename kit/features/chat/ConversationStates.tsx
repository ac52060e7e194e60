import { useCopy } from '#kit/copy/copy.tsx'
import { isOffline } from '#kit/request/online.ts'
import { RequestError } from '#kit/request/request-errors.ts'
import { EmptyState } from '#kit/ui/states/EmptyState.tsx'
import { ErrorState } from '#kit/ui/states/ErrorState.tsx'
import { Skeleton } from '#kit/ui/marks/Skeleton.tsx'
import { VisuallyHidden } from '#kit/ui/marks/VisuallyHidden.tsx'
import styles from './Conversation.module.css'

/** A conversation's shape while its newest messages are on their way. */
export function ConversationSkeleton() {
  const t = useCopy()
  return (
    <div className={styles.skeleton} aria-busy>
      <VisuallyHidden>{t('ui.loading')}</VisuallyHidden>
      <Skeleton shape="box" height="4rem" width="60%" />
      <Skeleton shape="box" height="3rem" width="45%" />
      <Skeleton shape="box" height="6rem" width="70%" />
      <Skeleton shape="box" height="3rem" width="50%" />
    </div>
  )
}

/** Why there is nothing to show: no such chat, no network, or a failure to try again. */
export function ConversationFailure(props: { error: Error; busy: boolean; onRetry: () => void }) {
  const t = useCopy()
  const { error, busy, onRetry } = props
  if (error instanceof RequestError && error.status === 404) {
    return <EmptyState icon="chat" title={t('chat.missing')} text={t('chat.missing.text')} />
  }
  const offline = isOffline()
  return (
    <ErrorState
      icon={offline ? 'wifi-off' : undefined}
      title={t(offline ? 'chat.offline' : 'chat.error')}
      text={offline ? t('chat.offline.text') : undefined}
      busy={busy}
      onRetry={onRetry}
    />
  )
}
