import { afterAll, beforeAll, expect, test } from 'vitest'
import { startTestApp, type TestApp, testPassword } from '#server/app/testing/test-app.ts'
import type { TestClient } from '#server/app/testing/test-client.ts'
import { hashToken } from './secrets.ts'
import { sessionKeeper } from './sessions/sessions.ts'

let app: TestApp
beforeAll(async () => {
  app = await startTestApp()
})
afterAll(() => app.close())

const signIn = (email: string, password: string, language?: 'en' | 'ru' | 'es') =>
  app.visitor.call('POST /auth/login', { body: { email, password }, language })

test('signs in by e-mail and password, spaces and capitals aside [ACC-02, ACC-03]', async () => {
  await app.signIn({ email: 'ana@example.com' })
  const answer = await signIn('  ANA@example.com ', testPassword)
  expect(answer.status).toBe(200)
  const user = await app.visitor.call('GET /user', { headers: { authorization: `Bearer ${answer.data.token}` } })
  expect(user.data.email).toBe('ana@example.com')
})

test('a wrong password is refused at its field, in the language of the caller [ACC-04]', async () => {
  await app.signIn({ email: 'boris@example.com' })
  const answer = await signIn('boris@example.com', 'wrong', 'ru')
  expect(answer.status).toBe(422)
  expect(answer.data.errors).toEqual({ password: ['Неверный адрес почты или пароль'] })
})

test('an unknown account gets the same refusal as a wrong password [SEC-03]', async () => {
  await app.signIn({ email: 'known@example.com' })
  const unknown = await signIn('nobody@example.com', 'wrong')
  const known = await signIn('known@example.com', 'wrong')
  expect(unknown.status).toBe(known.status)
  expect(unknown.data).toEqual(known.data)
})

test('missing and malformed fields are named [SEC-07]', async () => {
  const missing = await app.visitor.call('POST /auth/login', { body: {} })
  expect(missing.status).toBe(422)
  expect(Object.keys(missing.data.errors ?? {}).sort()).toEqual(['email', 'password'])
  const malformed = await signIn('not an address', 'x')
  expect(malformed.data.errors).toHaveProperty('email')
  const nul = await signIn('a\0b@example.com', 'x')
  expect(nul.status).toBe(422)
  const wrongType = await app.visitor.call('POST /auth/login', { body: { email: ['a@example.com'], password: 5 } })
  expect(wrongType.status).toBe(422)
})

test('the eleventh attempt at one account within a quarter of an hour waits, also when sent at once [SEC-03]', async () => {
  await app.signIn({ email: 'guessed@example.com' })
  const guesses = await Promise.all(Array.from({ length: 14 }, () => signIn('guessed@example.com', 'guess')))
  expect(guesses.filter(guess => guess.status === 422)).toHaveLength(10)
  const refused = await signIn('guessed@example.com', testPassword)
  expect(refused.status).toBe(429)
  expect(Number(refused.headers['retry-after'])).toBeGreaterThan(0)
  app.clock.set(app.clock.now + 16 * 60_000)
  expect((await signIn('guessed@example.com', testPassword)).status).toBe(200)
})

test('passwords are stored as argon2id, tokens as hashes that expire after 30 days [SEC-01]', async () => {
  const learner = await app.signIn()
  const stored = await app.db.query<{ password_hash: string; token_hash: Buffer }>({
    text: 'select u.password_hash, s.token_hash from users u join sessions s on s.user_id = u.id where u.id = $1',
    values: [learner.userId],
  })
  expect(stored.rows[0]?.password_hash).toMatch(/^\$argon2id\$/)
  expect(stored.rows[0]?.token_hash).toEqual(hashToken(learner.token))
  app.clock.set(app.clock.now + 31 * 86_400_000)
  expect((await learner.call('GET /user')).status).toBe(401)
})

test('signing out ends the session on the server [ACC-18]', async () => {
  const learner = await app.signIn()
  expect((await learner.call('POST /auth/logout')).status).toBe(200)
  expect((await learner.call('GET /user')).status).toBe(401)
  expect((await learner.call('POST /auth/logout')).status).toBe(401)
})

test('a transfer token opens one session, once, within a minute [ACC-06, ACC-16]', async () => {
  const learner = await app.signIn()
  const make = async () => (await learner.call('POST /auth/transfer-token')).data.token
  const exchange = (token: string) => app.visitor.call('POST /auth/exchange-transfer-token', { body: { token } })
  const token = await make()
  const answers = await Promise.all(Array.from({ length: 5 }, () => exchange(token)))
  const won = answers.filter(answer => answer.status === 200)
  expect(won).toHaveLength(1)
  expect(won[0]?.data.token).not.toBe(learner.token)
  expect(answers.filter(answer => answer.data.code === 'transfer_token_spent')).toHaveLength(4)
  const late = await make()
  app.clock.set(app.clock.now + 61_000)
  expect((await exchange(late)).status).toBe(401)
  expect((await exchange(learner.token)).status).toBe(401)
})

