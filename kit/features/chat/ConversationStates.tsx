import { type ReactNode, useState } from 'react'
import { useCopy } from '#kit/copy/copy.tsx'
import { isOffline } from '#kit/request/online.ts'
import { RequestError } from '#kit/request/request-errors.ts'
import { Button } from '#kit/ui/actions/Button.tsx'
import { Skeleton } from '#kit/ui/marks/Skeleton.tsx'
import { VisuallyHidden } from '#kit/ui/marks/VisuallyHidden.tsx'
import { EmptyState } from '#kit/ui/states/EmptyState.tsx'
import { ErrorState } from '#kit/ui/states/ErrorState.tsx'
import styles from './Conversation.module.css'
import type { Message } from './message.ts'

/** Placeholder while the newest messages load. */
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

type FailureProps = { error: Error; busy: boolean; onRetry: () => void; wayOut: ReactNode }

/** Why there is nothing to show: chat not found or not the reader's, offline, or a failure with a retry button. */
export function ConversationFailure({ error, busy, onRetry, wayOut }: FailureProps) {
  const t = useCopy()
  if (error instanceof RequestError && error.status === 404) {
    return <EmptyState icon="chat" title={t('chat.missing')} text={t('chat.missing.text')} action={wayOut} />
  }
  if (error instanceof RequestError && error.status === 403)
    return <EmptyState icon="lock" title={error.reason} action={wayOut} />
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

/** Announces each new message of others to screen readers, but not those that were already there. */
export function Announcer({ last }: { last: Message | undefined }) {
  const t = useCopy()
  const [first] = useState(last?.number ?? 0)
  const isNews = last !== undefined && last.number > first && !last.absent
  const name = last?.author ? last.author.name || t('chat.nameless') : t('chat.learner')
  const text = last?.text || t('chat.files', { count: last?.files.length ?? 0 })
  return (
    <div role="status">
      <VisuallyHidden>{isNews ? `${name}: ${text}` : ''}</VisuallyHidden>
    </div>
  )
}

export function ToNewest({ unseen, onPress }: { unseen: number; onPress: () => void }) {
  const t = useCopy()
  return (
    <Button look="secondary" icon="chevron-down" className={styles.newest} onClick={onPress}>
      {unseen > 0 ? t('chat.newest.count', { count: unseen }) : t('chat.newest')}
    </Button>
  )
}

type TopProps = {
  isEmpty: boolean
  isClosed: boolean
  hasFailed: boolean
  hasOlder: boolean
  onRetry: () => Promise<void>
}

/** The start of the conversation, or a failure to load older messages. */
export function Top({ isEmpty, isClosed, hasFailed, hasOlder, onRetry }: TopProps) {
  const t = useCopy()
  if (hasFailed) {
    return (
      <p role="alert" className={styles.top}>
        {t('chat.older.failed')}{' '}
        <Button look="ghost" icon="refresh" onClick={() => void onRetry()}>
          {t('ui.retry')}
        </Button>
      </p>
    )
  }
  if (hasOlder) return null
  if (!isEmpty) return <p className={styles.top}>{t('chat.beginning')}</p>
  return <EmptyState icon="chat" title={t('chat.empty')} text={isClosed ? undefined : t('chat.empty.text')} />
}
