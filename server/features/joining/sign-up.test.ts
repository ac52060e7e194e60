import { afterAll, beforeAll, expect, test } from 'vitest'
import { startTestApp, type TestApp } from '#server/app/testing/test-app.ts'
import { wirePath } from '#shared/platform/contract.ts'
import { sharedData } from '#shared/platform/testing/shared-data.ts'

let app: TestApp
beforeAll(async () => {
  app = await startTestApp({ trustProxy: true })
  await say('dev', { config: { isRegistrationEnable: false } })
  await say('mind', { config: { isUserAnonAuthEnable: true } })
})
afterAll(() => app.close())

/** Sets an override as the studio would. */
async function say(brandId: string, override: Record<string, unknown>, version = 0) {
  const admin = await app.signIn({ role: 'admin', brandId })
  const { status } = await admin.call('PUT /studio/brand', { body: { override, version }, appId: brandId })
  expect(status).toBe(200)
}
let networks = 0
const newNetwork = () => ({ 'x-forwarded-for': `10.2.${++networks >> 8}.${networks & 255}` })
let people = 0
const newEmail = () => `joins-${++people}@example.com`
const good = { password: 'a blue kettle', password_repeat: 'a blue kettle' }
type Who = { language?: 'en' | 'ru' | 'es'; appId?: string; appType?: string }
const signUp = (body: Record<string, unknown>, { appType = 'web', ...who }: Who = {}) =>
  app.visitor.call('POST /auth/signup-by-email', {
    body: { username: 'Ada', ...good, ...body },
    headers: { ...newNetwork(), 'x-app-type': appType },
    ...who,
  })
const validate = (body: Record<string, unknown>, appId = 'kurso') =>
  app.visitor.call('POST /auth/validate-signup-form', { body, headers: newNetwork(), appId })
const userOf = async (token: string, appId = 'kurso') =>
  (await app.visitor.call('GET /user', { headers: { authorization: `Bearer ${token}` }, appId })).data
const code = ({ status, data }: { status: number; data: { code?: string; errors?: object } }) => [
  status,
  data.code,
  Object.keys(data.errors ?? {}),
]
const query = (text: string, values: unknown[] = []) => app.db.query<Record<string, unknown>>({ text, values })

test('a sign-up opens an account and signs in; the chat goes on after the password [ACC-08, ONB-03]', async () => {
  const email = newEmail()
  const { status, data } = await signUp(
    { email: ` ${email.toUpperCase()} `, username: ' Ada Lovelace ', timezone: 'Europe/Riga' },
    { language: 'ru' },
  )
  expect(status).toBe(200)
  expect(await userOf(data.token)).toMatchObject({
    email,
    username: 'Ada Lovelace',
    name: 'Ada Lovelace',
    timezone: 'Europe/Riga',
    language_code: 'ru',
    status: 20,
    role: 'learner',
    is_require_email_validate: false,
  })
  const login = await app.visitor.call('POST /auth/login', { body: { email, password: good.password } })
  expect(login.status).toBe(200)
})

test('a sign-up is accepted as multipart and as JSON [ACC-08, REQ-02]', async () => {
  const form = new FormData()
  const email = newEmail()
  for (const [name, value] of Object.entries({ username: 'Ада', email, ...good })) form.set(name, value)
  const sent = new Response(form)
  const { method, path: url } = wirePath('POST /auth/signup-by-email')
  const headers = { 'x-app-id': 'kurso', 'content-type': sent.headers.get('content-type') ?? '' }
  const answer = await app.server.inject({ method, url, headers, payload: Buffer.from(await sent.arrayBuffer()) })
  expect(answer.statusCode).toBe(200)
  expect(await userOf(answer.json().token)).toMatchObject({ email, username: 'Ада' })
  const missing = await app.server.inject({
    method,
    url,
    headers: { ...headers, 'content-type': 'multipart/form-data; boundary=b' },
    payload: '--b\r\ncontent-disposition: form-data; name="email"\r\n\r\na@example.com\r\n--b--\r\n',
  })
  expect([missing.statusCode, Object.keys(missing.json().errors)]).toEqual([
    422,
    expect.arrayContaining(['username', 'password', 'password_repeat']),
  ])
  const file = new FormData()
  file.set('email', new File(['x'], 'x.txt'))
  const sentFile = new Response(file)
  const refused = await app.server.inject({
    method,
    url,
    headers: { ...headers, 'content-type': sentFile.headers.get('content-type') ?? '' },
    payload: Buffer.from(await sentFile.arrayBuffer()),
  })
  expect([refused.statusCode, Object.keys(refused.json().errors)]).toEqual([422, ['email']])
})

