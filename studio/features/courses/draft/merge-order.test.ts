import fc from 'fast-check'
import { expect, test } from 'vitest'
import { afterEdit, type DraftKind } from '#shared/features/courses/draft.ts'
import type { DraftFields, DraftHeadWire } from '#shared/features/courses/draft-fields.ts'
import { add, type Edit, move, type Parts, partsAfter, remove, step } from './draft-edits.ts'
import { editTo, mergeOrder, type Side } from './merge-order.ts'
import { treeOf } from './tree/draft-tree.ts'

const part = (id: string, kind: DraftKind, parent_id: string | null, sort: number, content: DraftFields = {}) =>
  ({
    id,
    kind,
    key: id,
    parent_id,
    sort,
    is_removed: false,
    revision: 1,
    content: { title: { en: id }, ...content },
    text_languages: [],
  }) satisfies DraftHeadWire

/** One stage: day 1 with lessons a, b, c, day 2 with d, day 3 with nothing. */
const base: Parts = [
  part('root', 'course', null, 0),
  part('one', 'stage', 'root', 0),
  ...['day1', 'day2', 'day3'].map((id, sort) => part(id, 'day', 'one', sort)),
  part('set1', 'set', 'day1', 0),
  part('set2', 'set', 'day2', 0),
  ...['a', 'b', 'c', 'd'].map((id, sort) => part(id, 'lesson', 'root', sort)),
  ...['a', 'b', 'c'].map((id, sort) => part(`p${id}`, 'place', 'set1', sort, { lesson: id })),
  part('pd', 'place', 'set2', 0, { lesson: 'd' }),
]

function drawn(parts: Parts, id = 'root'): string {
  const item = treeOf(parts).get(id)
  if (!item) return ''
  const own = item.shown.content.title?.['en'] ?? item.shown.kind
  return item.children.length ? `${own}(${item.children.map(child => drawn(parts, child)).join(' ')})` : own
}
const after = (...edits: ((parts: Parts) => Edit)[]) =>
  edits.reduce<Parts>((parts, edit) => partsAfter(parts, edit(parts)), base)
const merged = (mine: Parts, theirs: Parts, by?: Side) => mergeOrder({ base, mine, theirs }, by)

test('what two authors move in different places is all done, without a question', () => {
  const mine = after(parts => step(parts, ['pa'], 1))
  const theirs = after(parts => step(parts, ['day3'], -1))
  const { parts, holders } = merged(mine, theirs)
  expect(holders).toEqual([])
  expect(drawn(parts)).toBe('root(one(day1(b a c) day3 day2(d)))')
})

test('new parts of both stay where they were put, and a lesson moved by one leaves the row of the other', () => {
  const mine = after(
    parts => add(parts, { kind: 'day', holder: 'one', index: 1, titles: ['mine'], language: 'en' }).edit,
  )
  const theirs = after(
    parts => add(parts, { kind: 'day', holder: 'one', titles: ['theirs'], language: 'en' }).edit,
    parts => move(parts, ['pb'], 'set2', 1),
  )
  const { parts, holders } = merged(mine, theirs)
  expect(holders).toEqual([])
  expect(drawn(parts)).toBe('root(one(day1(a c) mine day2(d b) day3 theirs))')
})

test('an order that both have changed is a conflict, and either one can be had whole [STF-15]', () => {
  const mine = after(
    parts => step(parts, ['pa'], 1),
    parts => add(parts, { kind: 'lesson', holder: 'day1', titles: ['new'], language: 'en' }).edit,
  )
  const theirs = after(parts => step(parts, ['pc'], -1))
  expect(merged(mine, theirs).holders).toEqual(['set1'])
  expect(drawn(merged(mine, theirs, 'mine').parts)).toContain('day1(b a c new)')
  expect(drawn(merged(mine, theirs, 'theirs').parts)).toContain('day1(a c new b)')
})

