import { Link } from 'wouter'
import { useCopy } from '#kit/copy/copy.tsx'
import { EmptyState } from '#kit/ui/EmptyState.tsx'
import { ErrorState } from '#kit/ui/ErrorState.tsx'
import { LinkButton } from '#kit/ui/LinkButton.tsx'
import { Notice } from '#kit/ui/Notice.tsx'
import { Skeleton } from '#kit/ui/Skeleton.tsx'
import { VisuallyHidden } from '#kit/ui/VisuallyHidden.tsx'
import { mostReminders } from '#shared/features/notifications/rules.ts'
import { useUser } from '#web/features/accounts/data.ts'
import { pathTo } from '#web/platform/addresses.ts'
import { useReminders } from './data.ts'
import { PushSwitch } from './PushSwitch.tsx'
import { ReminderRow } from './ReminderRow.tsx'
import styles from './Reminders.module.css'

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

/** `/user/settings/reminders`: what reminds the learner and when, by their own clock. */
export function RemindersScreen() {
  const t = useCopy()
  const user = useUser()
  const timeZone = user?.timezone ?? 'UTC'
  return (
    <div className={styles.screen}>
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
        <PushSwitch />
        <p className={styles.lead}>{t('notifications.letter')}</p>
      </section>
    </div>
  )
}
