import type { Copy, CopyKey } from '#kit/copy/copy.tsx'
import type { Site } from '#kit/features/brands/site.ts'
import type { Read } from '#kit/request/early-reads.ts'
import type { IconName } from '#kit/ui/marks/Icon.tsx'
import type { AddressName } from './addresses.ts'

/** The parts of the app that each remember their latest address. */
export type Section = 'home' | 'course' | 'chat' | 'task' | 'profile' | 'catalog'

export type MenuName = 'places' | 'settings' | 'profile' | 'activity'
export type MenuVisit = { config: Site['config']; isStaff: boolean }

/** An entry of one or more menus; `at` says where it stands in each, counted from the top. */
export type MenuEntry = {
  at: Partial<Record<MenuName, number>>
  label: CopyKey
  icon: IconName
  /** It cannot be undone, or leads out. */
  isDanger?: true
  /** A line separates it from what is above it. */
  isSeparated?: true
  isShown?: (visit: MenuVisit) => boolean
} & (
  | { address: AddressName; section?: Section }
  /** A document shown over the page; null where the brand has none. */
  | { document: (config: Site['config']) => string | null }
  /** Another site. */
  | { site: (config: Site['config']) => string | null }
  | { act: (t: Copy, navigate: (to: string) => void) => Promise<void> }
)

/** A number at a section's entry, counted from what a read answered; nothing is asked for it. */
export type Badge = { section: Section; read: Read; count: (answer: never) => number }

const entries: MenuEntry[] = []
const badges: Badge[] = []

/** Makes known what a feature adds to the menus. */
export function addMenu({ menu, badge }: { menu?: readonly MenuEntry[]; badge?: Badge }): void {
  entries.push(...(menu ?? []))
  if (badge) badges.push(badge)
}

/** The entries of a menu for this visit, in their order. What the brand has no document or site for is left out. */
export function menuOf(name: MenuName, visit: MenuVisit): MenuEntry[] {
  const addressOf = (entry: MenuEntry) =>
    'document' in entry ? entry.document(visit.config) : 'site' in entry ? entry.site(visit.config) : ''
  return entries
    .filter(entry => entry.at[name] !== undefined && (entry.isShown?.(visit) ?? true) && addressOf(entry) !== null)
    .sort((one, other) => (one.at[name] ?? 0) - (other.at[name] ?? 0))
}

/** What counts at the entries of sections. */
export const knownBadges = (): readonly Badge[] => badges
