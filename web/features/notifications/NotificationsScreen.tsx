import { PushSwitch } from '#kit/features/notifications/PushSwitch.tsx'
import { useCopy } from '#kit/copy/copy.tsx'
import { errorMessage, NetworkError } from '#kit/request/request-errors.ts'
import { LinkButton } from '#kit/ui/actions/LinkButton.tsx'
import { Notice } from '#kit/ui/states/Notice.tsx'
import { Skeleton } from '#kit/ui/marks/Skeleton.tsx'
import { Switch } from '#kit/ui/fields/Checkbox.tsx'
import { toast } from '#kit/ui/layers/toasts.ts'
import { useUser } from '#web/features/accounts/data.ts'
import { switchNotifications } from '#web/features/profile/data.ts'
import styles from '#web/features/profile/Settings.module.css'
import { pathTo } from '#web/platform/addresses.ts'
import { usePageTitle } from '#web/platform/page-title.ts'
import { NoticeChoices } from './bell/NoticeChoices.tsx'
import { browserPush } from './browser-push.ts'

/** `/user/settings/notifications`: a switch for everything the school sends unasked, one for this device, and how each kind comes. */
export function NotificationsScreen() {
  const t = useCopy()
  const user = useUser()
  usePageTitle(t('settings.notifications'))
  const handleSwitch = (isOn: boolean) => {
    switchNotifications(isOn).catch((error: unknown) => {
      const text = error instanceof NetworkError ? t('settings.notKept') : errorMessage(error, t('profile.failed'))
      toast(text, { tone: 'danger' })
    })
  }
  return (
    <div className={styles.screen} aria-busy={!user}>
      <h1>{t('settings.notifications')}</h1>
      {user ? (
        <Switch
          label={t('settings.notifications.all')}
          hint={t('settings.notifications.hint')}
          checked={!user.disableNotification}
          onChange={event => handleSwitch(event.currentTarget.checked)}
        />
      ) : (
        <Skeleton height="4rem" />
      )}
      {user && !user.disableNotification && (
        <>
          <PushSwitch push={browserPush} hint={t('notifications.push.hint')} />
          <LinkButton look="secondary" icon="clock" href={pathTo('settingsReminders')}>
            {t('notifications.title')}
          </LinkButton>
          <NoticeChoices />
        </>
      )}
      {user?.disableNotification && <Notice live>{t('settings.notifications.off')}</Notice>}
    </div>
  )
}
