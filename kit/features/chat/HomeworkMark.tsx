import { Link } from 'wouter'
import { useCopy } from '#kit/copy/copy.tsx'
import { Badge } from '#kit/ui/marks/Badge.tsx'
import { Icon } from '#kit/ui/marks/Icon.tsx'
import type { ChatMessage } from '#shared/features/chat/forms.ts'
import { useConversation } from './conversation-context.ts'
import styles from './MessageBubble.module.css'

/** Above a submission or a verdict: which homework, which attempt, what became of it, and the way to it. */
export function HomeworkMark({ message }: { message: ChatMessage }) {
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
