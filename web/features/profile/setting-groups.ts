import type { Copy } from '#kit/copy/copy.tsx'
import { site } from '#kit/features/brands/site.ts'
import { pathTo } from '#web/platform/addresses.ts'
import type { ListedLink } from './LinkList.tsx'

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

/** Where the settings lead in this school, in groups; each place has its name and mostly what it is for. */
export function settingGroups(t: Copy): { title: string; items: ListedLink[] }[] {
  return [
    { title: t('settings.account'), items: accountLinks(t) },
    { title: t('settings.activity'), items: activityLinks(t) },
    { title: t('settings.messages'), items: messageLinks(t) },
    { title: t('settings.more'), items: otherLinks(t) },
  ]
}
