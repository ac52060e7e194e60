import { setTimeout as pause } from 'node:timers/promises'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { createTestDatabase } from '../testing/test-database.ts'
import { isConnectionLoss } from './database.ts'

let made: Awaited<ReturnType<typeof createTestDatabase>>
beforeAll(async () => {
  made = await createTestDatabase()
})
afterAll(() => made.drop())

const lock = { text: `select pg_advisory_xact_lock(1)` }

test('a transaction that stands still lets go of what it holds, and is a lost connection to who began it', async () => {
  const { database } = made
  const limit = await database.query({ text: 'show idle_in_transaction_session_timeout' })
  expect(limit.rows).toEqual([{ idle_in_transaction_session_timeout: '30s' }])
  let others: unknown
  const standing = database.inTransaction(async tx => {
    await tx.query(lock)
    await tx.query({ text: `set local idle_in_transaction_session_timeout = 100` })
    others = await Promise.race([database.query(lock), pause(5000)])
    await tx.query({ text: 'select 1' })
  })
  await expect(standing).rejects.toSatisfy(isConnectionLoss)
  expect(others).toBeDefined()
  expect((await database.query({ text: 'select 1 as one' })).rows).toEqual([{ one: 1 }])
})
