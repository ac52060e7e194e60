import { expect, test } from 'vitest'
import {
  afterEdit,
  type DraftEdit,
  type DraftKind,
  type DraftNode,
  emptyDays,
  isDone,
  keyOfPart,
  partIdPattern,
  partsIn,
} from './draft.ts'

const node = (id: string, kind: DraftKind, parent_id: string | null, sort = 0): DraftNode => ({
  id,
  kind,
  parent_id,
  sort,
  is_removed: false,
})
const part = (id: string, kind: DraftKind, parent_id: string | null, sort = 0, more = {}) => ({
  ...node(id, kind, parent_id, sort),
  content: {},
  ...more,
})

test('days with nothing in them are told in the order of the course, but for days of rest', () => {
  const course = [
    part('root', 'course', null),
    part('second', 'stage', 'root', 1),
    part('first', 'stage', 'root', 0),
    part('bare', 'day', 'second'),
    part('bare set', 'day', 'first', 1),
    part('a set', 'set', 'bare set'),
    part('emptied', 'day', 'first', 0),
    part('its set', 'set', 'emptied'),
    part('its place', 'place', 'its set', 0, { is_removed: true }),
    part('with a lesson', 'day', 'first', 2),
    part('full set', 'set', 'with a lesson'),
    part('a place', 'place', 'full set'),
    part('with homework', 'day', 'first', 3),
    part('homework', 'homework', 'with homework'),
    part('with both', 'day', 'first', 3),
    part('other homework', 'homework', 'with both'),
    part('other set', 'set', 'with both', 1),
    part('other place', 'place', 'other set'),
    part('rest', 'day', 'first', 4, { content: { dayOfRest: true } }),
    part('taken out', 'day', 'first', 5, { is_removed: true }),
    part('gone', 'stage', 'root', 2, { is_removed: true }),
    part('day of what is gone', 'day', 'gone'),
  ]
  expect(emptyDays(course).map(({ id }) => id)).toEqual(['emptied', 'bare set', 'bare'])
})

const draft = [
  node('root', 'course', null),
  node('week', 'stage', 'root', 1),
  node('water', 'day', 'week', 1),
  node('cup', 'day', 'week', 2),
]
const at = (id: string, parent_id: string | null, sort = 1, is_removed = false) => ({ id, parent_id, sort, is_removed })
const edited = (edit: Partial<DraftEdit>) => afterEdit(draft, { added: [], placed: [], ...edit })

test.each<[DraftKind, DraftKind[]]>([
  ['course', []],
  ['stage', ['course']],
  ['day', ['stage']],
  ['set', ['day']],
  ['place', ['set']],
  ['lesson', ['course']],
  ['homework', ['stage', 'day']],
  ['document', ['course']],
])('a %s stands in one of %j alone', (kind, holders) => {
  const kinds: DraftKind[] = ['course', 'stage', 'day', 'set', 'place', 'lesson', 'homework', 'document']
  const held = kinds.filter(holder => {
    const holding = [node('holder', holder, null)]
    return afterEdit(holding, { added: [{ id: 'new', kind, parent_id: 'holder', sort: 0 }], placed: [] })
  })
  expect(held).toEqual(holders)
})

test('an edit adds parts, moves them, removes them and brings them back', () => {
  const day = { id: 'milk', kind: 'day' as const, parent_id: 'week', sort: 3 }
  expect(edited({ added: [day], placed: [at('cup', 'week', 0, true)] })).toEqual([
    ...draft.slice(0, 3),
    { ...draft[3], sort: 0, is_removed: true },
    { ...day, is_removed: false },
  ])
  const stage = { id: 'later', kind: 'stage' as const, parent_id: 'root', sort: 2 }
  expect(edited({ added: [stage], placed: [at('cup', 'later')] })?.at(3), 'in a stage that is new, too').toEqual({
    ...draft[3],
    ...at('cup', 'later'),
  })
  expect(edited({})).toEqual(draft)
})

test('an edit of what is not there, or that would put a part where it cannot stand, changes nothing', () => {
  expect(edited({ placed: [at('milk', 'week')] })).toBeUndefined()
  expect(edited({ placed: [at('cup', 'gone')] })).toBeUndefined()
  expect(edited({ placed: [at('cup', null)] })).toBeUndefined()
  expect(edited({ placed: [at('cup', 'week', 5), at('water', 'root')] }), 'not even its other parts').toBeUndefined()
})

test('an edit arrived before when all that it adds is there and all that it places stands so', () => {
  const edit = {
    added: [{ id: 'cup', kind: 'day' as const, parent_id: 'week', sort: 2 }],
    placed: [at('water', 'week')],
  }
  expect(isDone(draft, edit)).toBe(true)
  expect(isDone(draft, { ...edit, added: [...edit.added, { ...edit.added[0]!, id: 'milk' }] })).toBe(false)
  for (const place of [at('water', 'root'), at('water', 'week', 2), at('water', 'week', 1, true), at('milk', 'week')])
    expect(isDone(draft, { ...edit, placed: [...edit.placed, place] })).toBe(false)
})

test('the parts of a holder come in their order; what stands at one place, by their ids', () => {
  const parts = [
    part('c', 'day', 'week', 2),
    part('b', 'day', 'week', 1),
    part('a', 'day', 'week', 2),
    part('d', 'day', 'week', 2),
  ]
  expect(partsIn(parts, 'week').map(({ id }) => id)).toEqual(['b', 'a', 'c', 'd'])
})

test('a part’s key follows from its id, a UUID', () => {
  const id = '0f8fad5b-d9cb-469f-a165-70867728950e'
  expect(keyOfPart('day', id)).toBe('day-0f8fad5bd9cb')
  const isId = new RegExp(partIdPattern)
  expect([id, id.toUpperCase(), `${id}0`, `0${id}`, id.replaceAll('-', '')].map(one => isId.test(one))).toEqual([
    true,
    false,
    false,
    false,
    false,
  ])
})
