import { QueryObserver, useQueryClient } from '@tanstack/react-query'
import { useCallback, useMemo, useState, useSyncExternalStore } from 'react'
import { useLocation } from 'wouter'
import { queryOf } from '#kit/cache/call-query.ts'
import { useCopy } from '#kit/copy/copy.tsx'
import type { Read } from '#kit/request/early-reads.ts'
import type { MenuItem } from '#kit/ui/layers/Menu.tsx'
import { toast } from '#kit/ui/layers/toasts.ts'
import { type AddressName, pathTo } from './addresses.ts'
import type { MenuEntry, MenuName, MenuVisit, Section } from './menu.ts'
import { knownBadges, menuOf, needyEntries } from './menu.ts'

/** What `tell` makes of the cached answers of these reads, undefined where there is none; never requests them. */
function useCached(reads: readonly Read[], tell: (answers: readonly unknown[]) => string): string {
  const client = useQueryClient()
  const observers = useMemo(
    () => reads.map(read => new QueryObserver(client, { ...queryOf(read), enabled: false })),
    [client, reads],
  )
  const subscribe = useCallback(
    (notify: () => void) => {
      const ends = observers.map(observer => observer.subscribe(notify))
      return () => ends.forEach(end => end())
    },
    [observers],
  )
  return useSyncExternalStore(subscribe, () => tell(observers.map(observer => observer.getCurrentResult().data)))
}

/** The number at each section's entry, such as unread messages. */
export function useBadges(): Partial<Record<Section, number>> {
  const [badges] = useState(knownBadges)
  const reads = useMemo(() => badges.map(({ read }) => read), [badges])
  const counts = useCached(reads, answers =>
    badges.map(({ count }, index) => (answers[index] === undefined ? 0 : count(answers[index] as never))).join(),
  ).split(',')
  return Object.fromEntries(badges.map(({ section }, index) => [section, Number(counts[index])]))
}

/** Which of the entries that need an answer have one that meets them. */
function useMetNeeds(): ReadonlySet<MenuEntry> {
  const [needy] = useState(needyEntries)
  const reads = useMemo(() => needy.map(({ needs }) => needs.read), [needy])
  const met = useCached(reads, answers =>
    needy
      .map(({ needs }, index) => Number(answers[index] !== undefined && needs.isMet(answers[index] as never)))
      .join(),
  ).split(',')
  return new Set(needy.filter((_, index) => met[index] === '1'))
}

/**
 * The entries of several menus in sequence, each once, as the kit's menu takes them, with their actions; without those
 * of the menu `beside`, which is on the screen already.
 */
export function useMenuItems(names: readonly MenuName[], visit: MenuVisit, beside?: MenuName): MenuItem[] {
  const t = useCopy()
  const [path, navigate] = useLocation()
  const met = useMetNeeds()
  const listed = new Set(names.flatMap(name => menuOf(name, { ...visit, met })))
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
  return { onSelect: doing(() => import('./DocumentViewer.tsx').then(module => module.openDocument(document, label))) }
}

/** Menu addresses have no parameters. */
const addressOf = (name: AddressName) => pathTo(name as 'home')
