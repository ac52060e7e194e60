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
    values: [people.learner.userId, `leaving-${++number}@example.com`],
  })
  await app.db.query({
    text: 'update told_messages set last_message_id = (select coalesce(max(id), 0) from chat_messages)',
  })
})

const choose = (kind: ListedKind, way: NoticeWay) =>
  people.learner.call('PUT /user-notice-choices', { body: { kind, way } })
const wayOf = async (kind: ListedKind, client = people.learner) =>
  (await client.call('GET /user-notice-choices')).data.find(choice => choice.kind === kind)?.way
const letters = async () =>
  (await lettersIn(outboxFolder(app.dataDir))).filter(({ to }) => to === `leaving-${number}@example.com`)
const answer = async () => {
  await post(people.expert, people.chatId, 'Well done')
  app.clock.set(app.clock.now + 60_000)
  await app.notices.sweep()
  return (await letters()).at(-1)
}
const linkOf = async () => new URL(/<(.+)>/.exec((await answer())?.header('list-unsubscribe') ?? '')?.[1] ?? '')
const click = (token: string) =>
  app.server.inject({
    method: 'POST',
    url: `/unsubscribe?token=${encodeURIComponent(token)}`,
    headers: { 'content-type': 'application/x-www-form-urlencoded' },
    payload: 'List-Unsubscribe=One-Click',
  })

test('an e-mail that somebody has chosen ends with one click of the mail program, and is listed from then on [PRO-16]', async () => {
  await choose('message', 'letter')
  await choose('points', 'letter')
  const link = await linkOf()
  const [letter] = await letters()
  expect(letter?.header('list-unsubscribe-post')).toBe('List-Unsubscribe=One-Click')
  expect(letter?.text).toContain(link.href)
  expect(link.origin).toBe('https://school.test')

  // Mail programs look at links before anybody does.
  await app.server.inject({ url: `${link.pathname}${link.search}`, headers: { accept: 'text/html' } })
  expect(await wayOf('message')).toBe('letter')
  const token = link.searchParams.get('token') ?? ''
  const clicks = await Promise.all([click(token), click(token)])
  expect(clicks.map(({ statusCode }) => statusCode)).toEqual([200, 200])
  expect([await wayOf('message'), await wayOf('points')]).toEqual(['list', 'letter'])
  await answer()
  expect(await letters()).toHaveLength(1)
  expect((await people.learner.call('GET /user-notices', { query: { page: 1 } })).data).toHaveLength(2)
})

test('an old e-mail ends no other way that was chosen since, and the school’s usual one is not lost [PRO-16]', async () => {
  await choose('message', 'letter')
  const { searchParams } = await linkOf()
  const body = { token: searchParams.get('token') ?? '' }
  await choose('message', 'push')
  expect((await app.visitor.call('POST /unsubscribe', { body })).status).toBe(200)
  expect(await wayOf('message')).toBe('push')
  await app.db.query({ text: 'delete from notice_choices where user_id = $1', values: [people.learner.userId] })
  expect((await app.visitor.call('POST /unsubscribe', { body })).status).toBe(200)
  expect(await wayOf('message')).toBe('push')
})

test('a link ends nothing but what it was made for: no other kind, nobody else’s, no reminder [PRO-16, SEC-07]', async () => {
  await choose('message', 'letter')
  const token = (await linkOf()).searchParams.get('token') ?? ''
  await people.expert.call('PUT /user-notice-choices', { body: { kind: 'message', way: 'letter' } })
  const { data: reminder } = await people.learner.call('POST /user-reminders', {
    body: { weekdays: [1], time: '09:00', is_enabled: true, text: '' },
  })
  const changed = (from: string | RegExp, to: string) => token.replace(from, to)
  for (const wrong of [
    changed('message', 'points'),
    changed('message', 'alert'),
    changed('message', 'reminder'),
    changed('message-', ''),
    changed(/message-\d+/, String(reminder.id)),
    changed(/-\d+/, `-${people.expert.userId}`),
    changed('-', '-0'),
    changed('message-', '-'),
    `${token}A`,
    token.slice(0, -1),
  ]) {
    const { status, data } = await app.visitor.call('POST /unsubscribe', { body: { token: wrong } })
    expect([status, data.code], wrong).toEqual([422, 'link_unusable'])
    expect((await click(wrong)).statusCode, wrong).toBe(404)
  }
  expect([await wayOf('message'), await wayOf('message', people.expert)]).toEqual(['letter', 'letter'])
  const { data } = await people.learner.call('GET /user-reminders/:id', { params: { id: reminder.id } })
  expect(data.is_enabled).toBe(true)
})

test('the link of somebody who has gone is taken and changes nothing', async () => {
  await choose('message', 'letter')
  const token = (await linkOf()).searchParams.get('token') ?? ''
  await app.db.query({ text: 'delete from users where id = $1', values: [people.learner.userId] })
  expect((await click(token)).statusCode).toBe(200)
  const { rows } = await app.db.query({
    text: 'select from notice_choices where user_id = $1',
    values: [people.learner.userId],
  })
  expect(rows).toEqual([])
})
