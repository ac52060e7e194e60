import { Skeleton } from '#kit/ui/marks/Skeleton.tsx'
import styles from './Shell.module.css'

/** A calm outline of a screen while its part of the app arrives. */
export function Waiting() {
  return (
    <div className={styles.waiting} aria-busy>
      <Skeleton height="2.5rem" width="30%" />
      <Skeleton height="4rem" />
      <Skeleton height="16rem" />
    </div>
  )
}
