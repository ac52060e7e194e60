import { afterAll, beforeAll, expect, test } from 'vitest'
import { type MailedApp, startMailedApp } from '#server/app/testing/mailed-app.ts'
import { testPassword } from '#server/app/testing/test-app.ts'

let app: MailedApp
beforeAll(async () => {
  app = await startMailedApp({ trustProxy: true })
})
afterAll(() => app.close())

type From = { network?: string; cookie?: string }
let networks = 0
const newNetwork = () => `10.7.${++networks >> 8}.${networks & 255}`
const headersOf = ({ network = newNetwork(), cookie }: From) => ({
  'x-forwarded-for': network,
  ...(cookie && { cookie }),
})
const login = (email: string, password: string, from: From = {}) =>
  app.visitor.call('POST /auth/login', { body: { email, password }, headers: headersOf(from) })
const ask = (email: string, from: From = {}) =>
  app.visitor.call('POST /v2/auth/request-otp', { body: { email }, headers: headersOf(from) })
const askReset = (email: string, from: From = {}) =>
  app.visitor.call('POST /auth/request-password-reset', { body: { email }, headers: headersOf(from) })
const verify = (email: string, code: string, from: From = {}) =>
  app.visitor.call('POST /v2/auth/verify-otp', { body: { email, code }, headers: headersOf(from) })

const cookieIn = ({ 'set-cookie': cookie = '' }: Record<string, string | string[] | number | undefined>) =>
  [cookie].flat().join().split(';')[0] ?? ''
let people = 0
/** A person and the cookie of a browser in which they have signed in. */
async function newPerson() {
  const email = `devices-${++people}@example.com`
  const client = await app.signIn({ email })
  return { email, client, cookie: cookieIn((await login(email, testPassword)).headers) }
}
async function statusesOf(times: number, call: () => Promise<{ status: number }>) {
  const statuses: number[] = []
  for (let index = 0; index < times; index++) statuses.push((await call()).status)
  return statuses
}
/** Asks for a code and reads it from the e-mail. */
async function codeFor(email: string, from: From = {}) {
  const letters = () => app.mail.arrived.filter(letter => letter.envelopeTo.includes(email))
  const before = letters().length
  expect((await ask(email, from)).data).toEqual({ retry_after: 60 })
  await expect.poll(() => letters().length, { timeout: 10_000 }).toBe(before + 1)
  return /\b\d{6}\b/.exec(letters().at(-1)?.subject ?? '')?.[0] ?? ''
}
const devicesOf = (userId: number) =>
  app.db.query<{ secret_hash: Buffer }>({
    text: 'select secret_hash from known_devices where user_id = $1',
    values: [userId],
  })

test('a hundred networks that use up every limit do not shut out an owner on a known device [SEC-09]', async () => {
  const { email, cookie } = await newPerson()
  for (let index = 0; index < 100; index++) {
    const network = newNetwork()
    await ask(email, { network })
    await askReset(email, { network })
    await verify(email, '000000', { network })
    await Promise.all(Array.from({ length: 10 }, () => login(email, 'wrong', { network })))
  }
  const strangers = [
    await login(email, testPassword),
    await ask(email),
    await askReset(email),
    await verify(email, '000000'),
  ]
  expect(strangers.map(({ status }) => status)).toEqual([429, 429, 429, 429])
  expect((await login(email, testPassword, { cookie })).status).toBe(200)
  expect((await verify(email, await codeFor(email, { cookie }), { cookie })).status).toBe(200)
})

test('wrong codes of others do not end the code of a known device, and it has no endless tries itself [SEC-03, SEC-09]', async () => {
  const { email, cookie } = await newPerson()
  const code = await codeFor(email, { cookie })
  const wrong = String((Number(code) + 1) % 1_000_000).padStart(6, '0')
  expect(await statusesOf(6, () => verify(email, wrong))).toEqual([422, 422, 422, 422, 422, 422])
  expect((await verify(email, code)).status).toBe(422)
  expect((await verify(email, code, { cookie })).status).toBe(200)
  const statuses = await statusesOf(21, () => verify(email, wrong, { cookie }))
  expect([statuses.lastIndexOf(422), statuses[20]]).toEqual([19, 429])
})

test('one address cannot use up the tries that an account has from everywhere [SEC-09]', async () => {
  const { email } = await newPerson()
  const network = newNetwork()
  const inTurn = async (call: () => Promise<{ status: number }>) => {
    const statuses = await statusesOf(30, () => {
      app.clock.now += 10_000
      return call()
    })
    expect(statuses.at(-1)).toBe(429)
  }
  await inTurn(() => verify(email, '000000', { network }))
  await inTurn(() => ask(email, { network }))
  await inTurn(() => askReset(email, { network }))
  await inTurn(() => login(email, 'wrong', { network }))
  app.clock.now += 61_000
  const others = [await verify(email, '000000'), await ask(email), await askReset(email)]
  expect(others.map(({ status }) => status)).toEqual([422, 200, 200])
  expect((await login(email, testPassword)).status).toBe(200)
  const { rows } = await app.db.query<{ attempts: number }>({
    text: `select attempts from sign_in_attempts where key = sha256(convert_to('codes kurso ' || $1, 'UTF8'))`,
    values: [email],
  })
  expect(rows).toEqual([{ attempts: 11 }])
})

test('simultaneous tries count at the network and at the account [SEC-03]', async () => {
  const network = newNetwork()
  const alone = await Promise.all(
    Array.from({ length: 20 }, () => verify('parallel-1@example.com', '000000', { network })),
  )
  expect(alone.filter(({ status }) => status === 422)).toHaveLength(10)
  const everywhere = await Promise.all(Array.from({ length: 30 }, () => verify('parallel-2@example.com', '000000')))
  expect(everywhere.filter(({ status }) => status === 422)).toHaveLength(20)
})

