import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { outboxFolder } from '#server/app/messengers.ts'
import { type ChatPeople, post, startChat, view } from '#server/app/testing/chat-people.ts'
import { startTestApp, type TestApp } from '#server/app/testing/test-app.ts'
import type { DigestPace } from '#shared/features/notifications/notice-ways.ts'
import { lettersIn } from '../testing/letters.ts'

let app: TestApp
let people: ChatPeople
let email = ''
let number = 0
beforeAll(async () => {
  app = await startTestApp()
})
afterAll(() => app.close())
beforeEach(async () => {
  await app.db.query({ text: 'delete from notices' })
  await app.db.query({ text: 'delete from digests' })
  await app.db.query({
    text: 'update told_messages set last_message_id = (select coalesce(max(id), 0) from chat_messages)',
  })
  // A Thursday, noon in Madrid.
  app.clock.set('2026-12-10T11:00:00Z')
  people = await startChat(app)
  email = `digest-${++number}@example.com`
  await app.db.query({
    text: `update users set email = $2, is_email_validated = true, timezone = 'Europe/Madrid', language_code = 'en' where id = $1`,
    values: [people.learner.userId, email],
  })
})

const choose = (pace: DigestPace, client = people.learner) => client.call('PUT /user-digest', { body: { pace } })
const at = async (time: string) => {
  app.clock.set(time)
  await app.notices.sweep()
}
const answer = async (text: string) => {
  const { id } = (await post(people.expert, people.chatId, text)).data
  app.clock.set(app.clock.now + 60_000)
  await app.notices.sweep()
  return id
}
const letters = async () => (await lettersIn(outboxFolder(app.dataDir))).filter(({ to }) => to === email)
const set = (column: string, value: unknown) =>
  app.db.query({ text: `update users set ${column} = $2 where id = $1`, values: [people.learner.userId, value] })

test('every morning an e-mail says what was not seen since the last one, each with its place; nothing when all was [PRO-18]', async () => {
  expect((await people.learner.call('GET /user-digest')).data).toEqual({ pace: 'off' })
  await answer('Before it was chosen')
  expect((await choose('daily')).data).toEqual({ pace: 'daily' })
  expect((await choose('daily')).data).toEqual({ pace: 'daily' })
  const seen = await answer('Seen')
  await view(people.learner, people.chatId, seen)
  await answer('Not seen')
  await at('2026-12-11T07:59:59Z')
  expect(await letters()).toEqual([])
  await at('2026-12-11T08:00:00Z')
  await at('2026-12-11T08:00:30Z')
  const [letter, ...more] = await letters()
  expect(more).toEqual([])
  expect(letter?.subject).toBe('Not seen yet: 1')
  for (const said of ['Not seen', `https://school.test/chat/${people.chatId}`, 'https://school.test/notifications'])
    expect(letter?.text).toContain(said)
  expect(letter?.text).not.toContain('Before it was chosen')
  expect(letter?.text).not.toMatch(/^Seen/m)
  // Nothing new, then something that was read.
  await at('2026-12-12T08:00:00Z')
  const { data } = await people.learner.call('GET /user-notices', { query: { page: 1 } })
  expect(data.map(({ kind }) => kind)).toEqual(['message', 'message', 'message'])
  await answer('Read in the list')
  const [newest] = (await people.learner.call('GET /user-notices', { query: { page: 1 } })).data
  await people.learner.call('POST /user-notices/read', { body: { until_id: newest?.id ?? 0 } })
  await at('2026-12-13T08:00:00Z')
  expect(await letters()).toHaveLength(1)
})

test('weekly it comes on Mondays, in the person’s language, and names 20 [PRO-18]', async () => {
  await set('language_code', 'ru')
  await choose('weekly')
  for (let index = 1; index <= 22; index++) await post(people.expert, people.chatId, `Сообщение ${index}`)
  await answer('Последнее')
  for (const day of ['11', '12', '13']) await at(`2026-12-${day}T08:00:00Z`)
  expect(await letters()).toEqual([])
  await at('2026-12-14T08:00:00Z')
  const [letter] = await letters()
  expect(letter?.subject).toBe('Непросмотренных уведомлений: 23')
  expect(letter?.text.match(/Сообщение \d+/g)).toHaveLength(19)
  expect(letter?.text).toContain('Ещё в списке: 3')
  await answer('Ещё одно')
  await at('2026-12-20T08:00:00Z')
  expect(await letters()).toHaveLength(1)
  await at('2026-12-21T08:00:00Z')
  expect(await letters()).toHaveLength(2)
})

