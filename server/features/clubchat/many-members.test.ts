import { afterAll, beforeAll, expect, test } from 'vitest'
import type { TestClient } from '#server/app/testing/test-client.ts'
import { clubTerms } from '#server/features/clubs/testing/access.ts'
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

test('what is unread in all clubs of a person is one statement, however many clubs and members there are [CLB-08]', async () => {
  const { app, admin, clubId, shop } = school
  const ask = async (by: TestClient) => {
    await by.call('GET /unread-in-clubs')
    return by.call('GET /unread-in-clubs')
  }
  const other = await school.join('Bob')
  const one = await ask(other)
  const bare = await other.call('GET /user-score/amount')
  expect(one.statements, 'as the call that asks one thing').toBe(bare.statements)
  expect(one.data).toEqual([{ id: clubId, unread_count: (await school.chat(other)).data.unread_count }])
  const { data: own } = await ask(member)
  expect(own, 'one’s own messages do not count').toEqual([{ id: clubId, unread_count: 0 }])
  const service = await shop.service({ EUR: 500 }, { type: 'course_subscription' })
  const more: number[] = []
  for (let number = 1; number <= 9; number++) {
    const body = { ...clubTerms, titles: { en: `Club ${number}` }, slug: `club-${number}`, service_ids: [service] }
    more.push((await admin.call('POST /studio/clubs', { body })).data.id)
  }
  expect((await ask(other)).data, 'clubs that are not theirs').toHaveLength(1)
  await shop.buy(other, service)
  await shop.buy(member, service)
  for (const id of more.slice(0, 2))
    await member.call('POST /clubs/:id/chat/messages', {
      params: { id },
      body: { message: 'Tea?' },
      idempotencyKey: `${id}`,
    })
  await app.db.query({ text: 'update communities set is_hidden = true where id = $1', values: [more[8]] })
  const all = await ask(other)
  expect(all.statements).toBe(bare.statements)
  const counts = new Map(all.data.map(({ id, unread_count: count }) => [id, count]))
  expect(more.map(id => counts.get(id))).toEqual([1, 1, 0, 0, 0, 0, 0, 0, undefined])
  await other.call('PUT /clubs/:id/chat/read', { params: { id: more[0] ?? 0 }, body: { number: 1 } })
  expect((await ask(other)).data.find(({ id }) => id === more[0])?.unread_count).toBe(0)
})
