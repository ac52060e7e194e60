import { afterAll, beforeAll, expect, test } from 'vitest'
import { outboxFolder } from '#server/app/messengers.ts'
import { lettersIn } from '#server/features/notifications/testing/letters.ts'
import { startTestApp, type TestApp, testPassword } from '#server/app/testing/test-app.ts'
import type { TestClient } from '#server/app/testing/test-client.ts'

let app: TestApp
beforeAll(async () => {
  app = await startTestApp()
  app.clock.set('2026-12-02T10:00:00Z')
})
afterAll(() => app.close())

const newPassword = 'seven brave otters'
const login = (email: string, password = testPassword) =>
  app.visitor.call('POST /auth/login', { body: { email, password } })
const codeOf = ({ status, data }: { status: number; data: { code?: string } }) => [status, data.code]

async function set(learner: TestClient, columns: string) {
  await app.db.query({ text: `update users set ${columns} where id = $1`, values: [learner.userId] })
}

/** Another session of the same person. */
async function otherDevice(email: string) {
  const { token } = (await login(email)).data
  return (name: 'GET /user') => app.visitor.call(name, { headers: { authorization: `Bearer ${token}` } })
}

test('changing the e-mail requires the current password; the new one then signs in, unproven [PRO-06, PRO-08]', async () => {
  const learner = await app.signIn({ email: 'old@example.com' })
  await set(learner, 'is_email_validated = true')
  const change = (more: object) => learner.call('POST /user', { body: { email: 'new@example.com', ...more } })
  expect(codeOf(await change({}))).toEqual([422, 'current_password_wrong'])
  expect(codeOf(await change({ current_password: 'guess' }))).toEqual([422, 'current_password_wrong'])
  const changed = await change({ current_password: testPassword })
  expect(changed.data).toMatchObject({ email: 'new@example.com', username: 'new@example.com' })
  const { rows } = await app.db.query({
    text: 'select is_email_validated as proven from users where id = $1',
    values: [learner.userId],
  })
  expect(rows).toEqual([{ proven: false }])
  expect([(await login('old@example.com')).status, (await login('new@example.com')).status]).toEqual([422, 200])
})

test('a proven address is notified when the account gets another one, whoever changed it [PRO-08, SEC-01]', async () => {
  const admin = await app.signIn({ role: 'admin' })
  const letters = async () =>
    (await lettersIn(outboxFolder(app.dataDir))).filter(({ subject }) => /correo/.test(subject ?? ''))
  const learner = await app.signIn({ email: 'moved-1@example.com', language: 'es' })
  const own = { email: 'moved-2@example.com', current_password: testPassword }
  expect((await learner.call('POST /user', { body: own })).status).toBe(200)
  await expect.poll(async () => (await letters()).map(({ to }) => to)).toEqual(['moved-1@example.com'])
  expect((await letters())[0]?.text).not.toContain('moved-2')
  const change = (email: string) =>
    admin.call('PATCH /studio/users/:id', { params: { id: learner.userId }, body: { email } })
  expect((await change('moved-3@example.com')).status).toBe(200)
  await set(learner, 'is_email_validated = true')
  expect((await change('moved-4@example.com')).status).toBe(200)
  await expect
    .poll(async () => new Set((await letters()).map(({ to }) => to)))
    .toEqual(new Set(['moved-1@example.com', 'moved-3@example.com']))
})

test('whoever is erased takes the old address along', async () => {
  const old = 'once-upon-a-time@example.com'
  const person = await app.signIn({ email: old })
  const admin = await app.signIn({ role: 'admin' })
  const body = { email: 'now@example.com', current_password: testPassword }
  expect((await person.call('POST /user', { body })).status).toBe(200)
  const params = { id: person.userId }
  const erased = await admin.call('POST /studio/users/:id/erase', { params, body: { confirm: 'now@example.com' } })
  expect(erased.status).toBe(200)
  const jobs = await app.db.query<{ text: string }>({ text: 'select j::text as text from pgboss.job j' })
  expect(jobs.rows.filter(({ text }) => text.includes('send-email-changed'))).not.toEqual([])
  expect(jobs.rows.filter(({ text }) => text.includes(old))).toEqual([])
  expect((await app.db.query({ text: 'select from email_changes' })).rows).toEqual([])
})

