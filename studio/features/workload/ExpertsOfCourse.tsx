import { useQuery } from '@tanstack/react-query'
import { Link } from 'wouter'
import { useCopy } from '#kit/copy/copy.tsx'
import { Button } from '#kit/ui/actions/Button.tsx'
import { openDialog } from '#kit/ui/layers/dialogs.ts'
import { Badge } from '#kit/ui/marks/Badge.tsx'
import { Skeleton } from '#kit/ui/marks/Skeleton.tsx'
import { ErrorState } from '#kit/ui/states/ErrorState.tsx'
import { useUser } from '#studio/features/accounts/session.ts'
import { pathTo } from '#studio/platform/addresses.ts'
import { Picker } from '#studio/platform/fields/Picker.tsx'
import { teachingQuery } from './data.ts'
import type { CourseExperts, Expert } from './expert-change.ts'
import { ExpertsDialog } from './ExpertsDialog.tsx'
import styles from './Workload.module.css'

/** Who answers in a course; administrators name experts and take them off. */
export function ExpertsOfCourse({ courseId }: { courseId: number }) {
  return useUser().role === 'admin' ? <Experts courseId={courseId} /> : null
}

function Experts({ courseId }: { courseId: number }) {
  const t = useCopy()
  const { data, error, refetch, isFetching } = useQuery({ ...teachingQuery(), refetchOnMount: 'always' })
  const course = data?.courses.find(({ id }) => id === courseId)
  // Deleted elsewhere meanwhile.
  if (data && !course) return null
  return (
    <section aria-labelledby="experts" className={styles.section}>
      <h2 id="experts">{t('workload.experts')}</h2>
      {data && course ? (
        <Found course={course} experts={data.experts} />
      ) : error ? (
        <ErrorState busy={isFetching} onRetry={() => void refetch()} />
      ) : (
        <div aria-busy>
          <Skeleton height="6rem" />
        </div>
      )}
    </section>
  )
}

function Found({ course, experts }: { course: CourseExperts; experts: readonly Expert[] }) {
  const t = useCopy()
  const { expert_ids: ids } = course
  const named = experts.filter(({ id }) => ids.includes(id))
  const others = experts.filter(({ id, is_active: isActive }) => isActive && !ids.includes(id))
  const change = (userIds: readonly number[]) =>
    void openDialog(close => (
      <ExpertsDialog course={course} experts={experts} userIds={userIds} onClose={() => close()} />
    ))
  return (
    <>
      <p className={styles.muted}>{t(named.length === 0 ? 'workload.experts.all' : 'workload.experts.named')}</p>
      {named.length > 0 && (
        <ul className={styles.people}>
          {named.map(({ id, name, is_active: isActive }) => (
            <li key={id}>
              <Link href={pathTo('user', { userId: id })} dir="auto">
                {name}
              </Link>
              {!isActive && <Badge tone="warning">{t('workload.experts.inactive')}</Badge>}
              <Button
                look="secondary"
                aria-label={t('workload.experts.takeOff.of', { name })}
                onClick={() => change(ids.filter(other => other !== id))}
              >
                {t('workload.experts.takeOff')}
              </Button>
            </li>
          ))}
        </ul>
      )}
      {others.length > 0 ? (
        <Picker
          label={t('workload.experts.name')}
          all={t('workload.experts.name')}
          value={undefined}
          options={others.map(({ id, name }) => ({ id, label: name }))}
          onChoose={id => id !== undefined && change([...ids, id])}
        />
      ) : (
        named.length === 0 && <p className={styles.muted}>{t('workload.experts.none')}</p>
      )}
    </>
  )
}
