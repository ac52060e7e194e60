import { useQuery } from '@tanstack/react-query'
import { useLocation } from 'wouter'
import { useCopy } from '#kit/copy/copy.tsx'
import type { MenuItem } from '#kit/ui/layers/Menu.tsx'
import { toast } from '#kit/ui/layers/toasts.ts'
import { type AddressName, pathTo } from './addresses.ts'
import type { Badge, Feature, MenuEntry, MenuName, MenuVisit, Section } from './feature.ts'

const entries: MenuEntry[] = []
const badges: Badge[] = []

/** Makes known what features add to the menus. */
export function addMenus(features: readonly Pick<Feature, 'menu' | 'badge'>[]): void {
  for (const { menu, badge } of features) {
    entries.push(...(menu ?? []))
    if (badge) badges.push(badge)
  }
}

/** The entries of a menu for this visit, in their order. What the brand has no document or site for is left out. */
export function menuOf(name: MenuName, visit: MenuVisit): MenuEntry[] {
  const addressOf = (entry: MenuEntry) =>
    'document' in entry ? entry.document(visit.config) : 'site' in entry ? entry.site(visit.config) : ''
  return entries
    .filter(entry => entry.at[name] !== undefined && (entry.isShown?.(visit) ?? true) && addressOf(entry) !== null)
    .sort((one, other) => (one.at[name] ?? 0) - (other.at[name] ?? 0))
}

/** The number at a section's entry, as in messages that the learner has not read; 0 until it is known. */
export function useBadge(section: Section | undefined): number {
  const badge = badges.find(one => one.section === section)
  const { data } = useQuery({
    queryKey: badge ? [badge.read.name, badge.read.input] : [],
    enabled: false,
    select: badge?.count as ((answer: unknown) => number) | undefined,
  })
  return typeof data === 'number' ? data : 0
}

/** The entries of some menus, one after the other, as the kit's menu takes them, bound to what they do. */
export function useMenuItems(names: readonly MenuName[], visit: MenuVisit): MenuItem[] {
  const t = useCopy()
  const [path, navigate] = useLocation()
  const badge = useBadge(badges[0]?.section)
  const doing = (act: () => Promise<unknown>) => () =>
    void act().catch(() => toast(t('ui.error.title'), { tone: 'danger' }))
  return names.flatMap(name =>
    menuOf(name, visit).map((entry, index) => {
      const count = 'section' in entry && entry.section === badges[0]?.section ? badge : 0
      const label = count > 0 ? `${t(entry.label)} (${count})` : t(entry.label)
      const shown = {
        label,
        icon: entry.icon,
        ...(entry.isDanger && { danger: true }),
        ...(entry.isSeparated && index > 0 && { separated: true }),
      }
      if ('address' in entry) {
        const href = addressOf(entry.address)
        return { ...shown, href, isCurrent: path === href }
      }
      if ('site' in entry) return { ...shown, href: entry.site(visit.config) ?? '', newWindow: true }
      if ('act' in entry) return { ...shown, onSelect: doing(() => entry.act(t, navigate)) }
      const document = entry.document(visit.config) ?? ''
      return {
        ...shown,
        onSelect: doing(async () => (await import('./document-viewer.tsx')).openDocument(document, label)),
      }
    }),
  )
}

/** Menus lead only where no parameter is needed. */
const addressOf = (name: AddressName) => pathTo(name as 'home')
