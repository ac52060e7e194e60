import { useId } from 'react'
import { useCopy } from '#kit/copy/copy.tsx'
import styles from './ReminderForm.module.css'
import { weekdayName, weekdays } from './reminder-words.ts'

type Props = { days: readonly number[]; error: string | undefined; onChange: (days: number[]) => void }

/** The seven days to choose from, each on or off. */
export function WeekdayChips({ days, error, onChange }: Props) {
  const t = useCopy()
  const id = useId()
  const handleDay = (day: number, isOn: boolean) =>
    onChange(weekdays.filter(one => (one === day ? isOn : days.includes(one))))
  return (
    <fieldset className={styles.days} aria-describedby={error ? id : undefined}>
      <legend className={styles.legend}>{t('notifications.form.days')}</legend>
      <div className={styles.chips}>
        {weekdays.map(day => (
          <label key={day} className={styles.chip}>
            <input
              type="checkbox"
              className={styles.box}
              checked={days.includes(day)}
              aria-label={weekdayName(day, t, 'long')}
              aria-invalid={error ? true : undefined}
              onChange={event => handleDay(day, event.currentTarget.checked)}
            />
            <span aria-hidden>{weekdayName(day, t, 'short')}</span>
          </label>
        ))}
      </div>
      {error && (
        <p id={id} className={styles.error} role="alert">
          {error}
        </p>
      )}
    </fieldset>
  )
}
