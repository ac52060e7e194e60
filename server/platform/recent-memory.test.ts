import { expect, test } from 'vitest'
import { RecentMemory } from './recent-memory.ts'

const memory = (limit: number) => new RecentMemory<string>(limit, value => value.length)
const settled = () => new Promise(resolve => setImmediate(resolve))

test('concurrent requests for a value make it once', async () => {
  const kept = memory(100)
  let made = 0
  const make = async () => `made ${++made}`
  expect(await Promise.all([kept.recallOrMake('a', make), kept.recallOrMake('a', make)])).toEqual(['made 1', 'made 1'])
  expect(await kept.recallOrMake('a', make)).toBe('made 1')
})

test('a failure is not cached, so that the next caller tries again', async () => {
  const kept = memory(100)
  await expect(kept.recallOrMake('a', () => Promise.reject(new Error('lost')))).rejects.toThrow('lost')
  await settled()
  expect(await kept.recallOrMake('a', async () => 'found')).toBe('found')
})

test('over the limit the least recently used goes first', async () => {
  const kept = memory(10)
  for (const key of ['a', 'b']) await kept.recallOrMake(key, async () => 'four')
  await kept.recall('a')
  await kept.recallOrMake('c', async () => 'four')
  await settled()
  expect(['a', 'b', 'c'].map(key => kept.recall(key) !== undefined)).toEqual([true, false, true])
})

test('a value over the limit by itself is returned but not cached', async () => {
  const kept = memory(10)
  expect(await kept.recallOrMake('a', async () => 'longer than ten')).toBe('longer than ten')
  await settled()
  expect(kept.recall('a')).toBeUndefined()
  await kept.recallOrMake('b', async () => 'four')
  await settled()
  expect(await kept.recall('b')).toBe('four')
})

test('a value replaced while being made is not kept', async () => {
  const kept = memory(10)
  let finish: (value: string) => void = () => undefined
  void kept.keep('a', new Promise(resolve => (finish = resolve)))
  await kept.keep('a', Promise.resolve('four'))
  finish('eight888')
  await settled()
  await kept.keep('b', Promise.resolve('five5'))
  await settled()
  expect([await kept.recall('a'), await kept.recall('b')]).toEqual(['four', 'five5'])
})
