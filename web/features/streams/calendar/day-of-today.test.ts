import { expect, test } from 'vitest'
import { dayOfToday } from './day-of-today.ts'

type State = 'done' | 'current' | 'open' | 'locked' | 'rest'

const opensAt = (...states: State[]) => {
  const days = states.map((state, id) => ({ id, dayOfRest: state === 'rest' }))
  const status = { days: new Map(states.map((state, id) => [id, { state }])) }
  return dayOfToday([{ days: days.slice(0, 2) }, { days: days.slice(2) }], status)?.id
}

test('the path opens at the day to do, else at what waits after the last done, else at that [STR-11]', () => {
  expect(opensAt('done', 'rest', 'current', 'locked')).toBe(2)
  expect(opensAt('done', 'done', 'locked', 'locked')).toBe(2)
  expect(opensAt('done', 'rest', 'locked', 'locked')).toBe(1)
  expect(opensAt('done', 'done', 'done')).toBe(2)
  expect(opensAt('locked', 'locked')).toBeUndefined()
  expect(opensAt()).toBeUndefined()
})
