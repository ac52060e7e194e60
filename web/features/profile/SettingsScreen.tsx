import { type Copy, useCopy } from '#kit/copy/copy.tsx'
import { LanguageSwitch, SchemeSwitch } from '#kit/features/brands/DisplaySwitch.tsx'
import { site } from '#kit/features/brands/site.ts'
import { pathTo } from '#web/platform/addresses.ts'
import { usePageTitle } from '#web/platform/page-title.ts'
import { DataSaver } from './DataSaver.tsx'
import { keepLanguage } from './data.ts'
import { LinkList, type ListedLink } from './LinkList.tsx'
import styles from './Settings.module.css'
import type { MenuItem } from '#kit/ui/layers/Menu.tsx'
import { useUser } from '#web/features/accounts/data.ts'
import { useMenuItems } from '#web/platform/use-menu.ts'
import { LateSlot } from '#web/platform/LateSlot.tsx'

function accountLinks(t: Copy): ListedLink[] {
  const { android, ios } = site().config.socialAuth
  const networks: ListedLink = {
    icon: 'users',
    label: t('settings.social'),
    hint: t('settings.social.hint'),
    href: pathTo('socialNetworks'),
  }
  return [
    { icon: 'user', label: t('settings.profile'), hint: t('settings.profile.hint'), href: pathTo('userEdit') },
    { icon: 'lock', label: t('settings.password'), hint: t('settings.password.hint'), href: pathTo('userPassword') },
    { icon: 'globe', label: t('settings.devices'), hint: t('settings.devices.hint'), href: pathTo('userDevices') },
    ...(android.length + ios.length > 0 ? [networks] : []),
  ]
}

function messageLinks(t: Copy): ListedLink[] {
  return [
    {
      icon: 'bell',
      label: t('settings.notifications'),
      hint: t('settings.notifications.link'),
      href: pathTo('settingsNotifications'),
    },
    {
      icon: 'clock',
      label: t('settings.reminders'),
      hint: t('settings.reminders.hint'),
      href: pathTo('settingsReminders'),
    },
  ]
}

/** What a person has done here, and what it has brought. */
function activityLinks(t: Copy): ListedLink[] {
  return [
    { icon: 'clock', label: t('profile.statistics'), href: pathTo('statistics') },
    { icon: 'users', label: t('profile.referrals'), href: pathTo('referrals') },
    { icon: 'star', label: t('profile.bonuses'), href: pathTo('bonuses') },
  ]
}

function otherLinks(t: Copy): ListedLink[] {
  const downloads: ListedLink = {
    icon: 'download',
    label: t('shell.title.downloads'),
    hint: t('settings.downloads.hint'),
    href: pathTo('downloads'),
  }
  return [
    ...(site().config.isOfflineEnable ? [downloads] : []),
    { icon: 'eye', label: t('settings.cookies'), hint: t('settings.cookies.hint'), href: pathTo('settingsCookie') },
    {
      icon: 'document',
      label: t('settings.payment'),
      hint: t('settings.payment.hint'),
      href: pathTo('userPaymentMethods'),
    },
    { icon: 'book', label: t('settings.orders'), hint: t('settings.orders.hint'), href: pathTo('orders') },
    { icon: 'close', label: t('settings.delete'), href: pathTo('delete'), danger: true },
  ]
}

/** `/user/settings` */
export function SettingsScreen() {
  const t = useCopy()
  usePageTitle(t('settings.title'))
  const groups = [
    { title: t('settings.account'), items: accountLinks(t) },
    { title: t('settings.activity'), items: activityLinks(t) },
    { title: t('settings.messages'), items: messageLinks(t) },
    { title: t('settings.more'), items: otherLinks(t) },
  ]
  return (
    <div className={styles.screen}>
      <LateSlot name="banners" place="settings top" />
      <h1>{t('settings.title')}</h1>
      {groups.map(({ title, items }) => (
        <section key={title} className={styles.section}>
          <h2>{title}</h2>
          <LinkList label={title} items={items} />
        </section>
      ))}
      <section className={styles.section}>
        <h2>{t('settings.appearance')}</h2>
        <div className={styles.choices}>
          <LanguageSwitch keep={keepLanguage} />
          <SchemeSwitch />
        </div>
      </section>
      <section className={styles.section}>
        <h2>{t('settings.data')}</h2>
        <DataSaver />
      </section>
    </div>
  )
}

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
