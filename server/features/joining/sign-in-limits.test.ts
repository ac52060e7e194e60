import { afterAll, beforeAll, expect, test } from 'vitest'
import { type MailedApp, startMailedApp } from '#server/app/testing/mailed-app.ts'
import { testPassword } from '#server/app/testing/test-app.ts'

let app: MailedApp
beforeAll(async () => {
  app = await startMailedApp({ trustProxy: true })
})
afterAll(() => app.close())

let networks = 0
const newNetwork = () => `10.4.${++networks >> 8}.${networks & 255}`
const login = (email: string, password: string, network = newNetwork()) =>
  app.visitor.call('POST /auth/login', { body: { email, password }, headers: { 'x-forwarded-for': network } })
const statusesOf = async (times: number, what: () => Promise<{ status: number }>) => {
  const statuses: number[] = []
  for (let index = 0; index < times; index++) statuses.push((await what()).status)
  return statuses
}
/** Pretends that there were this many tries from everywhere in the last minutes. */
const triedSoOften = (email: string, attempts: number) =>
  app.db.query({
    text: `insert into sign_in_attempts (key, attempts, resets_at) values (sha256(convert_to('sign-in kurso ' || $1, 'UTF8')), $2, to_timestamp($3))
      on conflict (key) do update set attempts = excluded.attempts`,
    values: [email, attempts, app.clock.now / 1000 + 600],
  })
let people = 0
const newPerson = async () => {
  const email = `limits-${++people}@example.com`
  return { email, client: await app.signIn({ email }) }
}

test('a network has ten tries at an account in a quarter of an hour [SEC-03]', async () => {
  const { email } = await newPerson()
  const network = newNetwork()
  const statuses = await statusesOf(11, () => login(email, 'wrong', network))
  expect([statuses.lastIndexOf(422), statuses[10]]).toEqual([9, 429])
  expect((await login(email, testPassword, network)).status).toBe(429)
  app.clock.now += 15 * 60_000 + 1000
  expect((await login(email, testPassword, network)).status).toBe(200)
})

test('after fifty tries from everywhere each network gets one, enough for the owner [SEC-03]', async () => {
  const { email } = await newPerson()
  const statuses = await statusesOf(51, () => login(email, 'wrong'))
  expect(new Set(statuses)).toEqual(new Set([422]))
  const guesser = newNetwork()
  expect(await statusesOf(3, () => login(email, 'wrong', guesser))).toEqual([422, 429, 429])
  expect((await login(email, testPassword)).status).toBe(200)
  // Proving to be the owner clears all the tries.
  expect(await statusesOf(3, () => login(email, 'wrong', newNetwork()))).toEqual([422, 422, 422])
})

test('simultaneous tries count as well [SEC-03]', async () => {
  const { email } = await newPerson()
  const network = newNetwork()
  const answers = await Promise.all(Array.from({ length: 20 }, () => login(email, 'wrong', network)))
  expect(answers.filter(({ status }) => status === 422)).toHaveLength(10)
})

test('after five hundred tries no password is accepted, and the owner signs in by e-mail [SEC-03, ACC-11, ACC-13]', async () => {
  const { email } = await newPerson()
  await triedSoOften(email, 500)
  const refused = await login(email, testPassword)
  expect([refused.status, Number(refused.headers['retry-after'])]).toEqual([429, expect.closeTo(600, -1)])
  await app.visitor.call('POST /v2/auth/request-otp', { body: { email } })
  const code = /\d{6}/.exec((await app.mail.next()).subject ?? '')?.[0] ?? ''
  expect((await app.visitor.call('POST /v2/auth/verify-otp', { body: { email, code } })).status).toBe(200)
  expect((await login(email, testPassword)).status).toBe(200)
  await triedSoOften(email, 500)
  await app.visitor.call('POST /auth/request-password-reset', { body: { email } })
  const token = /token=(\S+)/.exec((await app.mail.next()).text ?? '')?.[1] ?? ''
  const body = { token, password: 'a blue kettle', password_repeat: 'a blue kettle' }
  expect((await app.visitor.call('POST /auth/reset-password', { body })).status).toBe(200)
  expect((await login(email, 'a blue kettle')).status).toBe(200)
})

test('an unknown e-mail is limited in the same way [SEC-03]', async () => {
  const network = newNetwork()
  const statuses = await statusesOf(11, () => login('nobody@example.com', 'wrong', network))
  expect([statuses.lastIndexOf(422), statuses[10]]).toEqual([9, 429])
  await triedSoOften('nobody@example.com', 500)
  expect((await login('nobody@example.com', 'wrong')).status).toBe(429)
})

test('blocked and deleted people cannot sign in with a password [SEC-01, ACC-21]', async () => {
  for (const set of ['blocked_at = now()', 'status = 0']) {
    const { email, client } = await newPerson()
    await app.db.query({ text: `update users set ${set} where id = $1`, values: [client.userId] })
    const { status, data } = await login(email, testPassword)
    expect([status, data.code]).toEqual([422, 'wrong_credentials'])
    expect((await client.call('GET /user')).status).toBe(401)
  }
})

const median = (values: number[]) => [...values].sort((a, b) => a - b)[Math.floor(values.length / 2)] ?? 0
const noJobs = () =>
  expect
    .poll(
      async () => {
        const { rowCount } = await app.db.query({
          text: `select from pgboss.job where state < 'completed' and name like 'send-%'`,
        })
        return rowCount
      },
      { timeout: 10_000, interval: 10 },
    )
    .toBe(0)

const headers = () => ({ 'x-forwarded-for': newNetwork() })
const asks: [what: string, ask: (email: string) => Promise<{ status: number; data: object }>][] = [
  ['a sign-in', email => login(email, 'wrong')],
  [
    'a question for a code',
    email => app.visitor.call('POST /v2/auth/request-otp', { body: { email }, headers: headers() }),
  ],
  [
    'a code',
    email => app.visitor.call('POST /v2/auth/verify-otp', { body: { email, code: '000000' }, headers: headers() }),
  ],
  [
    'a question for a new password',
    email => app.visitor.call('POST /auth/request-password-reset', { body: { email }, headers: headers() }),
  ],
]

test.each(asks)(
  '%s gives the same answer in the same time whether or not the account exists [SEC-03, ACC-11]',
  { timeout: 60_000 },
  async (_what, ask) => {
    const known: string[] = []
    for (let index = 0; index < 20; index++) known.push((await newPerson()).email)
    const time = async (email: string) => {
      // An e-mail being sent would interfere with the next request.
      await noJobs()
      const begun = process.hrtime.bigint()
      const { status, data } = await ask(email)
      return { ms: Number(process.hrtime.bigint() - begun) / 1e6, answer: JSON.stringify([status, data]) }
    }
    for (const email of ['first@example.com', 'second@example.com', 'third@example.com']) await time(email)
    const there: Awaited<ReturnType<typeof time>>[] = []
    const missing: typeof there = []
    for (const email of known) {
      there.push(await time(email))
      missing.push(await time(`missing-${email}`))
    }
    expect(new Set([...there, ...missing].map(({ answer }) => answer)).size).toBe(1)
    const [one, other] = [there, missing].map(list => median(list.map(({ ms }) => ms)))
    const ratio = (one ?? 0) / (other ?? 1)
    expect(ratio, `${one} ms and ${other} ms`).toBeGreaterThan(0.5)
    expect(ratio, `${one} ms and ${other} ms`).toBeLessThan(2)
  },
)
