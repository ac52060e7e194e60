import { useCopy } from '#kit/copy/copy.tsx'
import { formatDate, formatTime } from '#kit/copy/format.ts'
import { UploadList } from '#kit/features/media/UploadList.tsx'
import { useUploads } from '#kit/features/media/uploads/uploading.ts'
import { Button } from '#kit/ui/actions/Button.tsx'
import { classes } from '#kit/ui/classes.ts'
import { toast } from '#kit/ui/layers/toasts.ts'
import { Avatar } from '#kit/ui/marks/Avatar.tsx'
import { Icon } from '#kit/ui/marks/Icon.tsx'
import { VisuallyHidden } from '#kit/ui/marks/VisuallyHidden.tsx'
import { isOffline } from '#kit/request/online.ts'
import { useNow } from '#kit/ui/clock.ts'
import { mediaTypeFromCode } from '#shared/features/media/forms.ts'
import { useConversation } from '../conversation-context.ts'
import { HomeworkMark, TimedComments } from './HomeworkInMessage.tsx'
import styles from './MessageBubble.module.css'
import { MessageFiles } from './MessageFiles.tsx'
import { copyText, MessageText } from './MessageText.tsx'
import { Quote } from './Quote.tsx'
import type { MessageState, PendingMessage, Row } from './rows.ts'

type Line = Row & { type: 'message' }

function Foot({ row }: { row: Line }) {
  const t = useCopy()
  const { timeZone } = useConversation()
  const { createdAt, editedAt, rating } = row.message
  return (
    <p className={styles.foot}>
      {rating !== undefined && (
        <span className={styles.rating}>
          <Icon name="star" label={t('chat.rated', { count: rating })} />
          {rating}
        </span>
      )}
      {editedAt !== undefined && <span>{t('chat.edited')}</span>}
      <time
        dateTime={new Date(createdAt).toISOString()}
        title={`${formatDate(createdAt, t.language, 'long', timeZone)}, ${formatTime(createdAt, t.language, timeZone)}`}
      >
        {formatTime(createdAt, t.language, timeZone)}
      </time>
      {row.state && <StateMark state={row.state} />}
    </p>
  )
}

/** Copy, edit and what a chat has besides; only for the active message, so that the Tab key does not stop at every message. */
function Tools({ row }: { row: Line }) {
  const t = useCopy()
  const { edit, tools } = useConversation()
  const { text, kind, isOwn, absent, files } = row.message
  const isVoice = files.some(file => mediaTypeFromCode(file.type) === 'sound')
  if (absent || (!text && !tools && !isVoice)) return null
  return (
    <div className={styles.tools}>
      {tools?.(row.message)}
      {text && (
        <button type="button" onClick={() => void copyText(text).then(() => toast(t('chat.copied')))}>
          {t('chat.copy')}
        </button>
      )}
      {edit && isOwn && (text || isVoice) && kind === 'message' && (
        <button type="button" onClick={() => edit(row.message)}>
          {t(text ? 'chat.edit' : 'chat.transcribe')}
        </button>
      )}
    </div>
  )
}

/** A stored message: author, text, files, and the state of an own one. */
export function MessageBubble({ row, isActive }: { row: Line; isActive: boolean }) {
  const t = useCopy()
  const { showMoment } = useConversation()
  const { message, isGrouped } = row
  const { author, isOwn } = message
  if (message.kind === 'consultation') {
    return <p className={styles.notice}>{message.text || t('chat.consultation')}</p>
  }
  const name = author && (author.name || t('chat.nameless'))
  return (
    <div className={classes(styles.place, message.isOurs && styles.right)}>
      <article className={classes(styles.bubble, message.isOurs && styles.own)} data-kind={message.kind}>
        {name && !isOwn && !isGrouped ? (
          <p className={styles.author}>
            <Avatar name={name} src={author.picture} size={32} />
            <bdi>{name}</bdi>
          </p>
        ) : (
          !message.absent && <VisuallyHidden>{isOwn ? t('chat.you') : (name ?? t('chat.learner'))}</VisuallyHidden>
        )}
        <HomeworkMark message={message} />
        {message.replyTo && <Quote {...message.replyTo} />}
        {message.absent && <p className={styles.absent}>{t(`chat.absent.${message.absent}`)}</p>}
        <MessageFiles message={message} />
        <MessageText text={message.text} names={message.names} />
        <TimedComments comments={message.comments} onPick={({ fileId, at }) => showMoment(fileId, at)} />
        <Foot row={row} />
      </article>
      {isActive && <Tools row={row} />}
    </div>
  )
}

const drawings: Record<MessageState, string> = {
  waiting: 'M12 7v5l3 2M12 3.5a8.5 8.5 0 1 0 0 17 8.5 8.5 0 0 0 0-17z',
  sending: 'M12 20V5M6 11l6-6 6 6',
  failed: 'M12 7v6M12 16.5v.1M12 3.5a8.5 8.5 0 1 0 0 17 8.5 8.5 0 0 0 0-17z',
  delivered: 'm5 12.5 4.5 4.5L19 7.5',
  read: 'm2 12.5 4.5 4.5L15 8M11 16l1.5 1.5L22 8',
}

/** State of an own message, as an icon with a label. */
function StateMark({ state }: { state: MessageState }) {
  const t = useCopy()
  const words = t(`chat.state.${state}`)
  return (
    <svg viewBox="0 0 24 24" role="img" aria-label={words} data-state={state} className={styles.state}>
      <title>{words}</title>
      <path d={drawings[state]} />
    </svg>
  )
}

/** What a message waits for: its turn, counted down, or the network. */
function Waiting({ goesAt }: { goesAt: number | undefined }) {
  const t = useCopy()
  const left = (goesAt ?? 0) - useNow(250)
  const isCounted = left > 0 && !isOffline()
  return <span>{isCounted ? t('chat.goes', { count: Math.ceil(left / 1000) }) : t('chat.state.waiting')}</span>
}

/** Of a message that nobody can have yet: its way back into the field, and away. */
function TakeBack({ pending }: { pending: PendingMessage }) {
  const t = useCopy()
  const { discard, takeBack } = useConversation()
  return (
    <div className={styles.takeBack}>
      {takeBack && (
        <Button look="ghost" onClick={() => takeBack(pending)}>
          {t('chat.edit')}
        </Button>
      )}
      <Button look="ghost" onClick={() => discard(pending.key)}>
        {t('chat.discard')}
      </Button>
    </div>
  )
}

/** An own message that the server has not acknowledged: waiting, being sent, or refused with the reason. */
export function PendingBubble({ row }: { row: Row & { type: 'pending' } }) {
  const t = useCopy()
  const { timeZone, retry, discard } = useConversation()
  const isUploading = useUploads(row.pending.uploads).some(
    upload => upload.state === 'NOT_UPLOADED' && !upload.isWaiting,
  )
  const { key, text, uploads, at, state, reason, goesAt, isHere } = row.pending
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
        {state === 'failed' && <span>{t('chat.state.failed')}</span>}
        {state === 'waiting' && <Waiting goesAt={goesAt} />}
      </p>
      {isHere && <TakeBack pending={row.pending} />}
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