test('the API description says that the calls accept a form and JSON [REQ-02, OPS-06]', async () => {
  const { paths } = (await app.server.inject('/openapi.json')).json()
  const taken = (name: 'POST /auth/signup-by-email' | 'POST /auth/login') =>
    Object.keys(paths[wirePath(name).path].post.requestBody.content)
  expect(taken('POST /auth/signup-by-email')).toEqual(['multipart/form-data', 'application/json'])
  expect(taken('POST /auth/login')).toEqual(['application/json'])
})

test('no other call accepts a form [REQ-02, SEC-07]', async () => {
  const { method, path: url } = wirePath('POST /auth/login')
  const headers = { 'x-app-id': 'kurso', 'content-type': 'multipart/form-data; boundary=b' }
  const answer = await app.server.inject({ method, url, headers, payload: '--b--\r\n' })
  expect([answer.statusCode, answer.json().code]).toEqual([400, 'malformed_request'])
})

test('an unknown time zone becomes UTC, and a missing name the e-mail [ACC-08]', async () => {
  const email = newEmail()
  const { data } = await signUp({ email, username: '  ', timezone: 'Mars/Olympus' })
  expect(await userOf(data.token)).toMatchObject({ timezone: 'UTC', username: email, name: '' })
})

test.each([
  [{ email: 'nobody' }, 'invalid_email', 'email'],
  [{ email: 'a@b' }, 'invalid_email', 'email'],
  [{ password: 'short', password_repeat: 'short' }, 'password_too_weak', 'password'],
  [{ password: 'Ada Ada', password_repeat: 'Ada Ada' }, 'password_too_weak', 'password'],
  [{ username: 'Countess', password: 'countess', password_repeat: 'countess' }, 'password_too_weak', 'password'],
  [{ password_repeat: 'a green kettle' }, 'passwords_differ', 'password_repeat'],
])('a sign-up with %j is refused by its field [ACC-08, VAL-14]', async (wrong, refusal, field) => {
  expect(code(await signUp({ email: newEmail(), ...wrong }))).toEqual([422, refusal, [field]])
})

test('while registration is closed nobody can join; the mobile app has its own switch [ACC-08, ACC-09, BRD-04]', async () => {
  expect(code(await signUp({ email: newEmail() }, { appId: 'dev' }))).toEqual([403, 'registration_closed', []])
  expect(code(await validate({ email: newEmail() }, 'dev'))).toEqual([403, 'registration_closed', []])
  expect((await signUp({ email: newEmail() }, { appId: 'dev', appType: 'mobile' })).status).toBe(200)
  await say('dev', { config: { isRegistrationEnable: false }, mobileApp: { isRegistrationEnable: false } }, 1)
  expect((await signUp({ email: newEmail() }, { appId: 'dev', appType: 'mobile' })).status).toBe(403)
})

