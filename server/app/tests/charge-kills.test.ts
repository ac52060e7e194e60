import { randomBytes, randomUUID } from 'node:crypto'
import { once } from 'node:events'
import { mkdtempSync, rmSync } from 'node:fs'
import { createServer, type IncomingMessage, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { insertUser } from '#server/features/accounts/queries.ts'
import { startSession } from '#server/features/accounts/sessions/sessions.ts'
import { accountKeeper } from '#server/features/billing/payments/accounts.ts'
import { openSandbox } from '#server/features/billing/sandbox/open-sandbox.ts'
import { insertService } from '#server/features/billing/shop/service-queries.ts'
import { createTestDatabase } from '#server/platform/testing/test-database.ts'
import { type ChildServer, fetchCall, startChildServer } from '../testing/child-server.ts'
import { rounds } from '../testing/rounds.ts'
import { payOnPage } from '../testing/shop.ts'
import { urlOf } from '../testing/two-nodes.ts'

const kills = rounds({ few: 3, all: 50 })
const keys = { key: 'key-of-the-killed', signingSecret: 'secret-of-the-killed' }
const folder = mkdtempSync(join(tmpdir(), 'kurso-kills-'))

let made: Awaited<ReturnType<typeof createTestDatabase>>
let sandbox: Awaited<ReturnType<typeof openSandbox>>
let between: Server
let server: ChildServer
let settings: Record<string, string>
/** Whether the server is to die as soon as the provider has charged. */
let isArmed = false

/** Stands between the school and the provider, and kills the school when the provider has taken the money and before it can say so. */
function serveBetween(): Server {
  const bodyOf = async (request: IncomingMessage) => {
    const parts: Buffer[] = []
    for await (const part of request) parts.push(part as Buffer)
    return Buffer.concat(parts)
  }
  return createServer((request, response) => {
    const pass = async () => {
      const { method = 'GET', url: path = '' } = request
      const headers = Object.entries(request.headers).flatMap(([name, value]) =>
        typeof value === 'string' && !['host', 'connection', 'content-length', 'transfer-encoding'].includes(name)
          ? [[name, value] as [string, string]]
          : [],
      )
      const body = method === 'POST' ? { body: new Uint8Array(await bodyOf(request)) } : {}
      const answer = await fetch(sandbox.url + path, { method, headers, ...body })
      const said = Buffer.from(await answer.arrayBuffer())
      if (isArmed && method === 'POST' && path === '/v1/payments' && answer.ok) {
        isArmed = false
        server.process.kill('SIGKILL')
        response.destroy()
        return
      }
      response.writeHead(answer.status, { 'content-type': 'application/json' }).end(said)
    }
    pass().catch(() => response.destroy())
  })
}

beforeAll(async () => {
  made = await createTestDatabase()
  const log = { error: (facts: object) => console.error(facts) }
  const place = { folder, host: '127.0.0.1', port: 0 }
  sandbox = await openSandbox({ ...place, accounts: [{ ...keys, webhookUrl: undefined }], clock: Date.now, log })
  between = serveBetween().listen(0, '127.0.0.1')
  await once(between, 'listening')
  const address = `http://127.0.0.1:${(between.address() as AddressInfo).port}`
  const codeKey = randomBytes(32).toString('base64')
  const keeper = accountKeeper(made.database, codeKey, {
    addressOf: () => address,
    stores: { roots: [], isOnline: false, googleAt: undefined },
    clock: Date.now,
  })
  await keeper.setAccount(made.database, { brandId: 'kurso', provider: 'sandbox', keys, merchant: '' })
  settings = { DATABASE_URL: urlOf(made.connection), CODE_KEY: codeKey, SANDBOX: 'off', SANDBOX_URL: address }
  server = await startChildServer(join(folder, 'files'), settings)
}, 240_000)
afterAll(async () => {
  await server.stop()
  between.close()
  await sandbox.close()
  await made.drop()
  rmSync(folder, { recursive: true, force: true })
})

async function newBuyer() {
  const user = { brandId: 'kurso', email: 'buyer@example.com', firstName: 'Ann', lastName: '', role: 'learner' }
  const row = JSON.stringify({ ...user, languageCode: 'en', timezone: 'UTC' })
  const userId = (await insertUser(made.database, row))?.id ?? 0
  const caller = { brandId: 'kurso', appType: 'web', language: 'en', network: '', userAgent: '', host: '' } as const
  const token = await startSession(made.database, userId, caller, Date.now())
  return async <Answer>(name: string, body?: object) => {
    const answer = await fetchCall(server.url, token, name, body, randomUUID())
    if (!answer.ok) throw new Error(`${name} answered ${answer.status}: ${await answer.text()}`)
    return (await answer.json()) as Answer
  }
}

const query = async <Row extends object>(text: string, ...values: unknown[]) =>
  (await made.database.query<Row>({ text, values })).rows

/** What the provider has charged for each attempt. */
async function chargesOf(references: string[]): Promise<number[]> {
  const headers = { authorization: `Bearer ${keys.key}` }
  return Promise.all(
    references.map(async reference => {
      const answer = await fetch(`${sandbox.url}/v1/payments?reference=${reference}`, { headers })
      return ((await answer.json()) as { data: unknown[] }).data.length
    }),
  )
}

test(
  'a server that is killed between charge and save charges once each time, and forgets none [BIL-11, REL-01]',
  async () => {
    const call = await newBuyer()
    const texts = { en: { title: 'A good course', description: '' } }
    const terms = { brandId: 'kurso', type: 'course_buy' as const, texts, prices: { EUR: 700 }, points: 5 }
    const service = async () => (await insertService(made.database, { service: JSON.stringify(terms) }))?.id ?? 0
    type Order = { id: number; attempt: { url: string } }
    const first = await call<Order>(`POST /order/${await service()}`, {})
    const begun = await call<Order>(`POST /orders/${first.id}/pay`, { saves_method: true })
    await payOnPage(begun.attempt.url)
    await call(`POST /orders/${first.id}/check`)
    const [method] = (await call<{ data: { id: number }[] }>('GET /v2/user-payment-method')).data
    const orders: number[] = []
    for (let kill = 0; kill < kills; kill++) {
      const { id } = await call<Order>(`POST /order/${await service()}`, {})
      orders.push(id)
      isArmed = true
      const dead = once(server.process, 'exit')
      await expect(call(`POST /orders/${id}/pay`, { method_id: method?.id })).rejects.toThrow()
      expect((await dead)[1], 'it died by the signal').toBe('SIGKILL')
      const written = await query(
        `select from ledger_entries e join invoices i on i.id = e.invoice_id where i.order_id = $1`,
        id,
      )
      expect(written, 'nothing of it was saved').toEqual([])
      server = await startChildServer(join(folder, 'files'), settings)
    }
    // So that the test need not wait until an attempt is taken for forgotten.
    await query('update payment_attempts set ask_at = now() where ask_at is not null')
    const paid = () =>
      query<{ id: number; payments: number; sum: number }>(
        `select i.order_id::int as id, count(e.id)::int as payments, coalesce(sum(e.amount), 0)::int as sum
         from invoices i left join ledger_entries e on e.invoice_id = i.id where i.order_id = any($1) group by 1 order by 1`,
        orders,
      )
    const inFull = orders.map(id => ({ id, payments: 1, sum: 700 }))
    await expect.poll(paid, { timeout: 60_000, interval: 250 }).toEqual(inFull)
    const attempts = await query<{ key: string }>(
      'select p.key from payment_attempts p join invoices i on i.id = p.invoice_id where i.order_id = any($1)',
      orders,
    )
    expect(await chargesOf(attempts.map(({ key }) => key))).toEqual(orders.map(() => 1))
    const [given] = await query<{ sum: number }>('select sum(amount)::int as sum from user_scores')
    expect(given?.sum).toBe(5 * (1 + kills))
  },
  120_000 + kills * 30_000,
)
