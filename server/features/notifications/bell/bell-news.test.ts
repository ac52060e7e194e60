import { afterAll, beforeAll, expect, test } from 'vitest'
import { openShop } from '#server/app/testing/shop.ts'
import type { TestClient } from '#server/app/testing/test-client.ts'
import { articleTerms } from '#server/features/articles/testing/access.ts'
import { clubTerms } from '#server/features/clubs/testing/access.ts'

let shop: Awaited<ReturnType<typeof openShop>>
let admin: TestClient
beforeAll(async () => {
  shop = await openShop()
  shop.app.clock.set('2026-12-10T10:00:00Z')
  admin = await shop.app.signIn({ role: 'admin' })
})
afterAll(() => shop.close())

const listed = async (client: TestClient) => (await client.call('GET /user-notices', { query: { page: 1 } })).data
const passMinutes = async (minutes = 1) => {
  shop.app.clock.set(shop.app.clock.now + minutes * 60_000)
  await shop.app.notices.sweep()
}
const deliveries = async ({ userId }: TestClient) =>
  (
    await shop.app.db.query({
      text: 'select from notice_deliveries d join notices n on n.id = d.notice_id where n.user_id = $1',
      values: [userId],
    })
  ).rows.length

test('points that are added are listed once with what they are for, those that are spent are not [PRO-14]', async () => {
  const learner = await shop.app.signIn()
  const enter = (amount: number, type: string, note: string | null = null) =>
    shop.app.db.query({
      text: 'insert into user_scores (user_id, amount, type, source, note) values ($1, $2, $3, $4, $5)',
      values: [learner.userId, amount, type, `${type} ${amount}`, note],
    })
  await enter(20, 'day')
  await enter(-5, 'spent')
  await enter(-3, 'staff', 'Given twice')
  await passMinutes()
  await passMinutes()
  const shown = (await listed(learner)).map(({ title, text, path }) => [title, text, path])
  const path = '/user/points/history'
  expect(shown).toEqual([
    ['Points: −3', 'Given twice', path],
    ['Points: +20', 'For a day that you have finished', path],
  ])
  const { data } = await learner.call('GET /user-notices', { query: { page: 1 }, language: 'ru' })
  expect(data.map(({ text }) => text)).toEqual(['Given twice', 'За пройденный день'])
  expect(await deliveries(learner)).toBe(0)
})

test('days of a stream that are finished on one date are one entry, which grows and is new again; other dates and streams are others [PRO-14]', async () => {
  const learner = await shop.app.signIn({ timezone: 'Pacific/Auckland' })
  const finish = (stream: number, day: number, at: string) =>
    shop.app.db.query({
      text: `insert into user_scores (user_id, amount, type, source, created_at) values ($1, 10, 'day', $2, $3)`,
      values: [learner.userId, `stream:${stream}:day:${day}`, at],
    })
  const shown = async () => (await listed(learner)).map(({ title, text, is_read: isRead }) => [title, text, isRead])
  await finish(1, 1, '2026-11-20T09:00:00Z')
  await finish(1, 2, '2026-11-20T10:59:00Z')
  await finish(12, 1, '2026-11-20T10:59:00Z')
  await passMinutes()
  const [one, two] = ['For a day that you have finished', 'For days that you have finished']
  expect(await shown()).toEqual([
    ['Points: +10', one, false],
    ['Points: +20', two, false],
  ])
  const [newest] = await listed(learner)
  await learner.call('POST /user-notices/read', { body: { until_id: newest?.id ?? 0 } })
  // In Auckland the next date begins at eleven.
  await finish(1, 3, '2026-11-20T10:59:59Z')
  await finish(1, 4, '2026-11-20T11:00:00Z')
  await Promise.all([passMinutes(), passMinutes()])
  await passMinutes()
  expect(await shown()).toEqual([
    ['Points: +10', one, false],
    ['Points: +30', two, false],
    ['Points: +10', one, true],
  ])
})

test('members of a club find its new article listed once it is out, and again only when it is published once more [PRO-14]', async () => {
  const monthly = await shop.service({ EUR: 900 }, { type: 'course_subscription' })
  const club = { ...clubTerms, titles: { en: 'Tea club', es: 'Club del té' }, slug: 'tea', service_ids: [monthly] }
  const { id: clubId } = (await admin.call('POST /studio/clubs', { body: club })).data
  const [member, other] = [await shop.app.signIn(), await shop.app.signIn()]
  await shop.buy(member, monthly)
  const texts = { en: { title: 'Pouring', lead: '', body: 'Slowly.' } }
  const { id } = (
    await admin.call('POST /studio/clubs/:id/articles', {
      params: { id: clubId },
      body: { ...articleTerms, texts, is_public: false },
    })
  ).data
  const set = (state: 'published' | 'draft', at: number | null = null) =>
    admin.call('PUT /studio/articles/:id/publication', { params: { id }, body: { state, at, revision: 1 } })
  const articles = async (client: TestClient) => (await listed(client)).filter(({ kind }) => kind === 'article')
  await passMinutes(2)
  expect(await articles(member)).toEqual([])
  await set('published')
  await passMinutes(2)
  await passMinutes(2)
  expect(await articles(member)).toMatchObject([
    { title: 'New in the club “Tea club”', text: 'Pouring', path: `/clubs/${clubId}/articles/${id}`, is_read: false },
  ])
  expect(await articles(other)).toEqual([])
  const { data } = await member.call('GET /user-notices', { query: { page: 1 }, language: 'es' })
  expect(data[0]).toMatchObject({ title: 'Novedad en el club «Club del té»', text: 'Pouring' })
  expect(await deliveries(member)).toBe(0)
  await set('draft')
  expect(await articles(member)).toEqual([])
  await set('published')
  await passMinutes(2)
  expect(await articles(member)).toHaveLength(1)
  expect((await listed(member)).map(({ id: notice }) => notice)[0]).toBeGreaterThan(data[0]?.id ?? 0)
})
