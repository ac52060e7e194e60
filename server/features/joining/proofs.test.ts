import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { type MailedApp, startMailedApp } from '#server/app/testing/mailed-app.ts'
import { testPassword } from '#server/app/testing/test-app.ts'
import type { TestClient } from '#server/app/testing/test-client.ts'

let app: MailedApp
beforeAll(async () => {
  app = await startMailedApp()
})
afterAll(() => app.close())

const minuteMs = 60_000
const pass = (minutes: number) => app.clock.set(app.clock.now + minutes * minuteMs)
const query = (text: string, values: unknown[] = []) => app.db.query<Record<string, unknown>>({ text, values })
const codeOf = ({ status, data }: { status: number; data: object }) => [status, 'code' in data ? data.code : undefined]
const prove = (client: TestClient, body: { password?: string; code?: string }) =>
  client.call('POST /user/prove', { body })

let people = 0
/** Somebody who signed in ten minutes ago. */
async function newPerson({ hasPassword = true } = {}) {
  const email = `proof-${++people}@example.com`
  const client = await app.signIn({ email })
  if (!hasPassword) await query('update users set password_hash = null where id = $1', [client.userId])
  pass(10)
  return { email, client }
}

async function linkOf({ userId }: TestClient): Promise<number> {
  const { rows } = await query(
    `insert into user_external_auths (user_id, brand_id, source, external_id) values ($1, 'kurso', 'google', $2)
     returning id`,
    [userId, `network-${userId}`],
  )
  return Number(rows[0]?.['id'])
}

async function codeFor(client: TestClient): Promise<string> {
  const asked = await client.call('POST /user/request-proof')
  expect([asked.status, asked.data.way, asked.data.retry_after]).toEqual([200, 'code', 60])
  return /\b\d{6}\b/.exec((await app.mail.next()).subject ?? '')?.[0] ?? ''
}

describe.each([
  ['DELETE /user', (client: TestClient) => client.call('DELETE /user')],
  [
    'POST /user/update-user with status 0',
    (client: TestClient) => client.call('POST /user/update-user', { body: { status: 0 } }),
  ],
  [
    'DELETE /user-external-auths/:id',
    async (client: TestClient) =>
      client.call('DELETE /user-external-auths/:id', { params: { id: await linkOf(client) } }),
  ],
])('%s', (_, act) => {
  test('is refused ten minutes after signing in, and nothing changes; with the password it is done', async () => {
    const { client } = await newPerson()
    expect(codeOf(await act(client))).toEqual([403, 'proof_needed'])
    const { rows } = await query(
      `select status, (select count(*)::int from user_external_auths where user_id = u.id) as links
         from users u where id = $1`,
      [client.userId],
    )
    expect([rows[0]?.['status'], Number(rows[0]?.['links']) < 2]).toEqual([10, true])
    await query('delete from user_external_auths where user_id = $1', [client.userId])
    expect((await prove(client, { password: testPassword })).status).toBe(200)
    expect((await act(client)).status).toBe(200)
  })

  test('staff who are signed in as the person can never do it', async () => {
    const { client } = await newPerson()
    const admin = await app.signIn({ role: 'admin' })
    await query('update sessions set impersonator_id = $2, proven_at = to_timestamp($3) where user_id = $1', [
      client.userId,
      admin.userId,
      app.clock.now / 1000,
    ])
    expect(codeOf(await act(client))).toEqual([403, 'not_for_staff'])
    expect(codeOf(await client.call('POST /user/request-proof'))).toEqual([403, 'not_for_staff'])
    expect(codeOf(await prove(client, { password: testPassword }))).toEqual([403, 'not_for_staff'])
  })
})

test('a proof counts for five minutes and in its own session only', async () => {
  const { client, email } = await newPerson()
  const other = await app.visitor.call('POST /auth/login', { body: { email, password: testPassword } })
  pass(6)
  expect((await client.call('POST /user/request-proof')).data.way).toBe('password')
  await prove(client, { password: testPassword })
  const headers = { authorization: `Bearer ${other.data.token}` }
  expect(codeOf(await app.visitor.call('DELETE /user', { headers }))).toEqual([403, 'proof_needed'])
  pass(4.9)
  expect((await client.call('POST /user/request-proof')).data.way).toBe('none')
  pass(0.2)
  expect(codeOf(await client.call('DELETE /user'))).toEqual([403, 'proof_needed'])
})

test('signing in by password or code is a proof, by a link of somewhere else it is none', async () => {
  const { client, email } = await newPerson()
  const wayOf = async (token: string) => {
    const asked = await app.visitor.call('POST /user/request-proof', { headers: { authorization: `Bearer ${token}` } })
    return asked.data.way
  }
  const byPassword = await app.visitor.call('POST /auth/login', { body: { email, password: testPassword } })
  const { token } = (await client.call('POST /auth/transfer-token')).data
  const byLink = await app.visitor.call('POST /auth/exchange-transfer-token', { body: { token } })
  await app.visitor.call('POST /v2/auth/request-otp', { body: { email } })
  const code = /\b\d{6}\b/.exec((await app.mail.next()).subject ?? '')?.[0] ?? ''
  const byCode = await app.visitor.call('POST /v2/auth/verify-otp', { body: { email, code } })
  const ways = await Promise.all([byPassword, byCode, byLink].map(({ data }) => wayOf(data.token)))
  expect(ways).toEqual(['none', 'none', 'password'])
})

test('without a password a code is e-mailed, masked in the answer, and works once', async () => {
  const { client, email } = await newPerson({ hasPassword: false })
  expect(codeOf(await client.call('DELETE /user'))).toEqual([403, 'proof_needed'])
  const code = await codeFor(client)
  const again = await client.call('POST /user/request-proof')
  expect([again.data.email, again.data.way]).toEqual([`p•••@${email.split('@')[1]}`, 'code'])
  expect(codeOf(await prove(client, { code: String((Number(code) + 1) % 1_000_000).padStart(6, '0') }))).toEqual([
    422,
    'code_wrong',
  ])
  expect(codeOf(await prove(client, { password: testPassword }))).toEqual([422, 'code_wrong'])
  const both = await Promise.all([prove(client, { code }), prove(client, { code })])
  expect(both.map(({ status }) => status).sort((one, two) => one - two)).toEqual([200, 422])
  expect((await client.call('DELETE /user')).status).toBe(200)
})

test('somebody else’s code proves nothing, and a code does not stand in for a password', async () => {
  const [one, two] = [await newPerson({ hasPassword: false }), await newPerson({ hasPassword: false })]
  expect(codeOf(await prove(two.client, { code: await codeFor(one.client) }))).toEqual([422, 'code_wrong'])
  const withPassword = await newPerson()
  await app.visitor.call('POST /v2/auth/request-otp', { body: { email: withPassword.email } })
  const code = /\b\d{6}\b/.exec((await app.mail.next()).subject ?? '')?.[0] ?? ''
  expect(codeOf(await prove(withPassword.client, { code }))).toEqual([422, 'current_password_wrong'])
})

test('the password cannot be guessed there, and neither call is for visitors', async () => {
  const { client } = await newPerson()
  const guesses = []
  for (let count = 0; count < 11; count++) guesses.push((await prove(client, { password: 'guess' })).status)
  expect(guesses).toEqual([...Array<number>(10).fill(422), 429])
  expect((await prove(client, { password: testPassword })).status).toBe(429)
  expect((await app.visitor.call('POST /user/request-proof')).status).toBe(401)
  expect((await prove(app.visitor, { password: testPassword })).status).toBe(401)
})
