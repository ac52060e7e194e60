import { type ReactNode, Suspense, useEffect, useRef } from 'react'
import { Link, useLocation } from 'wouter'
import { queryClient } from '#kit/cache/query-client.ts'
import { type Copy, useCopy } from '#kit/copy/copy.tsx'
import { LanguageSwitch, SchemeSwitch } from '#kit/features/brands/DisplaySwitch.tsx'
import { site } from '#kit/features/brands/site.ts'
import { onConnected, startLive } from '#kit/live/live.ts'
import { Avatar } from '#kit/ui/marks/Avatar.tsx'
import { Dialog } from '#kit/ui/layers/Dialog.tsx'
import { openDialog } from '#kit/ui/layers/dialogs.ts'
import { Icon } from '#kit/ui/marks/Icon.tsx'
import { IconButton } from '#kit/ui/actions/IconButton.tsx'
import { Menu } from '#kit/ui/layers/Menu.tsx'
import { SkipLink } from '#kit/ui/actions/SkipLink.tsx'
import { ToastHost } from '#kit/ui/layers/ToastHost.tsx'
import type { User } from '#shared/features/accounts/forms.ts'
import { signOut } from '#studio/features/accounts/session.ts'
import { pathTo } from '#studio/platform/addresses.ts'
import { type Shortcut, useShortcutGroups, useShortcuts } from '#studio/platform/shortcuts.ts'
import { features, sectionsOf, type ShellSection } from '../paths.ts'
import { ConnectionBanner } from '#kit/shell/ConnectionBanner.tsx'
import { Slot } from '#kit/shell/Slot.tsx'
import { LiveListeners } from '#kit/shell/LiveListeners.tsx'
import styles from './Shell.module.css'
import { useWaitingWrites } from '#kit/shell/use-waiting-writes.ts'
import { HeadingSkeleton, Skeleton } from '#kit/ui/marks/Skeleton.tsx'
import { KeyHint } from '#studio/platform/KeyHint.tsx'

const loadUploads = async () => (await import('#kit/features/media/uploads/browser-uploads.ts')).browserUploads

const lives = features.flatMap(({ live }) => live ?? [])

type Props = {
  user: User
  section: string | undefined
  /** Another device, or the school, ended the session. */
  onLogout: () => void
  children: ReactNode
}

/** Surrounds every screen: the sections with their counts, the person, the keyboard help. */
export function Shell({ user, section, onLogout, children }: Props) {
  const t = useCopy()
  const [, navigate] = useLocation()
  useWaitingWrites(true, t, loadUploads)
  const own = sectionsOf(user.role)
  const jumps = own.map(
    ({ key, title, address }): Shortcut => ({
      keys: [key],
      label: title,
      run: () => navigate(pathTo(address as 'home')),
    }),
  )
  useShortcuts('shell.keys.everywhere', [
    ...jumps,
    { keys: ['mod+k'], label: 'shell.search', inFields: true, run: () => void search(user) },
    { keys: ['?'], label: 'shell.keys.help', run: () => void openShortcutHelp() },
  ])
  return (
    <div className={styles.shell}>
      <SkipLink />
      <header className={styles.header}>
        <Link href={pathTo('home')} className={styles.logo}>
          <img src={site().site.domain.spa_header_logo} alt={site().site.domain.name} />
        </Link>
        <Sections own={own} current={section} />
        <Tools user={user} />
      </header>
      <div>
        <ConnectionBanner />
        {own.some(({ address }) => address === 'courses') && <Slot name="frame" section={section} />}
      </div>
      <main id="main" tabIndex={-1} className={styles.main}>
        {children}
      </main>
      <Arrival />
      <Live onLogout={onLogout} />
      <ToastHost />
    </div>
  )
}

