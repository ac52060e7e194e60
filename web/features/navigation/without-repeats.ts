import type { ListedLink } from '#web/features/profile/LinkList.tsx'

export type Group = { title: string; items: ListedLink[] }

const keyOf = (link: ListedLink) => ('href' in link ? link.href : link.label)

/** The groups with each place where it stands first; a group of which nothing is left is left out. */
export function withoutRepeats(groups: readonly Group[]): Group[] {
  const seen = new Set<string>()
  const isNew = (link: ListedLink) => {
    const before = seen.size
    return seen.add(keyOf(link)).size > before
  }
  return groups
    .map(({ title, items }) => ({ title, items: items.filter(isNew) }))
    .filter(({ items }) => items.length > 0)
}
