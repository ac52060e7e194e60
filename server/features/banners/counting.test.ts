import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { startTestApp, type TestApp } from '#server/app/testing/test-app.ts'
import type { TestClient } from '#server/app/testing/test-client.ts'
import { deleteOldViews } from './queries.ts'
import { bannerTerms } from './testing/access.ts'

let app: TestApp
let admin: TestClient
let learner: TestClient
let id: number
/** A brand that keeps figures of its own. */
const appId = 'dev'

beforeAll(async () => {
  app = await startTestApp()
})
beforeEach(async () => {
  app.clock.set('2026-12-02T10:00:00Z')
  admin = await app.signIn({ role: 'admin', brandId: appId })
  learner = await app.signIn({ brandId: appId })
  id = (await admin.call('POST /studio/banners', { body: bannerTerms, appId })).data.id
})
afterAll(() => app.close())

const newView = () => randomUUID()
const event = (name: 'banner_show' | 'banner_click', view: string, params: object = {}) => ({
  name,
  params: { banner_id: id, view, ...params },
  occurred_at: Math.floor(app.clock.now / 1000),
})
const tell = (events: ReturnType<typeof event>[], by = learner) =>
  by.call('POST /analytics-events', { appId, body: { events } })
const figures = async () => (await admin.call('GET /studio/banners/:id/figures', { params: { id }, appId })).data

test('showings and clicks are added up by day and banner, each view once however often it is told [BAN-06]', async () => {
  const [one, two] = [newView(), newView()]
  expect(await figures()).toMatchObject({ title: 'A week of tea', shown: 0, clicked: 0, days: [] })
  await tell([
    event('banner_show', one),
    event('banner_show', one),
    event('banner_show', two),
    event('banner_click', one),
  ])
  await tell([event('banner_show', one), event('banner_click', one)])
  expect(await figures()).toMatchObject({ shown: 2, clicked: 1, days: [{ day: '2026-12-02', shown: 2, clicked: 1 }] })
  app.clock.set('2026-12-03T10:00:00Z')
  await Promise.all([1, 2, 3].map(() => tell([event('banner_show', newView())])))
  expect((await figures()).days).toEqual([
    { day: '2026-12-03', shown: 3, clicked: 0 },
    { day: '2026-12-02', shown: 2, clicked: 1 },
  ])
  const { data } = await admin.call('GET /studio/banners', { appId })
  expect(data.find(one => one.id === id)).toMatchObject({ shown: 5, clicked: 1 })
})

test('staff, another brand’s events and what does not fit are not counted, and lose no event [BAN-06]', async () => {
  await tell([event('banner_show', newView())], admin)
  const odd = [{ banner_id: 'x' }, { banner_id: 999_999_999 }, { view: 'x' }, { banner_id: -1 }, { banner_id: 1e300 }]
  const told = await tell(odd.map(params => event('banner_show', newView(), params)))
  expect(told.data.accepted).toBe(odd.length)
  const elsewhere = await app.signIn()
  await elsewhere.call('POST /analytics-events', { body: { events: [event('banner_show', newView())] } })
  expect(await figures()).toMatchObject({ shown: 0, clicked: 0 })
})

test('a banner that was seen is archived, not removed; its views are forgotten after three days', async () => {
  await tell([event('banner_show', newView())])
  const gone = await admin.call('DELETE /studio/banners/:id', { params: { id }, appId })
  expect([gone.status, (gone.data as { code?: string }).code]).toEqual([409, 'banner_was_seen'])
  await deleteOldViews(app.db, Date.now() / 1000 + 60)
  const { rows } = await app.db.query({ text: 'select 1 from banner_views where banner_id = $1', values: [id] })
  expect(rows).toEqual([])
  expect(await figures()).toMatchObject({ shown: 1 })
})
