import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type MailedApp, startMailedApp } from '#server/app/testing/mailed-app.ts'
import { testPassword } from '#server/app/testing/test-app.ts'
import { hashCode } from './codes.ts'

let app: MailedApp
beforeAll(async () => {
  app = await startMailedApp({ trustProxy: true })
})
afterAll(() => app.close())
let people = 0
const newPerson = async (language = 'en') => {
  const email = `codes-${++people}@example.com`
  return { email, client: await app.signIn({ email, language }) }
}
let networks = 0
/** A new network each time, so that per-network limits do not hide what lies behind them. */
const newNetwork = () => ({ 'x-forwarded-for': `10.0.${++networks >> 8}.${networks & 255}` })
const ask = (email: string, headers: Record<string, string> = newNetwork()) =>
  app.visitor.call('POST /v2/auth/request-otp', { body: { email }, headers })
const verify = (email: string, code: string, appId = 'kurso') =>
  app.visitor.call('POST /v2/auth/verify-otp', { body: { email, code }, headers: newNetwork(), appId })
const codeIn = (subject: string | undefined) => /\b\d{6}\b/.exec(subject ?? '')?.[0] ?? ''
const other = (code: string) => String((Number(code) + 1) % 1_000_000).padStart(6, '0')
async function codeFor(email: string) {
  expect(await ask(email)).toMatchObject({ status: 200, data: { retry_after: 60 } })
  const letter = await app.mail.next()
  expect(letter.envelopeTo).toEqual([email])
  return codeIn(letter.subject)
}
const query = (text: string, values: unknown[] = []) => app.db.query<Record<string, unknown>>({ text, values })

test('an e-mailed code signs in, validates the e-mail and clears the demand for it [ACC-13, ACC-14]', async () => {
  const { email, client } = await newPerson()
  await query('update users set is_require_email_validate = true, is_email_validated = false where id = $1', [
    client.userId,
  ])
  expect((await client.call('GET /user')).data.is_require_email_validate).toBe(true)
  const code = await codeFor(email)
  const { status, data } = await verify(` ${email.toUpperCase()} `, ` ${code.slice(0, 3)} ${code.slice(3)}`)
  expect([status, data.user.email, data.user.is_require_email_validate]).toEqual([200, email, false])
  const headers = { authorization: `Bearer ${data.token}` }
  expect((await app.visitor.call('GET /user', { headers })).data.id).toBe(client.userId)
  const { rows } = await query('select is_email_validated from users where id = $1', [client.userId])
  expect(rows).toEqual([{ is_email_validated: true }])
})

test('a stranger who opened an account with somebody’s e-mail is shut out when its owner first signs in with a code [ACC-13, SEC-01]', async () => {
  const { email, client } = await newPerson()
  await query('update users set is_email_validated = false where id = $1', [client.userId])
  await query(
    `insert into user_external_auths (user_id, brand_id, source, external_id) values ($1, 'kurso', 'google', 'thief')`,
    [client.userId],
  )
  const { token } = (await client.call('POST /auth/transfer-token')).data
  const { status, data } = await verify(email, await codeFor(email))
  expect([status, data.user.has_password]).toEqual([200, false])
  expect((await client.call('GET /user')).status).toBe(401)
  expect((await app.visitor.call('POST /auth/login', { body: { email, password: testPassword } })).status).toBe(422)
  expect((await app.visitor.call('POST /auth/exchange-transfer-token', { body: { token } })).status).toBe(401)
  expect((await query('select from user_external_auths where user_id = $1', [client.userId])).rowCount).toBe(0)
  const headers = { authorization: `Bearer ${data.token}` }
  expect((await app.visitor.call('GET /user', { headers })).data.id).toBe(client.userId)
})

test('proving the e-mail from one’s own session, or earlier, keeps password and devices [ACC-13, ACC-14]', async () => {
  const { email, client } = await newPerson()
  await query('update users set is_email_validated = false where id = $1', [client.userId])
  const body = { email, code: await codeFor(email) }
  expect((await client.call('POST /v2/auth/verify-otp', { body, headers: newNetwork() })).status).toBe(200)
  app.clock.now += 61_000
  expect((await verify(email, await codeFor(email))).status).toBe(200)
  expect((await client.call('GET /user')).status).toBe(200)
  expect((await app.visitor.call('POST /auth/login', { body: { email, password: testPassword } })).status).toBe(200)
})

