import { useCopy } from '#kit/copy/copy.tsx'
import { Card } from '#kit/ui/Card.tsx'
import { LinkButton } from '#kit/ui/LinkButton.tsx'
import type { Day } from '#shared/features/courses/forms.ts'
import type { StreamStatusRecord } from '#shared/features/streams/forms.ts'
import { pathTo } from '#web/platform/addresses.ts'
import { CourseText } from '#web/features/courses/CourseText.tsx'
import { HomeworkMark } from '#web/features/streams/HomeworkMark.tsx'
import styles from './DayHomework.module.css'

/** The homework of a day: its task and where the learner is with it. */
export function DayHomework({ day, status }: { day: Day; status: StreamStatusRecord }) {
  const t = useCopy()
  if (day.dayHomeworks.length === 0) return null
  return (
    <section aria-labelledby="homework" className={styles.homeworks}>
      <h2 id="homework">{t('progress.homework')}</h2>
      {day.dayHomeworks.map(homework => {
        const points = homework.scores.reduce((sum, { amount }) => sum + amount, 0)
        return (
          <Card key={homework.id} as="article" className={styles.homework}>
            <header className={styles.header}>
              <h3>{homework.title}</h3>
              <HomeworkMark homeworkId={homework.id} status={status} />
            </header>
            {homework.text && <CourseText text={homework.text} />}
            {(homework.isRequired || points > 0) && (
              <p className={styles.note}>
                {[
                  homework.isRequired && t('progress.homework.required'),
                  points > 0 && t('progress.homework.points', { count: points }),
                ]
                  .filter(Boolean)
                  .join(' · ')}
              </p>
            )}
            <p>
              <LinkButton
                look="secondary"
                icon="homework"
                href={pathTo('homework', { streamId: status.streamId, homeworkId: homework.homeworkId })}
              >
                {t('streams.homework.open')}
              </LinkButton>
            </p>
          </Card>
        )
      })}
    </section>
  )
}
