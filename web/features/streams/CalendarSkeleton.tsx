import { useCopy } from '#kit/copy/copy.tsx'
import { Skeleton } from '#kit/ui/Skeleton.tsx'
import { VisuallyHidden } from '#kit/ui/VisuallyHidden.tsx'
import styles from './CalendarScreen.module.css'

const places = ['a', 'b', 'c', 'd', 'e', 'f']

/** The calendar's shape while it is on its way. */
export function CalendarSkeleton() {
  const t = useCopy()
  return (
    <div className={styles.calendar} aria-busy>
      <VisuallyHidden>{t('ui.loading')}</VisuallyHidden>
      <Skeleton shape="box" height="14rem" />
      <Skeleton shape="title" />
      <div className={styles.skeletons}>
        {places.map(place => (
          <Skeleton key={place} shape="box" height="5.5rem" />
        ))}
      </div>
    </div>
  )
}
