import { expect, test } from 'vitest'
import last from './last-growth.json' with { type: 'json' }
import { benchRows } from './rows.ts'

test('in the last whole run each call of the bench and the start cost 500,000 learners at most 1.3 times what they cost 5,000 [PRF-04]', () => {
  expect(last.learners).toBeGreaterThanOrEqual(500_000)
  expect(last.statistics).toBeGreaterThanOrEqual(5_000_000)
  expect(last.messages).toBeGreaterThanOrEqual(10_000_000)
  // A call that the bench has got since, or lost, wants another run: npm run bench -- --growth --keep
  expect(last.calls.map(({ row }) => row)).toEqual(benchRows.map(({ name }) => name))
  for (const { row, largeCpuMs, smallCpuMs } of last.calls)
    expect(largeCpuMs / smallCpuMs, row).toBeLessThanOrEqual(1.3)
  expect(last.startMs.large / last.startMs.small).toBeLessThanOrEqual(1.3)
})
