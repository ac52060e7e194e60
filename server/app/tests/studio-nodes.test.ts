import { afterAll, beforeAll, expect, test } from 'vitest'
import { insertUser } from '#server/features/accounts/queries.ts'
import { startSession } from '#server/features/accounts/sessions/sessions.ts'
import type { ChildServer } from '../testing/child-server.ts'
import { startTwoNodes, type TwoNodes } from '../testing/two-nodes.ts'

let nodes: TwoNodes
let adminToken = ''
beforeAll(async () => {
  nodes = await startTwoNodes()
  const user = { brandId: 'kurso', email: 'admin@example.com', firstName: 'Ada', lastName: '', role: 'admin' }
  const row = JSON.stringify({ ...user, languageCode: 'en', timezone: 'UTC' })
  const id = (await insertUser(nodes.database, row))?.id ?? 0
  const caller = { brandId: 'kurso', appType: 'web', language: 'en', network: '', userAgent: '', host: '' } as const
  adminToken = await startSession(nodes.database, id, caller, Date.now())
})
afterAll(() => nodes.stop())

const ask = (node: ChildServer, method: string, path: string, token = adminToken, body?: object) =>
  fetch(`${node.url}/spa/api/v1${path}`, {
    method,
    headers: {
      'x-app-id': 'kurso',
      authorization: `Bearer ${token}`,
      ...(body && { 'content-type': 'application/json' }),
    },
    ...(body && { body: JSON.stringify(body) }),
  })

test('a brand changed on one node changes on all of them without a restart [BRD-09, STF-10]', async () => {
  const [one, other] = nodes.nodes
  const daysOn = async (node: ChildServer) => {
    const answer = await ask(node, 'GET', '/external-application-config')
    return ((await answer.json()) as { data: { config: { daysShowWarning: number } } }).data.config.daysShowWarning
  }
  const before = await daysOn(other)
  const body = { override: { config: { daysShowWarning: before + 5 } }, version: 0 }
  expect((await ask(one, 'PUT', '/studio/brand', adminToken, body)).status).toBe(200)
  expect(await daysOn(one)).toBe(before + 5)
  await expect.poll(() => daysOn(other), { timeout: 3000 }).toBe(before + 5)
})

test('signing out, demoting or blocking on one node applies on all of them at once [STF-11, ACC-18]', async () => {
  const [one, other] = nodes.nodes
  const { learner, expert } = nodes
  const statusOn = async (node: ChildServer, path: string, token: string) =>
    (await ask(node, 'GET', path, token)).status
  expect(await statusOn(other, '/studio/chats', expert.token)).toBe(200)
  expect((await ask(one, 'PATCH', `/studio/users/${expert.userId}`, adminToken, { role: 'learner' })).status).toBe(200)
  await expect.poll(() => statusOn(other, '/studio/chats', expert.token), { timeout: 3000 }).toBe(403)

  expect(await statusOn(other, '/user', learner.token)).toBe(200)
  expect((await ask(one, 'POST', `/studio/users/${learner.userId}/end-sessions`)).status).toBe(200)
  await expect.poll(() => statusOn(other, '/user', learner.token), { timeout: 3000 }).toBe(401)

  const body = { reason: 'Spam' }
  expect((await ask(one, 'POST', `/studio/users/${expert.userId}/block`, adminToken, body)).status).toBe(200)
  await expect.poll(() => statusOn(other, '/user', expert.token), { timeout: 3000 }).toBe(401)
})
