import { afterAll, beforeAll, expect, test } from 'vitest'
import { newKey } from '#server/app/testing/chat-people.ts'
import { openClubSchool } from '#server/app/testing/club-people.ts'
import type { Db } from '#server/platform/database/statement.ts'

let school: Awaited<ReturnType<typeof openClubSchool>>

beforeAll(async () => {
  school = await openClubSchool()
})
afterAll(() => school.shop.close())

/** Sends something while `remove` has been done and is not yet kept, and once more after it. */
async function sentWhile<Answer>(remove: (tx: Db) => Promise<unknown>, send: () => Promise<Answer>): Promise<Answer[]> {
  const { db } = school.app
  const text = `select from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'
    and query like '%insert into club_chats%' and pid <> pg_backend_pid()`
  const first = await db.inTransaction(async tx => {
    await remove(tx)
    const sending = send()
    await expect.poll(async () => (await db.query({ text })).rows.length, { timeout: 10_000 }).toBeGreaterThan(0)
    return { sending }
  })
  return [await first.sending, await send()]
}

const answers = (all: { status: number; data: object }[]) =>
  all.map(({ status, data }) => [status, (data as { code?: string }).code])

test('who is erased while a message that names them is sent is left out when it is sent again', async () => {
  const member = await school.join('Ann')
  const leaver = await school.join('Eve')
  await school.post(leaver, { message: 'Hello' })
  const key = newKey()
  const sent = { message: '@Eve hello', mention_ids: [leaver.userId] }
  const all = await sentWhile(
    tx => tx.query({ text: 'delete from users where id = $1', values: [leaver.userId] }),
    () => school.post(member, sent, key),
  )
  expect(answers(all)).toEqual([
    [503, 'unavailable'],
    [200, undefined],
  ])
  expect(all[1]?.data).toMatchObject({ number: 2, message: '@Eve hello', mentions: [] })
})

test('a club that is removed while somebody writes in it is not found afterwards', async () => {
  const member = await school.join('Bob')
  await school.post(member, { message: 'Hello' })
  const remove = (tx: Db) => tx.query({ text: 'delete from communities where id = $1', values: [school.clubId] })
  const all = await sentWhile(remove, () => school.post(member, { message: 'Anybody?' }, newKey()))
  expect(answers(all)).toEqual([
    [503, 'unavailable'],
    [404, 'not_found'],
  ])
  expect(answers([await school.see(member, 1), await school.mute(member.userId, 4_000_000_000)])).toEqual([
    [404, 'not_found'],
    [404, 'not_found'],
  ])
})