test('a password link no longer works once the password was changed in the profile [PRO-06, SEC-01]', async () => {
  const learner = await app.signIn()
  await app.db.query({
    text: `insert into one_time_codes (user_id, purpose, address, secret_hash, expires_at)
           values ($1, 'password-reset', 'x@example.com', '\\x00', now() + interval '1 hour'),
                  ($1, 'phone', '+34600123456', '\\x01', now() + interval '1 hour')`,
    values: [learner.userId],
  })
  const body = { password: newPassword, password_repeat: newPassword, current_password: testPassword }
  expect((await learner.call('POST /user', { body })).status).toBe(200)
  const { rows } = await app.db.query({
    text: 'select purpose from one_time_codes where user_id = $1',
    values: [learner.userId],
  })
  expect(rows).toEqual([{ purpose: 'phone' }])
})

test('a taken e-mail is refused, even with two requests at once [PRO-08]', async () => {
  await app.signIn({ email: 'taken@example.com' })
  const [one, two] = await Promise.all([app.signIn(), app.signIn()])
  for (const learner of [one, two]) await set(learner, 'email = null')
  const ask = (learner: TestClient, email: string) => learner.call('POST /user/update-user', { body: { email } })
  const refused = await ask(one, 'Taken@Example.com')
  expect([...codeOf(refused), Object.keys(refused.data.errors ?? {})]).toEqual([422, 'email_taken', ['email']])
  const answers = await Promise.all([ask(one, 'wanted@example.com'), ask(two, 'wanted@example.com')])
  expect(answers.map(({ status }) => status).sort((one, other) => one - other)).toEqual([200, 422])
  expect(answers.find(({ status }) => status === 422)?.data.code).toBe('email_taken')
})

test('the same e-mail can be used in two schools [BRD-01]', async () => {
  await app.signIn({ email: 'both@example.com', brandId: 'face' })
  const learner = await app.signIn()
  await set(learner, 'email = null')
  const { status } = await learner.call('POST /user/update-user', { body: { email: 'both@example.com' } })
  expect(status).toBe(200)
})

test('a new password ends all other sessions and is refused when weak, misspelt or without the current one [PRO-06]', async () => {
  const learner = await app.signIn({ email: 'pass@example.com' })
  const other = await otherDevice('pass@example.com')
  const change = (password: string, password_repeat: string, current_password?: string) =>
    learner.call('POST /user', { body: { password, password_repeat, ...(current_password && { current_password }) } })
  expect(codeOf(await change('short', 'short', testPassword))).toEqual([422, 'password_too_weak'])
  expect(codeOf(await change(newPassword, 'something else', testPassword))).toEqual([422, 'passwords_differ'])
  expect(codeOf(await change(newPassword, newPassword))).toEqual([422, 'current_password_wrong'])
  expect((await other('GET /user')).status).toBe(200)
  expect((await change(newPassword, newPassword, testPassword)).status).toBe(200)
  expect([(await other('GET /user')).status, (await learner.call('GET /user')).status]).toEqual([401, 200])
  expect([(await login('pass@example.com')).status, (await login('pass@example.com', newPassword)).status]).toEqual([
    422, 200,
  ])
})

test('a person without a password, or with a demanded new one, sets it without the current one [PRO-06, ONB-02]', async () => {
  for (const columns of ['password_hash = null', 'is_require_update_password = true']) {
    const learner = await app.signIn()
    await set(learner, columns)
    const body = { password: newPassword, password_repeat: newPassword }
    const { status, data } = await learner.call('POST /user', { body })
    expect([status, data.is_require_update_password]).toEqual([200, false])
  }
})

