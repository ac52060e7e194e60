import { readdir, readFile, stat } from 'node:fs/promises'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { startTestApp, type TestApp } from '#server/app/testing/test-app.ts'
import type { TestClient } from '#server/app/testing/test-client.ts'
import { openTextGateway } from '#server/platform/sms/testing/text-gateway.ts'
import { sharedData } from '#shared/platform/testing/shared-data.ts'

let app: TestApp
let gateway: Awaited<ReturnType<typeof openTextGateway>>
beforeAll(async () => {
  gateway = await openTextGateway()
  const outbox = { smsWebhookUrl: gateway.url, smsWebhookToken: 'gateway-key' }
  app = await startTestApp({ outbox, trustProxy: true })
})
afterAll(async () => {
  await app.close()
  await gateway.close()
})

let networks = 0
const newNetwork = () => ({ 'x-forwarded-for': `10.3.${++networks >> 8}.${networks & 255}` })
const ask = (client: TestClient, phone: string) =>
  client.call('POST /user/request-phone-otp', { body: { phone }, headers: newNetwork() })
const verify = (client: TestClient, phone: string, code: string) =>
  client.call('POST /user/verify-phone', { body: { phone, code }, headers: newNetwork() })
const codeIn = (text: string) => /\b\d{6}\b/.exec(text)?.[0] ?? ''
let numbers = 0
const newPhone = () => `+34 600 ${String(++numbers).padStart(3, '0')} 456`
const demand = (client: TestClient) =>
  app.db.query({ text: 'update users set is_require_phone_validate = true where id = $1', values: [client.userId] })

test('a code sent by phone validates the number and clears the demand [ACC-15]', async () => {
  const client = await app.signIn({ language: 'es' })
  await demand(client)
  expect((await client.call('GET /user')).data).toMatchObject({
    requirePhoneValidate: true,
    is_require_phone_validate: true,
  })
  expect(await ask(client, '+34 (612) 34-56-78')).toMatchObject({ status: 200, data: { retry_after: 60 } })
  const text = await gateway.next()
  expect([text.to, text.brand, text.headers.authorization]).toEqual(['+34612345678', 'kurso', 'Bearer gateway-key'])
  expect(text.text).toMatch(/^Kurso: tu código es \d{6}\./)
  const taken = await verify(client, '0034 612 345 678', codeIn(text.text))
  expect([taken.status, taken.data]).toEqual([200, { phoneValidated: true, requirePhoneValidate: false }])
  expect((await client.call('GET /user')).data).toMatchObject({
    phone: '+34612345678',
    phoneValidated: true,
    requirePhoneValidate: false,
    is_require_phone_validate: false,
  })
})

