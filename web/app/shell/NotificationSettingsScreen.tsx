import { useCopy } from '#kit/copy/copy.tsx'
import { LinkButton } from '#kit/ui/LinkButton.tsx'
import { NotificationsScreen } from '#web/features/profile/NotificationsScreen.tsx'
import { PushSwitch } from '#web/features/notifications/PushSwitch.tsx'
import { pathTo } from '#web/platform/addresses.ts'

/** The switch for everything, and what of it reaches this device. */
export function NotificationSettingsScreen() {
  const t = useCopy()
  return (
    <NotificationsScreen>
      <PushSwitch />
      <LinkButton look="secondary" icon="clock" href={pathTo('settingsReminders')}>
        {t('notifications.title')}
      </LinkButton>
    </NotificationsScreen>
  )
}
