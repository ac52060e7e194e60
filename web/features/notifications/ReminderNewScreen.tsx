import { useState } from 'react'
import { useLocation } from 'wouter'
import { useCopy } from '#kit/copy/copy.tsx'
import { newKey } from '#kit/request/new-key.ts'
import { toast } from '#kit/ui/toasts.ts'
import { useUser } from '#web/features/accounts/data.ts'
import { pathTo } from '#web/platform/addresses.ts'
import { addReminder } from './data.ts'
import { ReminderForm } from './ReminderForm.tsx'
import styles from './Reminders.module.css'
import { nextInWords } from './reminder-words.ts'

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
