import { Link } from 'wouter'
import { useCopy } from '#kit/copy/copy.tsx'
import { Icon, type IconName } from '#kit/ui/Icon.tsx'
import type { HomeworkTask, UserHomework } from '#shared/features/homework/forms.ts'
import { pathTo } from '#web/platform/addresses.ts'
import styles from './HomeworkHead.module.css'
import type { HandIn } from './hand-in/hand-ins.ts'
import { StatusBadge } from './StatusBadge.tsx'

interface Props {
  task: HomeworkTask
  status: UserHomework
  handIn: HandIn | undefined
  courseTitle: string
}

const handedInAs: Record<HomeworkTask['answerWith'], IconName> = {
  any: 'homework',
  message: 'document',
  file: 'camera',
  exercise: 'play',
}

/** What the homework is, where the learner is with it, what handing in takes and what it brings. */
export function HomeworkHead({ task, status, handIn, courseTitle }: Props) {
  const t = useCopy()
  const facts: [IconName, string][] = [[handedInAs[task.answerWith], t(`homework.takes.${task.answerWith}`)]]
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
