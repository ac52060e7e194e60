import fc from 'fast-check'
import { expect, test } from 'vitest'
import { afterEdit, type DraftKind } from '#shared/features/courses/draft.ts'
import type { DraftFields, DraftHeadWire } from '#shared/features/courses/draft-fields.ts'
import { copyTo, double, isUnchanged, takers, twinIds } from './draft-copies.ts'
import { add, type Edit, inverse, move, type Parts, partsAfter, remove, step } from './draft-edits.ts'
import { treeOf } from './tree/draft-tree.ts'

const part = (
  id: string,
  kind: DraftKind,
  parent_id: string | null,
  sort: number,
  content: DraftFields = {},
): DraftHeadWire => ({
  id,
  kind,
  key: id,
  parent_id,
  sort,
  is_removed: false,
  revision: 1,
  content: { title: { en: id }, ...content },
  text_languages: [],
})

/** Two stages; day 1 with lessons a and b and a homework, day 2 with c, day 3, in stage 2, with nothing. */
const course: Parts = [
  part('root', 'course', null, 0),
  part('one', 'stage', 'root', 0),
  part('two', 'stage', 'root', 1),
  part('day1', 'day', 'one', 0),
  part('day2', 'day', 'one', 1),
  part('day3', 'day', 'two', 0),
  part('set1', 'set', 'day1', 0),
  part('set2', 'set', 'day2', 0),
  ...['a', 'b', 'c'].map((id, sort) => part(id, 'lesson', 'root', sort)),
  part('pa', 'place', 'set1', 0, { lesson: 'a' }),
  part('pb', 'place', 'set1', 1, { lesson: 'b' }),
  part('pc', 'place', 'set2', 0, { lesson: 'c' }),
  part('task', 'homework', 'day1', 0),
]

/** The tree as text: `day1(a b task)`. */
function drawn(parts: Parts, id = 'root'): string {
  const item = treeOf(parts).get(id)
  if (!item) return ''
  const own = item.shown.content.title?.['en'] ?? item.shown.kind
  return item.children.length ? `${own}(${item.children.map(child => drawn(parts, child)).join(' ')})` : own
}
const after = (edit: Edit, parts = course) => partsAfter(parts, edit)

test('a list of days takes the place of the empty day that a stage begins with, and of no other', () => {
  const start = (day: Partial<DraftHeadWire>) => [
    part('root', 'course', null, 0),
    part('one', 'stage', 'root', 0),
    { ...part('day1', 'day', 'one', 0), content: { title: {} }, ...day },
  ]
  const list = { kind: 'day', holder: 'one', index: 1, language: 'en' } as const
  const drawnWith = (parts: Parts, titles: string[]) => drawn(after(add(parts, { ...list, titles }).edit, parts))
  expect(drawnWith(start({}), ['Tap', 'Cup'])).toBe('root(one(Tap Cup))')
  expect(drawnWith(start({}), [''])).toBe('root(one(day day))')
  for (const kept of [{ revision: 2 }, { content: { title: { en: 'day' } } }])
    expect(drawnWith(start(kept), ['Tap', 'Cup'])).toBe('root(one(day Tap Cup))')
  const filled = [...start({}), part('task', 'homework', 'day1', 0)]
  expect(drawnWith(filled, ['Tap', 'Cup'])).toBe('root(one(day(task) Tap Cup))')
  const { edit } = add(start({}), { ...list, titles: ['Tap', 'Cup'] })
  expect(drawn(after(inverse(start({}), edit), after(edit, start({}))))).toBe('root(one(day))')
})

test('the tree shows lessons in their days, and a set only where it says something', () => {
  expect(drawn(course)).toBe('root(one(day1(a b task) day2(c)) two(day3))')
  const repeated = course.map(one =>
    one.id === 'set1' ? { ...one, content: { title: { en: 'set1' }, repeatCount: 3 } } : one,
  )
  expect(drawn(repeated)).toBe('root(one(day1(set1(a b) task) day2(c)) two(day3))')
  const numbers = [...treeOf(course).values()].flatMap(({ dayNumber }) => dayNumber ?? [])
  expect(numbers).toEqual([1, 2, 3])
})

