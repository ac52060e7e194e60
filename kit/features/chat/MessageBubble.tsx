import { useCopy } from '#kit/copy/copy.tsx'
import { formatDate, formatTime } from '#kit/copy/format.ts'
import { Avatar } from '#kit/ui/marks/Avatar.tsx'
import { classes } from '#kit/ui/classes.ts'
import { Icon } from '#kit/ui/marks/Icon.tsx'
import { toast } from '#kit/ui/layers/toasts.ts'
import { VisuallyHidden } from '#kit/ui/marks/VisuallyHidden.tsx'
import { copyText } from './copy-text.ts'
import { useConversation } from './conversation-context.ts'
import { HomeworkMark } from './HomeworkMark.tsx'
import styles from './MessageBubble.module.css'
import { MessageFiles } from './MessageFiles.tsx'
import { MessageText } from './MessageText.tsx'
import type { Row } from './rows.ts'
import { StateMark } from './StateMark.tsx'
import { TimedComments } from './TimedComments.tsx'

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

/** What can be done with a message; only for the one that is pointed at, so that the list stays short to walk. */
function Tools({ row }: { row: Line }) {
  const t = useCopy()
  const { edit } = useConversation()
  const { text, kind } = row.message
  if (!text) return null
  return (
    <div className={styles.tools}>
      <button type="button" onClick={() => void copyText(text).then(() => toast(t('chat.copied')))}>
        {t('chat.copy')}
      </button>
      {row.isOwn && kind === 'message' && (
        <button type="button" onClick={() => edit(row.message)}>
          {t('chat.edit')}
        </button>
      )}
    </div>
  )
}

/** A stored message: who wrote it, what, its files, and of an own one how far it is. */
export function MessageBubble({ row, isActive }: { row: Line; isActive: boolean }) {
  const t = useCopy()
  const { side, showMoment } = useConversation()
  const { message, isOwn, isGrouped } = row
  if (message.kind === 'consultation') {
    return <p className={styles.notice}>{message.text || t('chat.consultation')}</p>
  }
  const author = message.side === 'expert' ? (message.expert?.name ?? '') : ''
  const isRight = message.side === side
  return (
    <div className={classes(styles.place, isRight && styles.right)}>
      <article className={classes(styles.bubble, isRight && styles.own)} data-kind={message.kind}>
        {author && !isOwn && !isGrouped ? (
          <p className={styles.author}>
            <Avatar name={author} src={message.expert?.picture?.small} size={26} />
            <bdi>{author}</bdi>
          </p>
        ) : (
          <VisuallyHidden>{isOwn ? t('chat.you') : author || t('chat.learner')}</VisuallyHidden>
        )}
        <HomeworkMark message={message} />
        <MessageFiles message={message} />
        <MessageText text={message.text} />
        <TimedComments comments={message.comments} onPick={({ fileId, at }) => showMoment(fileId, at)} />
        <Foot row={row} />
      </article>
      {isActive && <Tools row={row} />}
    </div>
  )
}
