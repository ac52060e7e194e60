import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { insertUser } from '#server/features/accounts/queries.ts'
import { startSession } from '#server/features/accounts/sessions/sessions.ts'
import { insertService } from '#server/features/billing/shop/service-queries.ts'
import type { ChildServer } from '../testing/child-server.ts'
import { startTwoNodes, type TwoNodes } from '../testing/two-nodes.ts'

type Places = { status: string }[]
let nodes: TwoNodes
beforeAll(async () => {
  nodes = await startTwoNodes()
})
afterAll(() => nodes.stop())

async function addPerson(role: string) {
  const user = { brandId: 'kurso', email: `${role}-of-money@example.com`, firstName: role, lastName: '', role }
  const userId = (await insertUser(nodes.database, JSON.stringify({ ...user, languageCode: 'en', timezone: 'UTC' })))
    ?.id
  const caller = { brandId: 'kurso', appType: 'web', language: 'en', network: '', userAgent: '', host: '' } as const
  return { userId: userId ?? 0, token: await startSession(nodes.database, userId ?? 0, caller, Date.now()) }
}

function ask(node: ChildServer, token: string, line: string, body?: object) {
  const [method = '', path = ''] = line.split(' ')
  const headers = { 'x-app-id': 'kurso', authorization: `Bearer ${token}`, 'idempotency-key': randomUUID() }
  return fetch(`${node.url}/spa/api/v1${path}`, {
    method,
    headers: { ...headers, ...(body && { 'content-type': 'application/json' }) },
    ...(body && { body: JSON.stringify(body) }),
  })
}

test('what staff refund on one node is closed on the other within five seconds [BIL-22]', async () => {
  const [one, other] = nodes.nodes
  const { rows } = await nodes.database.query<{ id: number }>({ text: 'select id from courses order by id limit 1' })
  const courseId = rows[0]?.id ?? 0
  const texts = { en: { title: 'A good course', description: '' } }
  const service = {
    brandId: 'kurso',
    type: 'course_buy' as const,
    texts,
    prices: { EUR: 4900 },
    courseId,
    accessDays: 30,
  }
  const service_id = (await insertService(nodes.database, { service: JSON.stringify(service) }))?.id ?? 0
  const [admin, learner] = [await addPerson('admin'), await addPerson('learner')]
  const place = async () => {
    const places = (await (await ask(other, learner.token, 'GET /user-course-streams')).json()) as Places
    return places[0]?.status
  }
  expect(await place()).toBeUndefined()
  const bought = { user_id: learner.userId, service_id, currency: 'EUR', amount: 4900, reason: 'Paid in cash' }
  const made = await ask(one, admin.token, 'POST /studio/orders', bought)
  const { id } = (await made.json()) as { id: number }
  await expect.poll(place, { timeout: 5000, interval: 20 }).toBe('open')
  const refund = { amount: 4900, reason: 'Ill for a month' }
  expect((await ask(one, admin.token, `POST /studio/orders/${id}/refunds`, refund)).status).toBe(200)
  const from = performance.now()
  await expect.poll(place, { timeout: 5000, interval: 20 }).toBe('stopped')
  expect(performance.now() - from).toBeLessThan(5000)
}, 60_000)