test('a part moves among its siblings and out of what holds it, step by step, and back [STF-15]', () => {
  const once = after(step(course, ['pa'], 1))
  expect(drawn(once)).toBe('root(one(day1(b a task) day2(c)) two(day3))')
  const twice = after(step(once, ['pa'], 1), once)
  expect(drawn(twice)).toBe('root(one(day1(b task) day2(a c)) two(day3))')
  const far = after(step(after(step(twice, ['pa'], 1), twice), ['pa'], 1), after(step(twice, ['pa'], 1), twice))
  expect(drawn(far)).toBe('root(one(day1(b task) day2(c)) two(day3(a)))')
  expect(drawn(after(step(far, ['pa'], -1), far))).toBe('root(one(day1(b task) day2(c a)) two(day3))')
  expect(step(course, ['one'], -1)).toEqual({ added: [], placed: [] })
  expect(drawn(after(step(course, ['day2'], 1)))).toBe('root(one(day1(a b task)) two(day2(c) day3))')
  expect(drawn(after(step(course, ['pa', 'pb'], 1)))).toBe('root(one(day1(task) day2(a b c)) two(day3))')
  expect(drawn(after(step(course, ['set2'], -1)))).toBe('root(one(day1(set1(a b) set2(c) task) day2) two(day3))')
})

test('several parts are dropped in a row at one place [STF-15]', () => {
  expect(drawn(after(move(course, ['pa', 'pb'], 'set2', 1)))).toBe('root(one(day1(task) day2(c a b)) two(day3))')
  expect(drawn(after(move(course, ['pc'], 'day3', 0)))).toBe('root(one(day1(a b task) day2) two(day3(c)))')
  expect(drawn(after(move(course, ['two'], 'root', 0)))).toBe('root(two(day3) one(day1(a b task) day2(c)))')
})

test('what is taken out takes along the lessons that nothing else shows', () => {
  const shared = [...course, part('pa2', 'place', 'set2', 1, { lesson: 'a' })]
  const gone = after(remove(shared, ['day1']), shared)
  expect(drawn(gone)).toBe('root(one(day2(c a)) two(day3))')
  expect(gone.filter(({ is_removed }) => is_removed).map(({ id }) => id)).toEqual(['day1', 'b'])
})

test('new parts stand where they were added: many lessons at once, a day between two', () => {
  const lessons = add(course, { kind: 'lesson', holder: 'day3', titles: ['x', 'y'], language: 'en' })
  expect(drawn(after(lessons.edit))).toBe('root(one(day1(a b task) day2(c)) two(day3(x y)))')
  expect(lessons.ids).toHaveLength(2)
  const day = add(course, { kind: 'day', holder: 'one', index: 1, titles: ['new'], language: 'en' })
  expect(drawn(after(day.edit))).toBe('root(one(day1(a b task) new day2(c)) two(day3))')
})

test('a doubled day stands after the other with lessons of its own', () => {
  const { edit, ids } = double(course, 'day1')
  const now = after(edit)
  expect(drawn(now)).toBe('root(one(day1(a b task) day1(a b task) day2(c)) two(day3))')
  const lessonsOf = (day: string) =>
    treeOf(now)
      .get(day)
      ?.children.map(id => treeOf(now).get(id)?.shown.id)
  expect(lessonsOf(ids[0] ?? '')).not.toEqual(expect.arrayContaining(['a']))
})

/** Another course: one stage with one empty day. */
const tea: Parts = [
  part('tea', 'course', null, 0),
  part('week', 'stage', 'tea', 0),
  part('first', 'day', 'week', 0),
  part('cup', 'lesson', 'tea', 0),
]
/** The other course after a copy; the server gives the copies what their originals say. */
const teaAfter = (edit: Edit) =>
  drawn(
    partsAfter(tea, edit).map(one => {
      const original = edit.added.find(({ id }) => id === one.id)?.doubles
      const said = course.find(({ id }) => id === original)?.content
      return said ? { ...one, content: said } : one
    }),
    'tea',
  )

