import type { DraftHeadWire } from '#shared/features/courses/draft-fields.ts'
import { type Parts, partsOfKind, rootOf } from '../draft-edits.ts'

/** A row of the tree; a place is shown as the lesson that it shows. */
export type TreeItem = {
  part: DraftHeadWire
  /** The part that is edited: of a place, its lesson. */
  shown: DraftHeadWire
  children: string[]
  /** The number of a day as learners read it. */
  dayNumber?: number
}

/** Whether a day's only set says nothing of its own, so that its lessons stand in the day itself. */
const isPlain = ({ content }: DraftHeadWire) => (content.repeatCount ?? 1) === 1 && !content.userRepeat

/** The rows of the tree by their ids: stages, days, lessons and homework; then materials, and lessons that no day shows. */
export function treeOf(parts: Parts): Map<string, TreeItem> {
  const items = new Map<string, TreeItem>()
  const root = rootOf(parts)
  if (!root) return items
  const lessons = new Map(partsOfKind(parts, root.id, 'lesson').map(lesson => [lesson.id, lesson]))
  const shown = new Set<string>()
  let dayNumber = 0
  const put = (part: DraftHeadWire, children: readonly DraftHeadWire[], more: Partial<TreeItem> = {}) => {
    items.set(part.id, { part, shown: part, children: children.map(({ id }) => id), ...more })
    return part
  }
  const putPlaces = (set: DraftHeadWire) =>
    partsOfKind(parts, set.id, 'place').flatMap(place => {
      const lesson = lessons.get(place.content.lesson ?? '')
      if (!lesson) return []
      shown.add(lesson.id)
      return put(place, [], { shown: lesson })
    })
  const putDay = (day: DraftHeadWire) => {
    dayNumber += 1 + (day.content.skippedDays ?? 0)
    const number = dayNumber
    const sets = partsOfKind(parts, day.id, 'set')
    const [only] = sets
    const rows =
      sets.length === 1 && only && isPlain(only) ? putPlaces(only) : sets.map(set => put(set, putPlaces(set)))
    return put(day, [...rows, ...leaves(day.id, 'homework')], { dayNumber: number })
  }
  const leaves = (holder: string, kind: 'homework' | 'document') =>
    partsOfKind(parts, holder, kind).map(part => put(part, []))
  const stages = partsOfKind(parts, root.id, 'stage').map(stage =>
    put(stage, [...partsOfKind(parts, stage.id, 'day').map(putDay), ...leaves(stage.id, 'homework')]),
  )
  const documents = leaves(root.id, 'document')
  const unused = [...lessons.values()].filter(({ id }) => !shown.has(id)).map(lesson => put(lesson, []))
  put(root, [...stages, ...documents, ...unused])
  return items
}

/** What is edited, in the order of the tree from the course on; a lesson that is shown several times is there once. */
export function partsInOrder(parts: Parts): DraftHeadWire[] {
  const items = treeOf(parts)
  const from = (id: string): DraftHeadWire[] => {
    const item = items.get(id)
    return item ? [item.shown, ...item.children.flatMap(from)] : []
  }
  return [...new Set(from(rootOf(parts)?.id ?? ''))]
}

/** The lessons that days show and the homework, in their order, that have neither a film nor a picture nor a text. */
export function bareParts(parts: Parts): DraftHeadWire[] {
  const shown = new Set(
    parts.flatMap(({ kind, is_removed, content }) => (kind === 'place' && !is_removed ? (content.lesson ?? []) : [])),
  )
  return partsInOrder(parts).filter(({ id, kind, content, text_languages }) => {
    const hasMedia = Boolean(content.image) || Object.values(content.videos ?? {}).some(Boolean)
    return (kind === 'homework' || (kind === 'lesson' && shown.has(id))) && text_languages.length === 0 && !hasMedia
  })
}

/** The part of a kind that is, or holds, the part in sight. */
export function around(items: ReadonlyMap<string, TreeItem>, id: string, kind: 'stage' | 'day'): string | undefined {
  if (items.get(id)?.part.kind === kind) return id
  for (const [holder, { children }] of items) if (children.includes(id)) return around(items, holder, kind)
  return undefined
}