test('a code works once, for the number and the person it was sent to [ACC-15, SEC-01]', async () => {
  const [client, other] = [await app.signIn(), await app.signIn()]
  const phone = newPhone()
  await ask(client, phone)
  const code = codeIn((await gateway.next()).text)
  expect((await verify(other, phone, code)).data.code).toBe('code_wrong')
  expect((await verify(client, newPhone(), code)).data.code).toBe('code_wrong')
  const answers = await Promise.all([1, 2, 3].map(() => verify(client, phone, code)))
  expect(answers.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([200, 422, 422])
  expect((await other.call('GET /user')).data.phone).toBeNull()
})

test('a mistyped number can be corrected at once; the first one’s code then no longer works [ACC-15]', async () => {
  const client = await app.signIn()
  const [wrong, right] = [newPhone(), newPhone()]
  await ask(client, wrong)
  const first = codeIn((await gateway.next()).text)
  expect((await ask(client, right)).data).toEqual({ retry_after: 60 })
  const second = codeIn((await gateway.next()).text)
  expect((await verify(client, wrong, first)).status).toBe(422)
  expect((await verify(client, right, second)).status).toBe(200)
})

test('five wrong tries end a code, and so do ten minutes [ACC-15, SEC-03]', async () => {
  const client = await app.signIn()
  const phone = newPhone()
  await ask(client, phone)
  const code = codeIn((await gateway.next()).text)
  const wrong = String((Number(code) + 1) % 1_000_000).padStart(6, '0')
  for (let index = 0; index < 5; index++) expect((await verify(client, phone, wrong)).status).toBe(422)
  expect((await verify(client, phone, code)).status).toBe(422)
  app.clock.now += 61_000
  await ask(client, phone)
  const late = codeIn((await gateway.next()).text)
  app.clock.now += 600_001
  expect((await verify(client, phone, late)).status).toBe(422)
})

test('a repeat within a minute sends nothing; ten texts an hour are the maximum [ACC-15, SEC-03]', async () => {
  const client = await app.signIn()
  const phone = newPhone()
  await ask(client, phone)
  await gateway.next()
  const before = gateway.sent.length
  app.clock.now += 15_000
  expect((await ask(client, phone)).data).toEqual({ retry_after: 45 })
  const statuses: number[] = []
  for (let index = 0; index < 9; index++) {
    app.clock.now += 61_000
    statuses.push((await ask(client, phone)).status)
  }
  expect(statuses).toEqual([...Array.from({ length: 8 }, () => 200), 429])
  await expect.poll(() => gateway.sent.length, { timeout: 15_000 }).toBe(before + 8)
  for (let index = 0; index < 8; index++) await gateway.next()
})

test('a failing gateway is retried [ACC-15, REL-01]', async () => {
  const client = await app.signIn()
  const phone = newPhone()
  gateway.answer.status = 503
  await ask(client, phone)
  await new Promise(resolve => setTimeout(resolve, 400))
  gateway.answer.status = 200
  const { text } = await gateway.next()
  expect((await verify(client, phone, codeIn(text))).status).toBe(200)
})

test('the demand can be postponed for seven days [ACC-15]', async () => {
  const client = await app.signIn()
  await demand(client)
  expect((await client.call('POST /user/supress-phone-validation')).status).toBe(200)
  expect((await client.call('GET /user')).data).toMatchObject({
    requirePhoneValidate: false,
    is_require_phone_validate: false,
  })
  const move = (by: string) =>
    app.db.query({
      text: `update users set phone_demand_from = phone_demand_from - $2::interval where id = $1`,
      values: [client.userId, by],
    })
  await move('6 days 23 hours')
  expect((await client.call('GET /user')).data.requirePhoneValidate).toBe(false)
  await move('1 hour 1 second')
  expect((await client.call('GET /user')).data).toMatchObject({
    requirePhoneValidate: true,
    is_require_phone_validate: true,
  })
})

test('an invalid number, or one without a country, is refused at its field [ACC-15, VAL-10, VAL-14]', async () => {
  const client = await app.signIn()
  for (const phone of ['phone', '600 123 456', '+34 600 SIX', '+1234567890123456'])
    for (const answer of [await ask(client, phone), await verify(client, phone, '123456')])
      expect([answer.status, answer.data.code, Object.keys(answer.data.errors ?? {})]).toEqual([
        422,
        'wrong_phone',
        ['phone'],
      ])
})

test('no existing number is refused [ACC-15, VAL-10]', { timeout: 60_000 }, async () => {
  const { valid_numbers: valid } = sharedData<{ valid_numbers: { international: string }[] }>('i18n/phones.json')
  for (const { international } of valid.filter((_, index) => index % 8 === 0)) {
    const client = await app.signIn()
    expect([international, (await verify(client, international, '1')).data.code]).toEqual([international, 'code_wrong'])
  }
})

test('without a gateway texts land in a folder only the operator can read [ACC-15]', async () => {
  const plain = await startTestApp()
  try {
    const client = await plain.signIn({ language: 'ru' })
    await client.call('POST /user/request-phone-otp', { body: { phone: '8 912 345-67-89' } })
    const folder = join(plain.dataDir, 'outbox')
    const files = async () => (await readdir(folder).catch(() => [])).filter(name => name.endsWith('.sms.json'))
    await expect.poll(files, { timeout: 10_000 }).toHaveLength(1)
    const file = join(folder, (await files())[0] ?? '')
    await expect.poll(async () => (await readFile(file, 'utf8')).length).toBeGreaterThan(0)
    const text = JSON.parse(await readFile(file, 'utf8'))
    expect([text.to, (await stat(file)).mode & 0o077, (await stat(folder)).mode & 0o077]).toEqual([
      '+79123456789',
      0,
      0,
    ])
    const body = { phone: '+7 912 345 67 89', code: codeIn(text.text) }
    expect((await client.call('POST /user/verify-phone', { body })).status).toBe(200)
  } finally {
    await plain.close()
  }
})
