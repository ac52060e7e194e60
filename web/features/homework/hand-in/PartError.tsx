import { type CopyKey, useCopy } from '#kit/copy/copy.tsx'
import { Icon } from '#kit/ui/Icon.tsx'
import styles from './HandInForm.module.css'

/** What is wrong with a part of the answer, where it is. */
export function PartError({ text }: { text: CopyKey | undefined }) {
  const t = useCopy()
  if (!text) return null
  return (
    <p role="alert" className={styles.error}>
      <Icon name="alert" />
      {t(text)}
    </p>
  )
}