test('an e-mail has one account in a school, whatever its case, even with two requests at once [ACC-08, ACC-09]', async () => {
  const email = newEmail()
  const answers = await Promise.all([email, email.toUpperCase(), email].map(one => signUp({ email: one })))
  expect(answers.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([200, 422, 422])
  expect(code(await signUp({ email }))).toEqual([422, 'email_taken', ['email']])
  expect(code(await validate({ email }))).toEqual([422, 'email_taken', ['email']])
  expect((await signUp({ email }, { appId: 'face' })).status).toBe(200)
  const { rows } = await query('select count(*)::int as count from users where email = $1 and brand_id = $2', [
    email,
    'kurso',
  ])
  expect(rows).toEqual([{ count: 1 }])
})

test('a deleted account keeps its e-mail [ACC-21]', async () => {
  const email = newEmail()
  await signUp({ email })
  await query('update users set status = 0 where email = $1', [email])
  expect((await signUp({ email })).data.code).toBe('email_taken')
})

test('a form is validated field by field before it is sent [ACC-09]', async () => {
  expect((await validate({ email: newEmail() })).status).toBe(200)
  expect((await validate({})).status).toBe(200)
  expect(code(await validate({ email: 'nobody' }))).toEqual([422, 'invalid_email', ['email']])
  expect((await validate({ app_id: 'no good id' })).data.code).toBe('invalid_input')
  expect(code(await validate({ app_id: 'installation-9' }))).toEqual([403, 'app_accounts_closed', []])
})

test('an invited person is stored with their inviter, within the same school [ACC-08, PRO-12]', async () => {
  const inviter = await app.signIn()
  const referral = (await inviter.call('GET /user/referrals')).data.code
  await signUp({ email: newEmail(), referral })
  await signUp({ email: newEmail(), referral }, { appId: 'face' })
  await signUp({ email: newEmail(), referral: 'made up' })
  expect((await inviter.call('GET /user/referrals')).data.sign_ups).toBe(1)
})

const installation = (body: Record<string, unknown>, name: 'signup' | 'login' = 'signup', appId = 'mind') =>
  name === 'signup'
    ? app.visitor.call('POST /auth/signup-by-app-id', { body: { ...good, ...body }, headers: newNetwork(), appId })
    : app.visitor.call('POST /auth/login-by-app-id', { body, headers: newNetwork(), appId })

test('an installation opens an account and signs in by its id and password [ACC-07]', async () => {
  const { status, data } = await installation({ app_id: 'install-0001', timezone: 'Asia/Tokyo' })
  expect(status).toBe(200)
  const user = await userOf(data.token, 'mind')
  expect(user).toMatchObject({ email: null, timezone: 'Asia/Tokyo', status: 10 })
  expect(JSON.stringify(user)).not.toContain('install-0001')
  const login = await installation({ app_id: 'install-0001', password: good.password }, 'login')
  expect((await userOf(login.data.token, 'mind')).id).toBe(user.id)
})

test('an installation has one account, even with two requests at once [ACC-07, ACC-09]', async () => {
  const answers = await Promise.all([1, 2, 3].map(() => installation({ app_id: 'install-0002' })))
  expect(answers.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([200, 422, 422])
  expect(code(await installation({ app_id: 'install-0002' }))).toEqual([422, 'app_id_taken', ['app_id']])
  expect(code(await validate({ app_id: 'install-0002' }, 'mind'))).toEqual([422, 'app_id_taken', ['app_id']])
  expect((await validate({ app_id: 'install-0003' }, 'mind')).status).toBe(200)
})

test('installations are refused where a school does not take them, and by wrong passwords [ACC-07]', async () => {
  expect(code(await installation({ app_id: 'install-0004' }, 'signup', 'kurso'))).toEqual([
    403,
    'app_accounts_closed',
    [],
  ])
  const login = { app_id: 'install-0001', password: good.password }
  expect(code(await installation(login, 'login', 'kurso'))).toEqual([403, 'app_accounts_closed', []])
  await installation({ app_id: 'install-0005' })
  for (const app_id of ['install-0005', 'install-none'])
    expect(code(await installation({ app_id, password: 'wrong' }, 'login'))).toEqual([
      422,
      'wrong_credentials',
      ['password'],
    ])
  expect(code(await installation({ app_id: 'install-0006', password: 'short' }))[1]).toBe('password_too_weak')
  expect(code(await installation({ app_id: 'install-0006', password_repeat: 'x' }))[1]).toBe('passwords_differ')
  for (const set of ['blocked_at = now()', 'status = 0']) {
    await query(`update users set ${set} where app_id = 'install-0005'`)
    expect((await installation({ ...login, app_id: 'install-0005' }, 'login')).status).toBe(422)
  }
})

test('the addresses of six public suites are checked through the call by our own rules [ACC-09, VAL-14]', {
  timeout: 60_000,
}, async () => {
  type Case = { address: string; spec: { verdict: string; verdict_after_login_trim?: string } }
  const { cases } = sharedData<{ cases: Case[] }>('email/addresses.json')
  const judged = cases.flatMap(({ address, spec }) => {
    const trimmed = address.trim() === address ? spec.verdict : spec.verdict_after_login_trim
    return trimmed === undefined || trimmed === 'undecided' || address.includes('\0')
      ? []
      : [{ address, isValid: trimmed === 'valid' }]
  })
  expect(judged.length).toBeGreaterThan(80)
  for (const { address, isValid } of judged) {
    const { status, data } = await validate({ email: address })
    const verdict = [JSON.stringify(address), status, data.code]
    if (isValid) expect(verdict).toEqual([JSON.stringify(address), 200, undefined])
    else
      expect([...verdict, Object.keys(data.errors ?? {})]).toEqual([
        JSON.stringify(address),
        422,
        expect.stringMatching(/^invalid_(email|input)$/),
        ['email'],
      ])
  }
})

test('a network can check at most two hundred e-mails an hour [SEC-03]', {
  timeout: 60_000,
}, async () => {
  const { path: url, method } = wirePath('POST /auth/validate-signup-form')
  const ask = () =>
    app.server.inject({
      method,
      url,
      headers: { 'x-app-id': 'kurso', 'x-forwarded-for': '203.0.113.77' },
      payload: { email: 'free@example.com' },
    })
  expect((await ask()).statusCode).toBe(200)
  await query(`update sign_in_attempts set attempts = 200 where key = sha256('sign-ups 203.0.113.77')`)
  const refused = await ask()
  expect([refused.statusCode, Number(refused.headers['retry-after'])]).toEqual([429, expect.closeTo(3600, -2)])
})
