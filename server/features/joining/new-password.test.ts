import { afterAll, beforeAll, expect, test } from 'vitest'
import { type MailedApp, startMailedApp } from '#server/app/testing/mailed-app.ts'
import type { Arrived } from '#server/platform/mail/testing/mail-sink.ts'
import { testPassword } from '#server/app/testing/test-app.ts'
import type { TestClient } from '#server/app/testing/test-client.ts'

let app: MailedApp
beforeAll(async () => {
  app = await startMailedApp({
    outbox: { mailFrom: 'letters@operator.example' },
    trustProxy: true,
    hearsNotifications: true,
  })
})
afterAll(() => app.close())

let people = 0
async function newPerson(who: { language?: string; brandId?: string } = {}) {
  const email = `reset-${++people}@example.com`
  return { email, client: await app.signIn({ email, ...who }) }
}
let networks = 0
const newNetwork = () => ({ 'x-forwarded-for': `10.1.${++networks >> 8}.${networks & 255}` })
const ask = (email: string, appId = 'kurso') =>
  app.visitor.call('POST /auth/request-password-reset', { body: { email }, headers: newNetwork(), appId })
const lettersTo = (email: string, subject: RegExp) =>
  app.mail.arrived.filter(letter => letter.envelopeTo.includes(email) && subject.test(letter.subject ?? ''))
/** Does something and waits for the e-mail with this subject that it sends. */
async function letterAfter(email: string, subject: RegExp, what: () => Promise<{ status: number }>) {
  const before = lettersTo(email, subject).length
  expect((await what()).status).toBe(200)
  await expect.poll(() => lettersTo(email, subject).length, { timeout: 15_000 }).toBe(before + 1)
  return lettersTo(email, subject)[before] as Arrived
}
const newPasswordTold = /account has a new password|у вашего аккаунта новый пароль|cuenta tiene una contraseña nueva/
async function linkFor(email: string, appId = 'kurso') {
  const letter = await letterAfter(email, new RegExp(`^(?!.*(${newPasswordTold.source}))`), () => ask(email, appId))
  const url = new URL(/https:\/\/\S+\/reset\?token=\S+/.exec(letter.text ?? '')?.[0] ?? '')
  return { letter, url, token: url.searchParams.get('token') ?? '' }
}
const fresh = 'a blue kettle'
const reset = (token: string, password = fresh, password_repeat = password, appId = 'kurso') =>
  app.visitor.call('POST /auth/reset-password', {
    body: { token, password, password_repeat },
    headers: newNetwork(),
    appId,
  })
const login = (email: string, password: string) =>
  app.visitor.call('POST /auth/login', { body: { email, password }, headers: newNetwork() })
const change = (client: TestClient, body: Record<string, string | undefined>) =>
  client.call('POST /user/update-password', { body })
const both = (password: string) => ({ password, password_repeat: password })
const query = (text: string, values: unknown[] = []) => app.db.query<Record<string, unknown>>({ text, values })

test('an e-mailed link sets the password, ends every session and signs in [ACC-11]', async () => {
  const { email, client } = await newPerson()
  await query('update users set is_require_update_password = true, is_require_email_validate = true where id = $1', [
    client.userId,
  ])
  expect((await client.call('GET /user')).status).toBe(200)
  const { token, url, letter } = await linkFor(email)
  expect(`${url.origin}${url.pathname}`).toBe('https://school.test/reset')
  expect(letter.from).toMatchObject({ name: 'Kurso', address: 'letters@operator.example' })
  const { status, data } = await reset(token)
  expect(status).toBe(200)
  expect((await client.call('GET /user')).status).toBe(401)
  const headers = { authorization: `Bearer ${data.token}` }
  const user = (await app.visitor.call('GET /user', { headers })).data
  expect([user.id, user.is_require_update_password, user.is_require_email_validate]).toEqual([
    client.userId,
    false,
    false,
  ])
  expect((await login(email, testPassword)).status).toBe(422)
  expect((await login(email, fresh)).status).toBe(200)
})

test('the e-mail has the brand’s look and the person’s language, and leads to the brand’s own address [ACC-11, BRD-01]', async () => {
  const words = { en: 'a new password', ru: 'новый пароль', es: 'una contraseña nueva' }
  for (const language of ['en', 'ru', 'es'] as const) {
    const { letter } = await linkFor((await newPerson({ language })).email)
    expect(letter.subject).toBe(`Kurso: ${words[language]}`)
  }
  const { email } = await newPerson({ brandId: 'face' })
  const { url, token, letter } = await linkFor(email, 'face')
  expect(url.origin).toBe('https://face.localhost')
  expect(letter.from?.name).toBe(app.brands.byId.get('face')?.site.name)
  expect((await reset(token)).data.code).toBe('reset_link_spent')
  expect((await reset(token, fresh, fresh, 'face')).status).toBe(200)
})

