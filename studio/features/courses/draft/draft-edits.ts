import { type DraftEdit, type DraftKind, type DraftPlace, keyOfPart, partsIn } from '#shared/features/courses/draft.ts'
import type { DraftChangeWire, DraftFields, DraftHeadWire } from '#shared/features/courses/draft-fields.ts'

export type Parts = readonly DraftHeadWire[]
/** A change of the order, before the server says which revision it makes. */
export type Edit = Pick<DraftChangeWire, 'added' | 'placed'>
export type Added = Edit['added'][number]
type Placed = { id: string; parent_id: string | null; sort: number; is_removed?: boolean }

export const newId = () => crypto.randomUUID()
export const placeOf = ({ id, parent_id, sort, is_removed = false }: Placed): DraftPlace => ({
  id,
  parent_id,
  sort,
  is_removed,
})
export const none: Edit = { added: [], placed: [] }

export const rootOf = (parts: Parts) => parts.find(({ kind }) => kind === 'course')
export const partsOfKind = (parts: Parts, holder: string, kind: DraftKind) =>
  partsIn(parts, holder).filter(part => part.kind === kind)

/** The lessons that learners choose from where a homework asks for an exercise: of its day, or of the days of its stage. */
export function exercisesOf(parts: Parts, { parent_id: holder }: Pick<DraftHeadWire, 'parent_id'>): DraftHeadWire[] {
  const days = kindOf(parts, holder ?? '') === 'day' ? [{ id: holder ?? '' }] : partsOfKind(parts, holder ?? '', 'day')
  const places = days
    .flatMap(({ id }) => partsOfKind(parts, id, 'set'))
    .flatMap(({ id }) => partsOfKind(parts, id, 'place'))
  const lessons = new Set(places.map(({ content }) => content.lesson))
  return parts.filter(({ id, is_removed }) => lessons.has(id) && !is_removed)
}

/** The parts after an edit, as the server will answer them. */
export function partsAfter(parts: Parts, { added, placed }: Edit): DraftHeadWire[] {
  const known = new Map(parts.map(part => [part.id, part]))
  for (const { id, kind, parent_id, sort, content, doubles } of added) {
    const twin = doubles === undefined ? undefined : known.get(doubles)
    const said = { ...twin?.content, ...content }
    const text_languages = twin?.text_languages ?? []
    const head = { id, kind, key: keyOfPart(kind, id), parent_id, sort, is_removed: false, revision: 1 }
    known.set(id, { ...head, content: said, text_languages })
  }
  for (const place of placed) {
    const part = known.get(place.id)
    if (part) known.set(place.id, { ...part, ...place })
  }
  return [...known.values()]
}

/** The edit that takes another one back. */
export function inverse(parts: Parts, { added, placed }: DraftEdit): Edit {
  const known = new Map(parts.map(part => [part.id, part]))
  const gone = added.map(part => ({ ...placeOf(part), is_removed: true }))
  const back = placed.flatMap(({ id }) => known.get(id) ?? []).map(placeOf)
  return { added: [], placed: [...gone, ...back] }
}

/** Puts parts in a row among those of their kind that `holder` holds; `index` counts these as they stand now. */
export function inOrder(
  parts: Parts,
  moved: readonly Placed[],
  kind: DraftKind,
  holder: string,
  index: number,
): DraftPlace[] {
  const ids = new Set(moved.map(({ id }) => id))
  const all = partsOfKind(parts, holder, kind)
  const rest = all.filter(({ id }) => !ids.has(id))
  const at = all.slice(0, index).filter(({ id }) => !ids.has(id)).length
  return [...rest.slice(0, at), ...moved, ...rest.slice(at)].map(({ id }, sort) =>
    placeOf({ id, parent_id: holder, sort }),
  )
}

/** Where places go when a day is meant: into its first or last set, or a new one. */
export function setOf(parts: Parts, day: string, end: 'first' | 'last'): { id: string; added: Added[] } {
  const sets = partsOfKind(parts, day, 'set')
  const found = end === 'first' ? sets[0] : sets.at(-1)
  if (found) return { id: found.id, added: [] }
  const id = newId()
  return { id, added: [{ id, kind: 'set', parent_id: day, sort: 0 }] }
}

const kindOf = (parts: Parts, id: string) => parts.find(part => part.id === id)?.kind

/** Moves parts of one kind to a place among their new siblings. */
export function move(parts: Parts, ids: readonly string[], holder: string, index: number): Edit {
  const moved = ids.flatMap(id => parts.find(part => part.id === id) ?? [])
  const [first] = moved
  if (!first) return none
  const isDay = first.kind === 'place' && kindOf(parts, holder) === 'day'
  const { id, added } = isDay ? setOf(parts, holder, 'last') : { id: holder, added: [] }
  const placed = inOrder(parts, moved, first.kind, id, index)
  const changed = placed.filter(place => {
    const before = parts.find(part => part.id === place.id)
    return before?.parent_id !== place.parent_id || before.sort !== place.sort
  })
  return { added, placed: changed }
}

/** The parts that may hold one of `kind`, in the order of the tree. */
function holdersOf(parts: Parts, kind: DraftKind): string[] {
  const root = rootOf(parts)?.id ?? ''
  const stages = partsOfKind(parts, root, 'stage')
  const days = stages.flatMap(stage => partsOfKind(parts, stage.id, 'day').map(day => ({ stage, day })))
  if (kind === 'day') return stages.map(({ id }) => id)
  if (kind === 'set' || kind === 'homework') return days.map(({ day }) => day.id)
  if (kind !== 'place') return [root]
  return days.flatMap(({ day }) => {
    const sets = partsOfKind(parts, day.id, 'set').map(({ id }) => id)
    return sets.length ? sets : [day.id]
  })
}

