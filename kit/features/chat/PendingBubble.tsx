import { useCopy } from '#kit/copy/copy.tsx'
import { formatTime } from '#kit/copy/format.ts'
import { Button } from '#kit/ui/actions/Button.tsx'
import { classes } from '#kit/ui/classes.ts'
import { UploadList } from '#kit/features/media/UploadList.tsx'
import { useUploads } from '#kit/features/media/uploading.ts'
import { useConversation } from './conversation-context.ts'
import styles from './MessageBubble.module.css'
import { MessageText } from './MessageText.tsx'
import type { Row } from './rows.ts'
import { StateMark } from './StateMark.tsx'

/** An own message that is not acknowledged: waiting, on its way, or not taken, with why and what to do. */
export function PendingBubble({ row }: { row: Row & { type: 'pending' } }) {
  const t = useCopy()
  const { timeZone, retry, discard } = useConversation()
  const isUploading = useUploads(row.pending.uploads).some(
    upload => upload.state === 'NOT_UPLOADED' && !upload.isWaiting,
  )
  const { key, text, uploads, at, state, reason } = row.pending
  return (
    <article
      className={classes(styles.bubble, styles.own, styles.pending, styles.place, styles.right)}
      data-state={state}
    >
      <MessageText text={text} />
      <UploadList ids={uploads} />
      {isUploading && <p className={styles.uploading}>{t('chat.files.uploading')}</p>}
      <p className={styles.foot}>
        <time dateTime={new Date(at).toISOString()}>{formatTime(at, t.language, timeZone)}</time>
        <StateMark state={state} />
        {state !== 'sending' && <span>{t(`chat.state.${state}`)}</span>}
      </p>
      {state === 'failed' && (
        <div role="alert" className={styles.failure}>
          <p>{[t('chat.failed'), reason].filter(Boolean).join('. ')}</p>
          <div className={styles.buttons}>
            <Button look="secondary" icon="refresh" onClick={() => retry(key)}>
              {t('chat.retry')}
            </Button>
            <Button look="ghost" onClick={() => discard(key)}>
              {t('chat.discard')}
            </Button>
          </div>
        </div>
      )}
    </article>
  )
}
