import { QueryObserver, useQueryClient } from '@tanstack/react-query'
import { useCallback, useMemo, useSyncExternalStore } from 'react'
import { useLocation } from 'wouter'
import { queryOf } from '#kit/cache/call-query.ts'
import { useCopy } from '#kit/copy/copy.tsx'
import type { MenuItem } from '#kit/ui/layers/Menu.tsx'
import { toast } from '#kit/ui/layers/toasts.ts'
import { type AddressName, pathTo } from './addresses.ts'
import type { MenuEntry, MenuName, MenuVisit, Section } from './menu.ts'
import { knownBadges, menuOf } from './menu.ts'

/** The number at each section's entry, such as unread messages; never requests it. */
export function useBadges(): Partial<Record<Section, number>> {
  const client = useQueryClient()
  const observers = useMemo(
    () => knownBadges().map(({ read }) => new QueryObserver(client, { ...queryOf(read), enabled: false })),
    [client],
  )
  const subscribe = useCallback(
    (notify: () => void) => {
      const ends = observers.map(observer => observer.subscribe(notify))
      return () => ends.forEach(end => end())
    },
    [observers],
  )
  const counted = () =>
    knownBadges().map(({ count }, index) => {
      const answer = observers[index]?.getCurrentResult().data
      return answer === undefined ? 0 : count(answer as never)
    })
  const counts = useSyncExternalStore(subscribe, () => counted().join()).split(',')
  return Object.fromEntries(knownBadges().map(({ section }, index) => [section, Number(counts[index])]))
}

/**
 * The entries of several menus in sequence, each once, as the kit's menu takes them, with their actions; without those
 * of the menu `beside`, which is on the screen already.
 */
export function useMenuItems(names: readonly MenuName[], visit: MenuVisit, beside?: MenuName): MenuItem[] {
  const t = useCopy()
  const [path, navigate] = useLocation()
  const listed = new Set(names.flatMap(name => menuOf(name, visit)))
  const shown = [...listed].filter(entry => !beside || entry.at[beside] === undefined)
  const badges = useBadges()
  const doing = (act: () => Promise<unknown>) => () =>
    void act().catch(() => toast(t('ui.error.title'), { tone: 'danger' }))
  return shown.map((entry, index) => {
    const count = ('section' in entry && entry.section && badges[entry.section]) || 0
    const label = count > 0 ? `${t(entry.label)} (${count})` : t(entry.label)
    const look = { label, icon: entry.icon, ...(entry.isDanger && { danger: true }) }
    const placed = { ...look, ...(entry.isSeparated && index > 0 && { separated: true }) }
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

/** Menu addresses have no parameters. */
const addressOf = (name: AddressName) => pathTo(name as 'home')
