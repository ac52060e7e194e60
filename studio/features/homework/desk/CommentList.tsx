import { type KeyboardEvent, useEffect, useRef } from 'react'
import { useCopy } from '#kit/copy/copy.tsx'
import { formatDuration } from '#kit/copy/format.ts'
import { Button } from '#kit/ui/actions/Button.tsx'
import { IconButton } from '#kit/ui/actions/IconButton.tsx'
import { useHeldFocus } from '#kit/ui/actions/use-held-focus.ts'
import { Icon } from '#kit/ui/marks/Icon.tsx'
import { KeyHint } from '#studio/platform/KeyHint.tsx'
import styles from './CommentList.module.css'
import type { DraftComment } from './review-draft.ts'

type Props = {
  comments: readonly DraftComment[]
  /** The comment being written. */
  open: DraftComment | undefined
  /** False while another expert holds the submission. */
  canWrite: boolean
  onOpen: (comment: DraftComment | undefined) => void
  onNew: () => void
  onSave: (comment: DraftComment) => void
  onRemove: (key: string) => void
  onJump: (comment: DraftComment) => void
}

const longest = 1000

/** Timed comments on the video; pressing a time jumps there. */
export function CommentList(props: Props) {
  const t = useCopy()
  const { comments, open, canWrite, onNew } = props
  const section = useHeldFocus<HTMLElement>()
  const isNew = open && !comments.some(({ key }) => key === open.key)
  return (
    <section ref={section} tabIndex={-1} className={styles.comments} aria-labelledby="desk-comments">
      <header className={styles.header}>
        <h2 id="desk-comments">{t('desk.comments')}</h2>
        {canWrite && (
          <Button look="ghost" icon="chat" onClick={onNew}>
            {t('desk.comment.add')} <KeyHint name="c" />
          </Button>
        )}
      </header>
      {isNew && <CommentField {...props} comment={open} />}
      {comments.length === 0 && !isNew && <p className={styles.none}>{t('desk.comments.none')}</p>}
      <ol className={styles.list}>
        {comments.map(comment => (
          <li key={comment.key}>
            {open?.key === comment.key ? (
              <CommentField {...props} comment={open} />
            ) : (
              <CommentRow {...props} comment={comment} />
            )}
          </li>
        ))}
      </ol>
    </section>
  )
}

type RowProps = Pick<Props, 'canWrite' | 'onOpen' | 'onRemove' | 'onJump'> & { comment: DraftComment }

function CommentRow({ comment, canWrite, onOpen, onRemove, onJump }: RowProps) {
  const t = useCopy()
  const time = formatDuration(comment.seconds * 1000)
  return (
    <div className={styles.row}>
      <button
        type="button"
        className={styles.moment}
        aria-label={t('desk.comment.jump', { time })}
        onClick={() => onJump(comment)}
      >
        <Icon name="play" />
        {time}
      </button>
      <span className={styles.words} dir="auto">
        {comment.message}
      </span>
      {canWrite && (
        <>
          <button
            type="button"
            className={styles.edit}
            aria-label={t('desk.comment.edit', { time })}
            onClick={() => onOpen(comment)}
          >
            {t('desk.edit')}
          </button>
          <IconButton icon="close" label={t('desk.comment.remove', { time })} onClick={() => onRemove(comment.key)} />
        </>
      )}
    </div>
  )
}

type FieldProps = Pick<Props, 'onOpen' | 'onSave'> & { comment: DraftComment }

/** Enter saves the comment, Escape cancels. */
function CommentField({ comment, onOpen, onSave }: FieldProps) {
  const t = useCopy()
  const ref = useRef<HTMLTextAreaElement>(null)
  useEffect(() => ref.current?.focus(), [comment.key])
  const handleKey = (event: KeyboardEvent) => {
    if (event.nativeEvent.isComposing) return
    if (event.key === 'Escape') onOpen(undefined)
    else if (event.key === 'Enter' && !event.shiftKey) onSave(comment)
    else return
    event.preventDefault()
    event.stopPropagation()
  }
  const time = formatDuration(comment.seconds * 1000)
  return (
    <div className={styles.field}>
      <textarea
        ref={ref}
        rows={2}
        maxLength={longest}
        aria-label={t('desk.comment.at', { time })}
        placeholder={t('desk.comment.at', { time })}
        value={comment.message}
        onChange={event => onOpen({ ...comment, message: event.target.value })}
        onKeyDown={handleKey}
      />
      <div className={styles.actions}>
        <Button look="secondary" onClick={() => onSave(comment)}>
          {t('desk.comment.save')} <KeyHint name="Enter" />
        </Button>
        <Button look="ghost" onClick={() => onOpen(undefined)}>
          {t('ui.cancel')} <KeyHint name="Escape" />
        </Button>
      </div>
    </div>
  )
}
