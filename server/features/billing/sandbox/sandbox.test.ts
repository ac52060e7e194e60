import { createHmac } from 'node:crypto'
import { appendFile, mkdtemp, readFile, rm } from 'node:fs/promises'
import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { openSandbox } from './open-sandbox.ts'

type Heard = { body: string; signature: string }
type Json = Record<string, unknown> & { id: string; url: string }

let folder: string
let sandbox: Awaited<ReturnType<typeof openSandbox>>
let shop: Server
let heard: Heard[]
let refusals: number
let passedMs: number
let keys = 0

async function open() {
  const webhookUrl = `http://127.0.0.1:${(shop.address() as AddressInfo).port}/events`
  const accounts = ['one', 'two'].map(key => ({ key, webhookUrl, signingSecret: `secret of ${key}` }))
  const log = { error: (facts: object) => console.error(facts) }
  sandbox = await openSandbox({ folder, accounts, clock: () => Date.now() + passedMs, log, host: '127.0.0.1', port: 0 })
}

beforeEach(async () => {
  ;[heard, refusals, passedMs] = [[], 0, 0]
  folder = await mkdtemp(join(tmpdir(), 'sandbox-'))
  shop = createServer(async (request, response) => {
    let body = ''
    for await (const part of request) body += String(part)
    heard.push({ body, signature: String(request.headers['sandbox-signature']) })
    response.writeHead(refusals-- > 0 ? 500 : 200).end()
  })
  await new Promise<void>(done => shop.listen(0, '127.0.0.1', done))
  await open()
})

afterEach(async () => {
  await sandbox.close()
  await new Promise(done => shop.close(done))
  await rm(folder, { recursive: true })
})

type Asked = { key?: string; once?: string; body?: object }

async function call(line: string, { key = 'one', once, body }: Asked = {}) {
  const [method = '', path = ''] = line.split(' ')
  const headers = {
    authorization: `Bearer ${key}`,
    ...(body && { 'content-type': 'application/json', 'idempotency-key': once ?? `key ${++keys}` }),
  }
  const answer = await fetch(sandbox.url + path, { method, headers, body: body && JSON.stringify(body) })
  const text = await answer.text()
  return { status: answer.status, body: (text && JSON.parse(text)) as Json }
}

const wanted = {
  mode: 'payment',
  amount: 1000,
  currency: 'EUR',
  description: 'A <course>',
  reference: 'order 1',
  save_method: true,
  return_url: 'http://shop.test/back?order=1',
  cancel_url: 'http://shop.test/cancel',
  language: 'en',
}
const { amount: _, ...setup } = { ...wanted, mode: 'setup' }
const checkout = async (body: object = wanted) => (await call('POST /v1/checkouts', { body })).body
const look = async (path: string) => (await call(`GET /v1/${path}`)).body

const typed = { number: '4242 4242 4242 4242', expiry: '12/40', cvc: '123', name: 'Ann' }
async function post(path: string, fields: Record<string, string>) {
  const body = new URLSearchParams(fields)
  const answer = await fetch(sandbox.url + path, { method: 'POST', body, redirect: 'manual' })
  return { status: answer.status, to: answer.headers.get('location'), text: await answer.text() }
}
const pay = ({ id }: Json, number = typed.number) => post(`/pay/${id}`, { ...typed, number })

async function saved(number: string): Promise<string> {
  const made = await checkout(setup)
  await pay(made, number)
  if (['4000002500003155', '4000002760003184'].includes(number))
    await post(`/secure/${made.id}`, { decision: 'confirm' })
  return String((await look(`checkouts/${made.id}`))['method'])
}
const charge = (method: string, once?: string) => {
  const body = { amount: 1000, currency: 'EUR', method, description: 'A month', reference: 'order 2' }
  return call('POST /v1/payments', { body, once })
}
const types = async () => ((await look('events'))['data'] as { type: string }[]).map(({ type }) => type)