/** Moves parts that stand together one step up or down, out of what holds them at its ends; nothing where there is no way. */
export function step(parts: Parts, ids: readonly string[], by: -1 | 1): Edit {
  const chosen = new Set(ids)
  const [first] = parts.filter(({ id }) => chosen.has(id))
  if (!first?.parent_id) return none
  const siblings = partsOfKind(parts, first.parent_id, first.kind)
  const moved = siblings.filter(({ id }) => chosen.has(id)).map(({ id }) => id)
  const start = siblings.findIndex(({ id }) => id === moved[0])
  const end = siblings.findIndex(({ id }) => id === moved.at(-1))
  if (by < 0 && start > 0) return move(parts, moved, first.parent_id, start - 1)
  if (by > 0 && end < siblings.length - 1) return move(parts, moved, first.parent_id, end + 2)
  const holders = holdersOf(parts, first.kind)
  const next = holders[holders.indexOf(first.parent_id) + by]
  if (next === undefined || !holders.includes(first.parent_id)) return none
  return move(parts, moved, next, by < 0 ? partsOfKind(parts, next, first.kind).length : 0)
}

/** Takes parts out; a lesson that no day shows then goes too. */
export function remove(parts: Parts, ids: readonly string[]): Edit {
  const gone = parts.filter(({ id }) => ids.includes(id))
  const places = within(parts, ids).filter(({ kind }) => kind === 'place')
  const lost = new Set(places.map(({ id }) => id))
  const lessons = new Set(places.map(({ content }) => content.lesson))
  const kept = new Set(
    parts
      .filter(part => part.kind === 'place' && !lost.has(part.id) && isThere(parts, part))
      .map(({ content }) => content.lesson),
  )
  const unused = parts.filter(({ id, kind }) => kind === 'lesson' && lessons.has(id) && !kept.has(id))
  return { added: [], placed: [...gone, ...unused].map(part => ({ ...placeOf(part), is_removed: true })) }
}

/** Whether neither a part nor anything that holds it is removed. */
function isThere(parts: Parts, { is_removed, parent_id }: DraftHeadWire): boolean {
  const holder = parts.find(({ id }) => id === parent_id)
  return !is_removed && (holder === undefined || isThere(parts, holder))
}

/** Parts with all that they hold. */
export function within(parts: Parts, ids: readonly string[]): DraftHeadWire[] {
  const own = parts.filter(({ id }) => ids.includes(id))
  const held = ids.flatMap(id => partsIn(parts, id).map(part => part.id))
  return held.length ? [...own, ...within(parts, held)] : own
}

type New = {
  kind: Exclude<DraftKind, 'course' | 'set' | 'place'>
  holder: string
  index?: number
  titles: readonly string[]
  language: string
}

/** Whether a part is as it was made: without a title, and with nothing in it. */
const isUntouched = (parts: Parts, { id, revision, content }: DraftHeadWire) =>
  revision === 1 && Object.keys(content.title ?? {}).length === 0 && partsIn(parts, id).length === 0

/**
 * Adds parts with these titles; lessons are added to a day. A list of days takes the place of the empty one that a new stage begins
 * with. Answers the parts to show, in their order.
 */
export function add(parts: Parts, { kind, holder, index, titles, language }: New): { edit: Edit; ids: string[] } {
  const titled = titles.map(title => ({
    id: newId(),
    content: { title: title ? { [language]: title } : {} } as DraftFields,
  }))
  if (kind === 'lesson') return addLessons(parts, holder, titled)
  const all = partsOfKind(parts, holder, kind)
  const begun =
    kind === 'day' && titles.length > 1 ? all.filter(day => all.length === 1 && isUntouched(parts, day)) : []
  const siblings = all.filter(day => !begun.includes(day))
  const rows = titled.map(({ id, content }) => ({ id, kind, parent_id: holder, sort: 0, content }))
  const order = inOrder(parts, rows, kind, holder, index ?? siblings.length)
  const sorts = new Map(order.map(({ id, sort }) => [id, sort]))
  const added = rows.map(row => ({ ...row, sort: sorts.get(row.id) ?? 0 }))
  const gone = begun.map(day => ({ ...placeOf(day), is_removed: true }))
  const placed = [...order.filter(({ id }) => ![...rows, ...gone].some(row => row.id === id)), ...gone]
  return { edit: { added, placed }, ids: titled.map(({ id }) => id) }
}

function addLessons(parts: Parts, day: string, titled: readonly { id: string; content: DraftFields }[]) {
  const root = rootOf(parts)?.id ?? ''
  const set = kindOf(parts, day) === 'set' ? { id: day, added: [] } : setOf(parts, day, 'last')
  const after = partsOfKind(parts, set.id, 'place').length
  const last = partsOfKind(parts, root, 'lesson').length
  const lessons = titled.map(
    ({ id, content }, at): Added => ({ id, kind: 'lesson', parent_id: root, sort: last + at, content }),
  )
  const places = titled.map(
    ({ id }, at): Added => ({
      id: newId(),
      kind: 'place',
      parent_id: set.id,
      sort: after + at,
      content: { lesson: id },
    }),
  )
  const edit = { added: [...lessons, ...set.added, ...places], placed: [] }
  return { edit, ids: places.map(({ id }) => id) }
}
