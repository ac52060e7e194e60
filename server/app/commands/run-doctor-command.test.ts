import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { createEmptyDatabase, type TestDatabase } from '#server/platform/testing/test-database.ts'
import { startTestApp, type TestApp } from '../testing/test-app.ts'
import { runDoctorCommand } from './run-doctor-command.ts'

let app: TestApp
let folder: string
beforeAll(async () => {
  app = await startTestApp()
  folder = await mkdtemp(join(tmpdir(), 'doctor-command-'))
})
afterAll(async () => {
  await app.close()
  await rm(folder, { recursive: true })
})

/** The address of a database of the tests. */
function urlOf(connection: TestDatabase['connection']): string {
  if ('connectionString' in connection) return connection.connectionString
  const { host, port, user, database } = connection
  return `postgres://${user}@localhost/${database}?host=${encodeURIComponent(host)}&port=${port}`
}

async function printed(env: Record<string, string>) {
  const lines: string[] = []
  const isWell = await runDoctorCommand({ DATA_DIR: folder, ...env }, line => lines.push(line))
  const names = lines.flatMap(line => /^[✓!✗] ([^:]+):/.exec(line)?.[1] ?? [])
  return { isWell, lines, names }
}

test('every part of the installation is tried, beside the server that runs, and what is not well is said with what to do [OPS-10]', async () => {
  const origin = await app.server.listen({ host: '127.0.0.1', port: 0 })
  const { lines, names } = await printed({ DATABASE_URL: urlOf(app.connection), PUBLIC_URL: origin })
  expect(names).toEqual([
    'Settings',
    'Database',
    'Clock',
    'Disk',
    'Address',
    'E-mail',
    'Text messages',
    'Payments',
    'Media',
    'Films',
    'Notifications',
    'Video calls',
  ])
  const markOf = (name: string) => lines.find(line => line.includes(` ${name}:`))?.[0]
  expect(['Settings', 'Address', 'Media'].map(markOf)).toEqual(['✓', '✓', '✓'])
  // A machine may have little room, or be slow.
  expect(['Database', 'Disk'].map(markOf)).not.toContain('✗')
  const email = lines.findIndex(line => line.startsWith('! E-mail:'))
  expect(lines[email + 1]).toMatch(/^ {4}Set SMTP_URL/)
  expect(lines.at(-1)).toMatch(/^\n\d+ good, \d+ could be better, \d+ broken$/)
})

test('wrong settings are told by their names, and nothing is tried with them [OPS-10]', async () => {
  const { isWell, lines } = await printed({ PORT: 'http', TURN_URLS: 'turn:relay.example:3478' })
  expect(isWell).toBe(false)
  expect(lines[0]).toMatch(/^✗ Settings: PORT is "http": it must be a port number/)
  expect(lines[0]).toContain('TURN_URLS and TURN_SECRET need each other')
  expect(lines).toHaveLength(2)
})

test('a database that is not there is broken; in an empty one nothing is made [OPS-10]', async () => {
  const gone = await printed({ DATABASE_URL: 'postgres://kurso@127.0.0.1:1/school' })
  expect([gone.isWell, gone.lines.some(line => line.startsWith('✗ Database:')), gone.names.includes('Media')]).toEqual([
    false,
    true,
    false,
  ])
  const empty = await createEmptyDatabase()
  const before = await printed({ DATABASE_URL: urlOf(empty.connection) })
  expect(before.lines.find(line => line.startsWith('! Tables:'))).toMatch(
    /\d+ changes of this release are still to come/,
  )
  const { rows } = await empty.database.query({
    text: `select from information_schema.tables where table_schema = 'public'`,
  })
  expect(rows).toEqual([])
  await empty.drop()
})
