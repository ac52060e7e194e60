import { expect, test } from 'vitest'
import { openLog } from './log.ts'

test('a lost connection is logged with its reason, without the client object [OPS-04]', () => {
  const lines: string[] = []
  const log = openLog('warn', { write: line => lines.push(line) })
  const error = Object.assign(new Error('Connection terminated'), { code: '57P01', client: { statements: 'select 1' } })
  log.warn({ err: error }, 'Lost a connection')
  const [entry] = lines.map(line => JSON.parse(line))
  expect(entry.err).toMatchObject({ type: 'Error', message: 'Connection terminated', code: '57P01' })
  expect(entry.err.stack).toContain('log.test.ts')
  expect(lines.join()).not.toContain('select 1')
})
