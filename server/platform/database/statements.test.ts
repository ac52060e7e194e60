import { afterAll, beforeAll, expect, test } from 'vitest'
import { startTestApp, type TestApp } from '#server/app/testing/test-app.ts'
import { declaredStatements } from './statement.ts'

let app: TestApp
beforeAll(async () => {
  app = await startTestApp()
})
afterAll(() => app.close())

test('every declared statement fits the migrated schema', async () => {
  const statements = [...declaredStatements()]
  expect(statements.length).toBeGreaterThan(10)
  for (const [name, text] of statements) {
    const prepared = app.db.query({ text: `prepare "check of ${name}" as ${text}` })
    await expect(prepared, `${name}: ${text}`).resolves.toBeDefined()
  }
})

test('a statement is planned once a connection, whatever its values', async () => {
  const { rows } = await app.db.query({ text: 'show plan_cache_mode' })
  expect(rows).toEqual([{ plan_cache_mode: 'force_generic_plan' }])
})

/** What PostgreSQL says where a prepared statement would answer other columns than before. */
const otherColumns = /cached plan must not change result type/

test('no statement of an older server answers otherwise once a newer release has added columns [OPS-08]', async () => {
  const client = app.db.ownConnection()
  await client.connect()
  try {
    const { rows: tables } = await client.query<{ name: string }>(
      `select tablename as name from pg_tables where schemaname = 'public'`,
    )
    await client.query('begin')
    const statements = [...declaredStatements()]
    const run = async (name: string) => {
      const { rows } = await client.query<{ count: number }>(
        'select cardinality(parameter_types) as count from pg_prepared_statements where name = $1',
        [name],
      )
      const count = rows[0]?.count ?? 0
      await client.query('savepoint before')
      const nulls = count ? `(${Array.from({ length: count }, () => 'null').join()})` : ''
      const said = await client.query(`execute "${name}"${nulls}`).then(
        () => '',
        (error: unknown) => String(error),
      )
      await client.query('rollback to savepoint before')
      return said
    }
    for (const [name, text] of statements) await client.query(`prepare "${name}" as ${text}`)
    await client.query('prepare "all of it" as select * from users')
    for (const [name] of statements) await run(name)
    await run('all of it')
    for (const { name } of tables) await client.query(`alter table "${name}" add column of_newer_release text`)
    const changed: string[] = []
    for (const [name] of [...statements, ['all of it'] as const])
      if (otherColumns.test(await run(name))) changed.push(name)
    expect(changed).toEqual(['all of it'])
  } finally {
    await client.end()
  }
}, 120_000)
