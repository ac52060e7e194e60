import type { ReactNode } from 'react'
import { useCopy } from '#kit/copy/copy.tsx'
import { NetworkError, errorMessage } from '#kit/request/request-errors.ts'
import { Notice } from '#kit/ui/Notice.tsx'
import { Skeleton } from '#kit/ui/Skeleton.tsx'
import { Switch } from '#kit/ui/Switch.tsx'
import { toast } from '#kit/ui/toasts.ts'
import { usePageTitle } from '#web/platform/page-title.ts'
import { useUser } from '#web/features/accounts/data.ts'
import { switchNotifications } from './data.ts'
import styles from './Settings.module.css'

/**
 * `/user/settings/notifications`: one switch for everything that the school sends of its own accord; `children` is what
 * there is to set while it is on.
 */
export function NotificationsScreen({ children }: { children?: ReactNode }) {
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
    <div className={styles.screen}>
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
      {user && !user.disableNotification && children}
      {user?.disableNotification && <Notice live>{t('settings.notifications.off')}</Notice>}
    </div>
  )
}
