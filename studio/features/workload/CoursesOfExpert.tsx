import { useQuery } from '@tanstack/react-query'
import { useCopy } from '#kit/copy/copy.tsx'
import { Switch } from '#kit/ui/fields/Checkbox.tsx'
import { openDialog } from '#kit/ui/layers/dialogs.ts'
import { Skeleton } from '#kit/ui/marks/Skeleton.tsx'
import { Card } from '#kit/ui/states/Card.tsx'
import { ErrorState } from '#kit/ui/states/ErrorState.tsx'
import { teachingQuery } from './data.ts'
import type { CourseExperts } from './expert-change.ts'
import { ExpertsDialog } from './ExpertsDialog.tsx'
import styles from './Workload.module.css'

/** In which courses an expert is named; the others that name nobody are theirs too. */
export function CoursesOfExpert({ userId }: { userId: number }) {
  const t = useCopy()
  const { data, error, refetch, isFetching } = useQuery({ ...teachingQuery(), refetchOnMount: 'always' })
  const change = (course: CourseExperts) => {
    const { expert_ids: ids } = course
    const userIds = ids.includes(userId) ? ids.filter(id => id !== userId) : [...ids, userId]
    void openDialog(close => (
      <ExpertsDialog course={course} experts={data?.experts ?? []} userIds={userIds} onClose={() => close()} />
    ))
  }
  const hint = ({ expert_ids: ids }: CourseExperts) =>
    ids.length === 0 ? t('workload.courses.open') : t('workload.courses.named', { count: ids.length })
  return (
    <Card as="section">
      <div className={styles.section}>
        <h2>{t('workload.courses')}</h2>
        {data ? (
          data.courses.map(course => (
            <Switch
              key={course.id}
              label={course.title}
              hint={hint(course)}
              checked={course.expert_ids.includes(userId)}
              onChange={() => change(course)}
            />
          ))
        ) : error ? (
          <ErrorState busy={isFetching} onRetry={() => void refetch()} />
        ) : (
          <div aria-busy>
            <Skeleton height="6rem" />
          </div>
        )}
        {data?.courses.length === 0 && <p className={styles.muted}>{t('workload.courses.none')}</p>}
      </div>
    </Card>
  )
}
