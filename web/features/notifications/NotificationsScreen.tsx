import { PushSwitch } from '#kit/features/notifications/PushSwitch.tsx'
import { useCopy } from '#kit/copy/copy.tsx'
import page from '#kit/ui/Page.module.css'
import { LinkButton } from '#kit/ui/actions/LinkButton.tsx'
import { Notice } from '#kit/ui/states/Notice.tsx'
import { Skeleton } from '#kit/ui/marks/Skeleton.tsx'
import { Switch } from '#kit/ui/fields/Checkbox.tsx'
import { useUser } from '#web/features/accounts/data.ts'
import { switchNotifications } from '#web/features/profile/data.ts'
import { pathTo } from '#web/platform/addresses.ts'
import { usePageTitle } from '#web/platform/page-title.ts'
import { NoticeChoices } from './bell/NoticeChoices.tsx'
import { browserPush } from './browser-push.ts'
import { tellFailure } from './times/tell-failure.ts'

/** `/user/settings/notifications`: a switch for everything the school sends unasked, one for this device, how each kind comes, and when. */
export function NotificationsScreen() {
  const t = useCopy()
  const user = useUser()
  usePageTitle(t('settings.notifications'))
  const handleSwitch = (isOn: boolean) => void switchNotifications(isOn).catch(tellFailure(t))
  return (
    <div className={page.column} aria-busy={!user}>
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
