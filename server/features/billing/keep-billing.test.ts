import { afterAll, beforeAll, expect, test } from 'vitest'
import { openShop } from '#server/app/testing/shop.ts'
import { keepBilling } from './keep-billing.ts'
import { ProviderUnavailable } from './providers/provider.ts'

let shop: Awaited<ReturnType<typeof openShop>>
beforeAll(async () => {
  shop = await openShop()
})
afterAll(() => shop.close())

async function beginToPay(service: number) {
  const learner = await shop.app.signIn()
  const { data: order } = await learner.call('POST /order/:id', { params: { id: service }, body: {} })
  const { data } = await learner.call('POST /orders/:id/pay', { params: { id: order.id }, body: {} })
  const read = async () => (await learner.call('GET /orders/:id', { params: { id: order.id } })).data.status
  return { url: data.attempt?.url ?? '', read }
}

test('a provider that is silent is asked a few times in a turn, and keeps the payments of another from nothing', async () => {
  const service = await shop.service({ EUR: 1000 })
  for (let index = 0; index < 8; index++) await beginToPay(service)
  const { app, accountId: silent } = shop
  const other = await app.billing.setAccount(app.db, {
    brandId: 'kurso',
    provider: 'sandbox',
    keys: shop.keys,
    merchant: 'another',
  })
  const paid = await beginToPay(service)
  await shop.pay(paid.url)
  app.clock.set('2026-12-01T10:30:00Z')
  const { paying } = app.billing
  const asked: number[] = []
  const providerOf = async (id: number) => {
    asked.push(id)
    if (id === silent) throw new ProviderUnavailable('It is silent')
    return paying.providerOf(id)
  }
  await keepBilling({ ...paying, providerOf, log: { warn: () => undefined, error: paying.log.error } })
  expect(asked.filter(id => id === silent).length).toBeLessThanOrEqual(4)
  expect(asked).toContain(other)
  expect(await paid.read()).toBe('paid')
})

test('what was paid above the price goes back by itself, on a later day if the provider refuses it at first', async () => {
  const learner = await shop.app.signIn()
  const { id } = await shop.buy(learner, await shop.service({ EUR: 1000 }))
  const { db, clock, billing } = shop.app
  const twice = `insert into ledger_entries (invoice_id, attempt_id, kind, amount, account_id, object_id, happened_at)
    select e.invoice_id, e.attempt_id, 'payment', e.amount, e.account_id, 'pay_twice', e.happened_at
    from ledger_entries e join invoices i on i.id = e.invoice_id where i.order_id = $1`
  await db.query({ text: twice, values: [id] })
  await db.query({ text: `update orders set due_at = now() - interval '9 years' where id = $1`, values: [id] })
  const answers: string[] = []
  const refuse = {
    ...(await billing.paying.providerOf(shop.accountId)),
    refund: async ({ amount }: { amount: number }) => {
      answers.push(answers.length < 2 ? 'failed' : 'done')
      return { id: 'ref_1', state: answers.length < 3 ? ('failed' as const) : ('done' as const), amount }
    },
  }
  const turn = () => keepBilling({ ...billing.paying, providerOf: async () => refuse })
  const sent = async () => (await learner.call('GET /orders/:id', { params: { id } })).data.refunded
  await turn()
  await turn()
  expect([answers.length, await sent()]).toEqual([1, 0])
  for (let days = 1; days <= 2; days++) {
    clock.set(clock.now + 26 * 3_600_000)
    await turn()
  }
  expect([answers, await sent()]).toEqual([['failed', 'failed', 'done'], 1000])
})