test.each([
  ['day', ['day2', 'day1'], 'week', 'tea(week(first day1(a b task) day2(c)) cup)'],
  ['stage', ['one'], 'tea', 'tea(week(first) one(day1(a b task) day2(c)) cup)'],
  ['place', ['pc', 'pa'], 'first', 'tea(week(first(a c)) cup)'],
  ['homework', ['task'], 'first', 'tea(week(first(task)) cup)'],
] as const)(
  'parts of the kind %s are copied to another course in their order, with all that they hold',
  (kind, ids, holder, drawing) => {
    expect(takers(tea, kind).map(({ id }) => id)).toContain(holder)
    const copying = { from: course, ids, to: tea, holder, twin: twinIds() }
    const edit = copyTo(copying)
    expect(teaAfter(edit)).toBe(drawing)
    expect(edit.added.every(({ id }) => course.every(one => one.id !== id))).toBe(true)
    // Sent again after its answer was lost.
    expect(copyTo({ ...copying, to: partsAfter(tea, edit) })).toEqual({ added: [], placed: [] })
  },
)

test('what was added since is copied too when a copy is repeated, and is noticed before anything is taken out', () => {
  const copying = { ids: ['day2'], holder: 'week', twin: twinIds() }
  const first = partsAfter(tea, copyTo({ ...copying, from: course, to: tea }))
  const later = [...course, part('d', 'lesson', 'root', 3), part('pd', 'place', 'set2', 1, { lesson: 'd' })]
  expect(isUnchanged(course, later, ['day2'])).toBe(false)
  expect(isUnchanged(course, later, ['day1'])).toBe(true)
  const { added } = copyTo({ ...copying, from: later, to: first })
  expect(added.map(({ kind, doubles }) => [kind, doubles])).toEqual([
    ['lesson', 'd'],
    ['place', undefined],
  ])
})

test('a lesson that is shown twice is copied once', () => {
  const twice = [...course, part('pa2', 'place', 'set1', 2, { lesson: 'a' })]
  const { added } = copyTo({ from: twice, ids: ['day1'], to: tea, holder: 'week', twin: twinIds() })
  expect(added.filter(({ kind }) => kind === 'lesson').map(({ doubles }) => doubles)).toEqual(['a', 'b'])
  const shown = added.filter(({ kind }) => kind === 'place').map(({ content }) => content?.lesson)
  expect([shown.length, new Set(shown).size]).toEqual([3, 2])
})

test('any row of edits leaves a draft that the server accepts, and is taken back step by step', () => {
  const ids = fc.nat(1000)
  const action = fc.record({ what: fc.constantFrom('up', 'down', 'remove', 'double', 'day', 'lesson'), which: ids })
  fc.assert(
    fc.property(fc.array(action, { maxLength: 25 }), actions => {
      let parts: Parts = course
      const undo: { edit: Edit; before: string }[] = []
      for (const { what, which } of actions) {
        const rows = [...treeOf(parts).keys()].filter(id => id !== 'root')
        const id = rows[which % rows.length]
        if (id === undefined) break
        const day = [...treeOf(parts).values()].find(item => item.part.kind === 'day')?.part.id
        const stage = [...treeOf(parts).values()].find(item => item.part.kind === 'stage')?.part.id
        const edit =
          what === 'up' || what === 'down'
            ? step(parts, [id], what === 'up' ? -1 : 1)
            : what === 'remove'
              ? remove(parts, [id])
              : what === 'double'
                ? double(parts, id).edit
                : what === 'day'
                  ? add(parts, { kind: 'day', holder: stage ?? 'root', titles: ['d'], language: 'en' }).edit
                  : add(parts, { kind: 'lesson', holder: day ?? '', titles: ['l'], language: 'en' }).edit
        if ((what === 'day' && !stage) || (what === 'lesson' && !day)) continue
        expect(afterEdit(parts, edit)).toBeDefined()
        undo.push({ edit: inverse(parts, edit), before: drawn(parts) })
        parts = partsAfter(parts, edit)
      }
      for (const { edit, before } of undo.toReversed()) {
        parts = partsAfter(parts, edit)
        expect(drawn(parts)).toBe(before)
      }
    }),
    { numRuns: 200 },
  )
})
