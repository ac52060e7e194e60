import { Spinner } from '#kit/ui/marks/Spinner.tsx'
import styles from './Blank.module.css'

/** What stands there until the first screen of a visit arrives. */
export function Blank() {
  return (
    <div className={styles.blank}>
      <Spinner />
    </div>
  )
}
