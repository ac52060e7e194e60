import { useCopy } from '#kit/copy/copy.tsx'
import { Button } from '#kit/ui/Button.tsx'
import { Icon } from '#kit/ui/Icon.tsx'
import type { CourseOption } from '#shared/features/courses/forms.ts'
import { type Filters, isFiltering } from './course-filters.ts'
import styles from './FilterBar.module.css'

interface Props {
  options: readonly CourseOption[]
  filters: Filters
  /** How many courses are shown while something is chosen; told to screen readers. */
  found: number | undefined
  onToggle: (optionId: string, value: string) => void
  onClear: () => void
}

/** Course options to filter by: a row of choices each, several may be chosen. */
export function FilterBar({ options, filters, found, onToggle, onClear }: Props) {
  const t = useCopy()
  return (
    <details className={styles.filters}>
      <summary className={styles.summary}>
        <Icon name="chevron-down" />
        {t('streams.filters')}
      </summary>
      <div className={styles.options}>
        {options.map(option => (
          <fieldset key={option.id} className={styles.option}>
            <legend>{option.title}</legend>
            <div className={styles.values}>
              {option.trainingLessonOptionValues.map(value => (
                <button
                  key={value}
                  type="button"
                  className={styles.value}
                  aria-pressed={filters[option.id]?.includes(value) ?? false}
                  onClick={() => onToggle(option.id, value)}
                >
                  {value}
                </button>
              ))}
            </div>
          </fieldset>
        ))}
        {isFiltering(filters) && (
          <Button look="ghost" onClick={onClear}>
            {t('streams.filters.clear')}
          </Button>
        )}
      </div>
      <p role="status" className={styles.found}>
        {found !== undefined && t('streams.filters.found', { count: found })}
      </p>
    </details>
  )
}
