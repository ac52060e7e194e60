import { afterAll, beforeAll, expect, test } from 'vitest'
import { askSchool } from '#server/app/testing/ask-school.ts'
import { connectLive, originOf } from '#server/app/testing/live-client.ts'
import { startTestApp, type TestApp } from '#server/app/testing/test-app.ts'
import type { TestClient } from '#server/app/testing/test-client.ts'

let app: TestApp
let learner: TestClient
let helper: TestClient
let admin: TestClient
let made = 0

beforeAll(async () => {
  app = await startTestApp()
  app.clock.set('2026-12-02T10:00:00Z')
  helper = await app.signIn({ role: 'support' })
  admin = await app.signIn({ role: 'admin' })
})
afterAll(() => app.close())

async function asked(message?: string, name?: string) {
  learner = await app.signIn()
  app.clock.set(app.clock.now + 1000)
  return askSchool(learner, message, name)
}

const answer = (id: number, message: string, idempotencyKey = `answer-${made++}`, by = helper) =>
  by.call('POST /studio/support-requests/:id/messages', { params: { id }, body: { message }, idempotencyKey })
const read = (id: number) => learner.call('GET /support-requests/:id', { params: { id } })
const listed = async (show: 'open' | 'answered' | 'closed' | 'mine' | 'free' | 'all', more = {}) => {
  const { data } = await helper.call('GET /studio/support-requests', { query: { show, 'per-page': 100, ...more } })
  return data.map(({ id }) => id)
}
const auditOf = async (id: number) =>
  (
    await app.db.query<{ action: string }>({
      text: `select action from audit_log where target_type = 'support-request' and target_id = $1 order by id`,
      values: [id],
    })
  ).rows.map(({ action }) => action)

test('the support role answers requests and has no other staff rights [STF-01, SUP-06]', async () => {
  const id = await asked()
  expect((await answer(id, 'In your list')).status).toBe(200)
  for (const name of ['GET /studio/chats', 'GET /studio/reviews', 'GET /studio/audit-log'] as const)
    expect((await helper.call(name)).status).toBe(403)
  for (const role of ['learner', 'expert', 'author'] as const) {
    const other = await app.signIn({ role })
    expect((await other.call('GET /studio/support-requests')).status).toBe(403)
    expect((await answer(id, 'Mine', 'x', other)).status).toBe(403)
  }
})

test('staff of another brand cannot see a request [SEC-02, SUP-06]', async () => {
  const id = await asked()
  const elsewhere = await app.signIn({ role: 'support', brandId: 'face' })
  const call = { params: { id }, appId: 'face' }
  expect((await elsewhere.call('GET /studio/support-requests/:id', call)).status).toBe(404)
  const write = { ...call, body: { message: 'Hello' } }
  expect((await elsewhere.call('POST /studio/support-requests/:id/messages', write)).status).toBe(404)
  const close = { ...call, body: { state: 'closed' as const } }
  expect((await elsewhere.call('PUT /studio/support-requests/:id/state', close)).status).toBe(404)
  expect((await elsewhere.call('GET /studio/support-requests', { appId: 'face' })).data).toEqual([])
})

test('an answer reaches the learner, counts once and is noted [SUP-03, SUP-06, STF-13]', async () => {
  const id = await asked()
  const answers = await Promise.all([1, 2, 3, 4].map(() => answer(id, 'In your list', 'same')))
  expect(new Set(answers.map(({ data }) => data.id)).size).toBe(1)
  const { data } = await read(id)
  expect(data.request).toMatchObject({ state: 'answered', unread_count: 1, last_message: { is_staff: true } })
  expect(data.messages.map(({ text, is_staff }) => [text, is_staff])).toEqual([
    ['Where is my course?', false],
    ['In your list', true],
  ])
  expect(data.messages.map(({ client_key }) => client_key)).toEqual([expect.any(String), null])
  const { data: seenByHelper } = await helper.call('GET /studio/support-requests/:id', { params: { id } })
  expect(seenByHelper.messages.map(({ client_key }) => client_key)).toEqual([null, expect.any(String)])
  expect(await auditOf(id)).toEqual(['support.answer'])
  const seen = await learner.call('PUT /support-requests/:id/viewed', { params: { id }, body: { number: 2 } })
  expect(seen.data.unread_count).toBe(0)
})

