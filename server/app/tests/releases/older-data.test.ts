import { mkdtempSync, readdirSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { startSession } from '#server/features/accounts/sessions/sessions.ts'
import type { Database } from '#server/platform/database/database.ts'
import { readMigrations } from '#server/platform/database/migrate.ts'
import { projectRoot } from '#server/platform/project-root.ts'
import { createEmptyDatabase } from '#server/platform/testing/test-database.ts'
import { fetchCall, startChildServer } from '../../testing/child-server.ts'
import { bringBack, readKeptSchool } from '../../testing/kept-schools/kept-school.ts'
import { urlOf } from '../../testing/two-nodes.ts'

/** Demo schools as servers of those days left them. */
const folder = join(projectRoot, 'server/app/testing/kept-schools')
const kept = readdirSync(folder).filter(name => name.endsWith('.json.gz'))

/** Once so many migrations are in no kept school, another one is due. */
const mostNewer = 20

test('a school is kept of every few migrations that have landed', async () => {
  const all = await readMigrations(join(projectRoot, 'server'))
  const newest = new Set((await readKeptSchool(join(folder, kept.at(-1) ?? ''))).migrations.map(one => one.checksum))
  const newer = all.filter(({ checksum }) => !newest.has(checksum))
  expect(
    newer.length,
    'keep a demo school of this schema: server/app/testing/kept-schools/keep-school.ts',
  ).toBeLessThan(mostNewer)
})

async function countRows(database: Database, tables: readonly { name: string }[]) {
  const counts: Record<string, number> = {}
  for (const { name } of tables) {
    const { rows } = await database.query<{ count: number }>({ text: `select count(*)::int as count from "${name}"` })
    counts[name] = rows[0]?.count ?? 0
  }
  return counts
}

test.each(kept)(
  'a server of now starts on the school of %s, loses no row and serves its people [OPS-08]',
  async name => {
    const school = await readKeptSchool(join(folder, name))
    const { database, connection, drop } = await createEmptyDatabase()
    onTestFinished(drop)
    await bringBack(database, school)
    const before = await countRows(database, school.tables)
    expect(before).toEqual(Object.fromEntries(school.tables.map(table => [table.name, table.rows])))
    const dataDir = mkdtempSync(join(tmpdir(), 'kurso-older-'))
    onTestFinished(() => rmSync(dataDir, { recursive: true }))
    const server = await startChildServer(dataDir, { DATABASE_URL: urlOf(connection), SANDBOX: 'off' })
    onTestFinished(async () => void (await server.stop()))

    const all = await readMigrations(join(projectRoot, 'server'))
    const after = await countRows(database, school.tables)
    expect(after['migrations']).toBe(all.length)
    const changed = Object.keys(before).filter(table => after[table] !== before[table])
    expect(changed.filter(table => table !== 'migrations')).toEqual([])

    const { rows } = await database.query<{ id: number; role: string }>({
      text: `select distinct on (role) id::int, role from users where brand_id = 'kurso' order by role, id`,
    })
    const caller = { brandId: 'kurso', appType: 'web', language: 'en', network: '', userAgent: '', host: '' } as const
    const asked = {
      learner: ['/user-course-streams', '/courses'],
      expert: ['/studio/reviews'],
      admin: ['/studio/users'],
    }
    for (const [role, paths] of Object.entries(asked)) {
      const token = await startSession(database, rows.find(one => one.role === role)?.id ?? 0, caller, Date.now())
      for (const path of ['/user', ...paths])
        expect([role, path, (await fetchCall(server.url, token, `GET ${path}`)).status]).toEqual([role, path, 200])
    }
  },
  120_000,
)
