import { useCopy } from '#kit/copy/copy.tsx'
import { Icon } from '#kit/ui/marks/Icon.tsx'
import type { JudgedCriterion } from '#shared/features/homework/forms.ts'
import styles from './JudgedCriteria.module.css'

/** What an expert judged by, in the author's order: met or not. */
export function JudgedCriteria({ criteria }: { criteria: readonly JudgedCriterion[] }) {
  const t = useCopy()
  if (criteria.length === 0) return null
  return (
    <ul className={styles.criteria} aria-label={t('criteria.title')}>
      {criteria.map(({ key, text, isMet }) => (
        <li key={key} data-met={isMet}>
          <Icon name={isMet ? 'check' : 'close'} label={t(isMet ? 'criteria.met' : 'criteria.unmet')} />
          <span dir="auto">{text}</span>
        </li>
      ))}
    </ul>
  )
}
