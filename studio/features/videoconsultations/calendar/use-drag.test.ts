import { expect, test } from 'vitest'
import { droppedMinute } from './use-drag.ts'

test('what is dragged goes to the nearest quarter of an hour, within the day', () => {
  expect(droppedMinute(600, 72, 72)).toBe(660)
  expect(droppedMinute(600, 20, 72)).toBe(615)
  expect(droppedMinute(600, 8, 72)).toBe(600)
  expect(droppedMinute(605, 0, 72)).toBe(600)
  expect(droppedMinute(60, -500, 72)).toBe(0)
  expect(droppedMinute(1400, 500, 72)).toBe(1425)
})
