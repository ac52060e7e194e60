import { expect, test } from 'vitest'
import { type DraftKind, emptyDays } from './draft.ts'

const part = (id: string, kind: DraftKind, parent_id: string | null, sort = 0, more = {}) => ({
  id,
  kind,
  parent_id,
  sort,
  is_removed: false,
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
    part('rest', 'day', 'first', 4, { content: { dayOfRest: true } }),
    part('taken out', 'day', 'first', 5, { is_removed: true }),
    part('gone', 'stage', 'root', 2, { is_removed: true }),
    part('day of what is gone', 'day', 'gone'),
  ]
  expect(emptyDays(course).map(({ id }) => id)).toEqual(['emptied', 'bare set', 'bare'])
})