test('the e-mail with the code has the brand’s look and the person’s language [ACC-13]', async () => {
  for (const [language, words] of [
    ['en', 'is your code for Kurso'],
    ['ru', 'ваш код для Kurso'],
    ['es', 'es tu código de Kurso'],
  ] as const) {
    const { email } = await newPerson(language)
    await ask(email)
    const letter = await app.mail.next()
    expect(letter.subject).toContain(words)
    expect(letter.html).toContain(`<html lang="${language}">`)
    for (const body of [letter.text, letter.html]) expect(body).toContain(codeIn(letter.subject))
  }
})

test('a code works once, even for two devices at once [ACC-13, SEC-01]', async () => {
  const { email } = await newPerson()
  const code = await codeFor(email)
  const answers = await Promise.all(Array.from({ length: 6 }, () => verify(email, code)))
  expect(answers.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([200, 422, 422, 422, 422, 422])
  expect(answers.find(({ status }) => status === 422)?.data).toMatchObject({ code: 'code_wrong' })
  expect((await verify(email, code)).status).toBe(422)
})

test('a code ends after ten minutes, and when a new one is sent [ACC-13, SEC-01]', async () => {
  const { email } = await newPerson()
  const late = await codeFor(email)
  app.clock.now += 600_001
  expect((await verify(email, late)).status).toBe(422)
  const old = await codeFor(email)
  app.clock.now += 61_000
  const fresh = await codeFor(email)
  if (old !== fresh) expect((await verify(email, old)).status).toBe(422)
  expect((await verify(email, fresh)).status).toBe(200)
})

test('five wrong tries end a code, also five at once; the error names the field [ACC-13, SEC-03]', async () => {
  const { email } = await newPerson()
  const code = await codeFor(email)
  const wrong = await Promise.all(Array.from({ length: 5 }, () => verify(email, other(code))))
  for (const { status, data } of wrong) expect([status, Object.keys(data.errors ?? {})]).toEqual([422, ['code']])
  expect((await verify(email, code)).status).toBe(422)
})

test('four wrong tries leave the code usable', async () => {
  const { email } = await newPerson()
  const code = await codeFor(email)
  for (let index = 0; index < 4; index++) await verify(email, other(code))
  expect((await verify(email, code)).status).toBe(200)
})

test('new codes do not give unlimited tries: twenty a day per account [SEC-03]', async () => {
  const { email } = await newPerson()
  const statuses: number[] = []
  for (let index = 0; index < 22; index++) {
    app.clock.now += 61_000
    statuses.push((await verify(email, '000000')).status)
  }
  expect(statuses.slice(0, 20)).toEqual(Array.from({ length: 20 }, () => 422))
  expect(statuses.slice(20)).toEqual([429, 429])
  app.clock.now += 86_400_000
  const code = await codeFor(email)
  expect((await verify(email, code)).status).toBe(200)
})

test('requested again within a minute, it says how long to wait and sends nothing [ACC-13, ACC-14]', async () => {
  const { email } = await newPerson()
  const first = await codeFor(email)
  const before = app.mail.arrived.length
  app.clock.now += 20_000
  expect((await ask(email)).data).toEqual({ retry_after: 40 })
  expect((await ask('nobody-here@example.com')).data).toEqual({ retry_after: 60 })
  app.clock.now += 20_000
  expect((await ask('nobody-here@example.com')).data).toEqual({ retry_after: 40 })
  expect((await verify(email, first)).status).toBe(200)
  expect(app.mail.arrived).toHaveLength(before)
})

test('two devices asking at once are sent one code [ACC-13]', async () => {
  const { email } = await newPerson()
  const before = app.mail.arrived.length
  const answers = await Promise.all([ask(email), ask(email), ask(email)])
  expect(answers.map(({ status }) => status)).toEqual([200, 200, 200])
  const code = codeIn((await app.mail.next()).subject)
  expect((await verify(email, code)).status).toBe(200)
  expect(app.mail.arrived).toHaveLength(before + 1)
})

test('letters to one account end after five an hour from a network, twenty from everywhere [SEC-03]', async () => {
  const email = 'nobody-else@example.com'
  const askFrom = async (network: string) => {
    app.clock.now += 61_000
    return (await ask(email, { 'x-forwarded-for': network })).status
  }
  const from = async (network: string, times: number) => {
    const statuses: number[] = []
    for (let index = 0; index < times; index++) statuses.push(await askFrom(network))
    return statuses
  }
  expect(await from('203.0.113.1', 6)).toEqual([200, 200, 200, 200, 200, 429])
  for (const network of ['203.0.113.2', '203.0.113.3']) expect(new Set(await from(network, 5))).toEqual(new Set([200]))
  // What the network's own limit refused does not count at the account.
  expect(await from('203.0.113.5', 5)).toEqual([200, 200, 200, 200, 200])
  expect(await askFrom('203.0.113.4')).toBe(429)
  app.clock.now += 3_600_000
  expect(await askFrom('203.0.113.4')).toBe(200)
})

test('blocked and deleted people get no code and cannot sign in with one [SEC-01, ACC-21]', async () => {
  for (const change of ['blocked_at = now()', 'status = 0']) {
    const { email, client } = await newPerson()
    const code = await codeFor(email)
    await query(`update users set ${change} where id = $1`, [client.userId])
    expect((await verify(email, code)).data.code).toBe('code_wrong')
    app.clock.now += 61_000
    const before = app.mail.arrived.length
    expect((await ask(email)).data).toEqual({ retry_after: 60 })
    await expect
      .poll(
        async () => (await query(`select from pgboss.job where state < 'completed' and name like 'send-%'`)).rowCount,
      )
      .toBe(0)
    expect(app.mail.arrived).toHaveLength(before)
  }
})

test('a code for a replaced e-mail or of another brand does not work [ACC-13]', async () => {
  const { email, client } = await newPerson()
  const code = await codeFor(email)
  expect((await verify(email, code, 'face')).status).toBe(422)
  await query('update users set email = $2 where id = $1', [client.userId, `moved-${email}`])
  expect((await verify(email, code)).status).toBe(422)
  expect((await verify(`moved-${email}`, code)).status).toBe(422)
})

test('an invalid e-mail is refused at its field [ACC-13, VAL-14]', async () => {
  for (const answer of [await ask('nobody'), await verify('nobody', '123456')])
    expect([answer.status, answer.data.code, Object.keys(answer.data.errors ?? {})]).toEqual([
      422,
      'invalid_email',
      ['email'],
    ])
})

test('only hashes of codes are stored, and neither they nor the e-mail lie in the queue [SEC-01]', async () => {
  const { email } = await newPerson()
  const code = await codeFor(email)
  const { rows: codes } = await query('select * from one_time_codes order by id desc limit 1')
  expect(JSON.stringify(codes)).not.toContain(code)
  const { rows: jobs } = await query(`select data from pgboss.job where name = 'send-email-code'`)
  expect(jobs.length).toBeGreaterThan(10)
  for (const { data } of jobs) expect(Object.keys(data as object)).toEqual(['userId'])
})

test('a request takes at most four statements, the same number for an unknown address [SEC-03, PRF-02]', async () => {
  const { statements: known } = await ask((await newPerson()).email)
  const { statements: unknown } = await ask(`${randomUUID()}@example.com`)
  expect([known, unknown]).toEqual([known, known])
  expect(known).toBeLessThanOrEqual(4)
})

test('what is stored of a code depends on the key, the school and the address', () => {
  const stored = [
    hashCode('key one', 'kurso', 'ada@example.com', '123456'),
    hashCode('key two', 'kurso', 'ada@example.com', '123456'),
    hashCode('key one', 'mind', 'ada@example.com', '123456'),
    hashCode('key one', 'kurso', 'eva@example.com', '123456'),
  ].map(hash => hash.toString('hex'))
  expect(new Set(stored).size).toBe(4)
  expect(hashCode('key one', 'kurso', 'ada@example.com', '123 456').toString('hex')).toBe(stored[0])
})
