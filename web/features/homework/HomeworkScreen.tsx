import { useId, useRef } from 'react'
import { Link } from 'wouter'
import { useCopy } from '#kit/copy/copy.tsx'
import { EmptyState } from '#kit/ui/states/EmptyState.tsx'
import { Icon, type IconName } from '#kit/ui/marks/Icon.tsx'
import { LinkButton } from '#kit/ui/actions/LinkButton.tsx'
import { Notice } from '#kit/ui/states/Notice.tsx'
import { HeadingSkeleton, Skeleton } from '#kit/ui/marks/Skeleton.tsx'
import { useHeldFocus } from '#kit/ui/actions/use-held-focus.ts'
import { useNow } from '#kit/ui/clock.ts'
import type { Attempt, HomeworkTask, UserHomework } from '#shared/features/homework/forms.ts'
import { pathTo } from '#web/platform/addresses.ts'
import { usePageTitle } from '#web/platform/page-title.ts'
import { CourseText } from '#kit/features/courses/CourseText.tsx'
import { useCourses } from '#web/features/courses/data.ts'
import { useStreams } from '#web/features/streams/data.ts'
import { StreamFailure } from '#web/features/streams/StreamFailure.tsx'
import { type HomeworkDetail, useHomework } from './data.ts'
import { HandInPart } from './hand-in/HandInPart.tsx'
import { type HandIn, useHandIn } from './hand-in/hand-ins.ts'
import styles from './HomeworkScreen.module.css'
import { dueWords, minute, momentWords, useTimeZone } from './homework-times.ts'
import { StatusBadge } from './StatusBadge.tsx'
import { MessageText } from '#kit/features/chat/messages/MessageText.tsx'
import { TimedComments } from '#kit/features/chat/messages/HomeworkInMessage.tsx'
import { JudgedCriteria } from '#kit/features/homework/JudgedCriteria.tsx'
import { type MediaHandle, MediaView } from '#kit/features/media/MediaView.tsx'
import { Avatar } from '#kit/ui/marks/Avatar.tsx'
import { Badge } from '#kit/ui/marks/Badge.tsx'
import { Card } from '#kit/ui/states/Card.tsx'
import type { TimedComment } from '#shared/features/chat/forms.ts'

interface HeadProps {
  task: HomeworkTask
  status: UserHomework
  handIn: HandIn | undefined
  courseTitle: string
}

const answerIcons: Record<HomeworkTask['answerWith'], IconName> = {
  any: 'homework',
  message: 'document',
  file: 'camera',
  exercise: 'play',
}

/** The title and status of the homework, what to hand in, and the points for it. */
function HomeworkHead({ task, status, handIn, courseTitle }: HeadProps) {
  const t = useCopy()
  const facts: [IconName, string][] = [[answerIcons[task.answerWith], t(`homework.takes.${task.answerWith}`)]]
  if (task.isSelfieRequired) facts.push(['user', t('homework.takes.selfie')])
  if (task.points > 0) facts.push(['star', t('homework.points', { count: task.points })])
  if (task.isRequired) facts.push(['info', t('homework.required')])
  return (
    <header className={styles.head}>
      {courseTitle && (
        <p className={styles.course}>
          <Link href={pathTo('calendar', { streamId: status.streamId })}>{courseTitle}</Link>
        </p>
      )}
      <h1>{task.title}</h1>
      <StatusBadge status={status} handIn={handIn} points={status.points} />
      <ul className={styles.facts} aria-label={t('homework.takes')}>
        {facts.map(([icon, text]) => (
          <li key={text}>
            <Icon name={icon} />
            {text}
          </li>
        ))}
      </ul>
    </header>
  )
}

