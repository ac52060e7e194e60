import type { DraftKind } from '#shared/features/courses/draft.ts'
import type { DraftHeadWire } from '#shared/features/courses/draft-fields.ts'
import {
  type Added,
  type Edit,
  inOrder,
  newId,
  none,
  type Parts,
  partsOfKind,
  rootOf,
  setOf,
  within,
} from './draft-edits.ts'

/** The new ids of parts that are copied; asked again, it answers the same, so that a copy sent twice is one copy. */
export function twinIds(): (id: string) => string {
  const twins = new Map<string, string>()
  return id => {
    const twin = twins.get(id) ?? newId()
    twins.set(id, twin)
    return twin
  }
}

type Copying = {
  from: Parts
  ids: readonly string[]
  root: string
  holder: string
  lessons: number
  twin: (id: string) => string
}

/** Parts once more with all that they hold, and the lessons that they show, so that each can be changed alone. */
function twinsOf({ from, ids, root, holder, lessons, twin }: Copying): Added[] {
  const copied = within(from, ids)
  const isInside = new Set(copied.map(({ id }) => id))
  const shown = [...new Set(copied.flatMap(({ kind, content }) => (kind === 'place' ? (content.lesson ?? []) : [])))]
  const lessonTwins = shown.map(
    (id, at): Added => ({ id: twin(id), kind: 'lesson', parent_id: root, sort: lessons + at, doubles: id }),
  )
  const twins = copied.map(({ id, kind, parent_id, sort, content }): Added => {
    const at = { id: twin(id), kind, parent_id: isInside.has(parent_id ?? '') ? twin(parent_id ?? '') : holder, sort }
    if (kind === 'place') return { ...at, content: { ...content, lesson: twin(content.lesson ?? '') } }
    return { ...at, doubles: id }
  })
  return [...lessonTwins, ...twins]
}

/** Adds a part once more with all that it holds, right after itself. */
export function double(parts: Parts, id: string): { edit: Edit; ids: string[] } {
  const own = parts.find(part => part.id === id)
  const root = rootOf(parts)
  if (!own?.parent_id || !root) return { edit: none, ids: [] }
  const twin = twinIds()
  const lessons = partsOfKind(parts, root.id, 'lesson').length
  const added = twinsOf({ from: parts, ids: [id], root: root.id, holder: own.parent_id, lessons, twin })
  const siblings = partsOfKind(parts, own.parent_id, own.kind)
  const at = siblings.findIndex(part => part.id === id) + 1
  const order = inOrder(parts, [{ id: twin(id), parent_id: own.parent_id, sort: 0 }], own.kind, own.parent_id, at)
  const sorts = new Map(order.map(place => [place.id, place.sort]))
  const sorted = added.map(part => (part.id === twin(id) ? { ...part, sort: sorts.get(part.id) ?? 0 } : part))
  return { edit: { added: sorted, placed: order.filter(place => place.id !== twin(id)) }, ids: [twin(id)] }
}

/** The parts of another course that can take ones of this kind. */
export function takers(parts: Parts, kind: DraftKind): DraftHeadWire[] {
  const root = rootOf(parts)
  if (!root) return []
  const stages = partsOfKind(parts, root.id, 'stage')
  if (kind === 'day') return stages
  const isOfDays = kind === 'set' || kind === 'place' || kind === 'homework'
  return isOfDays ? stages.flatMap(({ id }) => partsOfKind(parts, id, 'day')) : [root]
}

type CopyingTo = { from: Parts; ids: readonly string[]; to: Parts; holder: string; twin: (id: string) => string }

/** Adds parts of one kind to another course with all that they hold, as the last of `holder`; without what is already there. */
export function copyTo({ from, ids, to, holder, twin }: CopyingTo): Edit {
  const root = rootOf(to)
  const moved = from.filter(({ id }) => ids.includes(id))
  const [first] = moved
  if (!root || !first) return none
  const set = first.kind === 'place' ? setOf(to, holder, 'last') : { id: holder, added: [] }
  const lessons = partsOfKind(to, root.id, 'lesson').length
  const last = partsOfKind(to, set.id, first.kind).length
  const inTree = inTreeOrder(from, moved)
  const sorts = new Map(inTree.map(({ id }, at) => [twin(id), last + at]))
  const added = twinsOf({ from, ids, root: root.id, holder: set.id, lessons, twin }).map(part => ({
    ...part,
    sort: sorts.get(part.id) ?? part.sort,
  }))
  const isThere = new Set(to.map(({ id }) => id))
  const missing = added.filter(({ id }) => !isThere.has(id))
  return { added: missing.length ? [...set.added, ...missing] : [], placed: [] }
}

/** Whether parts are as they were, with all that they hold and the lessons that they show. */
export function isUnchanged(before: Parts, now: Parts, ids: readonly string[]): boolean {
  const told = (parts: Parts) => {
    const held = within(parts, ids)
    const lessons = parts.filter(({ id }) => held.some(({ content }) => content.lesson === id))
    return JSON.stringify([...held, ...lessons].map(part => [part.id, part.parent_id, part.sort, part.revision]))
  }
  return told(before) === told(now)
}

/** Parts of one kind as they follow each other in the course. */
function inTreeOrder(parts: Parts, some: readonly DraftHeadWire[]): DraftHeadWire[] {
  const path = ({ id, parent_id, sort }: DraftHeadWire): number[] => {
    const holder = parts.find(part => part.id === parent_id && part.id !== id)
    return holder ? [...path(holder), sort] : [sort]
  }
  const compare = (a: number[], b: number[]) => {
    const at = a.findIndex((sort, index) => sort !== b[index])
    return at < 0 ? 0 : (a[at] ?? 0) - (b[at] ?? 0)
  }
  return some.toSorted((a, b) => compare(path(a), path(b)))
}
