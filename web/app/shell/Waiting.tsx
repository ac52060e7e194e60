import { Skeleton } from '#kit/ui/marks/Skeleton.tsx'
import styles from './Shell.module.css'

/** A calm outline of a screen while its chunk and the learner's data arrive. */
export function Waiting() {
  return (
    <div className={styles.waiting}>
      <Skeleton height="2.5rem" width="60%" />
      <Skeleton height="12rem" />
      <Skeleton height="8rem" />
    </div>
  )
}