test('whatever breaks, and however many nodes look, there is one; after an outage one, and one after a move [PRO-18]', async () => {
  await choose('daily')
  await answer('Once')
  app.clock.set('2026-12-11T08:00:00Z')
  await app.db.query({
    text: `create function break_notices() returns trigger language plpgsql as $$ begin raise 'broken'; end $$;
      create trigger break_notices before insert on notices for each row execute function break_notices()`,
  })
  await expect(app.notices.sweep()).rejects.toThrow('broken')
  await app.db.query({ text: 'drop trigger break_notices on notices; drop function break_notices' })
  await Promise.all([app.notices.sweep(), app.notices.sweep(), app.notices.sweep()])
  await app.notices.sweep()
  expect(await letters()).toHaveLength(1)
  await answer('During the outage')
  await at('2026-12-14T15:00:00Z')
  await at('2026-12-14T15:05:00Z')
  expect(await letters()).toHaveLength(2)
  await answer('Moved')
  await at('2026-12-15T08:00:00Z')
  expect(await letters()).toHaveLength(3)
  await answer('Later')
  await set('timezone', 'America/New_York')
  await at('2026-12-15T14:30:00Z')
  expect(await letters()).toHaveLength(3)
  await at('2026-12-16T13:59:00Z')
  expect(await letters()).toHaveLength(3)
  await at('2026-12-16T14:00:00Z')
  expect(await letters()).toHaveLength(4)
})

test('it waits for the end of quiet hours, names nothing read until then, and nothing that comes by e-mail of itself [PRO-18]', async () => {
  const { learner, expert, chatId } = people
  await choose('daily')
  await learner.call('PUT /user-quiet-hours', { body: { is_on: true, from_time: '22:00', until_time: '10:30' } })
  const id = await answer('Read late')
  await at('2026-12-11T08:00:00Z')
  expect(await letters()).toEqual([])
  await view(learner, chatId, id)
  await at('2026-12-11T09:30:00Z')
  expect(await letters()).toEqual([])
  await learner.call('PUT /user-notice-choices', { body: { kind: 'message', way: 'letter' } })
  await answer('By e-mail')
  await at('2026-12-12T09:30:00Z')
  expect((await letters()).map(({ subject }) => subject)).toEqual([expect.stringContaining('Test Person')])
  expect((await expert.call('GET /user-digest')).data).toEqual({ pace: 'off' })
})

test('no digest goes to an address that is not confirmed, to who switched notifications off, nor after it was ended [PRO-18]', async () => {
  const morning = async (date: string) => {
    await answer(`Before ${date}`)
    await at(`${date}T08:00:00Z`)
    return (await letters()).length
  }
  await choose('daily')
  await set('is_email_validated', false)
  expect(await morning('2026-12-11')).toBe(0)
  await set('is_email_validated', true)
  await set('is_notification_disabled', true)
  expect(await morning('2026-12-12')).toBe(0)
  await set('is_notification_disabled', false)
  expect(await morning('2026-12-13')).toBe(1)
  // It waits for the end of quiet hours when it is ended.
  const hours = { is_on: true, from_time: '22:00', until_time: '10:30' }
  await people.learner.call('PUT /user-quiet-hours', { body: hours })
  await morning('2026-12-14')
  await choose('off')
  await at('2026-12-14T09:30:00Z')
  expect(await letters()).toHaveLength(1)
  expect(await morning('2026-12-15')).toBe(1)
})

test('one click ends the digest and nothing else [PRO-16, PRO-18]', async () => {
  await choose('daily')
  await choose('daily', people.expert)
  await people.learner.call('PUT /user-notice-choices', { body: { kind: 'points', way: 'letter' } })
  await answer('Hello')
  await at('2026-12-11T08:00:00Z')
  const [letter] = await letters()
  expect(letter?.header('list-unsubscribe-post')).toBe('List-Unsubscribe=One-Click')
  const link = new URL(/<(.+)>/.exec(letter?.header('list-unsubscribe') ?? '')?.[1] ?? '')
  expect(letter?.text).toContain(link.href)
  const click = (search: string) => app.server.inject({ method: 'POST', url: `${link.pathname}${search}` })
  expect((await click(link.search.replace(/-\d+/, `-${people.expert.userId}`))).statusCode).toBe(404)
  expect([(await click(link.search)).statusCode, (await click(link.search)).statusCode]).toEqual([200, 200])
  expect((await people.learner.call('GET /user-digest')).data).toEqual({ pace: 'off' })
  expect((await people.expert.call('GET /user-digest')).data).toEqual({ pace: 'daily' })
  const choices = (await people.learner.call('GET /user-notice-choices')).data
  expect(choices.find(({ kind }) => kind === 'points')?.way).toBe('letter')
})

test.each(['monthly', '', null])(
  'a pace that there is not is refused by its field: %j [PRO-18, SEC-07]',
  async pace => {
    const { status, data } = await people.learner.call('PUT /user-digest', { body: { pace } as never })
    expect([status, Object.keys(data.errors ?? {})]).toEqual([422, ['pace']])
  },
)
