import { useCopy } from '#kit/copy/copy.tsx'
import styles from './SkipLink.module.css'

/** First in the page: jumps over the header to the element with this id, which carries `tabIndex={-1}`. */
export function SkipLink({ target = 'main' }: { target?: string }) {
  const t = useCopy()
  return (
    <a href={`#${target}`} className={styles.link}>
      {t('ui.skip')}
    </a>
  )
}
