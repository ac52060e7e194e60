import { useCopy } from '#kit/copy/copy.tsx'
import { formatDuration } from '#kit/copy/format.ts'
import { Icon } from '#kit/ui/Icon.tsx'
import type { ChatMessage } from '#shared/features/chat/forms.ts'
import { useConversation } from './conversation-context.ts'
import styles from './MessageBubble.module.css'

/** An expert's remarks at moments of a video; a press on 0:42 plays the video that was handed in from there. */
export function TimedComments({ message }: { message: ChatMessage }) {
  const t = useCopy()
  const { showMoment } = useConversation()
  if (message.comments.length === 0) return null
  const inOrder = [...message.comments].sort((one, other) => one.fileId - other.fileId || one.at - other.at)
  return (
    <ul className={styles.comments} aria-label={t('chat.comments')}>
      {inOrder.map(comment => (
        <li key={`${comment.fileId} ${comment.at} ${comment.text}`}>
          <button
            type="button"
            className={styles.moment}
            aria-label={t('chat.comment.play', { time: formatDuration(comment.at) })}
            onClick={() => showMoment(comment.fileId, comment.at)}
          >
            <Icon name="play" />
            {formatDuration(comment.at)}
          </button>
          <span dir="auto" className={styles.text}>
            {comment.text}
          </span>
        </li>
      ))}
    </ul>
  )
}
