import { expect, test } from 'vitest'
import { ExpiringMemory } from './expiring-memory.ts'

test('what is kept is found for its while, from when it was kept last', () => {
  const memory = new ExpiringMemory<string>({ keptMs: 100, most: 10 })
  memory.keep('a', 'first', 1000)
  expect([memory.find('a', 1099), memory.find('b', 1000)]).toEqual(['first', undefined])
  memory.keep('a', 'second', 1099)
  expect([memory.find('a', 1198), memory.find('a', 1199)]).toEqual(['second', undefined])
})

test('a clock that was set back makes nothing last longer', () => {
  const memory = new ExpiringMemory<string>({ keptMs: 100, most: 10 })
  memory.keep('a', 'early', 1000)
  expect(memory.find('a', 901)).toBe('early')
  expect(memory.find('a', 900)).toBeUndefined()
})

test('over the limit the oldest go first, and what was kept again is young', () => {
  const memory = new ExpiringMemory<string>({ keptMs: 100, most: 2 })
  for (const key of ['a', 'b', 'a', 'c']) memory.keep(key, `value of ${key}`, 0)
  expect(['a', 'b', 'c'].map(key => memory.find(key, 0) !== undefined)).toEqual([true, false, true])
})

test('values that have a weight share the limit by it; one that alone is over it is not kept', () => {
  const memory = new ExpiringMemory<string>({ keptMs: 100, most: 10, weightOf: value => value.length })
  for (const key of ['a', 'b']) memory.keep(key, 'four', 0)
  memory.keep('c', 'fifty', 0)
  expect(['a', 'b', 'c'].map(key => memory.find(key, 0))).toEqual([undefined, 'four', 'fifty'])
  memory.keep('d', 'longer than ten', 0)
  expect(['b', 'c', 'd'].map(key => memory.find(key, 0))).toEqual([undefined, undefined, undefined])
  memory.keep('e', 'ten of them', 0)
  memory.keep('f', 'just room', 0)
  expect(memory.find('f', 0)).toBe('just room')
})

test('what is forgotten makes room', () => {
  const memory = new ExpiringMemory<string>({ keptMs: 100, most: 2 })
  for (const key of ['a', 'b']) memory.keep(key, 'kept', 0)
  memory.forget('a')
  memory.forget('never kept')
  memory.keep('c', 'kept', 0)
  expect(['a', 'b', 'c'].map(key => memory.find(key, 0))).toEqual([undefined, 'kept', 'kept'])
  memory.clear()
  for (const key of ['d', 'e']) memory.keep(key, 'kept', 0)
  expect(['b', 'd', 'e'].map(key => memory.find(key, 0))).toEqual([undefined, 'kept', 'kept'])
})