/** What happens next: when the answer is due, that it is approved, sent back, or locked and why. */
function StatusNotice({ status, latest }: { status: UserHomework; latest: Attempt | undefined }) {
  const t = useCopy()
  const now = useNow(minute)
  const timeZone = useTimeZone()
  if (status.status === 'DONE') {
    return (
      <Notice live tone="success" title={t('homework.done.title')}>
        {latest?.points ? t('homework.verdict.points', { count: latest.points }) : null}
      </Notice>
    )
  }
  if (status.status === 'UPLOADED') {
    const { dueAt = latest?.dueAt ?? now } = status
    const isLate = dueAt <= now
    return (
      <Notice live tone={isLate ? 'warn' : 'info'} icon="clock" title={t('homework.checking.title')}>
        <p>{isLate ? t('homework.overdue') : t('homework.expected', { due: dueWords(t, dueAt, now, timeZone) })}</p>
        {latest?.isInReview && <p>{t('homework.checking.review')}</p>}
      </Notice>
    )
  }
  if (status.isLocked) {
    return (
      <Notice icon="lock" title={t('homework.lock.title')}>
        {t(`homework.lock.${status.lockReason ?? 'stream'}`)}
      </Notice>
    )
  }
  if (status.status !== 'FAIL') return null
  return (
    <Notice live tone="warn" icon="refresh" title={t('homework.fail.title')}>
      {t('homework.fail.text')}
    </Notice>
  )
}

type Props = { streamId: number; homeworkId: number }

function HomeworkSkeleton() {
  return (
    <div className={styles.screen} aria-busy>
      <HeadingSkeleton />
      <Skeleton shape="box" height="8rem" />
      <Skeleton shape="box" height="14rem" />
    </div>
  )
}

function Attempts({ title, attempts }: { title: string; attempts: readonly Attempt[] }) {
  const id = useId()
  if (attempts.length === 0) return null
  return (
    <section aria-labelledby={id} className={styles.part}>
      <h2 id={id}>{title}</h2>
      <ol className={styles.attempts}>
        {attempts.map(attempt => (
          <AttemptCard key={attempt.id} attempt={attempt} />
        ))}
      </ol>
    </section>
  )
}

function Loaded({ detail, streamId }: { detail: HomeworkDetail; streamId: number }) {
  const t = useCopy()
  const stream = useStreams().data?.find(one => one.id === streamId)
  const course = useCourses().data?.get(detail.task.courseId)
  const handIn = useHandIn(detail.status.id)
  const screen = useHeldFocus<HTMLDivElement>()
  const { status, task, attempts } = detail
  // The answer to a version that was sent back is shown above the form for the next one.
  const answered = attempts.filter(one => status.status === 'FAIL' && one === attempts[0] && one.verdict)
  const earlier = attempts.filter(one => !answered.includes(one))
  usePageTitle(task.title)
  return (
    <div ref={screen} tabIndex={-1} className={styles.screen}>
      <HomeworkHead task={task} status={status} handIn={handIn} courseTitle={course?.title ?? ''} />
      <StatusNotice status={status} latest={attempts.find(attempt => !attempt.isReplaced)} />
      {task.text && (
        <section aria-labelledby="task" className={styles.part}>
          <h2 id="task">{t('homework.task')}</h2>
          <CourseText text={task.text} />
        </section>
      )}
      <Attempts title={t('homework.answer')} attempts={answered} />
      <HandInPart key={status.id} detail={detail} handIn={handIn} chatId={stream?.chatChannelId} />
      <Attempts title={t('homework.history')} attempts={earlier} />
      {stream?.chatChannelId !== undefined && (
        <p>
          <LinkButton look="secondary" icon="chat" href={pathTo('chat', { chatId: stream.chatChannelId })}>
            {t('homework.chat')}
          </LinkButton>
        </p>
      )}
    </div>
  )
}

export function HomeworkScreen({ streamId, homeworkId }: Props) {
  const t = useCopy()
  const { detail, isMissing, error, isFetching, retry } = useHomework(streamId, homeworkId)
  if (detail) return <Loaded detail={detail} streamId={streamId} />
  if (error) return <StreamFailure error={error} title={t('homework.error')} busy={isFetching} onRetry={retry} />
  if (!isMissing) return <HomeworkSkeleton />
  return (
    <EmptyState
      isPage
      icon="homework"
      title={t('homework.missing.title')}
      text={t('homework.missing.text')}
      action={<LinkButton href={pathTo('homeworks')}>{t('homework.all')}</LinkButton>}
    />
  )
}

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
      <JudgedCriteria criteria={attempt.criteria} />
      {answer && <MessageText text={answer.text} />}
      {answer && <TimedComments comments={answer.comments} onPick={onPick} />}
      {answer?.files.map(file => (
        <MediaView key={file.id} file={file} />
      ))}
    </div>
  )
}

/** A submitted version with its files and the expert's answer; a comment at 0:42 plays the video from there. */
function AttemptCard({ attempt }: { attempt: Attempt }) {
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
