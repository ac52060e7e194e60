import { useRef } from 'react'
import { useCopy } from '#kit/copy/copy.tsx'
import { MessageText } from '#kit/features/chat/messages/MessageText.tsx'
import { TimedComments } from '#kit/features/chat/messages/HomeworkInMessage.tsx'
import { type MediaHandle, MediaView } from '#kit/features/media/MediaView.tsx'
import { Avatar } from '#kit/ui/marks/Avatar.tsx'
import { Badge } from '#kit/ui/marks/Badge.tsx'
import { Card } from '#kit/ui/states/Card.tsx'
import type { TimedComment } from '#shared/features/chat/forms.ts'
import type { Attempt } from '#shared/features/homework/forms.ts'
import styles from './HomeworkScreen.module.css'
import { momentWords, useTimeZone } from './homework-times.ts'

function Answer({ attempt, onPick }: { attempt: Attempt; onPick: (one: TimedComment) => void }) {
  const t = useCopy()
  const timeZone = useTimeZone()
  const { answer, verdict, points } = attempt
  if (!verdict) return null
  const name = answer?.expert?.name
  const when = momentWords(t, attempt.reviewedAt ?? answer?.createdAt ?? attempt.submittedAt, timeZone)
  return (
    <div className={styles.answer} data-verdict={verdict}>
      <p className={styles.expert}>
        <Avatar name={name ?? ''} src={answer?.expert?.picture?.small} size={32} />
        <span>{name ? t('homework.verdict.by', { name, when }) : t('homework.verdict.by.nobody', { when })}</span>
      </p>
      <p className={styles.verdict}>
        <Badge tone={verdict === 'DONE' ? 'success' : 'warning'} icon={verdict === 'DONE' ? 'check' : 'refresh'}>
          {t(`homework.verdict.${verdict}`)}
        </Badge>
        {points > 0 && <Badge icon="star">{t('homework.verdict.points', { count: points })}</Badge>}
      </p>
      {answer && <MessageText text={answer.text} />}
      {answer && <TimedComments comments={answer.comments} onPick={onPick} />}
      {answer?.files.map(file => (
        <MediaView key={file.id} file={file} />
      ))}
    </div>
  )
}

/** A submitted version with its files and the expert's answer; a comment at 0:42 plays the video from there. */
export function AttemptCard({ attempt }: { attempt: Attempt }) {
  const t = useCopy()
  const timeZone = useTimeZone()
  const files = useRef(new Map<number, MediaHandle>())
  const { submission, exercise } = attempt
  const when = momentWords(t, attempt.submittedAt, timeZone)
  return (
    <Card as="li">
      <div className={styles.attempt}>
        <header className={styles.attemptHeader}>
          <h3 className={styles.attemptTitle}>{t('homework.attempt', { number: attempt.number })}</h3>
          <p className={styles.note}>
            {[t('homework.attempt.sent', { when }), attempt.isReplaced && t('homework.attempt.replaced')]
              .filter(Boolean)
              .join(' · ')}
          </p>
        </header>
        {exercise && <p className={styles.note}>{t('homework.attempt.exercise', { title: exercise.title })}</p>}
        <MessageText text={submission.text} />
        {submission.files.length > 0 && (
          <div className={styles.files}>
            {submission.files.map(file => (
              <MediaView
                key={file.id}
                file={file}
                ref={handle => {
                  if (handle) files.current.set(file.id, handle)
                  else files.current.delete(file.id)
                }}
              />
            ))}
          </div>
        )}
        <Answer attempt={attempt} onPick={({ fileId, at }) => files.current.get(fileId)?.seekTo(at / 1000)} />
      </div>
    </Card>
  )
}
