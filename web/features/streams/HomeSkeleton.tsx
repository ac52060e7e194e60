import { useCopy } from '#kit/copy/copy.tsx'
import { Skeleton } from '#kit/ui/Skeleton.tsx'
import { VisuallyHidden } from '#kit/ui/VisuallyHidden.tsx'
import styles from './HomeScreen.module.css'

/** The home's shape while its courses are on their way. */
export function HomeSkeleton() {
  const t = useCopy()
  return (
    <div className={styles.home} aria-busy>
      <VisuallyHidden>{t('ui.loading')}</VisuallyHidden>
      <div className={styles.greeting}>
        <Skeleton shape="title" />
        <Skeleton width="40%" />
      </div>
      <Skeleton shape="box" height="16rem" />
      <div className={styles.cards}>
        <Skeleton shape="box" height="20rem" />
        <Skeleton shape="box" height="20rem" />
        <Skeleton shape="box" height="20rem" />
      </div>
    </div>
  )
}