test('a checkout is paid on the card page, once, and the shop hears of it [BIL-20]', async () => {
  const made = await checkout()
  expect(made).toMatchObject({
    object: 'checkout',
    status: 'open',
    payment: null,
    url: `${sandbox.url}/pay/${made.id}`,
  })
  const both = await Promise.all([pay(made), pay(made)])
  for (const answer of both) expect(answer).toMatchObject({ status: 303, to: wanted.return_url })
  const after = await look(`checkouts/${made.id}`)
  expect(after).toMatchObject({ status: 'complete', payment: expect.stringMatching(/^pay_/) })
  expect(await look(`payments/${String(after['payment'])}`)).toMatchObject({
    status: 'succeeded',
    fee: 59,
    refunded: 0,
  })
  expect((await look('payments?reference=order%201'))['data']).toHaveLength(1)
  await vi.waitFor(() => expect(heard).toHaveLength(2))
  expect(heard.map(({ body }) => (JSON.parse(body) as Json)['type'])).toEqual([
    'payment.succeeded',
    'checkout.completed',
  ])
  const { body, signature } = heard[0] ?? { body: '', signature: '' }
  const at = /^t=(\d+),/.exec(signature)?.[1] ?? ''
  expect(signature).toBe(`t=${at},v1=${createHmac('sha256', 'secret of one').update(`${at}.${body}`).digest('hex')}`)
  const late = await call(`POST /v1/checkouts/${made.id}/expire`)
  expect([late.status, late.body['error']]).toMatchObject([409, { code: 'already_complete' }])
})

test('the card page says that no money moves, fills in a trial card and keeps what was typed beside its errors [BIL-20]', async () => {
  const made = await checkout({ ...wanted, language: 'es' })
  const page = await fetch(made.url)
  expect(page.headers.get('content-security-policy')).toMatch(
    /default-src 'none';.*form-action 'self' http:\/\/shop.test;/,
  )
  expect(await page.text()).toMatch(/lang="es"[^]*no se mueve dinero[^]*A &lt;course&gt;/)
  const filled = await post(`/pay/${made.id}`, { fill: 'stolen', name: 'Ann' })
  expect(filled.text).toMatch(/value="4000 0000 0000 9979"[^]*value="Ann"/)
  expect((await post(`/pay/${made.id}`, { fill: 'constructor' })).status).toBe(422)
  const wrong = await post(`/pay/${made.id}`, { number: '4242424242424241', expiry: '12/20', cvc: 'x', name: '"Ann"' })
  expect(wrong.status).toBe(422)
  expect(wrong.text).toMatch(
    /value="4242424242424241"[^]*number-fault[^]*expiry-fault[^]*cvc-fault[^]*value="&quot;Ann&quot;"/,
  )
  expect((await pay(made, '5555555555554444')).text).toContain('tarjetas de prueba de la lista')
  expect((await fetch(`${sandbox.url}/pay/chk_none`)).status).toBe(404)
})

test.each([
  ['4000000000009995', 'insufficient_funds'],
  ['4000000000000069', 'expired_card'],
  ['4000000000009979', 'stolen_card'],
])('card %s is declined with %s, and another can be tried [BIL-20]', async (number, code) => {
  const made = await checkout()
  expect((await pay(made, number)).status).toBe(402)
  const [failed] = (await look('payments?reference=order%201'))['data'] as Json[]
  expect(failed).toMatchObject({ status: 'failed', decline_code: code, fee: 0, checkout: made.id })
  expect((await pay(made)).status).toBe(303)
  expect(await types()).toEqual(['payment.failed', 'payment.succeeded', 'checkout.completed'])
})

test('3-D Secure is confirmed or refused [BIL-20]', async () => {
  const made = await checkout()
  expect(await pay(made, '4000002500003155')).toMatchObject({ status: 303, to: `/secure/${made.id}` })
  expect(await post(`/secure/${made.id}`, { decision: 'refuse' })).toMatchObject({ to: `/pay/${made.id}` })
  expect(await (await fetch(made.url)).text()).toContain('not confirmed with the bank')
  await pay(made, '4000002500003155')
  expect(await (await fetch(`${sandbox.url}/secure/${made.id}`)).text()).toMatch(/no money moves[^]*3155/)
  for (const _time of [1, 2])
    expect(await post(`/secure/${made.id}`, { decision: 'confirm' })).toMatchObject({ to: wanted.return_url })
  expect(await types()).toEqual(['payment.failed', 'payment.succeeded', 'checkout.completed'])
})