test('links in e-mails do not follow the Host header [ACC-11, SEC-06]', async () => {
  const { email } = await newPerson()
  const headers = { ...newNetwork(), host: 'evil.example', 'x-forwarded-host': 'evil.example' }
  await app.visitor.call('POST /auth/request-password-reset', { body: { email }, headers })
  expect((await app.mail.next()).raw).not.toContain('evil')
})

test('a link works once, even for two devices at once, and for an hour [ACC-11, SEC-01]', async () => {
  const { email } = await newPerson()
  const { token } = await linkFor(email)
  const answers = await Promise.all([1, 2, 3].map(index => reset(token, `${fresh} ${index}`)))
  expect(answers.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([200, 422, 422])
  expect(answers.find(({ status }) => status === 422)?.data).toMatchObject({ code: 'reset_link_spent' })
  const winner = answers.findIndex(({ status }) => status === 200) + 1
  expect((await login(email, `${fresh} ${winner}`)).status).toBe(200)
  app.clock.now += 61_000
  const late = await linkFor(email)
  app.clock.now += 3_600_001
  expect((await reset(late.token)).data.code).toBe('reset_link_spent')
})

test('a refused password leaves the link usable [ACC-11, ACC-12]', async () => {
  const { email } = await newPerson()
  const { token } = await linkFor(email)
  const weak = await reset(token, 'password')
  expect([weak.status, weak.data.code, Object.keys(weak.data.errors ?? {})]).toEqual([
    422,
    'password_too_weak',
    ['password'],
  ])
  expect((await reset(token, email)).data.code).toBe('password_too_weak')
  const differ = await reset(token, fresh, 'a blue kettl3')
  expect(differ.data).toMatchObject({
    code: 'passwords_differ',
    errors: { password_repeat: ['Passwords must be identical'] },
  })
  expect((await reset(token)).status).toBe(200)
})

test('the answer never reveals whether an account exists [ACC-11, SEC-03]', async () => {
  const { email } = await newPerson()
  const [known, unknown] = [await ask(email), await ask('nobody@example.com')]
  await app.mail.next()
  expect([known.status, known.data, known.statements]).toEqual([unknown.status, unknown.data, unknown.statements])
  expect([await ask(email), await ask('nobody@example.com')].map(({ status, data }) => [status, data])).toEqual([
    [200, {}],
    [200, {}],
  ])
  expect((await ask('nobody')).data.code).toBe('invalid_email')
  expect((await reset('made-up')).data.code).toBe('reset_link_spent')
})

test('blocked and deleted people cannot sign in with a link [SEC-01, ACC-21]', async () => {
  for (const set of ['blocked_at = now()', 'status = 0']) {
    const { email, client } = await newPerson()
    const { token } = await linkFor(email)
    await query(`update users set ${set} where id = $1`, [client.userId])
    expect((await reset(token)).data.code).toBe('reset_link_spent')
  }
})

test('networks others linked to an account before its e-mail was proven are removed by the first reset [SEC-01]', async () => {
  const { email, client } = await newPerson()
  const link = (source: string) =>
    query(`insert into user_external_auths (user_id, brand_id, source, external_id) values ($1, 'kurso', $2, $3)`, [
      client.userId,
      source,
      `somebody-${source}`,
    ])
  await query('update users set is_email_validated = false where id = $1', [client.userId])
  await link('google')
  await reset((await linkFor(email)).token)
  const left = () => query('select from user_external_auths where user_id = $1', [client.userId])
  expect((await left()).rowCount).toBe(0)
  await link('apple')
  app.clock.now += 61_000
  await reset((await linkFor(email)).token)
  expect((await left()).rowCount).toBe(1)
})

test('a new password ends all other sessions and asks for the current one [ACC-12]', async () => {
  const { email, client } = await newPerson()
  const otherDevice = (await login(email, testPassword)).data.token
  const other = () => app.visitor.call('GET /user', { headers: { authorization: `Bearer ${otherDevice}` } })
  expect((await other()).status).toBe(200)
  for (const current of [{}, { current_password: 'not this one' }]) {
    const { status, data } = await change(client, { ...current, ...both(fresh) })
    expect([status, data.code, Object.keys(data.errors ?? {})]).toEqual([
      422,
      'current_password_wrong',
      ['current_password'],
    ])
  }
  expect((await other()).status).toBe(200)
  expect((await change(client, { current_password: testPassword, ...both(fresh) })).status).toBe(200)
  expect((await other()).status).toBe(401)
  expect((await client.call('GET /user')).status).toBe(200)
  expect([(await login(email, testPassword)).status, (await login(email, fresh)).status]).toEqual([422, 200])
})

test('a demanded password is set without the current one, which clears the demand [ACC-12, GRD-01]', async () => {
  const { client } = await newPerson()
  await query('update users set is_require_update_password = true where id = $1', [client.userId])
  expect((await client.call('GET /user')).data.is_require_update_password).toBe(true)
  expect((await change(client, both(fresh))).status).toBe(200)
  expect((await client.call('GET /user')).data.is_require_update_password).toBe(false)
  expect((await change(client, both('a green kettle'))).data.code).toBe('current_password_wrong')
})

test('differing or obvious passwords are refused at their field [ACC-12, VAL-14]', async () => {
  const { client, email } = await newPerson()
  const current_password = testPassword
  const differ = await change(client, { current_password, password: fresh, password_repeat: 'other kettle' })
  expect(differ.data.errors).toEqual({ password_repeat: ['Passwords must be identical'] })
  for (const password of ['short', '12345678', email, 'kurso2026', 'Test Person 1'])
    expect((await change(client, { current_password, ...both(password) })).data.code, password).toBe(
      'password_too_weak',
    )
})

test('of two devices changing the password at once one succeeds, and is the only one to stay signed in [ACC-12]', async () => {
  const { email, client } = await newPerson()
  const token = (await login(email, testPassword)).data.token
  const headers = { authorization: `Bearer ${token}` }
  const body = (password: string) => ({ current_password: testPassword, ...both(password) })
  const answers = await Promise.all([
    change(client, body('a red kettle')),
    app.visitor.call('POST /user/update-password', { body: body('a green kettle'), headers }),
  ])
  expect(answers.filter(({ status }) => status === 200)).toHaveLength(1)
  const statuses = [(await client.call('GET /user')).status, (await app.visitor.call('GET /user', { headers })).status]
  expect(statuses.toSorted((a, b) => a - b)).toEqual([200, 401])
})

test('a sign-in with the old password during a password change does not outlive it [ACC-11, SEC-01]', async () => {
  const { email } = await newPerson()
  const { token } = await linkFor(email)
  const logins = Array.from({ length: 8 }, () => login(email, testPassword))
  const [done, ...answers] = await Promise.all([reset(token), ...logins])
  expect(done?.status).toBe(200)
  for (const { data } of answers) {
    const headers = { authorization: `Bearer ${(data as { token?: string }).token ?? 'none'}` }
    expect((await app.visitor.call('GET /user', { headers })).status).toBe(401)
  }
})

test('the current password can be guessed at most ten times in a quarter of an hour [ACC-12, SEC-03]', async () => {
  const { client } = await newPerson()
  const guess = () => change(client, { current_password: 'not this one', ...both(fresh) })
  const statuses: number[] = []
  for (let index = 0; index < 11; index++) statuses.push((await guess()).status)
  expect(statuses.lastIndexOf(422)).toBe(9)
  expect(statuses[10]).toBe(429)
})

test('a link requested before a password change no longer works [ACC-12, SEC-01]', async () => {
  const { client, email } = await newPerson()
  const { token } = await linkFor(email)
  await change(client, { current_password: testPassword, ...both(fresh) })
  expect((await reset(token)).data.code).toBe('reset_link_spent')
})

test('a person without a password may ask for a link to choose a first one [ACC-11]', async () => {
  const { client, email } = await newPerson()
  await query('update users set password_hash = null where id = $1', [client.userId])
  const { letter, token } = await linkFor(email)
  expect(letter.subject).toBe('Kurso: your password')
  expect((await reset(token)).status).toBe(200)
})

test.each([
  ['en', 'Kurso: your account has a new password'],
  ['ru', 'Kurso: у вашего аккаунта новый пароль'],
  ['es', 'Kurso: tu cuenta tiene una contraseña nueva'],
])(
  'a changed password is told to its owner in %s, by a link, in the session or in the profile [SEC-01]',
  async (language, subject) => {
    const { email, client } = await newPerson({ language })
    const told = async (what: () => Promise<{ status: number }>) => {
      const letter = await letterAfter(email, newPasswordTold, what)
      expect(letter.subject).toBe(subject)
      expect(letter.html).toContain(`<html lang="${language}">`)
      expect(letter.text).not.toContain(fresh)
    }
    await told(() => change(client, { current_password: testPassword, ...both(fresh) }))
    await told(() => client.call('POST /user', { body: { current_password: fresh, ...both('a green kettle') } }))
    const { token } = await linkFor(email)
    await told(() => reset(token))
  },
)
