import type { Copy, CopyKey } from '#kit/copy/copy.tsx'
import type { Site } from '#kit/features/brands/site.ts'
import type { Read } from '#kit/request/early-reads.ts'
import type { IconName } from '#kit/ui/marks/Icon.tsx'
import type { AddressName } from './addresses.ts'
import type { IsOn } from './school.ts'

/** The sections of the app, each of which remembers its latest address. */
export type Section = 'home' | 'course' | 'chat' | 'task' | 'profile' | 'catalog'

/** A screen's section in this school: homework may belong to the chats. */
export function sectionIn(config: Site['config'], section: Section | undefined): Section | undefined {
  return section === 'task' && config.isHomeworkInChats && config.isChatSupport ? 'chat' : section
}

/**
 * general: everything a learner uses; sections: the links in the header and in the bar of a phone; settings, profile and
 * activity: what is one's own; help: who and what helps, for the list of all sections.
 */
export type MenuName = 'general' | 'sections' | 'settings' | 'profile' | 'activity' | 'help'
/** `met` has the entries that need an answer and have one that meets them. */
export type MenuVisit = { config: Site['config']; isStaff: boolean; met?: ReadonlySet<MenuEntry> }

/** An entry of one or more menus; `at` is its position in each, from the top. */
export type MenuEntry = {
  at: Partial<Record<MenuName, number>>
  label: CopyKey
  icon: IconName
  /** It cannot be undone, or signs out. */
  isDanger?: true
  /** A line separates it from what is above it. */
  isSeparated?: true
  isShown?: (visit: MenuVisit) => boolean
  /** Shown only while the cached answer of this read, which the menu never asks for, meets it. */
  needs?: { read: Read; isMet: (answer: never) => boolean }
} & (
  | { address: AddressName; section?: Section }
  /** A document shown over the page; null where the brand has none. */
  | { document: (config: Site['config']) => string | null }
  /** Another site. */
  | { site: (config: Site['config']) => string | null }
  | { act: (t: Copy, navigate: (to: string) => void) => Promise<void> }
)

/** A number at a section's entry, computed from a cached read; never requests it. */
export type Badge = { section: Section; read: Read; count: (answer: never) => number }

const entries: MenuEntry[] = []
const badges: Badge[] = []

/** Registers a feature's menu entries, shown where the school has the feature. */
export function addMenu({ menu = [], badge, isOn }: { menu?: readonly MenuEntry[]; badge?: Badge; isOn?: IsOn }): void {
  const isShownIn = (visit: MenuVisit, entry: MenuEntry) =>
    (isOn?.(visit.config) ?? true) && (entry.isShown?.(visit) ?? true)
  entries.push(...menu.map(entry => ({ ...entry, isShown: (visit: MenuVisit) => isShownIn(visit, entry) })))
  if (badge) badges.push(badge)
}

/** A menu's entries for this visit, in order, without documents and sites the brand does not have. */
export function menuOf(name: MenuName, visit: MenuVisit): MenuEntry[] {
  const addressOf = (entry: MenuEntry) =>
    'document' in entry ? entry.document(visit.config) : 'site' in entry ? entry.site(visit.config) : ''
  return entries
    .filter(entry => entry.at[name] !== undefined && (!entry.needs || visit.met?.has(entry)))
    .filter(entry => (entry.isShown?.(visit) ?? true) && addressOf(entry) !== null)
    .sort((one, other) => (one.at[name] ?? 0) - (other.at[name] ?? 0))
}

type NeedyEntry = MenuEntry & { needs: NonNullable<MenuEntry['needs']> }

/** The entries that are shown by an answer only. */
export const needyEntries = (): readonly NeedyEntry[] =>
  entries.filter((entry): entry is NeedyEntry => entry.needs !== undefined)

/** The badges of section entries. */
export const knownBadges = (): readonly Badge[] => badges