test.each([
  ['4242424242424242', { status: 'succeeded', decline_code: null, dispute: null }],
  ['4000002500003155', { status: 'succeeded' }],
  ['4000000000000341', { status: 'failed', decline_code: 'insufficient_funds' }],
  ['4000000000000259', { status: 'succeeded', dispute: { amount: 1000, status: 'open' } }],
])('card %s, once saved, is charged without its owner [BIL-20]', async (number, payment) => {
  const method = await saved(number)
  expect(await look(`methods/${method}`)).toMatchObject({ brand: 'visa', last4: number.slice(-4), expires_month: 12 })
  expect((await charge(method)).body).toMatchObject(payment)
})

test('a payment that needs its owner waits for the bank’s page [BIL-20]', async () => {
  const { body } = await charge(await saved('4000002760003184'))
  const address = `/secure/${body.id}`
  expect(body).toMatchObject({
    status: 'requires_action',
    decline_code: 'authentication_required',
    action_url: sandbox.url + address,
  })
  expect(await (await fetch(sandbox.url + address)).text()).toContain('3184')
  await post(address, { decision: 'confirm' })
  await post(address, { decision: 'refuse' })
  expect(await look(`payments/${body.id}`)).toMatchObject({ status: 'succeeded', decline_code: null, action_url: null })
})

test('an answer that got lost is found again by its key [BIL-20]', async () => {
  const method = await saved('4000000000000119')
  await expect(charge(method, 'month 1')).rejects.toThrow('fetch failed')
  expect((await charge(method, 'month 1')).body).toMatchObject({ status: 'succeeded' })
  expect((await look('payments?reference=order%202'))['data']).toHaveLength(1)
})

test('a card whose month is over, and one that was deleted, are not charged', async () => {
  const method = await saved('4242424242424242')
  passedMs = 20 * 365 * 86_400_000
  expect((await charge(method)).body).toMatchObject({ status: 'failed', decline_code: 'expired_card' })
  expect((await call(`DELETE /v1/methods/${method}`)).status).toBe(204)
  const gone = await charge(method)
  expect([gone.status, gone.body['error']]).toMatchObject([409, { code: 'method_gone' }])
  expect((await call(`GET /v1/methods/${method}`)).status).toBe(404)
})

test('refunds take back no more than was paid [BIL-20]', async () => {
  const { body: payment } = await charge(await saved('4242424242424242'))
  const refund = (amount: number, once?: string) =>
    call('POST /v1/refunds', { body: { payment: payment.id, amount, reference: 'r' }, once })
  const both = await Promise.all([refund(600, 'first'), refund(600, 'first')])
  expect(both[0]?.body).toEqual(both[1]?.body)
  const more = await refund(401)
  expect([more.status, more.body['error']]).toMatchObject([409, { code: 'amount_too_large', field: 'amount' }])
  const { body: rest } = await refund(400)
  expect(await look(`refunds/${rest.id}`)).toMatchObject({ amount: 400, status: 'succeeded', payment: payment.id })
  expect(await look(`payments/${payment.id}`)).toMatchObject({
    refunded: 1000,
    refunds: [{ amount: 600 }, { amount: 400 }],
  })
  const failed = await charge(await saved('4000000000000341'))
  const none = await call('POST /v1/refunds', { body: { payment: failed.body.id, amount: 1, reference: 'r' } })
  expect([none.status, none.body['error']]).toMatchObject([409, { code: 'not_refundable' }])
})

test('one key makes one object, also at once, and refuses another body', async () => {
  const both = await Promise.all([1, 2].map(() => call('POST /v1/checkouts', { body: wanted, once: 'same' })))
  expect(both[0]?.body).toEqual(both[1]?.body)
  const other = await call('POST /v1/checkouts', { body: { ...wanted, amount: 2 }, once: 'same' })
  expect([other.status, other.body['error']]).toMatchObject([409, { code: 'idempotency_mismatch' }])
  const theirs = await call('POST /v1/checkouts', { key: 'two', body: wanted, once: 'same' })
  expect(theirs.body.id).not.toBe(both[0]?.body.id)
  passedMs = 31 * 86_400_000
  const later = await call('POST /v1/checkouts', { body: wanted, once: 'same' })
  expect(later.body.id).not.toBe(both[0]?.body.id)
})