function Sections({ own, current }: { own: readonly ShellSection[]; current: string | undefined }) {
  const t = useCopy()
  const row = useRef<HTMLElement>(null)
  useEffect(() => {
    const list = row.current
    const link = list?.querySelector('[aria-current]')
    if (!list || !link) return
    // Told of each at first, and again when the counts arrive, which move what is after them.
    const sizes = new ResizeObserver(() => {
      const [frame, box] = [list.getBoundingClientRect(), link.getBoundingClientRect()]
      const top = Math.min(0, box.top - frame.top) + Math.max(0, box.bottom - frame.bottom)
      list.scrollBy({ left: (box.left + box.right - frame.left - frame.right) / 2, top })
    })
    for (const one of list.children) sizes.observe(one)
    return () => sizes.disconnect()
  }, [current])
  return (
    <nav ref={row} aria-label={t('shell.navigation')} className={styles.sections}>
      {own.map(({ address, icon, title, Count }) => (
        <Link
          key={address}
          href={pathTo(address as 'home')}
          className={styles.section}
          aria-current={address === current ? 'page' : undefined}
        >
          <Icon name={icon} />
          <span>{t(title)}</span>
          <Suspense fallback={null}>{Count && <Count />}</Suspense>
        </Link>
      ))}
    </nav>
  )
}

function Tools({ user }: { user: User }) {
  const t = useCopy()
  const items = [
    { label: t('shell.profile.own'), icon: 'user' as const, onSelect: () => void openOwnProfile() },
    { label: t('shell.preferences'), icon: 'settings' as const, onSelect: () => openPreferences(t) },
    { label: t('shell.signOut'), icon: 'exit' as const, danger: true, onSelect: () => void leave() },
  ]
  return (
    <div className={styles.tools}>
      <IconButton icon="search" label={t('shell.search')} onClick={() => void search(user)} />
      <IconButton
        icon="info"
        label={t('shell.keys.title')}
        className={styles.help}
        onClick={() => void openShortcutHelp()}
      />
      <Menu label={t('shell.profile', { name: user.displayName })} items={items} className={styles.person}>
        <Avatar name={user.displayName} src={user.avatar} size={34} />
      </Menu>
    </div>
  )
}

async function search({ role }: User): Promise<void> {
  const { openSearch } = await import('./SearchDialog.tsx')
  await openSearch(role)
}

async function openOwnProfile(): Promise<void> {
  const { openProfile } = await import('#studio/features/accounts/ProfileDialog.tsx')
  await openProfile()
}

async function leave(): Promise<void> {
  await signOut()
  location.replace(pathTo('login'))
}

function openPreferences(t: Copy): void {
  void openDialog(close => (
    <Dialog title={t('shell.preferences')} size="small" onClose={() => close()}>
      <div className={styles.preferences}>
        <LanguageSwitch />
        <SchemeSwitch />
      </div>
    </Dialog>
  ))
}

/** Draws nothing: listens to what features are told; signals that were missed are made up for on coming back. */
function Live({ onLogout }: { onLogout: () => void }) {
  useEffect(() => {
    startLive({ url: '', app: 'studio', onLogout })
    let isFirst = true
    return onConnected(() => {
      if (!isFirst) void queryClient.invalidateQueries()
      isFirst = false
    })
  }, [onLogout])
  return <LiveListeners loads={lives} />
}

/** On another screen the focus is on it, so that a reader hears where it is, unless something there has taken it. */
function Arrival() {
  const [path] = useLocation()
  useEffect(() => {
    if (document.activeElement === document.body || document.activeElement?.closest('header nav'))
      document.getElementById('main')?.focus({ preventScroll: true })
  }, [path])
  return null
}

/** A placeholder while a screen's chunk loads. */
export function Waiting() {
  return (
    <div className={styles.waiting} aria-busy>
      <HeadingSkeleton />
      <Skeleton height="4rem" />
      <Skeleton height="16rem" />
    </div>
  )
}

/** Lists the shortcuts of the current screen. */
function openShortcutHelp(): Promise<unknown> {
  return openDialog(close => <ShortcutHelp onClose={() => close()} />)
}

function ShortcutHelp({ onClose }: { onClose: () => void }) {
  const t = useCopy()
  const groups = useShortcutGroups().toReversed()
  return (
    <Dialog title={t('shell.keys.title')} onClose={onClose}>
      <div className={styles.groups}>
        {groups.map(({ title, shortcuts }) => (
          <section key={title}>
            <h3>{t(title)}</h3>
            <dl className={styles.list}>
              {shortcuts.map(({ keys, label }) => (
                <div key={label} className={styles.row}>
                  <dt>{t(label)}</dt>
                  <dd>
                    {keys.map(key => (
                      <KeyHint key={key} name={key} />
                    ))}
                  </dd>
                </div>
              ))}
            </dl>
          </section>
        ))}
      </div>
    </Dialog>
  )
}
