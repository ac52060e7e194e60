import { afterAll, beforeAll, expect, test } from 'vitest'
import { startTestApp, type TestApp, testPassword } from '#server/app/testing/test-app.ts'
import { birthdayFromTyped } from '#shared/features/profile/birthday.ts'
import { sharedData } from '#shared/platform/testing/shared-data.ts'

let app: TestApp
beforeAll(async () => {
  app = await startTestApp()
  app.clock.set('2026-12-02T10:00:00Z')
})
afterAll(() => app.close())

async function demandProfile(userId: number, more = '') {
  await app.db.query({
    text: `update users set is_require_update_profile = true${more} where id = $1`,
    values: [userId],
  })
}

test('only what is sent changes, and GET /user answers it [PRO-06]', async () => {
  const learner = await app.signIn()
  const body = {
    name: ' Ана Мария ',
    last_name: 'Ñandú',
    city: 'Riga',
    gender: 'F',
    phone: '8 (912) 345-67-89',
    birthday: '29.02.2000',
    instagram_id: '@some.one_1',
    language_code: 'es',
    timezone: 'Europe/Madrid',
  }
  const changed = await learner.call('POST /user', { body })
  expect(changed.status).toBe(200)
  const shown = {
    name: 'Ана Мария',
    last_name: 'Ñandú',
    city: 'Riga',
    gender: 'F',
    phone: '+79123456789',
    birthday: '2000-02-29',
    instagram_id: 'some.one_1',
    language_code: 'es',
    locale: 'es-ES',
    timezone: 'Europe/Madrid',
  }
  expect(changed.data).toMatchObject(shown)
  expect(changed.statements).toBe(4)
  const again = await learner.call('POST /user', { body: { city: 'Vigo' } })
  expect(again.statements).toBe(3)
  expect((await learner.call('GET /user')).data).toMatchObject({ ...shown, city: 'Vigo' })
  const removed = await learner.call('POST /user', {
    body: { gender: '', phone: '', birthday: '', instagram_id: '', city: '', last_name: '' },
  })
  expect(removed.data).toMatchObject({ gender: null, phone: null, birthday: null, instagram_id: '', city: '' })
})

test('a profile travels as a form too [PRO-06, REQ-02]', async () => {
  const learner = await app.signIn()
  const boundary = 'form'
  const fields = { name: 'Ольга', birthday: '01.01.1990' }
  const parts = Object.entries(fields).map(
    ([name, value]) => `--${boundary}\r\ncontent-disposition: form-data; name="${name}"\r\n\r\n${value}\r\n`,
  )
  const answer = await app.server.inject({
    method: 'POST',
    url: '/spa/api/v1/user',
    headers: { authorization: `Bearer ${learner.token}`, 'content-type': `multipart/form-data; boundary=${boundary}` },
    payload: `${parts.join('')}--${boundary}--\r\n`,
  })
  expect([answer.statusCode, answer.json().name, answer.json().birthday]).toEqual([200, 'Ольга', '1990-01-01'])
})

test.each([
  ['name', '   ', 'name_required'],
  ['name', '\u200b\u2060', 'name_required'],
  ['instagram_id', 'your.name', 'wrong_instagram'],
  ['instagram_id', '.dot', 'wrong_instagram'],
  ['instagram_id', 'a'.repeat(31), 'wrong_instagram'],
  ['instagram_id', 'имя', 'wrong_instagram'],
  ['phone', 'call me', 'wrong_phone'],
  ['timezone', 'Europe/Nowhere', 'wrong_timezone'],
  ['timezone', '+03:00', 'wrong_timezone'],
  ['birthday', '2000-02-29', 'wrong_birthday'],
  ['birthday', '31.12.1899', 'wrong_birthday'],
  ['birthday', '03.12.2026', 'wrong_birthday'],
  ['email', 'a@b', 'invalid_email'],
])(
  '%s %j is refused at its field and nothing is written [VAL-09, VAL-10, VAL-11, VAL-14]',
  async (field, text, code) => {
    const learner = await app.signIn()
    const answer = await learner.call('POST /user', { body: { city: 'Riga', [field]: text }, language: 'ru' })
    expect([answer.status, answer.data.code, Object.keys(answer.data.errors ?? {})]).toEqual([422, code, [field]])
    expect((await learner.call('GET /user')).data.city).toBe('')
  },
)

test('a new e-mail obeys the rules of the school, also at sign-up; one that is kept need not [VAL-07, VAL-08]', async () => {
  const { emailRules } = app.brands.default.config
  const quoted = '"ann"@example.com'
  const learner = await app.signIn({ email: quoted })
  const body = (email: string) => ({ email, current_password: testPassword })
  const kept = await learner.call('POST /user', { body: body('ann@blocked.example') })
  expect(kept.status).toBe(200)
  Object.assign(emailRules, { isStrict: true, blockedDomains: ['blocked.example'] })
  expect((await learner.call('POST /user', { body: body('ann@blocked.example') })).status).toBe(200)
  for (const email of [quoted, 'other@blocked.example']) {
    const changed = await learner.call('POST /user', { body: body(email) })
    const updated = await learner.call('POST /user/update-user', { body: body(email) })
    const checked = await app.visitor.call('POST /auth/validate-signup-form', { body: { email } })
    expect([changed, updated, checked].map(({ data }) => data.code)).toEqual(Array(3).fill('invalid_email'))
  }
  Object.assign(emailRules, { isStrict: false, blockedDomains: [] })
  expect((await learner.call('POST /user', { body: body(quoted) })).status).toBe(200)
})

