import { Link } from 'wouter'
import { useCopy } from '#kit/copy/copy.tsx'
import { Card, cardTarget } from '#kit/ui/Card.tsx'
import { Icon } from '#kit/ui/Icon.tsx'
import { pathTo } from '#web/platform/addresses.ts'
import { useNow, useTimeZone } from '../clock.ts'
import styles from './HomeworkCard.module.css'
import { useHandIn } from '../hand-in/hand-ins.ts'
import type { ListedHomework } from './homework-groups.ts'
import { dueWords } from '../homework-words.ts'
import { StatusBadge } from '../StatusBadge.tsx'

interface Props {
  item: ListedHomework
  streamId: number
}

/** One homework of the list; a locked one leads to its page too, where the reason stands. */
export function HomeworkCard({ item, streamId }: Props) {
  const t = useCopy()
  const timeZone = useTimeZone()
  const { task, status } = item
  const handIn = useHandIn(status.id)
  const awaited = status.status === 'UPLOADED' && !handIn ? status.dueAt : undefined
  const now = useNow()
  return (
    <Card as="li" interactive flush className={styles.card}>
      <div className={styles.body}>
        <h3 className={styles.title}>
          <Link href={pathTo('homework', { streamId, homeworkId: task.id })} className={cardTarget}>
            {task.title}
          </Link>
        </h3>
        <p className={styles.line}>
          <StatusBadge status={status} handIn={handIn} points={status.points} />
          {task.points > 0 && status.status !== 'DONE' && (
            <span className={styles.note}>{t('homework.points', { count: task.points })}</span>
          )}
        </p>
        {awaited !== undefined && (
          <p className={styles.note}>
            {awaited > now
              ? t('homework.expected', { due: dueWords(t, awaited, now, timeZone) })
              : t('homework.overdue')}
          </p>
        )}
      </div>
      <Icon name="chevron-right" className={styles.arrow} />
    </Card>
  )
}
