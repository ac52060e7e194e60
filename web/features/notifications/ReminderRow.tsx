import { useState } from 'react'
import { Link } from 'wouter'
import { useCopy } from '#kit/copy/copy.tsx'
import { errorMessage, RequestError } from '#kit/request/request-errors.ts'
import { Switch } from '#kit/ui/Switch.tsx'
import { toast } from '#kit/ui/toasts.ts'
import { VisuallyHidden } from '#kit/ui/VisuallyHidden.tsx'
import type { Reminder } from '#shared/features/notifications/forms.ts'
import { pathTo } from '#web/platform/addresses.ts'
import { changeReminder } from './data.ts'
import styles from './Reminders.module.css'
import { daysInWords, nextInWords } from './reminder-words.ts'

/** `now` is when the reminders were read, in ms. */
type Props = { reminder: Reminder; timeZone: string; now: number }

/** One reminder of the list: what it says and when, the way to change it, and its switch. */
export function ReminderRow({ reminder, timeZone, now }: Props) {
  const t = useCopy()
  const { id, time, text, nextAt } = reminder
  const [wished, setWished] = useState<boolean>()
  const days = daysInWords(reminder.weekdays, t)
  const handleSwitch = async (isEnabled: boolean) => {
    setWished(isEnabled)
    try {
      await changeReminder(id, { ...reminder, isEnabled })
    } catch (error) {
      const reason = t('notifications.failed')
      toast(error instanceof RequestError ? errorMessage(error, reason) : reason, { tone: 'danger' })
    }
    setWished(undefined)
  }
  return (
    <li className={styles.row}>
      <Link href={pathTo('settingsReminderUpdate', { reminderId: id })} className={styles.link}>
        <span className={styles.time}>{time}</span>
        <span className={styles.about}>
          <span className={styles.days}>{days}</span>
          {text && <span className={styles.text}>{text}</span>}
          <span className={styles.next}>
            {nextAt === undefined ? t('notifications.off') : nextInWords(nextAt, now, timeZone, t)}
          </span>
        </span>
      </Link>
      <Switch
        label={<VisuallyHidden>{t('notifications.switch', { time, days })}</VisuallyHidden>}
        checked={wished ?? reminder.isEnabled}
        disabled={wished !== undefined}
        onChange={event => void handleSwitch(event.currentTarget.checked)}
      />
    </li>
  )
}