test('every birthday of the shared list is judged by the server as by the rule [VAL-11, VAL-14]', async () => {
  const { cases } = sharedData<{ cases: { input: string; valid: boolean }[] }>('i18n/birthdays.json')
  const learner = await app.signIn()
  for (const { input } of cases.filter(one => one.input !== '')) {
    const date = birthdayFromTyped(input, '2026-12-02')
    const { status, data } = await learner.call('POST /user', { body: { birthday: input } })
    expect([input, status]).toEqual([input, date === undefined ? 422 : 200])
    if (date) expect(data.birthday).toBe(date)
  }
})

test('the latest possible birthday follows the person’s own time zone [VAL-11]', async () => {
  const learner = await app.signIn({ timezone: 'Pacific/Kiritimati' })
  const born = (birthday: string) => learner.call('POST /user', { body: { birthday } })
  expect((await born('03.12.2026')).status).toBe(200)
  expect((await born('04.12.2026')).status).toBe(422)
})

test('old and present names of a time zone are taken, and the next call knows it [PRO-06]', async () => {
  const { aliases } = sharedData<{ aliases: { old: string; now: string }[] }>('i18n/timezone-aliases.json')
  const learner = await app.signIn()
  for (const { old } of aliases.filter((_, index) => index % 10 === 0)) {
    const { status, data } = await learner.call('POST /user', { body: { timezone: old } })
    expect([old, status, data.timezone]).toEqual([old, 200, old])
  }
})

test('lengths are counted in code points [VAL-13]', async () => {
  const learner = await app.signIn()
  const set = (name: string) => learner.call('POST /user', { body: { name } })
  expect((await set('𝒜'.repeat(100))).data.name).toBe('𝒜'.repeat(100))
  const refused = await set('𝒜'.repeat(101))
  expect([refused.status, refused.data.code]).toEqual([422, 'invalid_input'])
  expect(refused.data.errors).toHaveProperty('name')
})

test('tricky names come back exactly as typed [PRO-06, SEC-07]', async () => {
  const { strings } = sharedData<{ strings: { text: string }[] }>('hostile-text/naughty-strings.json')
  const learner = await app.signIn()
  for (const { text } of strings.filter((_, index) => index % 6 === 0)) {
    const { status, data } = await learner.call('POST /user', { body: { last_name: text } })
    if (status === 200) expect(data.last_name).toBe(text.trim())
    else
      expect([text, status]).toEqual([
        [...text].length > 100 || /[\p{Cc}\u2028\u2029]/u.test(text) ? text : 'a line',
        422,
      ])
  }
})

test('a changed phone is no longer validated [ACC-15]', async () => {
  const learner = await app.signIn()
  await app.db.query({
    text: `update users set phone = '+34600123456', is_phone_validated = true where id = $1`,
    values: [learner.userId],
  })
  const set = async (phone: string) => (await learner.call('POST /user', { body: { phone } })).data.phoneValidated
  expect(await set('+34 600 123 456')).toBe(true)
  expect(await set('+34 600 123 457')).toBe(false)
  expect(await set('+34 600 123 456')).toBe(false)
})

test('the demand for a profile ends only when name and e-mail are there [GRD-01, PRO-06]', async () => {
  const learner = await app.signIn()
  await demandProfile(learner.userId, `, first_name = '', email = null`)
  const named = await learner.call('POST /user', { body: { name: 'Ana' } })
  expect(named.data.is_require_update_profile).toBe(true)
  const done = await learner.call('POST /user', { body: { email: 'Ana.New@Example.com' } })
  expect(done.data).toMatchObject({ is_require_update_profile: false, email: 'ana.new@example.com', name: 'Ana' })
})

test('a visitor has no profile to change [SEC-02]', async () => {
  expect((await app.visitor.call('POST /user', { body: { name: 'Ana' } })).status).toBe(401)
})

test('notifications are switched off and on, as often as one likes [PRO-09]', async () => {
  const learner = await app.signIn()
  for (const disable of [1, 1, 0]) {
    const { data } = await learner.call('POST /user/notification', { body: { disable_notification: disable } })
    expect(data).toEqual({ disable_notification: disable })
    expect((await learner.call('GET /user')).data.disable_notification).toBe(disable)
  }
  expect((await learner.call('POST /user/notification', { body: { disable_notification: 2 } })).status).toBe(422)
})

test('the current password is not needed for the rest of the profile', async () => {
  const learner = await app.signIn({ email: 'plain@example.com' })
  const same = await learner.call('POST /user', { body: { name: 'Ana', email: ' PLAIN@example.com ' } })
  expect(same.status).toBe(200)
  const login = { email: 'plain@example.com', password: testPassword }
  expect((await app.visitor.call('POST /auth/login', { body: login })).status).toBe(200)
})
