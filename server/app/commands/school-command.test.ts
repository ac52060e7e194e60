import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { createEmptyDatabase, type TestDatabase } from '#server/platform/testing/test-database.ts'
import { readSettings } from '../settings.ts'
import { startTestApp, type TestApp } from '../testing/test-app.ts'
import { urlOf } from '../testing/two-nodes.ts'
import { readSchoolArguments, runSchoolCommand } from './run-school-command.ts'

let app: TestApp
let empty: TestDatabase
let folder: string
let lines: string[]
beforeAll(async () => {
  app = await startTestApp()
  empty = await createEmptyDatabase()
  folder = await mkdtemp(join(tmpdir(), 'kurso-school-command-'))
})
afterAll(async () => {
  await app.close()
  await empty.drop()
  await rm(folder, { recursive: true })
})

const run = (connection: TestDatabase['connection'], dataDir: string, ...args: string[]) => {
  lines = []
  const settings = readSettings({ DATABASE_URL: urlOf(connection), DATA_DIR: dataDir })
  return runSchoolCommand(readSchoolArguments(args), settings, line => lines.push(line))
}

test('a school moves by two commands, and one person’s part comes back by the same two [OPS-09]', async () => {
  const ann = await app.signIn({ email: 'ann@example.com' })
  const [whole, part] = [join(folder, 'whole'), join(folder, 'part')]
  await run(app.connection, app.dataDir, 'export', whole)
  expect(lines).toEqual([expect.stringMatching(/whole: \d+ tables, \d+ rows, 0 files$/)])
  await run(empty.connection, join(folder, 'there'), 'import', whole)
  expect(lines[0]).toMatch(/^Imported \d+ tables, \d+ rows/)
  expect((await empty.database.query({ text: 'select email from users' })).rows).toEqual([{ email: 'ann@example.com' }])

  await run(app.connection, app.dataDir, 'export', part, '--person', 'Ann@Example.com')
  await app.db.query({ text: 'delete from users where id = $1', values: [ann.userId] })
  await run(app.connection, app.dataDir, 'import', part)
  expect(lines[0]).toMatch(/^What was gone of the person is back/)
  expect((await app.db.query({ text: 'select id::int from users' })).rows).toEqual([{ id: ann.userId }])
  const logged = await app.db.query({ text: 'select action, target_id::int as "of" from audit_log order by id' })
  expect(logged.rows).toEqual(['user.export', 'user.import'].map(action => ({ action, of: ann.userId })))
}, 60_000)

test('a command that does not fit says how it is used [OPS-09]', async () => {
  for (const args of [[], ['export'], ['import', 'a', 'b'], ['move', 'a']])
    expect(() => readSchoolArguments(args), args.join()).toThrow('npm run school -- export FOLDER')
  expect(() => readSchoolArguments(['import', 'a', '--person', 'x@example.com'])).toThrow('only for export')
  const nobody = run(app.connection, app.dataDir, 'export', join(folder, 'no'), '--person', 'nobody@example.com')
  await expect(nobody).rejects.toThrow('Brand kurso has no person with the e-mail nobody@example.com')
})
