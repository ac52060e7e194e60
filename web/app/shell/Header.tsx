import { Link, useLocation } from 'wouter'
import { useCopy } from '#kit/copy/copy.tsx'
import { site } from '#kit/features/brands/site.ts'
import { settings } from '#kit/request/connection.ts'
import { Avatar } from '#kit/ui/marks/Avatar.tsx'
import { Icon } from '#kit/ui/marks/Icon.tsx'
import { IconButton } from '#kit/ui/actions/IconButton.tsx'
import { Menu } from '#kit/ui/layers/Menu.tsx'
import { useUser } from '#web/features/accounts/data.ts'
import { pathTo } from '#web/platform/addresses.ts'
import { track } from '#web/platform/analytics.ts'
import type { Section } from '#web/platform/menu.ts'
import { useMenuItems } from '#web/platform/use-menu.ts'
import { useShownTitle } from '#web/platform/page-title.ts'
import { Slot } from '#kit/shell/Slot.tsx'
import styles from './Header.module.css'
import { SectionLinks } from './SectionLinks.tsx'
import type { SectionHistory } from './section-history.ts'

declare module '#kit/shell/slots.ts' {
  interface Slots {
    /**
     * Between the section links and the menus; next to a back button a phone has little room. `isIdle` once the screen
     * has what it needs: nothing should be read before.
     */
    header: { isBesideBack: boolean; isIdle: boolean }
    /** After it: what is loaded only once the screen has what it needs. */
    idleHeader: { isBesideBack: boolean }
  }
}

type Props = {
  section: Section | undefined
  history: SectionHistory
  back: string | undefined
  isIdle: boolean
  /** A phone has the sections in a bar below. */
  hasBar: boolean
}

/** Phone: back, avatar, title, points, burger menu. Desktop: logo, section links, points, name with dropdown. */
export function Header({ section, history, back, isIdle, hasBar }: Props) {
  const { domain } = site().site
  const isBesideBack = back !== undefined
  return (
    <header className={styles.header}>
      <div className={styles.row}>
        {back && <BackButton to={back} />}
        <Link href={pathTo('home')} className={styles.logo} data-beside={isBesideBack || undefined}>
          <img src={domain.spa_header_logo} alt={domain.name} />
        </Link>
        <Title isInBar={hasBar && !isBesideBack} />
        <SectionLinks section={section} history={history} className={styles.places} />
        <Slot name="header" isBesideBack={isBesideBack} isIdle={isIdle} />
        <span className={styles.late} data-beside={isBesideBack || undefined}>
          {isIdle && <Slot name="idleHeader" isBesideBack={isBesideBack} />}
        </span>
        <Menus />
      </div>
    </header>
  )
}

function BackButton({ to }: { to: string }) {
  const t = useCopy()
  const [, navigate] = useLocation()
  return <IconButton icon="back" label={t('ui.back')} className={styles.back} onClick={() => navigate(to)} />
}

function Title({ isInBar }: { isInBar: boolean }) {
  return (
    <p className={styles.title} data-in-bar={isInBar || undefined} aria-hidden>
      {useShownTitle()}
    </p>
  )
}

/** Reports each change of the burger menu with the platform. */
function handleBurger(isOpen: boolean) {
  track({ name: isOpen ? 'open_burger' : 'close_burger', projectPlatform: settings.appType })
}

function Menus() {
  const t = useCopy()
  const user = useUser()
  const name = user?.displayName ?? ''
  const visit = { config: site().config, isStaff: user !== undefined && user.role !== 'learner' }
  const burger = useMenuItems(['general', 'settings'], visit)
  const dropdown = useMenuItems(['general', 'settings'], visit, 'sections')
  const profile = useMenuItems(['profile'], visit)
  const label = t('shell.menu.profile', { name })
  const picture = <Avatar name={name} src={user?.avatar} size={36} />
  return (
    <>
      <span className={styles.onPhone}>
        <Menu label={label} items={profile}>
          {picture}
        </Menu>
        <Menu label={t('shell.menu')} items={burger} onToggle={handleBurger}>
          <Icon name="menu" />
        </Menu>
      </span>
      <span className={styles.onDesk}>
        <Menu label={label} items={dropdown} className={styles.person}>
          {picture}
          <span className={styles.name}>{name}</span>
          <Icon name="chevron-down" />
        </Menu>
      </span>
    </>
  )
}