test('of two simultaneous password changes one wins completely [PRO-06]', async () => {
  const learner = await app.signIn()
  const change = (password: string) =>
    learner.call('POST /user', {
      body: { password, password_repeat: password, current_password: testPassword, city: password },
    })
  const passwords = ['first brave otter', 'second brave otter']
  const answers = await Promise.all(passwords.map(change))
  expect(answers.map(({ status }) => status).sort((one, other) => one - other)).toEqual([200, 422])
  const { email, city } = (await learner.call('GET /user')).data
  expect((await login(email ?? '', city)).status).toBe(200)
})

test('the current password cannot be guessed through an open session [SEC-03]', async () => {
  const learner = await app.signIn()
  const guess = () =>
    learner.call('POST /user', { body: { email: 'thief@example.com', current_password: 'guess' } }).then(codeOf)
  const passwords = { password: 'a walk in the rain', password_repeat: 'a walk in the rain' }
  const guessElsewhere = () =>
    learner.call('POST /user/update-password', { body: { current_password: 'guess', ...passwords } }).then(codeOf)
  const answers = await Promise.all(Array.from({ length: 14 }, (_, index) => (index % 2 ? guess() : guessElsewhere())))
  expect(answers.filter(([status]) => status === 422)).toHaveLength(10)
  const right = { email: 'thief@example.com', current_password: testPassword }
  expect(codeOf(await learner.call('POST /user', { body: right }))).toEqual([429, 'too_many_requests'])
  app.clock.now += 16 * 60_000
  expect((await learner.call('POST /user', { body: right })).status).toBe(200)
})

test('checks for existing accounts are limited [SEC-03]', async () => {
  const learner = await app.signIn()
  await set(learner, 'email = null')
  await app.signIn({ email: 'known@example.com' })
  const ask = () => learner.call('POST /user/update-user', { body: { email: 'known@example.com' } })
  const answers = []
  for (let count = 0; count < 22; count++) answers.push((await ask()).status)
  expect([answers[0], answers.at(-1)]).toEqual([422, 429])
})

test('the registration chat only moves forward [PRO-08, ONB-03]', async () => {
  const learner = await app.signIn()
  const go = (status: number) => learner.call('POST /user/update-user', { body: { status } })
  const reached = []
  for (const status of [20, 40, 30, 40, 20]) reached.push((await go(status)).data.status)
  expect(reached).toEqual([20, 40, 40, 40, 40])
  for (const status of [10, 15, 100]) expect(codeOf(await go(status))).toEqual([422, 'status_unknown'])
})

test.each([
  ['DELETE /user', undefined],
  ['POST /user/update-user', { status: 0 }],
] as const)('%s ends the account and every session of it [ACC-21]', async (name, body) => {
  const email = `ending-${name.length}@example.com`
  const learner = await app.signIn({ email })
  const other = await otherDevice(email)
  expect((await learner.call(name, body && { body })).status).toBe(200)
  expect([(await learner.call('GET /user')).status, (await other('GET /user')).status]).toEqual([401, 401])
  expect((await login(email)).status).toBe(422)
  expect((await learner.call(name, body && { body })).status).toBe(401)
  const { rows } = await app.db.query({ text: 'select status from users where id = $1', values: [learner.userId] })
  expect(rows).toEqual([{ status: 0 }])
})

test('an ended account keeps its e-mail, so that nobody else gets in under it [ACC-21]', async () => {
  const learner = await app.signIn({ email: 'kept@example.com' })
  await learner.call('DELETE /user')
  const other = await app.signIn()
  await set(other, 'email = null')
  const answer = await other.call('POST /user/update-user', { body: { email: 'kept@example.com' } })
  expect(codeOf(answer)).toEqual([422, 'email_taken'])
})
