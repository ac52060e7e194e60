import { useState } from 'react'
import { Link } from 'wouter'
import { PushSwitch } from '#kit/features/notifications/PushSwitch.tsx'
import { useCopy } from '#kit/copy/copy.tsx'
import { errorMessage, RequestError } from '#kit/request/request-errors.ts'
import page from '#kit/ui/Page.module.css'
import { EmptyState } from '#kit/ui/states/EmptyState.tsx'
import { ErrorState } from '#kit/ui/states/ErrorState.tsx'
import { LinkButton } from '#kit/ui/actions/LinkButton.tsx'
import { Notice } from '#kit/ui/states/Notice.tsx'
import { Skeleton } from '#kit/ui/marks/Skeleton.tsx'
import { Switch } from '#kit/ui/fields/Checkbox.tsx'
import { toast } from '#kit/ui/layers/toasts.ts'
import { VisuallyHidden } from '#kit/ui/marks/VisuallyHidden.tsx'
import type { Reminder } from '#shared/features/notifications/forms.ts'
import { mostReminders } from '#shared/features/notifications/rules.ts'
import { useUser } from '#web/features/accounts/data.ts'
import { pathTo } from '#web/platform/addresses.ts'
import { changeReminder, useReminders } from './data.ts'
import { browserPush } from './browser-push.ts'
import styles from './Reminders.module.css'
import { daysInWords, nextInWords } from './reminder-words.ts'

function Loading() {
  const t = useCopy()
  return (
    <div aria-busy className={styles.loading}>
      <VisuallyHidden>{t('ui.loading')}</VisuallyHidden>
      <Skeleton shape="box" height="5.5rem" />
      <Skeleton shape="box" height="5.5rem" />
    </div>
  )
}

function List({ timeZone }: { timeZone: string }) {
  const t = useCopy()
  const { data: reminders, dataUpdatedAt, error, isFetching, refetch } = useReminders()
  const add = <LinkButton href={pathTo('settingsReminderNew')}>{t('notifications.add')}</LinkButton>
  if (!reminders && error) {
    return <ErrorState title={t('notifications.error')} busy={isFetching} onRetry={() => void refetch()} />
  }
  if (!reminders) return <Loading />
  if (reminders.length === 0) {
    return (
      <EmptyState icon="clock" title={t('notifications.empty')} text={t('notifications.empty.text')} action={add} />
    )
  }
  const inOrder = [...reminders].sort((one, other) => one.time.localeCompare(other.time) || one.id - other.id)
  return (
    <>
      <ul className={styles.list}>
        {inOrder.map(reminder => (
          <ReminderRow key={reminder.id} reminder={reminder} timeZone={timeZone} now={dataUpdatedAt} />
        ))}
      </ul>
      {reminders.length < mostReminders ? add : <Notice>{t('notifications.enough')}</Notice>}
    </>
  )
}

/** `/user/settings/reminders`: the learner's reminders, in their own time zone. */
export function RemindersScreen() {
  const t = useCopy()
  const user = useUser()
  const timeZone = user?.timezone ?? 'UTC'
  return (
    <div className={page.column}>
      <header className={styles.head}>
        <h1>{t('notifications.title')}</h1>
        <p className={styles.lead}>
          {t('notifications.zone', { zone: timeZone.replaceAll('_', ' ') })}{' '}
          <Link href={pathTo('userEdit')}>{t('notifications.zone.change')}</Link>
        </p>
      </header>
      {user?.disableNotification && (
        <Notice
          tone="warn"
          action={
            <LinkButton look="secondary" href={pathTo('settingsNotifications')}>
              {t('notifications.muted.open')}
            </LinkButton>
          }
        >
          {t('notifications.muted')}
        </Notice>
      )}
      <List timeZone={timeZone} />
      <section className={styles.device} aria-label={t('notifications.push.label')}>
        <PushSwitch push={browserPush} hint={t('notifications.push.hint')} />
        <p className={styles.lead}>{t('notifications.letter')}</p>
      </section>
    </div>
  )
}

/** `now`: when the reminders were fetched, in ms. */
type Props = { reminder: Reminder; timeZone: string; now: number }

function ReminderRow({ reminder, timeZone, now }: Props) {
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
