import { expect, test } from 'vitest'
import type { WaitingWrite } from '#kit/request/local-database.ts'
import { holdOf } from './write-view.ts'

const failed = (isAnswered: boolean) => ({ failed: { times: 1, at: 10_000, wait: 4000, isAnswered } }) as WaitingWrite

test('a write is left alone as long as was said; a person’s wish makes up for the network, not for a server that answered [CHT-06]', () => {
  expect([holdOf(failed(false), 11_000, false), holdOf(failed(true), 11_000, false)]).toEqual([3000, 3000])
  expect([holdOf(failed(false), 11_000, true), holdOf(failed(true), 11_000, true)]).toEqual([0, 3000])
  expect(holdOf(failed(true), 14_001, false)).toBe(0)
})

test('a clock that was set back holds nothing [REL-02]', () => {
  expect(holdOf(failed(true), 9000, false)).toBe(0)
})
