import { useCopy } from '#kit/copy/copy.tsx'
import { site } from '#kit/features/brands/site.ts'
import type { MenuItem } from '#kit/ui/layers/Menu.tsx'
import { useUser } from '#web/features/accounts/data.ts'
import { useMenuItems } from '#web/platform/use-menu.ts'
import { usePageTitle } from '#web/platform/page-title.ts'
import { LinkList, type ListedLink } from './LinkList.tsx'
import styles from './Settings.module.css'

function listed({ label, icon = 'info', href, newWindow, danger, onSelect }: MenuItem): ListedLink {
  const look = { label, icon, ...(danger && { danger }) }
  return href === undefined
    ? { ...look, onPress: () => onSelect?.() }
    : { ...look, href, newWindow: newWindow ?? false }
}

/** `/user/setting`: the settings menu as a page, and what a person has done here. */
export function SettingMenuScreen() {
  const t = useCopy()
  const user = useUser()
  usePageTitle(t('settings.menu'))
  const visit = { config: site().config, isStaff: user !== undefined && user.role !== 'learner' }
  const settings = useMenuItems(['settings'], visit)
  const activity = useMenuItems(['activity'], visit)
  return (
    <div className={styles.screen}>
      <h1>{t('settings.menu')}</h1>
      <LinkList label={t('settings.menu')} items={settings.map(listed)} />
      <h2>{t('settings.activity')}</h2>
      <LinkList label={t('settings.activity')} items={activity.map(listed)} />
    </div>
  )
}
