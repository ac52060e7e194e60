import finish from './finish.svg?no-inline'
import styles from './FinishPicture.module.css'
import { Picture } from './Picture.tsx'

/** Somebody leaps for joy: for the end of a day. Stands still where motion is reduced. */
export function FinishPicture() {
  return (
    <div className={styles.finish} aria-hidden>
      <Picture of={`${finish}#ground`} className={styles.part} />
      <Picture of={`${finish}#confetti`} className={styles.confetti} />
      <Picture of={`${finish}#leap`} className={styles.leap} />
    </div>
  )
}
