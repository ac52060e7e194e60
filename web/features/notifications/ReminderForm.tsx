import { type FormEvent, useState } from 'react'
import { useCopy } from '#kit/copy/copy.tsx'
import { errorMessage, RequestError } from '#kit/request/request-errors.ts'
import { Button } from '#kit/ui/Button.tsx'
import { Notice } from '#kit/ui/Notice.tsx'
import { TextField } from '#kit/ui/TextField.tsx'
import type { ReminderInput } from '#shared/features/notifications/forms.ts'
import { longestText } from '#shared/features/notifications/rules.ts'
import styles from './ReminderForm.module.css'
import { WeekdayChips } from './WeekdayChips.tsx'

type Props = {
  initial: ReminderInput
  label: string
  onSave: (input: ReminderInput) => Promise<void>
}

/** Days, time and words of a reminder; what fails is said, and all that was entered stays. */
export function ReminderForm({ initial, label, onSave }: Props) {
  const t = useCopy()
  const [input, setInput] = useState(initial)
  const [isBusy, setBusy] = useState(false)
  const [isChecked, setChecked] = useState(false)
  const [failure, setFailure] = useState<string>()
  const problems = {
    days: input.weekdays.length === 0 ? t('notifications.form.days.required') : undefined,
    time: /^\d{2}:\d{2}$/.test(input.time) ? undefined : t('notifications.form.time.required'),
  }
  const handleSubmit = async (event: FormEvent) => {
    event.preventDefault()
    setChecked(true)
    setFailure(undefined)
    if (problems.days || problems.time || isBusy) return
    setBusy(true)
    try {
      await onSave(input)
    } catch (error) {
      const unknown = t('notifications.failed')
      setFailure(error instanceof RequestError ? errorMessage(error, unknown) : unknown)
      setBusy(false)
    }
  }
  return (
    <form noValidate className={styles.form} onSubmit={event => void handleSubmit(event)}>
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
      {failure && (
        <Notice tone="danger" live>
          {failure}
        </Notice>
      )}
      <Button type="submit" busy={isBusy}>
        {label}
      </Button>
    </form>
  )
}
