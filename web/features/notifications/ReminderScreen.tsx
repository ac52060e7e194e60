import { useState } from 'react'
import { useLocation } from 'wouter'
import { useCopy } from '#kit/copy/copy.tsx'
import { useSubmit } from '#kit/form/use-submit.ts'
import { newKey } from '#kit/request/new-key.ts'
import page from '#kit/ui/Page.module.css'
import { Button } from '#kit/ui/actions/Button.tsx'
import { EmptyState } from '#kit/ui/states/EmptyState.tsx'
import { ErrorState } from '#kit/ui/states/ErrorState.tsx'
import { LinkButton } from '#kit/ui/actions/LinkButton.tsx'
import { confirm } from '#kit/ui/layers/QuestionDialog.tsx'
import { Skeleton } from '#kit/ui/marks/Skeleton.tsx'
import { toast } from '#kit/ui/layers/toasts.ts'
import type { Reminder } from '#shared/features/notifications/forms.ts'
import { useUser } from '#web/features/accounts/data.ts'
import { pathTo } from '#web/platform/addresses.ts'
import { addReminder, changeReminder, deleteReminder, useReminders } from './data.ts'
import { ReminderForm } from './ReminderForm.tsx'
import { nextInWords } from './reminder-words.ts'

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
    <div className={page.column} aria-busy={!reminder}>
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
    <div className={page.column}>
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
