import { useCopy } from '#kit/copy/copy.tsx'
import { Skeleton } from '#kit/ui/Skeleton.tsx'
import { VisuallyHidden } from '#kit/ui/VisuallyHidden.tsx'
import styles from './DayScreen.module.css'

/** The day's shape while it is on its way. */
export function DaySkeleton() {
  const t = useCopy()
  return (
    <div className={styles.day} aria-busy>
      <VisuallyHidden>{t('ui.loading')}</VisuallyHidden>
      <Skeleton width="8rem" />
      <Skeleton shape="title" />
      <Skeleton />
      <Skeleton shape="box" height="18rem" />
      <Skeleton shape="box" height="5rem" />
      <Skeleton shape="box" height="5rem" />
    </div>
  )
}
