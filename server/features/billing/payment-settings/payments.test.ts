import { afterAll, beforeAll, expect, test } from 'vitest'
import { openLog } from '#server/app/log.ts'
import { type SellingSchool, startSellingSchool } from '#server/app/testing/selling-school.ts'
import type { TestClient } from '#server/app/testing/test-client.ts'
import { freePort } from '#server/platform/testing/free-port.ts'

let school: SellingSchool
let admin: TestClient
const lines: string[] = []
beforeAll(async () => {
  school = await startSellingSchool({ log: openLog('trace', { write: line => void lines.push(line) }) })
  admin = await school.app.signIn({ role: 'admin', email: 'owner@school.test' })
}, 60_000)
afterAll(() => school.close())

const secretKey = 'sk_test_ofthisschool'
const webhookSecret = 'whsec_ofthisschool'
const stripe = { provider: 'stripe', secret_key: secretKey, webhook_secret: webhookSecret }
const yookassa = { provider: 'yookassa', shop_id: '100500', secret_key: 'test_of-this-school', tax_system: '2' }
const sandbox = { provider: 'sandbox', moves_no_money: true }
const set = (body: object, by = admin) => by.call('PUT /studio/payments/account', { body: body as never })
const remove = (by = admin) => by.call('DELETE /studio/payments/account')
const read = async () => (await admin.call('GET /studio/payments')).data
const outcome = ({ status, data }: { status: number; data: { code?: string; errors?: object } }) => [
  status,
  data.code,
  Object.keys(data.errors ?? {}),
]
const run = async (text: string, ...values: unknown[]) => (await school.app.db.query({ text, values })).rows
const accounts = () => run('select id, provider, is_active from payment_accounts order by id')
/** Signs in again, so that who they are is proved at this hour. */
const prove = () => admin.call('POST /user/prove', { body: { password: 'correct horse' } })

test('a school takes no money at first, in dollars, and the sandbox is off [BIL-20]', async () => {
  expect(await read()).toEqual({
    account: null,
    is_sandbox_offered: true,
    terms: { currency: 'USD', grace_days: 14, reminds_unpaid: true, point_values: [], seller: '' },
    test: null,
  })
  expect(outcome(await admin.call('POST /studio/payments/tests'))).toEqual([409, 'selling_closed', []])
})

test.each([
  [{ provider: 'stripe' }, 422, 'payment_key_needed', 'secret_key'],
  [{ provider: 'stripe', secret_key: 'pk_test_public' }, 422, 'payment_key_malformed', 'secret_key'],
  [{ ...stripe, webhook_secret: 'secret' }, 422, 'payment_key_malformed', 'webhook_secret'],
  [{ ...stripe, secret_key: 'sk_test_ofsomebody' }, 422, 'payment_key_refused', 'secret_key'],
  [{ provider: 'yookassa', secret_key: 'test_key' }, 422, 'payment_key_needed', 'shop_id'],
  [{ ...yookassa, shop_id: 'mine' }, 422, 'payment_key_malformed', 'shop_id'],
  [{ ...yookassa, tax_system: '9' }, 422, 'payment_key_malformed', 'tax_system'],
  [{ ...yookassa, secret_key: 'test_of-another' }, 422, 'payment_key_refused', 'secret_key'],
  [{ provider: 'sandbox' }, 422, 'sandbox_unconfirmed', 'moves_no_money'],
  [{ provider: 'paypal' }, 422, 'invalid_input', 'provider'],
])('%j is refused at its field, and nothing is kept', async (body, status, code, field) => {
  expect(outcome(await set(body))).toEqual([status, code, [field]])
  expect(await accounts()).toEqual([])
})

test('a provider that is down is told apart from a wrong key', async () => {
  const lonely = await startSellingSchool({ stripeAt: `http://127.0.0.1:${await freePort()}` })
  try {
    const owner = await lonely.app.signIn({ role: 'admin' })
    expect(outcome(await set(stripe, owner))).toEqual([503, 'payment_provider_silent', []])
    expect((await owner.call('GET /studio/payments')).data.account).toBeNull()
  } finally {
    await lonely.close()
  }
}, 60_000)

test('keys are kept sealed and shown no more; what is left out stays; the address for events is the account’s [BIL-20]', async () => {
  expect((await set({ provider: 'stripe', secret_key: ` ${secretKey} ` })).status).toBe(200)
  const [{ id }] = (await accounts()) as [{ id: number }]
  const first = (await read()).account
  expect(first).toMatchObject({
    provider: 'stripe',
    is_trial: true,
    set_at: Math.floor(school.app.clock.now / 1000),
    keys: [{ name: 'secret_key', shown: secretKey.slice(-4), is_secret: true }],
    last_told_at: null,
  })
  expect(first?.events_url).toMatch(new RegExp(`^https?://.+/payments/events/${id}$`))
  expect((await set({ provider: 'stripe', webhook_secret: webhookSecret })).status).toBe(200)
  expect((await read()).account?.keys?.map(({ name }) => name)).toEqual(['secret_key', 'webhook_secret'])
  expect(await accounts(), 'other keys of the same owner').toEqual([{ id, provider: 'stripe', is_active: true }])
  const stored = JSON.stringify(
    await run('select p::text as text, encode(keys, $1) as keys from payment_accounts p', 'escape'),
  )
  const told = JSON.stringify((await admin.call('GET /studio/audit-log')).data)
  for (const secret of [secretKey, webhookSecret])
    for (const text of [stored, told, lines.join(''), JSON.stringify(await read())]) expect(text).not.toContain(secret)
  expect(told).toContain('payee.set')
  const elsewhere = await school.app.signIn({ role: 'admin', brandId: 'dev' })
  expect(await elsewhere.call('GET /studio/payments', { appId: 'dev' }), 'keys are one brand’s').toMatchObject({
    status: 200,
    data: { account: null },
  })
})

