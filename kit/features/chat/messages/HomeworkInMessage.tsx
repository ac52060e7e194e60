import { Link } from 'wouter'
import { useCopy } from '#kit/copy/copy.tsx'
import { formatDuration } from '#kit/copy/format.ts'
import { Badge } from '#kit/ui/marks/Badge.tsx'
import { Icon } from '#kit/ui/marks/Icon.tsx'
import type { TimedComment } from '#shared/features/chat/forms.ts'
import { useConversation } from '../conversation-context.ts'
import type { Message } from '../message.ts'
import styles from './MessageBubble.module.css'

/** Heads a submission or verdict: the homework with a link, the attempt, the result. */
export function HomeworkMark({ message }: { message: Message }) {
  const t = useCopy()
  const { homeworkHref } = useConversation()
  const { homework, kind } = message
  if (!homework) return null
  const href = homeworkHref?.(homework)
  const isVerdict = kind === 'verdict'
  return (
    <div className={styles.homework}>
      <p className={styles.homeworkTitle}>
        <Icon name="homework" />
        {href ? <Link href={href}>{homework.title}</Link> : <span>{homework.title}</span>}
      </p>
      <p className={styles.homeworkFacts}>
        {t(isVerdict ? 'chat.verdict' : 'chat.submission', { number: homework.attemptNumber })}
        {isVerdict && homework.verdict && (
          <Badge
            tone={homework.verdict === 'DONE' ? 'success' : 'warning'}
            icon={homework.verdict === 'DONE' ? 'check' : 'refresh'}
          >
            {t(`chat.verdict.${homework.verdict}`)}
          </Badge>
        )}
        {isVerdict && homework.points > 0 && (
          <Badge tone="accent" icon="star">
            {t('chat.verdict.points', { count: homework.points })}
          </Badge>
        )}
      </p>
    </div>
  )
}

type Props = { comments: readonly TimedComment[]; onPick: (comment: TimedComment) => void }

/** An expert's timed comments on the submitted videos, in order; pressing 0:42 plays the video from there. */
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
