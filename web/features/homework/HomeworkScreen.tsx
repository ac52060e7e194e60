import { useId } from 'react'
import { Link } from 'wouter'
import { useCopy } from '#kit/copy/copy.tsx'
import { EmptyState } from '#kit/ui/states/EmptyState.tsx'
import { Icon, type IconName } from '#kit/ui/marks/Icon.tsx'
import { LinkButton } from '#kit/ui/actions/LinkButton.tsx'
import { Notice } from '#kit/ui/states/Notice.tsx'
import { Skeleton } from '#kit/ui/marks/Skeleton.tsx'
import { useHeldFocus } from '#kit/ui/actions/use-held-focus.ts'
import { VisuallyHidden } from '#kit/ui/marks/VisuallyHidden.tsx'
import { useNow } from '#kit/ui/clock.ts'
import type { Attempt, HomeworkTask, UserHomework } from '#shared/features/homework/forms.ts'
import { pathTo } from '#web/platform/addresses.ts'
import { usePageTitle } from '#web/platform/page-title.ts'
import { CourseText } from '#kit/features/courses/CourseText.tsx'
import { useCourses } from '#web/features/courses/data.ts'
import { useStreams } from '#web/features/streams/data.ts'
import { StreamFailure } from '#web/features/streams/StreamFailure.tsx'
import { AttemptCard } from './AttemptCard.tsx'
import { type HomeworkDetail, useHomework } from './data.ts'
import { HandInPart } from './hand-in/HandInPart.tsx'
import { type HandIn, useHandIn } from './hand-in/hand-ins.ts'
import styles from './HomeworkScreen.module.css'
import { dueWords, minute, useTimeZone } from './homework-times.ts'
import { StatusBadge } from './StatusBadge.tsx'

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
  const t = useCopy()
  return (
    <div className={styles.screen} aria-busy>
      <VisuallyHidden>{t('ui.loading')}</VisuallyHidden>
      <Skeleton shape="title" />
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
