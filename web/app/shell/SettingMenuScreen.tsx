import { useCopy } from '#kit/copy/copy.tsx'
import { site } from '#kit/features/brands/site.ts'
import { useUser } from '#web/features/accounts/data.ts'
import { LinkList, type ListedLink } from '#web/features/profile/LinkList.tsx'
import styles from '#web/features/profile/Settings.module.css'
import { pathTo } from '#web/platform/addresses.ts'
import { usePageTitle } from '#web/platform/page-title.ts'
import { settingsMenu } from './menus.ts'
import { useMenuItems } from './use-menu-items.tsx'

/** `/user/setting`: the settings menu as a page, and what a person has done here. */
export function SettingMenuScreen() {
  const t = useCopy()
  const user = useUser()
  usePageTitle(t('settings.menu'))
  const items = useMenuItems(settingsMenu(site().config, user !== undefined && user.role !== 'learner'))
  const shown = items.map(({ label, icon = 'info', href, newWindow, danger, onSelect }): ListedLink => {
    const look = { label, icon, ...(danger && { danger }) }
    return href === undefined
      ? { ...look, onPress: () => onSelect?.() }
      : { ...look, href, newWindow: newWindow ?? false }
  })
  const activity: ListedLink[] = [
    { icon: 'clock', label: t('profile.statistics'), href: pathTo('statistics') },
    { icon: 'users', label: t('profile.referrals'), href: pathTo('referrals') },
    { icon: 'star', label: t('profile.bonuses'), href: pathTo('bonuses') },
  ]
  return (
    <div className={styles.screen}>
      <h1>{t('settings.menu')}</h1>
      <LinkList label={t('settings.menu')} items={shown} />
      <h2>{t('settings.activity')}</h2>
      <LinkList label={t('settings.activity')} items={activity} />
    </div>
  )
}
