import { afterAll, beforeAll, expect, test } from 'vitest'
import { openLog } from '#server/app/log.ts'
import { startTestApp, type TestApp } from '#server/app/testing/test-app.ts'
import { eventBudget } from './event-budget.ts'
import { telemetryRoutes } from './routes.ts'
import { forgetOldEvents } from './events.ts'

const lines: string[] = []
let app: TestApp
beforeAll(async () => {
  app = await startTestApp({ log: openLog('warn', { write: line => void lines.push(line) }) })
  app.clock.set('2026-12-02T10:00:00Z')
})
afterAll(() => app.close())

const now = Date.UTC(2026, 11, 2, 10) / 1000
const visitor = '0b9d6e8a-1111-4222-8333-123456789abc'
const pageView = { name: 'page_view' as const, params: { path: '/home', title: 'Home' }, occurred_at: now - 5 }

async function stored() {
  const { rows } = await app.db.query<Record<string, unknown>>({
    text: `select brand_id, user_id, visitor, name, params, is_internal, extract(epoch from occurred_at)::bigint as at
             from analytics_events order by id`,
  })
  await app.db.query({ text: 'delete from analytics_events' })
  return rows
}

test('a brand with its own analytics stores a batch in one statement: who, what, when [ANL-02]', async () => {
  const member = await app.signIn({ brandId: 'dev' })
  const batch = { visitor, events: [pageView, { ...pageView, name: 'login' as const, occurred_at: now + 999 }] }
  const told = await member.call('POST /analytics-events', { appId: 'dev', body: batch })
  expect([told.status, told.data.accepted]).toEqual([200, 2])
  expect(told.statements).toBeLessThanOrEqual(2)
  const same = { brand_id: 'dev', user_id: member.userId, visitor, params: pageView.params, is_internal: false }
  expect(await stored()).toEqual([
    { ...same, name: 'page_view', at: now - 5 },
    { ...same, name: 'login', at: now },
  ])
})

test('an administrator’s events are marked as internal traffic, whatever the browser says [PRO-13]', async () => {
  const admin = await app.signIn({ brandId: 'dev', role: 'admin' })
  await admin.call('POST /analytics-events', { appId: 'dev', body: { events: [pageView] } })
  expect(await stored()).toMatchObject([{ is_internal: true, user_id: admin.userId, visitor: null }])
})

test('what staff do as somebody else counts as internal traffic, not as that person’s [PRO-13, STF-11]', async () => {
  const [admin, member] = [await app.signIn({ brandId: 'dev', role: 'admin' }), await app.signIn({ brandId: 'dev' })]
  const as = { params: { id: member.userId }, appId: 'dev' }
  const { token } = (await admin.call('POST /studio/users/:id/sign-in-as', as)).data
  const acting = await app.visitor.call('POST /auth/exchange-transfer-token', { body: { token }, appId: 'dev' })
  const headers = { authorization: `Bearer ${acting.data.token}` }
  await app.visitor.call('POST /analytics-events', { appId: 'dev', headers, body: { events: [pageView] } })
  expect(await stored()).toMatchObject([{ is_internal: true, user_id: null }])
})

test('a brand without its own analytics stores nothing [ANL-02] [BRD-05]', async () => {
  const learner = await app.signIn()
  const told = await learner.call('POST /analytics-events', { body: { events: [pageView] } })
  expect([told.status, told.data.accepted]).toEqual([200, 0])
  expect(await stored()).toEqual([])
})

test.each([
  ['an unknown name', { ...pageView, name: 'typed_password' }],
  ['a nested detail', { ...pageView, params: { deep: { text: 'x' } } }],
  ['a long detail', { ...pageView, params: { text: 'x'.repeat(501) } }],
  ['too many details', { ...pageView, params: Object.fromEntries([...'abcdefghijklmnopqrstu'].map(key => [key, 1])) }],
])('%s is refused [ANL-02]', async (_, event) => {
  const answer = await app.server.inject({
    method: 'POST',
    url: '/spa/api/v1/analytics-events',
    headers: { 'x-app-id': 'dev' },
    payload: { events: [event] },
  })
  expect(answer.statusCode).toBe(422)
  expect(await stored()).toEqual([])
})

test('events beyond a network’s daily share are dropped and reported as not accepted [ANL-02]', async () => {
  const budget = eventBudget({ ofNetwork: 3, ofAll: 9 })
  const tell = telemetryRoutes(() => true, budget).find(route => route.name === 'POST /analytics-events')
  const caller = { brandId: 'dev', network: '10.0.0.1' }
  const asked = { db: app.db, body: { visitor, events: [pageView, pageView] }, caller, now: now * 1000 }
  expect(await tell?.handle(asked)).toEqual({ accepted: 2 })
  expect(await tell?.handle(asked)).toEqual({ accepted: 1 })
  expect(await tell?.handle(asked)).toEqual({ accepted: 0 })
  expect(await stored()).toHaveLength(3)
})

test('events older than 400 days are deleted [ANL-02]', async () => {
  const member = await app.signIn({ brandId: 'dev' })
  await member.call('POST /analytics-events', { appId: 'dev', body: { events: [pageView] } })
  expect(await forgetOldEvents(app.db, (now + 399 * 86_400) * 1000)).toBe(0)
  expect(await forgetOldEvents(app.db, (now + 401 * 86_400) * 1000)).toBe(1)
})

const failure = {
  kind: 'error' as const,
  name: 'TypeError',
  message: 'Cannot read x of vera@example.com',
  stack: 'TypeError: x\n    at f (https://school.example/v/assets/day-1.js?token=abc:1:2)',
  path: '/home',
}

test('a failure is logged once however often it occurs, without personal data [ANL-03] [SEC-05]', async () => {
  lines.length = 0
  const report = () => app.visitor.call('POST /error-reports', { body: { reports: [failure, failure] } })
  expect((await report()).data.accepted).toBe(2)
  expect((await report()).status).toBe(200)
  expect(lines).toHaveLength(1)
  expect(JSON.parse(lines[0] ?? '')).toMatchObject({
    msg: 'The app failed in a browser',
    failure: { name: 'TypeError', message: 'Cannot read x of <e-mail>', path: '/home', times: 1, brandId: 'kurso' },
  })
  expect(lines[0]).not.toMatch(/vera|token=abc/)
  app.clock.set('2026-12-02T10:11:00Z')
  await report()
  expect(JSON.parse(lines[1] ?? '')).toMatchObject({ failure: { times: 4 } })
})

test('ordinary failures are ignored, long ones refused, many limited [ANL-03] [SEC-03]', async () => {
  lines.length = 0
  const ordinary = { ...failure, message: 'Failed to fetch' }
  expect((await app.visitor.call('POST /error-reports', { body: { reports: [ordinary] } })).data.accepted).toBe(0)
  const long = { ...failure, message: 'x'.repeat(501) }
  expect((await app.visitor.call('POST /error-reports', { body: { reports: [long] } })).status).toBe(422)
  expect(lines).toEqual([])
  const statuses: number[] = []
  for (let count = 0; count < 25; count++) {
    statuses.push((await app.visitor.call('POST /error-reports', { body: { reports: [ordinary] } })).status)
  }
  expect(statuses.at(-1)).toBe(429)
})
