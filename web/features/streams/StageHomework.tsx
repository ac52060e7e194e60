import { useState } from 'react'
import { useCopy } from '#kit/copy/copy.tsx'
import { Icon } from '#kit/ui/Icon.tsx'
import { LinkButton } from '#kit/ui/LinkButton.tsx'
import type { Homework } from '#shared/features/courses/forms.ts'
import type { StreamStatusRecord } from '#shared/features/streams/forms.ts'
import { pathTo } from '#web/platform/addresses.ts'
import { CourseText } from '#web/features/courses/CourseText.tsx'
import { HomeworkMark } from './HomeworkMark.tsx'
import styles from './StageHomework.module.css'

/** The homework of a stage: where the learner is with it, and its task with the way to hand it in when it is opened. */
export function StageHomework({ homework, status }: { homework: Homework; status: StreamStatusRecord }) {
  const t = useCopy()
  const [wasOpen, setWasOpen] = useState(false)
  return (
    <li>
      <details className={styles.homework} onToggle={() => setWasOpen(true)}>
        <summary className={styles.summary}>
          <span className={styles.title}>{homework.title}</span>
          <HomeworkMark homeworkId={homework.id} status={status} />
          <Icon name="chevron-down" className={styles.arrow} />
        </summary>
        <div className={styles.task}>
          {wasOpen && <CourseText text={homework.text} />}
          <LinkButton
            look="secondary"
            icon="homework"
            href={pathTo('homework', { streamId: status.streamId, homeworkId: homework.homeworkId })}
          >
            {t('streams.homework.open')}
          </LinkButton>
        </div>
      </details>
    </li>
  )
}
