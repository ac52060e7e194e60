import type { CopyKey } from '#kit/copy/copy.tsx'
import type { Site } from '#kit/features/brands/site.ts'
import type { IconName } from '#kit/ui/marks/Icon.tsx'
import type { AddressName } from '#web/platform/addresses.ts'
import type { Section } from '../paths.ts'

type MenuAction = 'preferences' | 'studio' | 'exit'

/** A screen of the app, another site, something to do, a document over the page. */
export type ShellMenuItem = { label: CopyKey; icon: IconName } & (
  | { kind: 'route'; address: AddressName; section?: Section; isDanger?: boolean }
  | { kind: 'external'; url: string }
  | { kind: 'action'; action: MenuAction }
  | { kind: 'modal'; url: string }
)

/** The learner's main places: the bar at the bottom of a phone, the header of a desk. */
export function generalMenu(): ShellMenuItem[] {
  return [
    { kind: 'route', label: 'shell.title.home', icon: 'home', address: 'home', section: 'home' },
    { kind: 'route', label: 'shell.title.courses', icon: 'book', address: 'courses', section: 'course' },
    { kind: 'route', label: 'shell.title.homeworks', icon: 'homework', address: 'homeworks', section: 'task' },
    { kind: 'route', label: 'shell.title.chats', icon: 'chat', address: 'chats', section: 'chat' },
    { kind: 'route', label: 'shell.title.catalog', icon: 'star', address: 'catalog', section: 'catalog' },
  ]
}

const edit: ShellMenuItem = { kind: 'route', label: 'shell.title.userEdit', icon: 'user', address: 'userEdit' }
const support: ShellMenuItem = { kind: 'route', label: 'shell.title.support', icon: 'support', address: 'support' }
const settings: ShellMenuItem = {
  kind: 'route',
  label: 'shell.title.userSettings',
  icon: 'settings',
  address: 'userSettings',
}

/** What a brand has configured, for staff the way to the studio, and the way out. */
export function settingsMenu(config: Site['config'], isStaff: boolean): ShellMenuItem[] {
  const { manualUrl, instructionUrl } = config
  return [
    support,
    edit,
    settings,
    { kind: 'route', label: 'shell.title.points', icon: 'star', address: 'points' },
    ...documentItem('shell.menu.manual', 'book', manualUrl),
    ...documentItem('shell.menu.instruction', 'info', instructionUrl),
    ...networksItem(config),
    { kind: 'action', label: 'shell.menu.preferences', icon: 'globe', action: 'preferences' },
    ...studioItem(isStaff),
    { kind: 'action', label: 'shell.menu.exit', icon: 'exit', action: 'exit' },
  ]
}

function documentItem(label: CopyKey, icon: IconName, url: string | null): ShellMenuItem[] {
  return url === null ? [] : [{ kind: 'modal', label, icon, url }]
}

/** The networks that a person may sign in by, where the school has any. */
function networksItem({ socialAuth }: Site['config']): ShellMenuItem[] {
  const hasAny = socialAuth.android.length + socialAuth.ios.length > 0
  return hasAny
    ? [{ kind: 'route', label: 'shell.title.socialNetworks', icon: 'users', address: 'socialNetworks' }]
    : []
}

function studioItem(isStaff: boolean): ShellMenuItem[] {
  return isStaff ? [{ kind: 'action', label: 'shell.menu.studio', icon: 'users', action: 'studio' }] : []
}

/** What a phone's avatar opens. */
export function profileMenu(config: Site['config']): ShellMenuItem[] {
  return [
    edit,
    ...networksItem(config),
    settings,
    support,
    { kind: 'route', label: 'shell.title.catalog', icon: 'star', address: 'catalog' },
    { kind: 'action', label: 'shell.menu.preferences', icon: 'globe', action: 'preferences' },
    { kind: 'route', label: 'accounts.title.delete', icon: 'close', address: 'delete', isDanger: true },
  ]
}
