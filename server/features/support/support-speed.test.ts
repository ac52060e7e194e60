import { expect, test } from 'vitest'
import type { Database } from '#server/platform/database/database.ts'
import { paceOf } from '#server/platform/testing/pace.ts'
import { createTestDatabase } from '#server/platform/testing/test-database.ts'
import { listDesk } from './desk-queries.ts'
import { insertRequest } from './queries.ts'

/** 20,000 requests with three messages each, of which 50 wait; the last 20 are of visitors. */
async function fillSchool(database: Database) {
  for (const text of [
    `insert into users (brand_id, email, username) select 'kurso', n || '@example.com', 'u' || n from generate_series(1, 20000) n`,
    `insert into support_requests (brand_id, user_id, email, name, language_code, state, message_count, waiting_since, last_message_at, client_key, created_at)
       select 'kurso', case when n <= 19980 then u.id end, case when n > 19980 then 'visitor@example.com' end, 'Ann', 'en',
         case when n % 400 = 0 then 'open' else 'closed' end, 3, case when n % 400 = 0 then at end, at, 'key-' || n, at
       from (select id, row_number() over (order by id) as n from users) u, lateral (select now() - interval '1 minute' * n as at) times`,
    `insert into support_messages (request_id, number, author_id, is_staff, text, client_key, created_at)
       select r.id, n, r.user_id, false, 'Where is my course?', 'key-' || n, now() - interval '1 minute' * r.id
       from support_requests r, generate_series(1, 3) n`,
    'vacuum analyze',
  ])
    await database.query({ text })
}

test('asking support and listing what waits take no longer when 20,000 requests were answered before [SUP-06]', async () => {
  const { database, drop } = await createTestDatabase()
  await fillSchool(database)
  const { rows } = await database.query<{ id: number }>({ text: 'select max(id) as id from users' })
  const userId = rows[0]?.id ?? 0
  const now = Date.now() / 1000
  let made = 0
  const ask = (asker: number | null, email: string | null) =>
    insertRequest(
      database,
      ...(['kurso', asker, email, 'Ann', 'en', null, null, false, 'Hello', `new-${made++}`] as const),
      ...([now, now - 600, 1000] as const),
    )
  const paces = {
    waiting: await paceOf(database, () => listDesk.open(database, 'kurso', userId, null, '', 50, 0)),
    person: await paceOf(database, () => ask(userId, null)),
    visitor: await paceOf(database, () => ask(null, 'visitor@example.com')),
  }
  const listed = await listDesk.open(database, 'kurso', userId, null, '', 100, 0)
  await drop()
  expect(listed[0]?.total).toBe(50 + made)
  expect(Object.entries(paces).filter(([, pace]) => pace > 0.7)).toEqual([])
})
