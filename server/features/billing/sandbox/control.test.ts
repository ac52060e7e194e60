import { mkdtemp, rm } from 'node:fs/promises'
import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { openSandbox } from './open-sandbox.ts'

type Json = Record<string, unknown>

let folder: string
let shop: Server
let heard: { id: string; signature: string }[]
let sandbox: Awaited<ReturnType<typeof openSandbox>>

async function open() {
  const webhookUrl = `http://127.0.0.1:${(shop.address() as AddressInfo).port}/`
  const accounts = [{ key: 'shop', webhookUrl, signingSecret: 'secret' }]
  const log = { error: (facts: object) => console.error(facts) }
  const place = { folder, host: '127.0.0.1', port: 0, pagesAt: () => 'https://pay.school.test' }
  sandbox = await openSandbox({ ...place, accounts, clock: Date.now, log, controlKey: 'control' })
}

beforeEach(async () => {
  heard = []
  folder = await mkdtemp(join(tmpdir(), 'sandbox-'))
  shop = createServer((request, response) => {
    let body = ''
    request.on('data', part => (body += String(part)))
    request.on('end', () => {
      heard.push({
        id: (JSON.parse(body) as { id: string }).id,
        signature: String(request.headers['sandbox-signature']),
      })
      response.end()
    })
  })
  await new Promise<void>(done => shop.listen(0, '127.0.0.1', done))
  await open()
})
afterEach(async () => {
  await sandbox.close()
  await new Promise(done => shop.close(done))
  await rm(folder, { recursive: true })
})

async function call(line: string, body: object = {}, key = 'control') {
  const [method, path] = line.split(' ')
  const once = { 'idempotency-key': `${Math.random()}` }
  const headers = { authorization: `Bearer ${key}`, 'content-type': 'application/json', ...once }
  const answer = await fetch(sandbox.url + path, { method, headers, body: JSON.stringify(body) })
  return { status: answer.status, body: (await answer.json()) as Json }
}
const wanted = {
  mode: 'payment',
  amount: 1000,
  currency: 'KWD',
  description: 'A course',
  reference: 'order',
  save_method: false,
  return_url: 'http://shop.test/',
  cancel_url: 'http://shop.test/',
  language: 'ru',
}
const openPage = async () => (await call('POST /v1/checkouts', wanted, 'shop')).body
async function pay(): Promise<string> {
  const { id } = await openPage()
  const card = { number: '4242424242424242', expiry: '12/60', cvc: '123', name: 'Ann' }
  await fetch(`${sandbox.url}/pay/${String(id)}`, {
    method: 'POST',
    body: new URLSearchParams(card),
    redirect: 'manual',
  })
  const headers = { authorization: 'Bearer shop' }
  const answer = await fetch(`${sandbox.url}/v1/checkouts/${String(id)}`, { headers })
  return ((await answer.json()) as { payment: string }).payment
}

test('the control is open only to its own key, and refuses what it does not know', async () => {
  expect((await call('POST /control/clock', { seconds: 1 }, 'shop')).status).toBe(401)
  expect((await call('POST /control/clock', { seconds: -1 })).body).toMatchObject({ error: { field: 'seconds' } })
  expect((await call('PUT /control/delivery-plan', { lost: 1 })).body).toMatchObject({ error: { field: 'lost' } })
  expect((await call('PUT /control/faults', { lose: 1.5 })).status).toBe(400)
})

test('its clock only goes forward, also over a restart; pages lie at the public address [BIL-20]', async () => {
  const { body: first } = await call('POST /control/clock', { seconds: 86_400 })
  expect(Math.abs(Number(first['now']) - Date.now() / 1000 - 86_400)).toBeLessThan(5)
  await sandbox.close()
  await open()
  const { body: second } = await call('POST /control/clock', { seconds: 60 })
  expect(Number(second['now'])).toBeGreaterThanOrEqual(Number(first['now']) + 60)
  expect((await openPage())['url']).toMatch(/^https:\/\/pay\.school\.test\/pay\/chk_/)
})

test('a plan repeats, forges, delays, shuffles and drops events [BIL-20]', async () => {
  await call('PUT /control/delivery-plan', { repeat: 2, forge: 1 })
  await pay()
  await vi.waitFor(() => expect(heard).toHaveLength(8), 5000)
  expect(new Set(heard.map(({ id }) => id)).size).toBe(4)
  expect(new Set(heard.map(({ signature }) => signature)).size).toBeGreaterThanOrEqual(4)
  heard = []
  await call('PUT /control/delivery-plan', { delay: 600, shuffle: true, seed: 7 })
  for (const _time of [1, 2, 3, 4]) await pay()
  expect(heard).toEqual([])
  await call('POST /control/clock', { seconds: 601 })
  await vi.waitFor(() => expect(heard).toHaveLength(8), 5000)
  const answer = await fetch(`${sandbox.url}/v1/events`, { headers: { authorization: 'Bearer shop' } })
  const { data } = (await answer.json()) as { data: { id: string }[] }
  const made = data.slice(-8).map(({ id }) => id)
  expect(heard.map(({ id }) => id)).not.toEqual(made)
  expect(heard.map(({ id }) => id).sort()).toEqual(made.sort())
  heard = []
  await call('PUT /control/delivery-plan', { drop: 1 })
  await pay()
  await call('PUT /control/delivery-plan', {})
  await pay()
  await vi.waitFor(() => expect(heard).toHaveLength(2), 5000)
})

test('a payment is disputed once, by no more than was paid, and the dispute ends once [BIL-20]', async () => {
  const payment = await pay()
  expect((await call('POST /control/disputes', { payment, amount: 1001 })).status).toBe(409)
  expect((await call('POST /control/disputes', { payment: 'pay_none' })).status).toBe(404)
  const opened = await call('POST /control/disputes', { payment, amount: 400 })
  expect(opened.body).toMatchObject({ dispute: { amount: 400, status: 'open' } })
  expect((await call('POST /control/disputes', { payment })).status).toBe(409)
  const closed = await call('POST /control/disputes/close', { payment, outcome: 'lost' })
  expect(closed.body).toMatchObject({ dispute: { amount: 400, status: 'lost' } })
  expect((await call('POST /control/disputes/close', { payment, outcome: 'won' })).status).toBe(409)
})

test('requests fail before anything is done, or are done without an answer [BIL-20]', async () => {
  await call('PUT /control/faults', { fail: 1 })
  expect((await call('POST /v1/checkouts', wanted, 'shop')).status).toBe(500)
  await call('PUT /control/faults', { lose: 1 })
  await expect(openPage()).rejects.toThrow('fetch failed')
  expect(await openPage()).toMatchObject({ status: 'open', currency: 'KWD' })
})
