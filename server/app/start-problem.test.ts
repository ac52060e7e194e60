import { expect, test } from 'vitest'
import { EmbeddedPostgresError } from '#server/platform/database/embedded/embedded-postgres-error.ts'
import { startProblem } from './start-problem.ts'

const coded = (message: string, code: string) => Object.assign(new Error(message), { code })

test.each([
  ['a folder that cannot be made', coded('ENOSPC: no space left on device, mkdir', 'ENOSPC')],
  ['a migration', coded('could not extend file "base/1/2": wrote only 4096 of 8192 bytes', '53100')],
  ['making the database', new EmbeddedPostgresError('initdb: error: could not write: No space left on device')],
  ['its first table', new EmbeddedPostgresError('FATAL: could not extend file "2691": wrote only 4096 of 8192 bytes')],
])('on a full disk %s ends the start with one sentence [OPS-01, REL-04]', (_what, error) => {
  expect(startProblem(error)).toBe('the disk is full; make room and start again')
})

test('what is set up wrongly is told in its own words, and what nobody foresaw in full [OPS-01]', () => {
  expect(startProblem(new EmbeddedPostgresError('Kurso already runs'))).toBe('Kurso already runs')
  expect(startProblem(coded('listen EADDRINUSE: address already in use', 'EADDRINUSE'))).toContain('EADDRINUSE')
  expect(startProblem(new TypeError('x is undefined'))).toBeUndefined()
})
