import { afterAll, beforeAll, expect, test } from 'vitest'
import { startTestApp, type TestApp } from '#server/app/testing/test-app.ts'
import type { TestClient } from '#server/app/testing/test-client.ts'

let app: TestApp
let admin: TestClient
const ids: Record<string, number> = {}

/** Each with a name, and when they were last here. */
const people = [
  ['Bea', '2026-12-01T10:00:00Z'],
  ['anna', '2026-12-03T10:00:00Z'],
  ['Carl', null],
  ['Anna', null],
  ['dora', '2026-12-02T10:00:00Z'],
] as const

beforeAll(async () => {
  app = await startTestApp()
  admin = await app.signIn({ role: 'admin' })
  for (const [name, seenAt] of people) {
    const { userId } = await app.signIn({ email: `${name === 'Anna' ? 'other' : name}@order.example.com` })
    const key = `${name} ${userId}`
    ids[key] = userId
    const query = (text: string, ...values: unknown[]) => app.db.query({ text, values })
    await query(`update users set first_name = $2, last_name = 'Order' where id = $1`, userId, name)
    if (seenAt) await query('update sessions set seen_at = $2 where user_id = $1', userId, seenAt)
    else await query('delete from sessions where user_id = $1', userId)
  }
})
afterAll(() => app.close())

type Order = { sort?: string; order?: string }

/** The names on all pages of two, one after another. */
async function read(order: Order): Promise<string[]> {
  const names: string[] = []
  for (let after: string | undefined, pages = 0; pages < 9; pages++) {
    const query = { search: 'order', 'per-page': 2, ...order, ...(after && { after }) }
    const { data } = await admin.call('GET /studio/users', { query })
    names.push(...data.users.map(({ name }) => name.split(' ')[0] ?? ''))
    if (data.next === null) return names
    after = data.next
  }
  throw new Error('The pages have no end')
}

test('people are sorted by age, name and last visit, both ways and page by page [STF-11]', async () => {
  expect(await read({})).toEqual(['dora', 'Anna', 'Carl', 'anna', 'Bea'])
  expect(await read({ order: 'asc' })).toEqual(['Bea', 'anna', 'Carl', 'Anna', 'dora'])
  expect(await read({ sort: 'name' })).toEqual(['anna', 'Anna', 'Bea', 'Carl', 'dora'])
  expect(await read({ sort: 'name', order: 'desc' })).toEqual(['dora', 'Carl', 'Bea', 'Anna', 'anna'])
  expect(await read({ sort: 'seen' }), 'who was never here last').toEqual(['anna', 'dora', 'Bea', 'Anna', 'Carl'])
  expect(await read({ sort: 'seen', order: 'asc' })).toEqual(['Carl', 'Anna', 'Bea', 'dora', 'anna'])
})

test('a list goes on behind somebody who is gone or renamed meanwhile, and from nowhere else [STF-11]', async () => {
  const query = { search: 'order', sort: 'name', 'per-page': 3 }
  const { next } = (await admin.call('GET /studio/users', { query })).data
  const bea = Object.entries(ids).find(([key]) => key.startsWith('Bea'))?.[1] ?? 0
  await app.db.query({ text: `update users set first_name = 'Zoe' where id = $1`, values: [bea] })
  const { users } = (await admin.call('GET /studio/users', { query: { ...query, after: next } })).data
  expect(users.map(({ name }) => name)).toEqual(['Carl Order', 'dora Order', 'Zoe Order'])
  for (const after of ['', '0', 'x.anna', '7.soon', '-1.5', `7.${String.fromCharCode(0)}`]) {
    const { status, data } = await admin.call('GET /studio/users', { query: { sort: 'seen', after } })
    expect([after, status, data.code]).toEqual([after, 422, 'invalid_input'])
  }
})

test('a row says whether somebody was ever here, and when last [STF-11]', async () => {
  const { users } = (await admin.call('GET /studio/users', { query: { search: ' order ', sort: 'seen' } })).data
  expect(users[0]).toMatchObject({ seen_at: Date.parse('2026-12-03T10:00:00Z') / 1000, has_come_in: true })
  expect(users.at(-1)?.seen_at).toBeNull()
})
