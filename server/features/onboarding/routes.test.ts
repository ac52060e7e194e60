import { afterAll, beforeAll, expect, test } from 'vitest'
import { startTestApp, type TestApp } from '#server/app/testing/test-app.ts'
import type { TestClient } from '#server/app/testing/test-client.ts'

let app: TestApp
beforeAll(async () => {
  app = await startTestApp()
})
afterAll(() => app.close())

const read = async (client: TestClient) =>
  (await client.call('GET /user-answers')).data.map(({ name, value }) => [name, value])
const choose = (client: TestClient, name: unknown, value: unknown) =>
  client.call('PUT /user-answers', { body: { name, value } })

test('what is chosen at the brand’s questions is stored, once, for its person alone; another choice replaces it [ONB-01]', async () => {
  const [learner, other] = [await app.signIn(), await app.signIn()]
  app.clock.set('2026-12-10T10:00:00Z')
  const first = await choose(learner, 'goal', 'health')
  expect([first.status, first.statements]).toEqual([200, 2])
  expect(first.data).toEqual({ name: 'goal', value: 'health', answered_at: app.clock.now / 1000 })
  expect((await choose(learner, 'goal', 'health')).data).toEqual(first.data)
  app.clock.set('2026-12-10T10:00:05Z')
  await choose(learner, 'level', 'beginner')
  await Promise.all([choose(learner, 'level', 'experienced'), choose(learner, 'level', 'experienced')])
  expect(await read(learner)).toEqual([
    ['goal', 'health'],
    ['level', 'experienced'],
  ])
  expect(await read(other)).toEqual([])
})

test('what the brand does not ask, or does not offer, is refused with its field [ONB-01, SEC-02]', async () => {
  const learner = await app.signIn()
  const refused = async (name: unknown, value: unknown) => {
    const { status, data } = await choose(learner, name, value)
    return [status, data.code, Object.keys(data.errors ?? {})]
  }
  expect(await refused('goal', 'riches')).toEqual([422, 'unknown_answer', ['value']])
  expect(await refused('shoeSize', 'large')).toEqual([422, 'unknown_answer', ['name']])
  expect(await refused('firstName', 'ann')).toEqual([422, 'unknown_answer', ['name']])
  expect(await refused('goal', 7)).toEqual([422, 'invalid_input', ['value']])
  expect(await refused('goal', 'x'.repeat(41))).toEqual([422, 'invalid_input', ['value']])
  expect(await read(learner)).toEqual([])
  const visitor = await app.visitor.call('PUT /user-answers', { body: { name: 'goal', value: 'health' } })
  expect(visitor.status).toBe(401)
})
