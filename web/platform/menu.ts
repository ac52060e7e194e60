import type { Badge, Feature, MenuEntry, MenuName, MenuVisit } from './feature.ts'

const entries: MenuEntry[] = []
const badges: Badge[] = []

/** Makes known what a feature adds to the menus. */
export function addMenu({ menu, badge }: Pick<Feature, 'menu' | 'badge'>): void {
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