test.each([
  [{ ...wanted, amount: 0 }, 'amount'],
  [{ ...wanted, amount: 10_000_000_000 }, 'amount'],
  [{ ...wanted, amount: 1.5 }, 'amount'],
  [{ ...setup, mode: 'payment' }, 'amount'],
  [{ ...setup, amount: 1 }, 'amount'],
  [{ ...wanted, currency: 'eur' }, 'currency'],
  [{ ...wanted, colour: 'red' }, 'colour'],
  [{ ...wanted, return_url: 'javascript:alert(1)' }, 'return_url'],
  [{ ...wanted, cancel_url: 'http://[/' }, 'cancel_url'],
  [{ ...wanted, expires_in: 299 }, 'expires_in'],
])('a wrong checkout is refused by field: %j [BIL-20]', async (body, field) => {
  const { status, body: answer } = await call('POST /v1/checkouts', { body })
  expect([status, answer['error']]).toMatchObject([400, { code: 'invalid_request', field }])
})

test('without a key nobody is answered, and nobody sees another’s objects', async () => {
  const made = await checkout()
  const method = await saved('4242424242424242')
  const { body: payment } = await charge(method)
  const lines = [`checkouts/${made.id}`, `payments/${payment.id}`, `methods/${method}`].map(path => `GET /v1/${path}`)
  for (const line of [...lines, `POST /v1/checkouts/${made.id}/expire`, `DELETE /v1/methods/${method}`]) {
    expect((await call(line, { key: 'none' })).status, line).toBe(401)
    expect((await call(line, { key: 'two' })).status, line).toBe(404)
  }
  const body = { payment: payment.id, amount: 1, reference: 'r' }
  expect((await call('POST /v1/refunds', { key: 'two', body })).status).toBe(404)
  expect((await call('GET /v1/events', { key: 'two' })).body['data']).toEqual([])
  const keyless = await fetch(`${sandbox.url}/v1/refunds`, {
    method: 'POST',
    headers: { authorization: 'Bearer one', 'content-type': 'application/json' },
    body: JSON.stringify(body),
  })
  expect(await keyless.json()).toMatchObject({ error: { code: 'invalid_request', field: 'Idempotency-Key' } })
})

test('a checkout closes when its time is over or the shop says so', async () => {
  const [closed, late] = [await checkout(), await checkout()]
  expect((await call(`POST /v1/checkouts/${closed.id}/expire`)).body['status']).toBe('expired')
  passedMs = 3_700_000
  expect(await look(`checkouts/${late.id}`)).toMatchObject({ status: 'expired' })
  expect((await pay(late)).text).toContain('The time for this page is over')
  await vi.waitFor(async () => expect(await types()).toEqual(['checkout.expired', 'checkout.expired']), 5000)
})

test('events go in order and again until they are taken', async () => {
  refusals = 1
  await pay(await checkout())
  await vi.waitFor(() => expect(heard).toHaveLength(3), 10_000)
  const ids = heard.map(({ body }) => (JSON.parse(body) as Json).id)
  expect(ids[0]).toBe(ids[1])
  const list = (await look('events'))['data'] as Json[]
  expect(list.map(({ id }) => id)).toEqual(ids.slice(1))
  expect((await look(`events?after=${ids[0]}`))['data']).toEqual(list.slice(1))
  expect((await call('GET /v1/events?after=evt_none')).status).toBe(404)
})

test('everything is there after a restart, without the line that was cut, and no card number', async () => {
  const made = await checkout()
  await pay(made, '4000002500003155')
  await sandbox.close()
  const journal = join(folder, 'journal.jsonl')
  expect(await readFile(journal, 'utf8')).not.toMatch(/4000002500003155|4000 0025|secret of/)
  await appendFile(journal, '[{"kind":"payment","val')
  await open()
  await post(`/secure/${made.id}`, { decision: 'confirm' })
  await sandbox.close()
  await open()
  expect(await look(`checkouts/${made.id}`)).toMatchObject({ status: 'complete', reference: 'order 1' })
  await vi.waitFor(() => expect(heard).toHaveLength(2), 5000)
})
