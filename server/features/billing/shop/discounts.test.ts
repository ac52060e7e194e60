import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { openShop } from '#server/app/testing/shop.ts'
import { discountTerms } from '#server/app/testing/shop-writes.ts'
import type { TestClient } from '#server/app/testing/test-client.ts'

let shop: Awaited<ReturnType<typeof openShop>>
let admin: TestClient
let learner: TestClient

beforeAll(async () => {
  shop = await openShop()
})
beforeEach(async () => {
  shop.app.clock.set('2026-12-01T10:00:00Z')
  admin = await shop.app.signIn({ role: 'admin', timezone: 'Europe/Riga' })
  learner = await shop.app.signIn()
})
afterAll(() => shop.close())

const add = (code: string, fields: object = {}, idempotencyKey?: string) =>
  admin.call('POST /studio/discounts', {
    body: { code, ...discountTerms, ...fields } as never,
    ...(idempotencyKey && { idempotencyKey }),
  })
const change = (id: number, fields: object, revision = 1, by = admin) =>
  by.call('PUT /studio/discounts/:id', { params: { id }, body: { ...discountTerms, ...fields, revision } as never })
const setState = (id: number, state: 'valid' | 'archived') =>
  admin.call('PUT /studio/discounts/:id/state', { params: { id }, body: { state } })
const list = async (query: Record<string, unknown> = {}, by = admin) =>
  (await by.call('GET /studio/discounts', { query })).data
const find = async (code: string, by = admin) => (await list({ search: code }, by)).find(one => one.code === code)
const check = (code: string, serviceId: number, currency = 'EUR') =>
  learner.call('GET /discount/check/code/:code/course-service/:serviceId', {
    params: { code, serviceId },
    query: { currency },
  })
const run = (text: string, ...values: unknown[]) => shop.app.db.query<{ action: string }>({ text, values })

async function refusal(asked: Promise<{ status: number; data: object }>) {
  const { status, data } = await asked
  const { code, errors } = data as { code?: string; errors?: object }
  return [status, code, ...Object.keys(errors ?? {})]
}

test('a code is added once, typed in any case, lowers a price, and counts its uses [STF-08]', async () => {
  const service = await shop.service({ EUR: 4900 })
  const made = await Promise.all([1, 2, 3].map(() => add(' spring-10 ', { most_uses: 1 }, 'spring')))
  expect(new Set(made.map(({ data }) => data.id)).size).toBe(1)
  expect(await refusal(add('Spring-10'))).toEqual([409, 'discount_code_taken', 'code'])
  expect((await check('spring-10', service)).data).toEqual({ code: 'SPRING-10', discount: 490, total: 4410 })
  expect(await find('SPRING-10')).toMatchObject({ uses: 0, state: 'valid', most_uses: 1 })
  await learner.call('POST /order/:id', { params: { id: service }, body: { promocode: 'spring-10', total: 4410 } })
  expect(await find('SPRING-10')).toMatchObject({ uses: 1, state: 'used_up' })
})

test('a code of an amount lowers prices of its currency, and only of its services', async () => {
  const [one, other] = [await shop.service({ EUR: 4900, KWD: 9000 }), await shop.service({ KWD: 9000 })]
  const { data } = await add('DINAR', { percent: null, amount: 1250, currency: 'KWD', service_ids: [one] })
  expect((await check('DINAR', one, 'KWD')).data).toMatchObject({ discount: 1250, total: 7750 })
  expect(await refusal(check('DINAR', one))).toEqual([409, 'discount_foreign', 'code'])
  expect(await refusal(check('DINAR', other, 'KWD'))).toEqual([409, 'discount_foreign', 'code'])
  await change(data.id, { percent: null, amount: 1250, currency: 'KWD', service_ids: [other, one] })
  expect((await check('DINAR', other, 'KWD')).data).toMatchObject({ total: 7750 })
  expect((await find('DINAR'))?.service_ids).toEqual([one, other])
  await change(data.id, { service_ids: [other] }, 2)
  expect((await find('DINAR'))?.service_ids).toEqual([other])
  expect((await check('DINAR', other, 'KWD')).data).toMatchObject({ total: 8100 })
})