test('writing again reopens a closed request [SUP-03]', async () => {
  const id = await asked()
  await answer(id, 'Done')
  const state = (state: 'open' | 'closed') =>
    helper.call('PUT /studio/support-requests/:id/state', { params: { id }, body: { state } })
  expect((await state('closed')).data).toMatchObject({ state: 'closed', waiting_since: null })
  await state('closed')
  expect(await listed('closed')).toContain(id)
  expect((await state('open')).data.state).toBe('answered')
  await state('closed')
  const further = { params: { id }, body: { message: 'Not yet' }, idempotencyKey: 'further' }
  await Promise.all([1, 2, 3, 4].map(() => learner.call('POST /support-requests/:id/messages', further)))
  const { data } = await read(id)
  expect([data.request.state, data.messages.length]).toEqual(['open', 3])
  expect(await listed('open')).toContain(id)
  expect(await auditOf(id)).toEqual(['support.answer', 'support.close', 'support.reopen', 'support.close'])
})

test('the longest waiting come first, and are found by words, name and topic [STF-06]', async () => {
  const early = await asked('The zebra film stops', 'Zoe')
  const late = await asked('Hello')
  const open = await listed('open')
  expect(open.indexOf(early)).toBeLessThan(open.indexOf(late))
  expect(await listed('all', { search: 'ZEBRA' })).toEqual([early])
  expect(await listed('all', { search: 'zoe' })).toEqual([early])
  expect(await listed('all', { search: '%' })).toEqual([])
  expect(await listed('all', { category_id: 21 })).toEqual([])
  await answer(early, 'Try again')
  expect(await listed('open')).not.toContain(early)
  expect(await listed('answered')).toContain(early)
  const page = await helper.call('GET /studio/support-requests', { query: { show: 'all', 'per-page': 1 } })
  expect([page.data.length, Number(page.headers['x-pagination-total-count']) > 1]).toEqual([1, true])
})

test('a request is assigned to whoever answers first, and can be reassigned [STF-06, STF-13]', async () => {
  const id = await asked()
  expect(await listed('free')).toContain(id)
  await answer(id, 'Hello')
  expect(await listed('mine')).toContain(id)
  const give = (user_id: number | null) =>
    admin.call('PUT /studio/support-requests/:id/owner', { params: { id }, body: { user_id } })
  expect((await give(admin.userId)).data.owner?.id).toBe(admin.userId)
  expect((await give(learner.userId)).data.code).toBe('unknown_owner')
  const expert = await app.signIn({ role: 'expert' })
  expect((await give(expert.userId)).data.code).toBe('unknown_owner')
  expect((await give(null)).data.owner).toBeNull()
  const { data } = await admin.call('GET /studio/support-requests/:id', { params: { id } })
  expect(new Set(data.staff.map(person => person.id))).toEqual(new Set([helper.userId, admin.userId]))
  expect(await auditOf(id)).toEqual(['support.answer', 'support.owner', 'support.owner'])
})

test('the desk is notified of a question at once, and the learner of its answer [SUP-03]', async () => {
  const id = await asked()
  const origin = await originOf(app.server)
  const room = `user:${learner.userId}`
  const desk = await connectLive(origin, helper.token, { 'support:kurso': null, 'support:face': null })
  const own = await connectLive(origin, learner.token, { [room]: null, 'support:kurso': null })
  await expect.poll(() => own.of('refused').map(frame => frame.room)).toEqual(['support:kurso'])
  await expect.poll(() => desk.of('refused').map(frame => frame.room)).toEqual(['support:face'])
  await learner.call('POST /support-requests/:id/messages', { params: { id }, body: { message: 'Anybody?' } })
  await expect.poll(() => desk.events('support:kurso').map(({ data }) => data)).toContainEqual({ request_id: id })
  await answer(id, 'Yes')
  await expect
    .poll(() => own.events(room).map(({ type, data }) => [type, data]))
    .toEqual([['support', { request_id: id }]])
  desk.socket.close()
  own.socket.close()
})
