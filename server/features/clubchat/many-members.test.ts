import { afterAll, beforeAll, expect, test } from 'vitest'
import type { TestClient } from '#server/app/testing/test-client.ts'
import { openClubSchool } from '#server/app/testing/club-people.ts'

let school: Awaited<ReturnType<typeof openClubSchool>>
let member: TestClient

beforeAll(async () => {
  school = await openClubSchool()
  member = await school.join('Ann')
  // Other than the first message of a chat, whose rows begin with it.
  await school.post(member, { message: 'First' })
})
afterAll(() => school.shop.close())

/** So many more people who have read the chat, and wrote in it. */
const addReaders = (count: number) =>
  school.app.db.query({
    text: `with people as (
        insert into users (brand_id, email, username)
        select 'kurso', gen_random_uuid() || '@example.com', gen_random_uuid()::text from generate_series(1, $2::int) returning id)
      insert into club_readers (community_id, user_id, read_number, wrote_at) select $1, id, 1, now() from people`,
    values: [school.clubId, count],
  })

/** Rows written since the database was made, by table. */
async function written(): Promise<Record<string, number>> {
  await school.app.db.query({ text: 'select pg_stat_force_next_flush()' })
  const { rows } = await school.app.db.query<{ name: string; written: number }>({
    text: `select relname as name, (n_tup_ins + n_tup_upd + n_tup_del)::int as written from pg_stat_user_tables
      where schemaname = 'public' and (relname like 'club%' or relname like 'live%')`,
  })
  return Object.fromEntries(rows.map(row => [row.name, row.written]))
}

/** What one message writes, once all that was written before is counted. */
async function writtenByPost() {
  const settled = async () => {
    for (let last = ''; ; await new Promise(done => setTimeout(done, 300))) {
      const now = await written()
      if (JSON.stringify(now) === last) return now
      last = JSON.stringify(now)
    }
  }
  const before = await settled()
  await school.post(member, { message: 'Tea' })
  await expect
    .poll(async () => (await written())['club_messages'], { timeout: 10_000 })
    .toBe((before['club_messages'] ?? 0) + 1)
  const after = await settled()
  return Object.fromEntries(
    Object.entries(after).flatMap(([name, now]) => (now === before[name] ? [] : [[name, now - (before[name] ?? 0)]])),
  )
}

test('a message writes the same five rows for 5,000 members as for 50, and what is unread is no row of any message [CLB-08]', async () => {
  await addReaders(50)
  const few = await writtenByPost()
  expect(few).toEqual({ club_chats: 1, club_messages: 1, club_readers: 1, live_events: 1, live_rooms: 1 })
  await addReaders(4950)
  expect(await writtenByPost()).toEqual(few)
})
