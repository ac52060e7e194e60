import { loadCopy } from 'virtual:copy/studio'
import { expect, test } from 'vitest'
import { createCopy } from '#kit/copy/copy.tsx'
import { supportedLanguages } from '#kit/copy/language.ts'
import type { DraftKind } from '#shared/features/courses/draft.ts'
import type { DraftFields, DraftHeadWire } from '#shared/features/courses/draft-fields.ts'
import { partsAfter, partsOfKind, step } from '../draft-edits.ts'
import { treeOf } from './draft-tree.ts'
import { whereIs } from './where-is.ts'

const part = (id: string, kind: DraftKind, parent_id: string | null, sort: number, content: DraftFields = {}) =>
  ({
    id,
    kind,
    key: id,
    parent_id,
    sort,
    is_removed: false,
    revision: 1,
    content: { title: { en: `The ${id}` }, ...content },
    text_languages: [],
  }) satisfies DraftHeadWire

/** Four stages of 15 days each, with 500 lessons. */
const parts: DraftHeadWire[] = [part('root', 'course', null, 0)]
for (let stage = 0; stage < 4; stage++) parts.push(part(`stage ${stage}`, 'stage', 'root', stage))
for (let day = 0; day < 60; day++) {
  parts.push(part(`day ${day}`, 'day', `stage ${day % 4}`, Math.floor(day / 4)))
  parts.push(part(`set ${day}`, 'set', `day ${day}`, 0))
}
for (let at = 0; at < 500; at++) {
  parts.push(part(`lesson ${at}`, 'lesson', 'root', at))
  parts.push(part(`place ${at}`, 'place', `set ${at % 60}`, Math.floor(at / 60), { lesson: `lesson ${at}` }))
}

/** Every row of the tree one step further, or back where there is no way on, and what is said of it. */
const moves = [...treeOf(parts).values()]
  .filter(({ part: { kind } }) => kind !== 'course')
  .map(({ part: { id, kind } }) => {
    const down = step(parts, [id], 1)
    const after = partsAfter(parts, down.placed.length > 0 ? down : step(parts, [id], -1))
    const holder = after.find(one => one.id === id)?.parent_id ?? ''
    const row = partsOfKind(after, holder, kind).map(one => one.id)
    const [name, within] = [`The ${id.replace('place', 'lesson')}`, `The ${holder.replace('set', 'day')}`]
    return { id, after, words: { name, place: row.indexOf(id) + 1, count: row.length, holder: within } }
  })

test('each of 564 parts of a course can be moved by a step [STF-15]', () => {
  const before = new Map(parts.map(one => [one.id, `${one.parent_id} ${one.sort}`]))
  const stayed = moves.filter(({ id, after }) =>
    after.some(one => one.id === id && before.get(id) === `${one.parent_id} ${one.sort}`),
  )
  expect([moves.length, stayed]).toEqual([564, []])
})

test.each(supportedLanguages)('where each of them then stands is said in %s [STF-15]', async language => {
  const t = createCopy(language, await loadCopy(language))
  for (const { id, after, words } of moves) expect(whereIs(after, id, t)).toBe(t('courses.tree.moved', words))
})