test('another account takes the money from now on; the one before is kept, and comes back as it was', async () => {
  const [{ id: before }] = (await accounts()) as [{ id: number }]
  expect((await set(yookassa)).status).toBe(200)
  expect((await read()).account).toMatchObject({
    provider: 'yookassa',
    keys: [
      { name: 'secret_key', shown: 'hool' },
      { name: 'shop_id', shown: '100500' },
      { name: 'tax_system', shown: '2' },
    ],
  })
  expect((await set({ ...yookassa, tax_system: '' })).status).toBe(200)
  expect((await read()).account?.keys?.map(({ name }) => name)).toEqual(['secret_key', 'shop_id'])
  expect(await accounts()).toMatchObject([
    { id: before, is_active: false },
    { provider: 'yookassa', is_active: true },
  ])
  await school.app.billing.paying.providerOf(before)
  expect((await set(stripe)).status).toBe(200)
  expect(await accounts()).toMatchObject([{ id: before, is_active: true }, { is_active: false }])
})

test('accounts that are set at once leave one that takes the money', async () => {
  const answers = await Promise.all([set(stripe), set(yookassa), set(stripe), set(sandbox), set(yookassa)])
  expect(answers.map(({ status }) => status)).toEqual([200, 200, 200, 200, 200])
  expect((await accounts()).filter(({ is_active }) => is_active)).toHaveLength(1)
  expect(await accounts()).toHaveLength(3)
})

test('without an account nothing is sold, twice as once', async () => {
  expect([(await remove()).status, (await remove()).status]).toEqual([200, 200])
  expect((await read()).account).toBeNull()
  expect(outcome(await admin.call('POST /studio/payments/tests'))).toEqual([409, 'selling_closed', []])
})

test('where trial payments are turned off there is no sandbox', async () => {
  const without = await startSellingSchool({ hasSandbox: false })
  try {
    const owner = await without.app.signIn({ role: 'admin' })
    expect((await owner.call('GET /studio/payments')).data.is_sandbox_offered).toBe(false)
    expect(outcome(await set(sandbox, owner))).toEqual([409, 'sandbox_off', []])
  } finally {
    await without.close()
  }
}, 60_000)

test('the terms are kept, each as it was sent; what cannot be is refused at its field', async () => {
  const terms = { currency: 'JPY', grace_days: 3, reminds_unpaid: false, seller: 'Good School\nVAT 12345' }
  const write = (body: object) => admin.call('PUT /studio/payments/terms', { body: { ...terms, ...body } })
  expect((await write({})).status).toBe(200)
  expect((await read()).terms).toEqual({ ...terms, point_values: [] })
  const values = [
    { currency: 'EUR', amount: 100 },
    { currency: 'JPY', amount: 90 },
  ]
  expect((await write({ point_values: values })).status).toBe(200)
  // Who says nothing of them leaves them as they are.
  expect((await write({})).status).toBe(200)
  expect((await read()).terms.point_values).toEqual(values)
  for (const wrong of [[{ currency: 'XAU', amount: 1 }], [...values, ...values]])
    expect(outcome(await write({ point_values: wrong }))).toEqual([422, expect.any(String), ['point_values']])
  const logged = await run(`select target_id from audit_log where action = 'terms.change' order by id`)
  expect(new Set(logged.map(({ target_id: id }) => id)).size).toBe(logged.length)
  expect(outcome(await write({ currency: 'XAU' }))).toEqual([422, 'currency_unknown', ['currency']])
  expect(outcome(await write({ currency: 'yen' }))).toEqual([422, 'invalid_input', ['currency']])
  expect(outcome(await write({ grace_days: 61 }))).toEqual([422, 'invalid_input', ['grace_days']])
  expect((await read()).terms).toMatchObject(terms)
})

test('who signed in long ago proves first who they are', async () => {
  school.app.clock.now += 6 * 60_000
  for (const answer of [await set(stripe), await remove()]) expect(outcome(answer)).toEqual([403, 'proof_needed', []])
  await prove()
  expect((await set(stripe)).status).toBe(200)
})

test.each(['expert', 'author', 'support', 'learner'] as const)('the money is not the matter of role %s', async role => {
  const member = await school.app.signIn({ role })
  const params = { id: 1 }
  const answers = [
    await member.call('GET /studio/payments'),
    await set(stripe, member),
    await remove(member),
    await member.call('PUT /studio/payments/terms', {
      body: { currency: 'EUR', grace_days: 1, reminds_unpaid: true, seller: '' },
    }),
    await member.call('POST /studio/payments/tests'),
    await member.call('POST /studio/payments/tests/:id/return', { params }),
  ]
  expect(answers.map(({ status }) => status)).toEqual(answers.map(() => 403))
  expect((await school.app.visitor.call('GET /studio/payments')).status).toBe(401)
})