test('a code holds from its first day to the end of its last, which stay where they are when another zone saves it', async () => {
  const service = await shop.service({ EUR: 1000 })
  const days = { starts_on: '2026-12-03', ends_on: '2026-12-04' }
  const { data } = await add('DAYS', days)
  const at = async (moment: string) => {
    shop.app.clock.set(moment)
    const { status, data: answer } = await check('DAYS', service)
    return [(await find('DAYS'))?.state, status === 200 || (answer as unknown as { code: string }).code]
  }
  const during = ['valid', true]
  expect(await at('2026-12-02T21:59:59Z')).toEqual(['not_yet', 'discount_not_yet'])
  expect(await at('2026-12-02T22:00:00Z')).toEqual(during)
  const far = await shop.app.signIn({ role: 'admin', timezone: 'Asia/Tokyo' })
  const { starts_on, ends_on } = (await find('DAYS', far)) ?? {}
  expect([starts_on, ends_on]).toEqual(['2026-12-03', '2026-12-05'])
  expect((await change(data.id, { starts_on, ends_on, percent: 20 }, 1, far)).data).toEqual({ revision: 2 })
  expect(await find('DAYS')).toMatchObject({ ...days, percent: 20 })
  expect(await at('2026-12-04T21:59:59Z')).toEqual(during)
  expect(await at('2026-12-04T22:00:00Z')).toEqual(['over', 'discount_over'])
})

test('an archived code lowers nothing and is listed apart; it can be brought back', async () => {
  const service = await shop.service({ EUR: 1000 })
  const { id } = (await add('GONE')).data
  await setState(id, 'archived')
  await setState(id, 'archived')
  expect(await refusal(check('GONE', service))).toEqual([404, 'discount_unknown', 'code'])
  expect(await find('GONE')).toBeUndefined()
  expect(await list({ search: 'gon', state: 'archived' })).toMatchObject([{ id, state: 'archived' }])
  await setState(id, 'valid')
  expect((await check('GONE', service)).status).toBe(200)
  const { rows } = await run(
    `select action from audit_log where target_type = 'discount' and target_id = $1 order by id`,
    id,
  )
  expect(rows.map(({ action }) => action)).toEqual(['discount.add', 'discount.archive', 'discount.restore'])
})

test('of two who change a code at once the second is told; what is sent again changes nothing more', async () => {
  const { id } = (await add('RIVALS')).data
  const both = await Promise.all([change(id, { percent: 20 }), change(id, { percent: 30 })])
  expect(both.map(({ status }) => status).toSorted((one, other) => one - other)).toEqual([200, 409])
  expect(await refusal(change(id, { percent: 40 }))).toEqual([409, 'changed_meanwhile'])
  const percent = (await find('RIVALS'))?.percent
  expect((await change(id, { percent })).data).toEqual({ revision: 2 })
})

test('what no code can be is refused at its field', async () => {
  const service = await shop.service({ EUR: 1000 })
  await run(`update services set brand_id = 'face' where id = $1`, service)
  const cases: [string, object, ...unknown[]][] = [
    ['A', {}, 422, 'discount_code_unfit', 'code'],
    ['A/B?C', {}, 422, 'discount_code_unfit', 'code'],
    ['BAD', { percent: null }, 422, 'discount_of_what', 'percent'],
    ['BAD', { amount: 5, currency: 'EUR' }, 422, 'discount_of_what', 'percent'],
    ['BAD', { percent: null, amount: 5 }, 422, 'discount_of_what', 'amount'],
    ['BAD', { percent: 101 }, 422, 'invalid_input', 'percent'],
    ['BAD', { starts_on: '2026-02-31' }, 422, 'invalid_input', 'starts_on'],
    ['BAD', { ends_on: '9999-12-31' }, 422, 'invalid_input', 'ends_on'],
    ['BAD', { starts_on: '2026-12-02', ends_on: '2026-12-01' }, 422, 'discount_ends_early', 'ends_on'],
    ['BAD', { service_ids: [service] }, 404, 'not_found', 'service_ids'],
    ['BAD', { service_ids: [1, 1] }, 422, 'invalid_input', 'service_ids'],
  ]
  for (const [code, fields, ...expected] of cases)
    expect(await refusal(add(code, fields)), `${code} ${JSON.stringify(fields)}`).toEqual(expected)
})

test('codes of another school are neither listed nor changed', async () => {
  const { id } = (await add('THEIRS')).data
  await run(`update discounts set brand_id = 'face' where id = $1`, id)
  expect(await find('THEIRS')).toBeUndefined()
  expect(await refusal(change(id, { percent: 20 }))).toEqual([404, 'not_found'])
  expect(await refusal(setState(id, 'archived'))).toEqual([404, 'not_found'])
})
