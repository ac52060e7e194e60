import { useId, useState } from 'react'
import { useLocation } from 'wouter'
import { useCopy } from '#kit/copy/copy.tsx'
import { useSubmit } from '#kit/form/use-submit.ts'
import { newKey } from '#kit/request/new-key.ts'
import { Button } from '#kit/ui/actions/Button.tsx'
import { EmptyState } from '#kit/ui/states/EmptyState.tsx'
import { ErrorState } from '#kit/ui/states/ErrorState.tsx'
import { LinkButton } from '#kit/ui/actions/LinkButton.tsx'
import { confirm } from '#kit/ui/layers/QuestionDialog.tsx'
import { Skeleton } from '#kit/ui/marks/Skeleton.tsx'
import { toast } from '#kit/ui/layers/toasts.ts'
import type { Reminder, ReminderInput } from '#shared/features/notifications/forms.ts'
import { useUser } from '#web/features/accounts/data.ts'
import { pathTo } from '#web/platform/addresses.ts'
import { addReminder, changeReminder, deleteReminder, useReminders } from './data.ts'
import styles from './Reminders.module.css'
import { nextInWords, weekdayName, weekdays } from './reminder-words.ts'
import { FailureNotice } from '#kit/form/FailureNotice.tsx'
import { RequestError } from '#kit/request/request-errors.ts'
import { TextField } from '#kit/ui/fields/TextField.tsx'
import { longestText } from '#shared/features/notifications/rules.ts'

function Known({ reminder }: { reminder: Reminder }) {
  const t = useCopy()
  const [, navigate] = useLocation()
  const leave = (said: string) => {
    navigate(pathTo('settingsReminders'), { replace: true })
    toast(said, { tone: 'success' })
  }
  const deletion = useSubmit({
    async send() {
      await deleteReminder(reminder.id)
      leave(t('notifications.deleted'))
      return true
    },
    failed: t('notifications.failed'),
    hasToast: true,
  })
  const handleDelete = async () => {
    const title = t('notifications.delete.sure')
    const isSure = await confirm({
      title,
      yes: t('notifications.delete'),
      no: t('notifications.delete.keep'),
      danger: true,
    })
    if (isSure) await deletion.run()
  }
  return (
    <>
      <ReminderForm
        initial={reminder}
        label={t('notifications.form.save')}
        onSave={async input => {
          await changeReminder(reminder.id, input)
          leave(t('notifications.saved'))
        }}
      />
      <Button look="ghost" busy={deletion.isBusy} onClick={() => void handleDelete()}>
        {t('notifications.delete')}
      </Button>
    </>
  )
}

/** `/user/settings/reminders/{id}`. */
export function ReminderScreen({ reminderId }: { reminderId: number }) {
  const t = useCopy()
  const { data, error, isFetching, refetch } = useReminders()
  const reminder = data?.find(({ id }) => id === reminderId)
  if (!data && error) {
    return <ErrorState isPage title={t('notifications.error')} busy={isFetching} onRetry={() => void refetch()} />
  }
  if (data && !reminder && !isFetching) {
    return (
      <EmptyState
        isPage
        icon="clock"
        title={t('notifications.missing')}
        action={<LinkButton href={pathTo('settingsReminders')}>{t('notifications.all')}</LinkButton>}
      />
    )
  }
  return (
    <div className={styles.screen}>
      <h1>{t('notifications.edit')}</h1>
      {reminder ? <Known reminder={reminder} /> : <Skeleton shape="box" height="18rem" />}
    </div>
  )
}

const initial = { weekdays: [1, 2, 3, 4, 5, 6, 7], time: '19:00', isEnabled: true, text: '' }

/** `/user/settings/reminders/new`. */
export function ReminderNewScreen() {
  const t = useCopy()
  const [, navigate] = useLocation()
  const timeZone = useUser()?.timezone ?? 'UTC'
  const [key] = useState(newKey)
  return (
    <div className={styles.screen}>
      <h1>{t('notifications.new')}</h1>
      <ReminderForm
        initial={initial}
        label={t('notifications.form.add')}
        onSave={async input => {
          const { nextAt } = await addReminder(input, key)
          navigate(pathTo('settingsReminders'), { replace: true })
          if (nextAt !== undefined) toast(nextInWords(nextAt, Date.now(), timeZone, t), { tone: 'success' })
        }}
      />
    </div>
  )
}

type Props = {
  initial: ReminderInput
  label: string
  onSave: (input: ReminderInput) => Promise<void>
}

function ReminderForm({ initial, label, onSave }: Props) {
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
