import { afterAll, beforeAll, expect, test } from 'vitest'
import { openShop } from '#server/app/testing/shop.ts'

let shop: Awaited<ReturnType<typeof openShop>>

beforeAll(async () => {
  shop = await openShop()
})
afterAll(() => shop.close())

test('orders are sorted by date, by amount within a currency and by status, both ways and page by page [STF-08]', async () => {
  const admin = await shop.app.signIn({ role: 'admin' })
  const learner = await shop.app.signIn()
  const orders: Record<string, number> = {}
  for (const [name, currency, amount] of [
    ['small', 'EUR', 100],
    ['large', 'EUR', 4900],
    ['same', 'EUR', 100],
    ['foreign', 'USD', 500],
  ] as const) {
    const { id } = await shop.buy(learner, await shop.service({ EUR: amount }))
    orders[name] = id
    await shop.app.db.query({ text: 'update orders set currency = $2 where id = $1', values: [id, currency] })
  }
  await shop.app.db.query({ text: `update orders set status = 'disputed' where id = $1`, values: [orders['large']] })
  // What an app store has sold is told of later than it was bought.
  const toldLate = `update orders set created_at = created_at - interval '1 day' where id = $1`
  await shop.app.db.query({ text: toldLate, values: [orders['same']] })
  const read = async (order: { sort?: 'date' | 'amount' | 'status'; order?: 'asc' | 'desc'; page?: number }) => {
    const query = { user_id: learner.userId, ...order }
    const { data } = await admin.call('GET /studio/orders', { query })
    return data.map(({ id }) => Object.entries(orders).find(([, known]) => known === id)?.[0])
  }
  expect(await read({})).toEqual(['foreign', 'large', 'small', 'same'])
  expect(await read({ order: 'asc' })).toEqual(['same', 'small', 'large', 'foreign'])
  expect(await read({ sort: 'amount' }), 'of equal ones the newest first').toEqual([
    'large',
    'same',
    'small',
    'foreign',
  ])
  expect(await read({ sort: 'amount', order: 'asc' })).toEqual(['same', 'small', 'large', 'foreign'])
  expect(await read({ sort: 'status', order: 'asc' })).toEqual(['foreign', 'same', 'small', 'large'])
  expect(await read({ sort: 'status' })).toEqual(['large', 'foreign', 'same', 'small'])
  const copies = `insert into orders overriding system value select (jsonb_populate_record(o, jsonb_build_object('id', o.id + n * 1000000, 'amount', 10000 + n, 'full_amount', 10000 + n))).*
    from orders o, generate_series(1, 40) n where o.id = $1`
  await shop.app.db.query({ text: copies, values: [orders['small']] })
  const amounts: number[] = []
  for (const page of [1, 2]) {
    const query = { user_id: learner.userId, sort: 'amount', order: 'asc', page }
    const { data } = await admin.call('GET /studio/orders', { query })
    amounts.push(...data.filter(({ currency }) => currency === 'EUR').map(({ amount }) => amount))
  }
  expect(amounts).toEqual([100, 100, 4900, ...Array.from({ length: 40 }, (_, n) => 10_001 + n)])
})
