import { expect, test } from 'vitest'
import type { DraftKind } from '#shared/features/courses/draft.ts'
import type { DraftFields, DraftHeadWire } from '#shared/features/courses/draft-fields.ts'
import { bareParts, partsInOrder } from './draft-tree.ts'

const videos = { main: null, vertical: null, analysis: null, verticalAnalysis: null }
const part = (
  id: string,
  kind: DraftKind,
  parent_id: string | null,
  sort = 0,
  content: DraftFields = {},
  more: { text_languages?: string[]; is_removed?: boolean } = {},
): DraftHeadWire => ({
  id,
  kind,
  key: id,
  parent_id,
  sort,
  is_removed: false,
  revision: 1,
  content,
  text_languages: [],
  ...more,
})

const parts: DraftHeadWire[] = [
  part('no task', 'homework', 'day 1'),
  part('task', 'homework', 'stage', 0, {}, { text_languages: ['en'] }),
  part('day 2', 'day', 'stage', 2),
  part('set 2', 'set', 'day 2'),
  part('place 2', 'place', 'set 2', 0, { lesson: 'written' }),
  part('place 3', 'place', 'set 2', 1, { lesson: 'failed' }),
  part('place 4', 'place', 'set 2', 2, { lesson: 'pictured' }),
  part('day 1', 'day', 'stage', 1),
  part('set 1', 'set', 'day 1'),
  part('place 1', 'place', 'set 1', 0, { lesson: 'filmed' }),
  part('place 5', 'place', 'set 1', 1, { lesson: 'failed' }),
  part('place 6', 'place', 'set 1', 2, { lesson: 'unused' }, { is_removed: true }),
  part('root', 'course', null),
  part('stage', 'stage', 'root'),
  part('unused', 'lesson', 'root', 0),
  part('failed', 'lesson', 'root', 1, { videos }),
  part('pictured', 'lesson', 'root', 2, { image: 7 }),
  part('written', 'lesson', 'root', 3, {}, { text_languages: ['en'] }),
  part('filmed', 'lesson', 'root', 4, { videos: { ...videos, vertical: 3 } }),
]

test('parts are told in the order of the tree, whatever order they come in [STF-15]', () => {
  const ids = partsInOrder(parts).map(({ id }) => id)
  expect(ids.join(', ')).toBe('root, stage, day 1, filmed, failed, no task, day 2, written, pictured, task, unused')
})

test('what has nothing but its title is told once, but for lessons that no day shows [STF-15]', () => {
  expect(bareParts(parts).map(({ id }) => id)).toEqual(['failed', 'no task'])
})
