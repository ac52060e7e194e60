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
