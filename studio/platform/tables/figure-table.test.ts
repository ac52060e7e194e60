import { expect, test } from 'vitest'
import { sortedRows } from './FigureTable.tsx'

const rows = [{ at: 2 }, { at: null }, { at: 10 }, { at: 1 }]

test('rows without a figure stand last in both directions, and all stay as they are without a column', () => {
  const order = (direction: 'asc' | 'desc') => sortedRows(rows, ({ at }) => at, direction).map(({ at }) => at)
  expect(order('asc')).toEqual([1, 2, 10, null])
  expect(order('desc')).toEqual([10, 2, 1, null])
  expect(sortedRows(rows, undefined, 'asc')).toBe(rows)
})
