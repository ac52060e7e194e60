import { afterAll, beforeAll, expect, test } from 'vitest'
import { openClubSchool } from '#server/app/testing/club-people.ts'
import type { TestClient } from '#server/app/testing/test-client.ts'

let school: Awaited<ReturnType<typeof openClubSchool>>
beforeAll(async () => {
  school = await openClubSchool()
  school.app.clock.set('2026-12-10T10:00:00.270Z')
})
afterAll(() => school.shop.close())

const listed = async (client: TestClient) =>
  (await client.call('GET /user-notices', { query: { page: 1 } })).data.filter(({ kind }) => kind === 'mention')
const titles = async (client: TestClient) => (await listed(client)).map(({ title }) => title)
const passMinutes = async (minutes = 2) => {
  school.app.clock.set(school.app.clock.now + minutes * 60_000)
  await school.app.notices.sweep()
}
const naming = async (by: TestClient, message: string, ...people: TestClient[]) =>
  (await school.post(by, { message, mention_ids: people.map(({ userId }) => userId) })).data
/** Somebody who can be mentioned, as they have written. */
async function talker(name: string, isWeekly = false) {
  const client = await school.join(name, isWeekly)
  await school.post(client, { message: `I am ${name}` })
  return client
}

test('who is mentioned is told once, with who it was and what they wrote, and the way to the chat', async () => {
  const [ann, bob] = [await talker('Ann'), await talker('Bob')]
  const { number } = await naming(ann, 'Do you have tea, @Bob?', bob, ann)
  await passMinutes(0.5)
  expect(await listed(bob), 'whoever has the chat open sees it by themselves').toEqual([])
  await passMinutes()
  await passMinutes()
  expect(await listed(bob)).toMatchObject([
    {
      title: 'Ann mentioned you in “Tea club”',
      text: 'Do you have tea, @Bob?',
      path: `/clubs/${school.clubId}/chat`,
      is_read: false,
    },
  ])
  expect(await listed(ann), 'nobody is told of themselves').toEqual([])
  await school.see(bob, number)
  expect(await listed(bob)).toMatchObject([{ is_read: true }])
})

test('who has read it, is no member any more or whose message was hidden is not told', async () => {
  const [ann, bob, carl, dora] = [
    await talker('Ann'),
    await talker('Bob'),
    await talker('Carl', true),
    await talker('Dora'),
  ]
  const { number } = await naming(ann, 'Seen', bob)
  await school.see(bob, number)
  await naming(ann, 'Left', carl)
  await school.closeToWeekly()
  const { id } = await naming(ann, 'Hidden', dora)
  await school.hide(id, true)
  await passMinutes()
  for (const one of [bob, carl, dora]) expect(await listed(one)).toEqual([])
})

test('what is hidden after it was told is listed no more', async () => {
  const [ann, bob] = [await talker('Ann'), await talker('Bob')]
  const { id } = await naming(ann, 'Rude', bob)
  await passMinutes()
  expect(await titles(bob)).toEqual(['Ann mentioned you in “Tea club”'])
  await school.hide(id, true)
  expect(await titles(bob)).toEqual([])
})

test('of clubs that a school has switched off nothing is listed or counted, and their room is closed [PRO-14, BRD-05]', async () => {
  const [ann, bob] = [await talker('Ann'), await talker('Bob')]
  await naming(ann, 'Is there tea, @Bob?', bob)
  await passMinutes()
  const seen = async () => [
    (await listed(bob)).length,
    (await bob.call('GET /user-notices/unread')).data.unread_count,
    (await bob.call('GET /unread-in-clubs')).data.length,
    (await bob.call('GET /user-community')).data.length,
    (await bob.call('GET /user-notice-choices')).data.filter(({ kind }) => kind === 'article' || kind === 'mention')
      .length,
    (await bob.call('POST /live/poll', { body: { rooms: { [`club:${school.clubId}`]: null }, wait_seconds: 0 } })).data
      .refused.length,
    (await school.post(bob, { message: 'Tea?' })).status,
  ]
  const before = await seen()
  // With the subscription’s payment, and what buying it told of.
  expect(before).toEqual([1, 3, 1, 1, 2, 0, 200])
  const { config } = school.app.brands.default
  config.isCommunityEnable = false
  expect(await seen()).toEqual([0, 2, 0, 0, 0, 1, 404])
  config.isCommunityEnable = true
  expect((await seen()).slice(0, 5)).toEqual([1, 3, 1, 1, 2])
})

test('mentions come to the devices unless the person chooses the list alone', async () => {
  const [ann, bob] = [await talker('Ann'), await talker('Bob')]
  const choices = (await bob.call('GET /user-notice-choices', {})).data
  expect(choices).toContainEqual({ kind: 'mention', way: 'push', ways: ['push', 'letter', 'list'] })
  await bob.call('PUT /user-notice-choices', { body: { kind: 'mention', way: 'letter' } })
  await school.app.db.query({ text: 'update users set is_email_validated = true where id = $1', values: [bob.userId] })
  await naming(ann, 'By e-mail', bob)
  const text = `select d.is_letter, d.attempts from notice_deliveries d join notices n on n.id = d.notice_id where n.user_id = $1`
  school.app.clock.set('2026-12-10T23:00:00Z')
  await school.app.notices.sweep()
  const { rows } = await school.app.db.query({ text, values: [bob.userId] })
  expect(rows, 'it waits in quiet hours').toMatchObject([{ is_letter: true }])
})