test('a part that both have moved, or one has moved into what the other took out, is a conflict [STF-15]', () => {
  const mine = after(parts => move(parts, ['pa'], 'set2', 0))
  const away = after(parts => move(parts, ['pa'], 'day3', 0))
  const both = merged(mine, away)
  expect(both.holders).toContain('set2')
  expect(drawn(merged(mine, away, 'mine').parts)).toBe('root(one(day1(b c) day2(a d) day3))')
  expect(drawn(merged(mine, away, 'theirs').parts)).toBe('root(one(day1(b c) day2(d) day3(a)))')
  const gone = after(parts => remove(parts, ['day2']))
  expect(merged(mine, gone).holders).toEqual(expect.arrayContaining(['day2', 'one']))
  expect(drawn(merged(mine, gone, 'mine').parts)).toBe('root(one(day1(b c) day2(a d) day3))')
  expect(drawn(merged(mine, gone, 'theirs').parts)).toBe('root(one(day1(a b c) day3))')
})

test('what was moved into a new part that was taken out again is taken out with it', () => {
  const added = add(base, { kind: 'day', holder: 'one', titles: ['new'], language: 'en' }).edit
  const set = { id: 'set', kind: 'set', parent_id: added.added[0]?.id ?? '', sort: 0 } as const
  const filled = partsAfter(partsAfter(base, added), { added: [set], placed: [] })
  const mine = partsAfter(filled, move(filled, ['pd'], 'set', 0))
  const gone = partsAfter(mine, remove(mine, [set.parent_id]))
  const edit = editTo(base, gone, [...added.added, set])
  expect(edit.added).toEqual([])
  expect(afterEdit(base, edit)).toBeDefined()
  expect(drawn(partsAfter(base, edit))).toBe('root(one(day1(a b c) day2 day3))')
})

test('what both have taken out is not asked about, whatever one has put there before', () => {
  const mine = after(
    parts => move(parts, ['pd'], 'set1', 0),
    parts => remove(parts, ['day1']),
  )
  const theirs = after(parts => remove(parts, ['day1']))
  expect(merged(mine, theirs).holders).toEqual([])
  expect(merged(theirs, mine).holders).toEqual([])
})

test('whatever two authors do, the merge is an edit that the server takes, and loses no lesson that one of them added', () => {
  const action = fc.record({ what: fc.constantFrom('up', 'down', 'remove', 'day', 'lesson'), which: fc.nat(1000) })
  const side = fc.array(action, { maxLength: 6 })
  const play = (actions: { what: string; which: number }[]) => {
    const added: Edit['added'] = []
    let parts: Parts = base
    for (const { what, which } of actions) {
      const rows = [...treeOf(parts).values()].filter(({ part: one }) => one.kind !== 'course')
      const id = rows[which % rows.length]?.part.id ?? ''
      const day = rows.find(({ part: one }) => one.kind === 'day')?.part.id
      const edit =
        what === 'up' || what === 'down'
          ? step(parts, [id], what === 'up' ? -1 : 1)
          : what === 'remove'
            ? remove(parts, [id])
            : what === 'day'
              ? add(parts, { kind: 'day', holder: 'one', titles: ['x'], language: 'en' }).edit
              : day
                ? add(parts, { kind: 'lesson', holder: day, titles: ['x'], language: 'en' }).edit
                : { added: [], placed: [] }
      added.push(...edit.added)
      parts = partsAfter(parts, edit)
    }
    return { parts, added }
  }
  fc.assert(
    fc.property(side, side, fc.constantFrom<Side>('mine', 'theirs'), (own, other, by) => {
      const [mine, theirs] = [play(own), play(other)]
      const { parts, holders } = merged(mine.parts, theirs.parts, by)
      const edit = editTo(theirs.parts, parts, mine.added)
      expect(afterEdit(theirs.parts, edit)).toBeDefined()
      const result = partsAfter(theirs.parts, edit)
      expect(drawn(result)).toBe(drawn(parts))
      const lessonsAdded = [...mine.added, ...theirs.added].filter(({ kind }) => kind === 'lesson')
      const isKept = (id: string) => parts.some(one => one.id === id && !one.is_removed)
      const wanted = lessonsAdded.filter(({ id }) =>
        [mine.parts, theirs.parts].some(one => one.some(head => head.id === id && !head.is_removed)),
      )
      expect(wanted.every(({ id }) => isKept(id))).toBe(true)
      if (holders.length === 0) {
        const reverse = mergeOrder({ base, mine: theirs.parts, theirs: mine.parts })
        expect(reverse.holders).toEqual([])
      }
    }),
    { numRuns: 300 },
  )
})
