import { expect, test } from 'vitest'
import { broken, good, lacking } from '#server/platform/check.ts'
import { runChecks } from './run-checks.ts'

test('each finding is told in the order of the checks, with what to do about those that are not good [OPS-10]', async () => {
  const lines: string[] = []
  const told = await runChecks(
    [
      {
        name: 'Slow',
        advice: '',
        run: async () => (await new Promise(done => setTimeout(done, 50)), good('it works')),
      },
      { name: 'Half', advice: '', run: async () => lacking('it works at times', 'Wait') },
      { name: 'Gone', advice: '', run: async () => broken('it is gone', 'Bring it back') },
      {
        name: 'Failed',
        advice: 'Look again',
        run: () => Promise.reject(new Error('fetch failed', { cause: new Error('connect ECONNREFUSED') })),
      },
      {
        name: 'Many',
        advice: 'Look again',
        run: () => Promise.reject(new AggregateError([new Error('no'), new Error('no'), new Error('never')])),
      },
      { name: 'Silent', advice: 'Ask it louder', run: () => new Promise(() => undefined) },
    ],
    line => lines.push(line),
    200,
  )
  expect(lines).toEqual([
    '✓ Slow: it works',
    '! Half: it works at times',
    '    Wait',
    '✗ Gone: it is gone',
    '    Bring it back',
    '✗ Failed: fetch failed: connect ECONNREFUSED',
    '    Look again',
    '✗ Many: no; never',
    '    Look again',
    '✗ Silent: no answer within 0.2 s',
    '    Ask it louder',
  ])
  expect(told).toEqual({ good: 1, lacking: 1, broken: 4 })
})
