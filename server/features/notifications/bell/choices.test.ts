import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { outboxFolder } from '#server/app/messengers.ts'
import { type ChatPeople, post, startChat } from '#server/app/testing/chat-people.ts'
import { startTestApp, type TestApp } from '#server/app/testing/test-app.ts'
import type { ListedKind, NoticeWay } from '#shared/features/notifications/notice-ways.ts'
import { lettersIn } from '../testing/letters.ts'

let app: TestApp
let people: ChatPeople
let number = 0
beforeAll(async () => {
  app = await startTestApp()
})
afterAll(() => app.close())
beforeEach(async () => {
  app.clock.set('2026-12-10T10:00:00Z')
  people = await startChat(app)
  await app.db.query({
    text: `update users set email = $2, is_email_validated = true, language_code = 'en' where id = $1`,
    values: [people.learner.userId, `choosing-${++number}@example.com`],
  })
  await app.db.query({
    text: 'update told_messages set last_message_id = (select coalesce(max(id), 0) from chat_messages)',
  })
})

const choose = (kind: ListedKind, way: NoticeWay) =>
  people.learner.call('PUT /user-notice-choices', { body: { kind, way } })
const ways = async (client = people.learner) =>
  Object.fromEntries((await client.call('GET /user-notice-choices')).data.map(({ kind, way }) => [kind, way]))
const hear = async () => {
  await post(people.expert, people.chatId, 'Well done')
  app.clock.set(app.clock.now + 60_000)
  await app.notices.sweep()
  return (await people.learner.call('GET /user-notices', { query: { page: 1 } })).data.map(({ text }) => text)
}
const letters = async () =>
  (await lettersIn(outboxFolder(app.dataDir))).filter(({ to }) => to === `choosing-${number}@example.com`)

test('each kind comes by its usual way until somebody chooses another, which nobody else gets [PRO-15]', async () => {
  const usual = {
    message: 'push',
    verdict: 'push',
    refund: 'push',
    payment: 'list',
    points: 'list',
    article: 'list',
    mention: 'push',
    day: 'list',
    announcement: 'all',
    consultation: 'push',
  }
  expect(await ways()).toEqual(usual)
  expect((await choose('message', 'list')).status).toBe(200)
  expect((await choose('message', 'letter')).status).toBe(200)
  expect(await ways()).toEqual({ ...usual, message: 'letter' })
  expect(await ways(people.expert)).toEqual(usual)
})

test('what has letters of its own takes no other ones', async () => {
  for (const kind of ['refund', 'payment', 'consultation'] as const) {
    const { status, data } = await choose(kind, 'letter')
    expect([status, data], kind).toMatchObject([422, { code: 'invalid_input', errors: { way: expect.anything() } }])
  }
  expect(await ways()).toMatchObject({ payment: 'list', consultation: 'push' })
})

test('an answer comes by e-mail where that was chosen, with the way there and to the choice, and is listed [PRO-15]', async () => {
  await choose('message', 'letter')
  expect(await hear()).toEqual(['Well done'])
  const [letter, ...more] = await letters()
  expect(more).toEqual([])
  expect(letter?.subject).toContain('Test Person')
  for (const said of ['Well done', `/chat/${people.chatId}`, '/user/settings/notifications'])
    expect(letter?.text).toContain(said)
})

test('nothing is sent to an address that is not confirmed, nor to whoever wants the list alone; both find it listed', async () => {
  await choose('message', 'letter')
  await app.db.query({
    text: 'update users set is_email_validated = false where id = $1',
    values: [people.learner.userId],
  })
  expect(await hear()).toEqual(['Well done'])
  await choose('message', 'list')
  await app.db.query({
    text: 'update users set is_email_validated = true where id = $1',
    values: [people.learner.userId],
  })
  expect(await hear()).toEqual(['Well done', 'Well done'])
  expect(await letters()).toEqual([])
})
