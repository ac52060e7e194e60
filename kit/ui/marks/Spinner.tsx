import { useCopy } from '#kit/copy/copy.tsx'
import styles from './Spinner.module.css'
import { VisuallyHidden } from './VisuallyHidden.tsx'

/** For waits whose shape is unknown; where it is known, a Skeleton is calmer. */
export function Spinner() {
  const t = useCopy()
  return (
    <div role="status" className={styles.spinner}>
      <VisuallyHidden>{t('ui.loading')}</VisuallyHidden>
    </div>
  )
}
