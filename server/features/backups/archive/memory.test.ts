import { execFile } from 'node:child_process'
import { mkdtemp, open, rm, stat } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { mediaFolder, openMediaStore } from '#server/features/media/media-store.ts'
import { projectRoot } from '#server/platform/project-root.ts'
import { createEmptyDatabase, createTestDatabase, type TestDatabase } from '#server/platform/testing/test-database.ts'
import { addItem } from '../testing/schools.ts'

const run = promisify(execFile)
const megabyte = 1024 ** 2
const tableRows = 250_000
const fileBytes = 300 * megabyte
/** Beyond what the process has before: parts of a table, pieces of a file, and what the collector has not taken yet. */
const mostBytes = 150 * megabyte

let folder: string
let source: TestDatabase
let target: TestDatabase
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'kurso-memory-'))
  ;[source, target] = [await createTestDatabase(), await createEmptyDatabase()]
  const { database } = source
  await database.query({
    text: `insert into audit_log (brand_id, action, target_type, target_id, detail)
      select 'kurso', 'filler', 'file', n, jsonb_build_object('text', repeat(md5(n::text), 25)) from generate_series(1, $1::int) n`,
    values: [tableRows],
  })
  const key = await addItem(database, openMediaStore({ dataDir: join(folder, 'big') }), Buffer.from('film'))
  const film = await open(join(mediaFolder(join(folder, 'big')), key, 'video.mp4'), 'r+')
  await film.truncate(fileBytes)
  await film.close()
})
afterAll(async () => {
  for (const one of [source, target]) await one.drop()
  await rm(folder, { recursive: true })
})

async function memoryOf(work: 'backup' | 'restore'): Promise<number> {
  const program = ['--import', 'tsx', 'server/features/backups/testing/measure-memory.ts', work, folder]
  const places = [source, target].map(({ connection }) => JSON.stringify(connection))
  const { stdout } = await run(process.execPath, [...program, ...places], { cwd: projectRoot })
  return (JSON.parse(stdout) as { bytes: number }).bytes
}

test('a backup and its restore take little memory, however large a table and a file are [OPS-07]', async () => {
  const { database } = source
  const { rows } = await database.query<{ bytes: number }>({
    text: `select sum(length(detail::text))::float8 as bytes from audit_log`,
  })
  expect(rows[0]?.bytes).toBeGreaterThan(190 * megabyte)
  expect(await memoryOf('backup')).toBeLessThan(mostBytes)
  expect((await stat(join(folder, 'big.tar'))).size).toBeGreaterThan(fileBytes)
  expect(await memoryOf('restore')).toBeLessThan(mostBytes)
  const text = `select from audit_log where action = 'filler'`
  expect((await target.database.query({ text })).rowCount).toBe(tableRows)
})
