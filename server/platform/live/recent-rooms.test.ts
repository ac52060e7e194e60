import { expect, test } from 'vitest'
import { paceOf } from '../testing/pace.ts'
import { createTestDatabase } from '../testing/test-database.ts'
import { listRecentRooms } from './queries.ts'

test('the rooms with news are found among 200,000 events of a week without looking at those, every 5 seconds [CHT-09]', async () => {
  const { database, drop } = await createTestDatabase()
  await database.query({
    text: `insert into live_events (room, seq, type, data, created_at)
      select 'chat:' || n % 1000, n, 'thing', '{}', now() - interval '3 seconds' * (200000 - n) - interval '1 minute'
      from generate_series(1, 200000) n`,
  })
  await database.query({ text: 'vacuum analyze live_events' })
  await database.query({ text: `select publish_event('chat:7000', 'thing', '{}') from generate_series(1, 2)` })
  const pace = await paceOf(database, () => listRecentRooms(database, 20))
  const found = await listRecentRooms(database, 20)
  await drop()
  expect(found).toEqual([{ room: 'chat:7000', seq: 2 }])
  expect(pace).toBeLessThan(0.5)
})
