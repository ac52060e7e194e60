import { afterAll, beforeAll, expect, test } from 'vitest'
import { codes, openStoreShop } from '#server/app/testing/store-shop.ts'

let shop: Awaited<ReturnType<typeof openStoreShop>>
beforeAll(async () => {
  shop = await openStoreShop()
}, 60_000)
afterAll(() => shop.close())

const outcome = ({ status, data }: { status: number; data: object }) => {
  const { code, errors = {} } = data as { code?: string; errors?: object }
  return [status, code, Object.keys(errors)]
}
const set = (body: object) => shop.admin.call('PUT /studio/app-stores', { body: body as never })

test('keys of stores are kept sealed, shown without their secrets, and changed one by one', async () => {
  const { data } = await shop.admin.call('GET /studio/app-stores')
  expect(data.map(({ store }) => store)).toEqual(['apple', 'google'])
  const shown = JSON.stringify(data)
  expect(shown).not.toContain('PRIVATE KEY')
  expect(shown).toContain('shop@school.iam.gserviceaccount.com')
  expect(data[0]?.keys).toContainEqual({ name: 'bundle_id', shown: 'com.school.morning', is_secret: false })
  expect(
    await shop.rows(`select from payment_accounts where position('PRIVATE' in encode(keys, 'escape')) > 0`),
  ).toEqual([])
  expect((await set({ store: 'google', push_account: 'other@school.iam.gserviceaccount.com' })).status).toBe(200)
  const again = (await shop.admin.call('GET /studio/app-stores')).data[1]
  expect(again?.events_url).toBe(data[1]?.events_url)
  expect(JSON.stringify(again?.keys)).toContain('other@school')
})

test('keys that are missing, look different or open nothing are refused with their field', async () => {
  expect(outcome(await set({ store: 'apple', bundle_id: 'no bundle' }))).toEqual([
    422,
    'payment_key_malformed',
    ['bundle_id'],
  ])
  expect(outcome(await set({ store: 'google', service_account: 'no file' }))).toEqual([
    422,
    'payment_key_malformed',
    ['service_account'],
  ])
  expect(outcome(await set({ store: 'google', service_account: '{"type":"other"}' }))).toEqual([
    422,
    'payment_key_refused',
    ['service_account'],
  ])
  shop.google.next.fail = true
  expect(outcome(await set({ store: 'google' }))).toEqual([503, 'payment_provider_silent', []])
})

test('a store that is closed sells nothing more, and what was bought there is still heard of [ERR-05]', async () => {
  const service = await shop.service({ code: codes.course })
  const learner = await shop.app.signIn()
  const fields = { transactionId: '70000001', productId: codes.course, price: 9990 }
  const order = (await shop.handIn(learner, fields)).data
  expect((await shop.admin.call('DELETE /studio/app-stores', { query: { store: 'apple' } })).status).toBe(200)
  expect(outcome(await shop.handIn(learner, fields))).toEqual([409, 'ERR_SETUP', []])
  expect(
    outcome(await learner.call('POST /app-store/intents', { body: { store: 'apple', service_id: service } })),
  ).toEqual([409, 'ERR_SETUP', []])
  expect(order.is_open).toBe(true)
})