test('before it is spent a transfer token says whose it is, masked, and whether this browser knows them', async () => {
  const learner = await app.signIn({ email: 'Ada.Lovelace@example.com' })
  const stranger = await app.signIn()
  const { token } = (await learner.call('POST /auth/transfer-token')).data
  const look = (by: TestClient, headers = {}) =>
    by.call('POST /auth/transfer-token-holder', { body: { token }, headers })
  const seen = await look(app.visitor)
  expect([seen.status, seen.data]).toEqual([
    200,
    { name: 'Test', email: 'A•••@example.com', is_own: false, is_staff: false, is_known_device: false },
  ])
  expect((await look(stranger)).data.is_own).toBe(false)
  expect((await look(learner)).data.is_own).toBe(true)
  const { token: staffToken } = (await (await app.signIn({ role: 'support' })).call('POST /auth/transfer-token')).data
  const ofStaff = await app.visitor.call('POST /auth/transfer-token-holder', { body: { token: staffToken } })
  expect(ofStaff.data.is_staff).toBe(true)
  const body = { email: 'ada.lovelace@example.com', password: testPassword }
  const known = await app.visitor.call('POST /auth/login', { body })
  const [cookie = ''] = [known.headers['set-cookie'] ?? []].flat().map(text => String(text).split(';')[0])
  expect((await look(app.visitor, { cookie })).data.is_known_device).toBe(true)
  const exchanged = await app.visitor.call('POST /auth/exchange-transfer-token', { body: { token } })
  expect(exchanged.status).toBe(200)
  expect((await look(app.visitor)).data.code).toBe('transfer_token_spent')
})

test('a transfer token cannot be made without a session [ACC-06]', async () => {
  expect((await app.visitor.call('POST /auth/transfer-token')).status).toBe(401)
})

test('the user has every field of the contract, and figures only when asked [PRO-01, PRO-04]', async () => {
  const learner = await app.signIn({ email: 'fields@example.com', language: 'es' })
  const plain = await learner.call('GET /user')
  expect(plain.data).toMatchObject({ email: 'fields@example.com', locale: 'es-ES', isAdmin: false, phone: null })
  expect(plain.data).not.toHaveProperty('viewed_hours')
  expect(plain.statements).toBe(2)
  const figures = ['scores_amount', 'viewed_hours', 'completed_courses', 'completed_tasks', 'viewed_lessons']
  const asked = await learner.call('GET /user', { expand: [...figures, 'user_external_auths', 'no_such'] })
  for (const figure of figures) expect(asked.data).toHaveProperty(figure, 0)
  expect(asked.data.userExternalAuths).toEqual([])
  expect(asked.statements).toBe(2)
})

test('a session of one brand does not work in another [SEC-02]', async () => {
  const learner = await app.signIn()
  expect((await learner.call('GET /user', { appId: 'face' })).status).toBe(401)
})

test('an account of one brand cannot sign in under another [BRD-01]', async () => {
  await app.signIn({ email: 'here@example.com' })
  const elsewhere = await app.visitor.call('POST /auth/login', {
    body: { email: 'here@example.com', password: testPassword },
    appId: 'face',
  })
  expect(elsewhere.status).toBe(422)
})

test('a deleted account cannot sign in and its sessions end', async () => {
  const learner = await app.signIn({ email: 'gone@example.com' })
  await app.db.query({ text: 'update users set status = 0 where id = $1', values: [learner.userId] })
  expect((await learner.call('GET /user')).status).toBe(401)
  expect((await signIn('gone@example.com', testPassword)).status).toBe(422)
})

test('a cached session is dropped the moment another node ends it [ACC-18, SEC-01]', async () => {
  const remembering = await startTestApp({ hearsNotifications: true })
  try {
    const learner = await remembering.signIn()
    await learner.call('GET /user')
    const warm = await learner.call('GET /user')
    expect(warm.statements).toBe(1)
    await remembering.db.query({
      text: `with gone as (delete from sessions where user_id = $1 returning token_hash)
             select pg_notify('session_ended', encode(token_hash, 'hex')) from gone`,
      values: [learner.userId],
    })
    await expect.poll(async () => (await learner.call('GET /user')).status).toBe(401)
  } finally {
    await remembering.close()
  }
})

test('signing out takes effect at once on this node, even for a pending request [ACC-18, SEC-01]', async () => {
  const remembering = await startTestApp({ hearsNotifications: true })
  try {
    const learner = await remembering.signIn()
    expect((await learner.call('GET /user')).status).toBe(200)
    await Promise.all([learner.call('GET /user'), learner.call('POST /auth/logout'), learner.call('GET /user')])
    for (let attempt = 0; attempt < 3; attempt++) expect((await learner.call('GET /user')).status).toBe(401)
  } finally {
    await remembering.close()
  }
})

test('a session read before it ended is not cached afterwards [ACC-18, SEC-01]', async () => {
  const learner = await app.signIn()
  let letGo = () => {}
  const held = new Promise<void>(resolve => (letGo = resolve))
  const slow: Pick<typeof app.db, 'query'> = {
    async query(config) {
      const found = await app.db.query<never>(config)
      await held
      return found
    },
  }
  const keeper = sessionKeeper(slow)
  keeper.setConnected(true)
  const reading = keeper.authenticate(learner.token, app.clock.now)
  await app.db.query({ text: 'delete from sessions where user_id = $1', values: [learner.userId] })
  keeper.forget(hashToken(learner.token).toString('hex'))
  letGo()
  await reading
  expect(await keeper.authenticate(learner.token, app.clock.now)).toBeUndefined()
})
