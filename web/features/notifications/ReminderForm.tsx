import { useId, useState } from 'react'
import { useCopy } from '#kit/copy/copy.tsx'
import { weekdayName } from '#kit/copy/weekday.ts'
import { FailureNotice } from '#kit/form/FailureNotice.tsx'
import { useSubmit } from '#kit/form/use-submit.ts'
import { RequestError } from '#kit/request/request-errors.ts'
import { Button } from '#kit/ui/actions/Button.tsx'
import { TextField } from '#kit/ui/fields/TextField.tsx'
import type { ReminderInput } from '#shared/features/notifications/forms.ts'
import { longestText } from '#shared/features/notifications/rules.ts'
import styles from './Reminders.module.css'
import { weekdays } from './reminder-words.ts'

type Props = {
  initial: ReminderInput
  label: string
  onSave: (input: ReminderInput) => Promise<void>
}

export function ReminderForm({ initial, label, onSave }: Props) {
  const t = useCopy()
  const [input, setInput] = useState(initial)
  const [isChecked, setChecked] = useState(false)
  const problems = {
    ...(input.weekdays.length === 0 && { days: t('notifications.form.days.required') }),
    ...(!/^\d{2}:\d{2}$/.test(input.time) && { time: t('notifications.form.time.required') }),
  }
  const { form, failure, isBusy, handleSubmit } = useSubmit({
    check: () => {
      setChecked(true)
      return Object.fromEntries(Object.entries(problems).map(([field, text]) => [field, [text]]))
    },
    send: async () => {
      await onSave(input)
      return true
    },
    failed: t('notifications.failed'),
    // Errors that belong to no field are shown as one notice.
    explain: error => ({
      errors: {},
      notice: { title: t('notifications.failed'), text: error instanceof RequestError ? error.reason : '' },
    }),
  })
  return (
    <form ref={form} noValidate className={styles.form} onSubmit={handleSubmit}>
      <WeekdayChips
        days={input.weekdays}
        error={isChecked ? problems.days : undefined}
        onChange={weekdays => setInput({ ...input, weekdays })}
      />
      <TextField
        type="time"
        required
        label={t('notifications.form.time')}
        value={input.time}
        {...(isChecked && problems.time && { error: problems.time })}
        onChange={event => setInput({ ...input, time: event.currentTarget.value.slice(0, 5) })}
      />
      <TextField
        label={t('notifications.form.text')}
        hint={t('notifications.form.text.hint')}
        maxLength={longestText}
        value={input.text}
        onChange={event => setInput({ ...input, text: event.currentTarget.value })}
      />
      <FailureNotice failure={failure} />
      <Button type="submit" busy={isBusy}>
        {label}
      </Button>
    </form>
  )
}

type ChipsProps = { days: readonly number[]; error: string | undefined; onChange: (days: number[]) => void }

function WeekdayChips({ days, error, onChange }: ChipsProps) {
  const t = useCopy()
  const id = useId()
  const handleDay = (day: number, isOn: boolean) =>
    onChange(weekdays.filter(one => (one === day ? isOn : days.includes(one))))
  return (
    <fieldset className={styles.weekdays} aria-describedby={error ? id : undefined}>
      <legend className={styles.legend}>{t('notifications.form.days')}</legend>
      <div className={styles.chips}>
        {weekdays.map(day => (
          <label key={day} className={styles.chip}>
            <input
              type="checkbox"
              className={styles.box}
              checked={days.includes(day)}
              aria-label={weekdayName(day, t.language)}
              aria-invalid={error ? true : undefined}
              onChange={event => handleDay(day, event.currentTarget.checked)}
            />
            <span aria-hidden>{weekdayName(day, t.language, 'short')}</span>
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
