import { afterEach, beforeEach, expect, test } from 'vitest'
import { openLog } from '#server/app/log.ts'
import { startTestApp, type TestApp } from '#server/app/testing/test-app.ts'
import { newSetupLink } from './setup-link.ts'

let app: TestApp
const lines: string[] = []
beforeEach(async () => {
  lines.length = 0
  app = await startTestApp({ log: openLog('trace', { write: line => void lines.push(line) }) })
})
afterEach(() => app.close())

const form = {
  school_name: ' Two weeks of yoga ',
  languages: ['es', 'en'],
  default_language: 'es',
  first_name: ' Inés ',
  last_name: 'Ruiz',
  email: ' Ines@Yoga-school.es',
  password: 'mangos under the bridge',
  timezone: 'Europe/Madrid',
  currency: 'EUR',
}
const newCode = async () =>
  new URL((await newSetupLink(app.db, 'https://school.test')) ?? 'x:').searchParams.get('code')
const check = (code: unknown) => app.visitor.call('POST /setup/check', { body: { code } })
const setUp = (code: unknown, more: Record<string, unknown> = {}) =>
  app.visitor.call('POST /setup', { body: { code, ...form, ...more } })
const outcome = ({ status, data }: { status: number; data: { code?: string; errors?: object } }) => [
  status,
  data.code,
  Object.keys(data.errors ?? {}),
]
const administrators = async () =>
  (await app.db.query({ text: `select email from users where role = 'admin' order by id` })).rows

test('the link names the school and lets in its first administrator, who may do all; the code is stored as a hash [STF-22]', async () => {
  const code = await newCode()
  expect(code?.length).toBeGreaterThanOrEqual(22)
  const { rows } = await app.db.query({ text: 'select s::text as text from setup_codes s' })
  expect(JSON.stringify(rows)).not.toContain(code)
  expect((await check(code)).status).toBe(200)
  const { status, data } = await setUp(code)
  expect(status).toBe(200)
  const headers = { authorization: `Bearer ${data.token}` }
  expect((await app.visitor.call('GET /user', { headers })).data).toMatchObject({
    name: 'Inés',
    last_name: 'Ruiz',
    email: 'ines@yoga-school.es',
    role: 'admin',
    timezone: 'Europe/Madrid',
    language_code: 'en',
  })
  const brand = (await app.visitor.call('GET /studio/brand', { headers })).data
  expect(brand.override).toMatchObject({
    site: {
      name: 'Two weeks of yoga',
      title: { en: 'Two weeks of yoga', ru: 'Two weeks of yoga', es: 'Two weeks of yoga' },
      footers: [],
      languages: ['es', 'en'],
      defaultLanguage: 'es',
      supportEmail: 'ines@yoga-school.es',
    },
    config: { saleEmail: 'ines@yoga-school.es' },
  })
  expect((await app.visitor.call('GET /studio/payments', { headers })).data.terms.currency).toBe('EUR')
  expect(brand.updated_by?.name).toBe('Inés Ruiz')
  const noted = (await app.visitor.call('GET /studio/audit-log', { headers })).data
  expect(noted.map(({ action }) => action)).toEqual(['school.setup', 'brand.change'])
  expect(lines.join('')).not.toContain(code)
  expect(lines.join('')).not.toContain(form.password)
})

test('the link works once; a later start ends it; a wrong one is refused at its field [STF-22]', async () => {
  const first = await newCode()
  const second = await newCode()
  for (const wrong of [first, 'made-up'])
    for (const answer of [await check(wrong), await setUp(wrong)])
      expect(outcome(answer)).toEqual([409, 'setup_link_over', ['code']])
  expect((await setUp(second)).status).toBe(200)
  for (const answer of [await check(second), await setUp(second, { email: 'other@yoga-school.es' })])
    expect(outcome(answer)).toEqual([409, 'school_is_set_up', []])
  expect(await administrators()).toEqual([{ email: 'ines@yoga-school.es' }])
})

test.each([
  ['sent twice', () => 'ines@yoga-school.es'],
  ['sent by two people', (index: number) => `person-${index}@yoga-school.es`],
])('of a form %s at once one is taken, and there is one administrator', async (_, emailOf) => {
  const code = await newCode()
  const answers = await Promise.all([0, 1, 2].map(index => setUp(code, { email: emailOf(index) })))
  expect(answers.filter(({ status }) => status === 200)).toHaveLength(1)
  expect(answers.filter(({ status }) => status === 409)).toHaveLength(2)
  expect(await administrators()).toHaveLength(1)
})

test.each([
  [{ school_name: ' ' }, 'school_name_required', 'school_name'],
  [{ school_name: '<b>Yoga</b>' }, 'brand_invalid', 'school_name'],
  [{ school_name: 'x'.repeat(61) }, 'invalid_input', 'school_name'],
  [{ languages: [] }, 'invalid_input', 'languages'],
  [{ default_language: 'ru' }, 'brand_invalid', 'default_language'],
  [{ first_name: ' ' }, 'name_required', 'first_name'],
  [{ email: 'nobody' }, 'invalid_email', 'email'],
  [{ password: 'password' }, 'password_too_weak', 'password'],
  [{ password: 'twoweeksofyoga1' }, 'password_too_weak', 'password'],
  [{ timezone: 'Mars/Base' }, 'wrong_timezone', 'timezone'],
  [{ currency: 'XAU' }, 'currency_unknown', 'currency'],
  [{ currency: 'euro' }, 'invalid_input', 'currency'],
])('%j is refused as %s at its field, and the link still works', async (wrong, code, field) => {
  const link = await newCode()
  const answer = await setUp(link, wrong)
  expect(outcome(answer)).toEqual([422, code, [field]])
  expect(await administrators()).toEqual([])
  expect((await setUp(link)).status).toBe(200)
})

test('an e-mail that somebody of the school has is refused at its field, and nothing is written', async () => {
  await app.signIn({ email: 'ines@yoga-school.es' })
  const link = await newCode()
  expect(outcome(await setUp(link))).toEqual([422, 'email_taken', ['email']])
  expect(app.brands.default.site.name).toBe('Kurso')
  expect((await setUp(link, { email: 'other@yoga-school.es' })).status).toBe(200)
})

test('there is no link for a school with an administrator, and an older one lets nobody in', async () => {
  const link = await newCode()
  await app.signIn({ role: 'admin' })
  expect(await newSetupLink(app.db, 'https://school.test')).toBeUndefined()
  expect(outcome(await setUp(link))).toEqual([409, 'school_is_set_up', []])
})
