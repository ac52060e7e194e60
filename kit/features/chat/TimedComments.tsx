import { useCopy } from '#kit/copy/copy.tsx'
import { formatDuration } from '#kit/copy/format.ts'
import { Icon } from '#kit/ui/marks/Icon.tsx'
import type { TimedComment } from '#shared/features/chat/forms.ts'
import styles from './TimedComments.module.css'

type Props = { comments: readonly TimedComment[]; onPick: (comment: TimedComment) => void }

/** An expert's remarks at moments of the videos that were handed in, in their order; a press on 0:42 asks for the video from there. */
export function TimedComments({ comments, onPick }: Props) {
  const t = useCopy()
  if (comments.length === 0) return null
  const inOrder = [...comments].sort((one, other) => one.fileId - other.fileId || one.at - other.at)
  return (
    <ul className={styles.comments} aria-label={t('chat.comments')}>
      {inOrder.map(comment => {
        const time = formatDuration(comment.at)
        return (
          <li key={`${comment.fileId} ${comment.at} ${comment.text}`}>
            <button
              type="button"
              className={styles.moment}
              aria-label={t('chat.comment.show', { time, text: comment.text })}
              onClick={() => onPick(comment)}
            >
              <Icon name="play" />
              {time}
            </button>
            <span dir="auto">{comment.text}</span>
          </li>
        )
      })}
    </ul>
  )
}
