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

/** How many rows of each table of chats and live events one message writes. */
async function writtenByPost(): Promise<Record<string, number>> {
  const { db } = school.app
  const { rows: begun } = await db.query<{ xid: string }>({ text: 'select pg_current_xact_id()::text as xid' })
  await school.post(member, { message: 'Tea' })
  const { rows: tables } = await db.query<{ name: string }>({
    text: `select relname as name from pg_class where relkind = 'r' and relnamespace = 'public'::regnamespace
      and (relname like 'club%' or relname like 'live%')`,
  })
  const written: Record<string, number> = {}
  for (const { name } of tables) {
    const text = `select count(*)::int as rows from "${name}" where xmin::text::bigint > $1::bigint`
    const { rows } = await db.query<{ rows: number }>({ text, values: [begun[0]?.xid] })
    if (rows[0]?.rows) written[name] = rows[0].rows
  }
  return written
}

test('a message writes the same five rows for 5,000 members as for 50, and what is unread is no row of any message [CLB-08]', async () => {
  await addReaders(50)
  const few = await writtenByPost()
  expect(few).toEqual({ club_chats: 1, club_messages: 1, club_readers: 1, live_events: 1, live_rooms: 1 })
  await addReaders(4950)
  expect(await writtenByPost()).toEqual(few)
})
