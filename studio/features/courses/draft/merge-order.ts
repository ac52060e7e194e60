import type { DraftKind } from '#shared/features/courses/draft.ts'
import type { DraftHeadWire } from '#shared/features/courses/draft-fields.ts'
import { type Added, type Edit, type Parts, partsOfKind, placeOf } from './draft-edits.ts'

export type Side = 'mine' | 'theirs'
/** A draft as two authors began to change its order, and as each has left it. */
type Versions = { base: Parts; mine: Parts; theirs: Parts }
type ById = ReadonlyMap<string, DraftHeadWire>

const byId = (parts: Parts): ById => new Map(parts.map(part => [part.id, part]))
const isMoved = (before: DraftHeadWire | undefined, after: DraftHeadWire) =>
  before?.parent_id !== after.parent_id || before.is_removed !== after.is_removed

/**
 * Both authors' changes of the order in one. What only one of them has moved, taken out or put in another order is as that one has
 * it, and new parts of both stay; where both meant the same places, `preferred` decides, and `holders` names what holds these.
 */
export function mergeOrder(
  versions: Versions,
  preferred: Side = 'mine',
): { parts: DraftHeadWire[]; holders: string[] } {
  const disputed = new Set<string>()
  const dispute = (...holders: (string | null | undefined)[]) => {
    for (const holder of holders) if (holder) disputed.add(holder)
  }
  const merged = placesOf(versions, preferred, dispute)
  keepHolders(merged, versions, preferred, dispute)
  keepLessons(merged)
  setOrder(merged, versions, preferred, dispute)
  return { parts: [...merged.values()], holders: [...disputed] }
}

type Dispute = (...holders: (string | null | undefined)[]) => void

/** Where each part stands, and whether it is taken out. */
function placesOf({ base, mine, theirs }: Versions, preferred: Side, dispute: Dispute): Map<string, DraftHeadWire> {
  const [was, own] = [byId(base), byId(mine)]
  const merged = new Map(theirs.map(part => [part.id, part]))
  for (const part of own.values()) {
    const other = merged.get(part.id)
    if (!other) {
      merged.set(part.id, part)
      continue
    }
    const before = was.get(part.id)
    if (!isMoved(before, part)) continue
    const isClash = isMoved(before, other) && isMoved(other, part)
    if (isClash) dispute(part.parent_id, other.parent_id)
    const { parent_id, is_removed } = isClash && preferred === 'theirs' ? other : part
    merged.set(part.id, { ...other, parent_id, is_removed })
  }
  return merged
}

/** Where one has taken out what the other has put something into, `preferred` decides whether it stays. */
function keepHolders(
  merged: Map<string, DraftHeadWire>,
  { base, mine, theirs }: Versions,
  preferred: Side,
  dispute: Dispute,
): void {
  const was = byId(base)
  const sides = { mine: byId(mine), theirs: byId(theirs) }
  for (const part of [...merged.values()].filter(({ is_removed }) => !is_removed))
    for (let holder = merged.get(part.parent_id ?? ''); holder; holder = merged.get(holder.parent_id ?? '')) {
      const isOut = (side: Side) => sides[side].get(holder.id)?.is_removed === true
      // What both have taken out is nothing to choose.
      if (isOut('mine') && isOut('theirs')) continue
      const by = isOut('mine') ? 'theirs' : 'mine'
      const put = sides[by].get(part.id)
      const isPut = put !== undefined && isMoved(was.get(part.id), put)
      if (!holder.is_removed || was.get(holder.id)?.is_removed || !isPut) continue
      dispute(holder.id, holder.parent_id)
      const back = sides[preferred].get(part.id)
      if (preferred === by) merged.set(holder.id, { ...holder, is_removed: false })
      else if (back) merged.set(part.id, { ...part, parent_id: back.parent_id, is_removed: back.is_removed })
    }
}

/** A lesson stays as long as a day shows it. */
function keepLessons(merged: Map<string, DraftHeadWire>): void {
  const isThere = (id: string | null): boolean => {
    const part = merged.get(id ?? '')
    return part === undefined || (!part.is_removed && isThere(part.parent_id))
  }
  for (const { kind, id, content } of merged.values()) {
    const lesson = kind === 'place' && isThere(id) ? merged.get(content.lesson ?? '') : undefined
    if (lesson?.is_removed) merged.set(lesson.id, { ...lesson, is_removed: false })
  }
}

/** Gives what stands in each holder its order: that of who has changed it, with what the other has put there after the same one. */
function setOrder(
  merged: Map<string, DraftHeadWire>,
  { base, mine, theirs }: Versions,
  preferred: Side,
  dispute: Dispute,
): void {
  const groups = new Map<string, { holder: string; kind: DraftKind; here: Set<string> }>()
  for (const { id, kind, parent_id: holder, is_removed } of merged.values()) {
    if (is_removed || holder === null) continue
    const group = groups.get(`${holder} ${kind}`) ?? { holder, kind, here: new Set() }
    groups.set(`${holder} ${kind}`, group)
    group.here.add(id)
  }
  for (const { holder, kind, here } of groups.values()) {
    const rowIn = (parts: Parts) => partsOfKind(parts, holder, kind).flatMap(({ id }) => (here.has(id) ? [id] : []))
    const [before, own, other] = [rowIn(base), rowIn(mine), rowIn(theirs)]
    const common = new Set(before.filter(id => own.includes(id) && other.includes(id)))
    const [was, is, theirRow] = [before, own, other].map(row => row.filter(id => common.has(id)).join())
    const isClash = is !== was && theirRow !== was && is !== theirRow
    if (isClash) dispute(holder)
    const isOwn = isClash ? preferred === 'mine' : is !== was
    const row = isOwn ? woven(own, other) : woven(other, own)
    const parts = row.flatMap(id => merged.get(id) ?? [])
    if (row.join() !== other.join()) parts.forEach((part, sort) => merged.set(part.id, { ...part, sort }))
  }
}

/** A row with what another one has besides, each after what stands before it there. */
function woven(row: readonly string[], other: readonly string[]): string[] {
  const result = [...row]
  other.forEach((id, at) => {
    if (result.includes(id)) return
    const before = other.slice(0, at).findLast(one => result.includes(one))
    result.splice(before === undefined ? 0 : result.indexOf(before) + 1, 0, id)
  })
  return result
}

/** The edit that makes one draft another; `added` are the new parts as they were added. */
export function editTo(from: Parts, to: Parts, added: readonly Added[]): Edit {
  const [known, wanted] = [byId(from), byId(to)]
  const fresh = new Set<string>()
  for (const { id, parent_id } of added) {
    const isHeld = known.has(parent_id) || fresh.has(parent_id)
    if (!known.has(id) && isHeld && !wanted.get(id)?.is_removed) fresh.add(id)
  }
  const places = added.flatMap(part => {
    const { parent_id, sort } = wanted.get(part.id) ?? part
    return fresh.has(part.id) ? [{ ...part, parent_id: parent_id ?? part.parent_id, sort }] : []
  })
  const placed = to.flatMap(part => {
    const before = known.get(part.id)
    if (!before) return []
    // A new part that was taken out again is not sent: what was moved into it is taken out where it was.
    const isHeld = part.parent_id === null || known.has(part.parent_id) || fresh.has(part.parent_id)
    const place = isHeld ? part : { ...before, is_removed: true }
    return isMoved(before, place) || before.sort !== place.sort ? [placeOf(place)] : []
  })
  return { added: places, placed }
}
