import { useQueries, useQuery } from '@tanstack/react-query'
import { useLocation } from 'wouter'
import { useCopy } from '#kit/copy/copy.tsx'
import type { MenuItem } from '#kit/ui/layers/Menu.tsx'
import { toast } from '#kit/ui/layers/toasts.ts'
import { type AddressName, pathTo } from './addresses.ts'
import type { Badge, MenuEntry, MenuName, MenuVisit, Section } from './feature.ts'
import { badgeOf, menuOf } from './menu.ts'

/** What is known of a badge; nothing is asked for it. */
const badgeQuery = (badge: Badge | undefined) => ({
  queryKey: badge ? [badge.read.name, badge.read.input] : ['no badge'],
  enabled: false,
})
const counted = (badge: Badge | undefined, answer: unknown) =>
  badge && answer !== undefined ? badge.count(answer as never) : 0

/** The number at a section's entry, such as messages that the learner has not read; 0 until it is known. */
export function useBadge(section: Section | undefined): number {
  const badge = badgeOf(section)
  return counted(badge, useQuery(badgeQuery(badge)).data)
}

/** The entries of some menus, one after the other, as the kit's menu takes them, bound to what they do. */
export function useMenuItems(names: readonly MenuName[], visit: MenuVisit): MenuItem[] {
  const t = useCopy()
  const [path, navigate] = useLocation()
  const shown = names.flatMap(name => menuOf(name, visit).map((entry, index) => ({ entry, isFirst: index === 0 })))
  const badges = shown.map(({ entry }) => badgeOf('section' in entry ? entry.section : undefined))
  const counts = useQueries({ queries: badges.map(badgeQuery) })
  const doing = (act: () => Promise<unknown>) => () =>
    void act().catch(() => toast(t('ui.error.title'), { tone: 'danger' }))
  return shown.map(({ entry, isFirst }, index) => {
    const count = counted(badges[index], counts[index]?.data)
    const label = count > 0 ? `${t(entry.label)} (${count})` : t(entry.label)
    const look = { label, icon: entry.icon, ...(entry.isDanger && { danger: true }) }
    const placed = { ...look, ...(entry.isSeparated && !isFirst && { separated: true }) }
    return { ...placed, ...pressed(entry, { label, path, visit, doing, run: act => act(t, navigate) }) }
  })
}

type Press = {
  label: string
  path: string
  visit: MenuVisit
  doing: (act: () => Promise<unknown>) => () => void
  run: (act: Extract<MenuEntry, { act: unknown }>['act']) => Promise<void>
}

/** Where an entry leads, or what a press on it does. */
function pressed(entry: MenuEntry, { label, path, visit, doing, run }: Press): Partial<MenuItem> {
  if ('address' in entry) {
    const href = addressOf(entry.address)
    return { href, isCurrent: path === href }
  }
  if ('site' in entry) return { href: entry.site(visit.config) ?? '', newWindow: true }
  if ('act' in entry) return { onSelect: doing(() => run(entry.act)) }
  const document = entry.document(visit.config) ?? ''
  return { onSelect: doing(async () => (await import('./DocumentViewer.tsx')).openDocument(document, label)) }
}

/** Menus lead only where no parameter is needed. */
const addressOf = (name: AddressName) => pathTo(name as 'home')
