import { expect, test } from 'vitest'
import { NotifiedMemory } from './notified-memory.ts'

const bounds = { keptMs: 100, most: 10 }

function connected() {
  const memory = new NotifiedMemory<string>(bounds)
  memory.setConnected(true)
  return memory
}

test('keeps what was read, for its while', () => {
  const memory = connected()
  memory.reading()('a', 'kept', 0)
  expect([memory.find('a', 99), memory.find('a', 100)]).toEqual(['kept', undefined])
})

test('a notification drops its key, or everything', () => {
  const memory = connected()
  for (const key of ['a', 'b', 'c']) memory.reading()(key, 'kept', 0)
  memory.forget('a')
  expect(['a', 'b', 'c'].map(key => memory.find(key, 0))).toEqual([undefined, 'kept', 'kept'])
  memory.forgetAll()
  expect(['b', 'c'].map(key => memory.find(key, 0))).toEqual([undefined, undefined])
})

test('what was read before a notification is not kept after it', () => {
  const memory = connected()
  const keep = memory.reading()
  memory.forget('another')
  keep('a', 'old', 0)
  expect(memory.find('a', 0)).toBeUndefined()
})

test('nothing is kept before the first connection and while it is lost; what was known before is forgotten', () => {
  const memory = new NotifiedMemory<string>(bounds)
  memory.reading()('a', 'early', 0)
  expect(memory.find('a', 0)).toBeUndefined()
  memory.setConnected(true)
  memory.reading()('a', 'kept', 0)
  memory.setConnected(false)
  memory.reading()('b', 'late', 0)
  memory.setConnected(true)
  expect(['a', 'b'].map(key => memory.find(key, 0))).toEqual([undefined, undefined])
})
