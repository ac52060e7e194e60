import { useCopy } from '#kit/copy/copy.tsx'
import { TextField } from '#kit/ui/fields/TextField.tsx'
import type { ClockFields } from './clock-fields.ts'
import styles from './Consultation.module.css'

type Props = {
  /** What it is the time of, where a form has several. */
  label?: string
  fields: ClockFields
  error: string | undefined
  isFirst?: boolean
  onChange: (changed: Partial<ClockFields>) => void
}

/** A date and a clock time, by the browser's own pickers. */
export function TimeFields({ label, fields: { date, time }, error, isFirst, onChange }: Props) {
  const t = useCopy()
  const named = (name: string) => (label ? `${label}: ${name.toLocaleLowerCase(t.language)}` : name)
  return (
    <div className={styles.pair}>
      <TextField
        type="date"
        label={named(t('video.date'))}
        value={date}
        error={error}
        data-autofocus={isFirst || undefined}
        onChange={event => onChange({ date: event.target.value })}
      />
      <TextField
        type="time"
        step={300}
        label={named(t('video.time'))}
        value={time}
        aria-invalid={error ? true : undefined}
        onChange={event => onChange({ time: event.target.value })}
      />
    </div>
  )
}
