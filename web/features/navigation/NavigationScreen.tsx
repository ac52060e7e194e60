import { type Copy, type CopyKey, useCopy } from '#kit/copy/copy.tsx'
import { site } from '#kit/features/brands/site.ts'
import page from '#kit/ui/Page.module.css'
import { classes } from '#kit/ui/classes.ts'
import { useUser } from '#web/features/accounts/data.ts'
import { LinkList, type ListedLink, listedItem } from '#web/features/profile/LinkList.tsx'
import { settingGroups } from '#web/features/profile/setting-groups.ts'
import { type AddressName, pathTo, placeOf } from '#web/platform/addresses.ts'
import { useMenuItems } from '#web/platform/use-menu.ts'
import styles from './Navigation.module.css'
import { type Group, withoutRepeats } from './without-repeats.ts'

/** What is found behind the entries of menus, which have names alone. */
const hints: Partial<Record<AddressName, CopyKey>> = {
  home: 'navigation.home',
  courses: 'navigation.courses',
  homeworks: 'navigation.homeworks',
  chats: 'navigation.chats',
  catalog: 'navigation.catalog',
  clubs: 'navigation.clubs',
  videoConsultations: 'navigation.videoConsultations',
  subscriptions: 'navigation.subscriptions',
  support: 'navigation.support',
  userSettings: 'navigation.userSettings',
  join: 'navigation.join',
  points: 'navigation.points',
  statistics: 'navigation.statistics',
  referrals: 'navigation.referrals',
  bonuses: 'navigation.bonuses',
}

/** A link with what is found behind it, as far as that is told; nothing for an address of what the school does not have. */
function explained(t: Copy, link: ListedLink): ListedLink[] {
  if (!('href' in link))
    return [link.label === t('shell.title.clubs') ? { hint: t('navigation.ownClub'), ...link } : link]
  if (link.newWindow) return [link]
  const place = placeOf(link.href)
  if (place.kind === 'unknown') return []
  const hint = place.kind === 'route' ? hints[place.name] : undefined
  return [hint ? { hint: t(hint), ...link } : link]
}

/** What is reached from a mark in the header, from home or from a banner, and from no menu. */
function newsLinks(t: Copy): ListedLink[] {
  return [
    { icon: 'bell', label: t('shell.title.notices'), hint: t('navigation.notices'), href: pathTo('notices') },
    { icon: 'calendar', label: t('shell.title.events'), hint: t('navigation.events'), href: pathTo('events') },
    { icon: 'info', label: t('shell.title.banners'), hint: t('navigation.banners'), href: pathTo('banners') },
  ]
}

/** The school's own words about cookies, where it has some. */
function legalLinks(t: Copy): ListedLink[] {
  const href = site().config.cookiePolicyLink
  return href ? [{ icon: 'document', label: t('consent.policy'), href, newWindow: true }] : []
}

/** All places that the menus and the settings of this school lead to, each once. */
function useGroups(): Group[] {
  const t = useCopy()
  const user = useUser()
  const visit = { config: site().config, isStaff: user !== undefined && user.role !== 'learner' }
  const learning = useMenuItems(['sections', 'general'], visit, 'help')
  const own = useMenuItems(['settings', 'profile'], visit, 'help').filter(({ isCurrent }) => !isCurrent)
  const activity = useMenuItems(['activity'], visit)
  const help = useMenuItems(['help'], visit)
  const [account, , ...settings] = settingGroups(t)
  const groups = [
    { title: t('navigation.learning'), items: learning.map(listedItem) },
    { title: t('navigation.news'), items: newsLinks(t) },
    { title: t('settings.activity'), items: activity.map(listedItem) },
    { title: t('settings.account'), items: [...(account?.items ?? []), ...own.map(listedItem)] },
    ...settings,
    { title: t('navigation.help'), items: [...help.map(listedItem), ...legalLinks(t)] },
  ]
  return withoutRepeats(groups.map(({ title, items }) => ({ title, items: items.flatMap(link => explained(t, link)) })))
}

/** `/navigation`: every place of the app that a person can open, as this school has them. */
export function NavigationScreen() {
  const t = useCopy()
  const groups = useGroups()
  return (
    <div className={classes(page.column, styles.screen)}>
      <h1>{t('navigation.title')}</h1>
      <div className={styles.groups}>
        {groups.map(({ title, items }) => (
          <section key={title} className={styles.group}>
            <h2>{title}</h2>
            <LinkList label={title} items={items} />
          </section>
        ))}
      </div>
    </div>
  )
}