test('a known device has ten passwords in a quarter of an hour and five letters an hour, whatever its address [SEC-03]', async () => {
  const { email, cookie } = await newPerson()
  const statuses = await statusesOf(11, () => login(email, 'wrong', { cookie }))
  expect([statuses.lastIndexOf(422), statuses[10]]).toEqual([9, 429])
  expect((await login(email, testPassword)).status).toBe(200)
  const letters = await statusesOf(6, () => {
    app.clock.now += 61_000
    return askReset(email, { cookie })
  })
  expect(letters).toEqual([200, 200, 200, 200, 200, 429])
})

test('a known device counts for its own account alone; people who share a browser each have theirs [SEC-09]', async () => {
  const one = await newPerson()
  const other = await newPerson()
  await statusesOf(25, () => verify(other.email, '000000'))
  expect((await verify(other.email, '000000', { cookie: one.cookie })).status).toBe(429)
  const shared = cookieIn((await login(other.email, testPassword, { cookie: one.cookie })).headers)
  expect((await verify(other.email, '000000', { cookie: shared })).status).toBe(422)
  await statusesOf(25, () => verify(one.email, '000000'))
  expect((await verify(one.email, '000000', { cookie: shared })).status).toBe(422)
})

test('every way in makes the browser known; the cookie is hidden from scripts and only its hash is stored [SEC-01, SEC-09]', async () => {
  const { email, client } = await newPerson()
  const byCode = await verify(email, await codeFor(email))
  const { token } = (await client.call('POST /auth/transfer-token')).data
  const byToken = await app.visitor.call('POST /auth/exchange-transfer-token', { body: { token } })
  const body = { email: `new-${email}`, username: 'New', password: 'a blue kettle', password_repeat: 'a blue kettle' }
  const signedUp = await app.visitor.call('POST /auth/signup-by-email', { body })
  for (const { status, headers } of [byCode, byToken, signedUp]) {
    expect(status).toBe(200)
    expect(headers['set-cookie']).toMatch(/^device=[\w-]{43}; Path=\/; Max-Age=34560000; HttpOnly; SameSite=Lax$/)
  }
  const secret = cookieIn(byCode.headers).slice('device='.length)
  const { rows } = await devicesOf(client.userId)
  expect(rows).toHaveLength(3)
  expect(JSON.stringify(rows)).not.toContain(secret)
})

test('a browser in which staff sign in as somebody does not become known as that person’s [SEC-09]', async () => {
  const { email, client } = await newPerson()
  const admin = await app.signIn({ role: 'admin' })
  const { token } = (await admin.call('POST /studio/users/:id/sign-in-as', { params: { id: client.userId } })).data
  const exchanged = await app.visitor.call('POST /auth/exchange-transfer-token', { body: { token } })
  expect([exchanged.status, exchanged.headers['set-cookie']]).toEqual([200, undefined])
  expect((await devicesOf(client.userId)).rowCount).toBe(1)
  await statusesOf(25, () => verify(email, '000000'))
  expect((await verify(email, '000000')).status).toBe(429)
})

test('a right code gives a network and the account their tries again, and in a known device only its own [SEC-09]', async () => {
  const { email, cookie } = await newPerson()
  const network = newNetwork()
  const wrong = '000000'
  const usedUp = () => statusesOf(10, () => verify(email, wrong, { network }))
  await usedUp()
  await statusesOf(19, () => verify(email, wrong, { cookie }))
  expect((await verify(email, await codeFor(email, { cookie }), { cookie })).status).toBe(200)
  expect((await verify(email, wrong, { cookie })).status).toBe(422)
  expect((await verify(email, wrong, { network })).status).toBe(429)
  app.clock.now += 61_000
  expect((await verify(email, await codeFor(email))).status).toBe(200)
  expect((await verify(email, wrong, { network })).status).toBe(429)
  const here = newNetwork()
  await statusesOf(9, () => verify(email, wrong, { network: here }))
  app.clock.now += 61_000
  expect((await verify(email, await codeFor(email), { network: here })).status).toBe(200)
  expect(await statusesOf(10, () => verify(email, wrong, { network: here }))).toEqual(Array(10).fill(422))
})

test('a device is remembered once, a planted secret never, and twenty are kept [SEC-09]', async () => {
  const { email, client, cookie } = await newPerson()
  expect(cookieIn((await login(email, testPassword, { cookie })).headers)).toBe(cookie)
  const planted = `device=${'A'.repeat(43)}`
  expect(cookieIn((await login(email, testPassword, { cookie: planted })).headers)).not.toBe(planted)
  expect((await devicesOf(client.userId)).rowCount).toBe(2)
  for (let index = 0; index < 22; index++) {
    app.clock.now += 1000
    await login(email, testPassword)
  }
  expect((await devicesOf(client.userId)).rowCount).toBe(20)
  await statusesOf(25, () => verify(email, '000000'))
  expect((await verify(email, '000000', { cookie })).status).toBe(429)
})

test('a new password leaves only the device that set it known [SEC-09]', async () => {
  const { email, client, cookie } = await newPerson()
  const body = { current_password: testPassword, password: 'a blue kettle', password_repeat: 'a blue kettle' }
  const changed = await client.call('POST /user/update-password', { body })
  expect(changed.status).toBe(200)
  await statusesOf(25, () => verify(email, '000000'))
  expect((await verify(email, '000000', { cookie })).status).toBe(429)
  expect((await verify(email, '000000', { cookie: cookieIn(changed.headers) })).status).toBe(422)
})
