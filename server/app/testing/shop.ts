import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { keepBilling } from '#server/features/billing/keep-billing.ts'
import { type TrialName, trialCards } from '#server/features/billing/sandbox/cards.ts'
import { openSandbox } from '#server/features/billing/sandbox/open-sandbox.ts'
import { insertService, type NewService } from '#server/features/billing/shop/service-queries.ts'
import { startTestApp, type TestApp } from './test-app.ts'
import type { TestClient } from './test-client.ts'

type Given = NonNullable<NonNullable<Parameters<typeof startTestApp>[0]>['given']>
type ServiceFields = Partial<Omit<NewService, 'prices' | 'texts'>>

const controlKey = 'the key of the control'
const keys = { key: 'key-of-the-shop', signingSecret: 'secret-of-the-shop' }

/** A school that sells through a real sandbox, which tells it what happens. The sandbox follows the school's clock. */
export async function openShop(given: Given = {}) {
  const folder = await mkdtemp(join(tmpdir(), 'sandbox-'))
  const time: { now(): number } = { now: Date.now }
  const place = { folder, host: '127.0.0.1', port: 0, controlKey }
  const log = { error: (facts: object) => console.error(facts) }
  const sandbox = await openSandbox({ ...place, accounts: [], clock: () => time.now(), log })
  const app = await startTestApp({ trustProxy: true, given: { ...given, billing: { sandboxUrl: sandbox.url } } })
  app.clock.set('2026-12-01T10:00:00Z')
  time.now = () => app.clock.now
  const accountId = await app.billing.setAccount(app.db, { brandId: 'kurso', provider: 'sandbox', keys, merchant: '' })
  const origin = await app.server.listen({ host: '127.0.0.1', port: 0 })
  sandbox.setAccount({ ...keys, webhookUrl: `${origin}/payments/events/${accountId}` })

  return {
    app,
    sandbox,
    accountId,
    keys,
    /** Adds something to be sold, at prices in minor units by currency. */
    service: (prices: Record<string, number>, fields: ServiceFields = {}) => addService(app, prices, fields),
    /** Pays at the provider's page as the owner of a card does. */
    pay: payOnPage,
    /** The provider fails to do what it is asked for next. */
    fail: () => control(sandbox.url, 'PUT /control/faults', { fail: 1 }),
    /** The provider does what it is asked for next, and its answer is lost. */
    lose: () => control(sandbox.url, 'PUT /control/faults', { lose: 1 }),
    /** What the provider has to tell from here on gets lost, or arrives again. */
    mute: (isMute: boolean) => control(sandbox.url, 'PUT /control/delivery-plan', { drop: isMute ? 1 : 0 }),
    /** Asks the provider itself, as the school does. */
    ask: (line: string, body?: object) => askSandbox(sandbox.url, line, body),
    events: () => listEvents(sandbox.url),
    /** The bank takes a payment back for its owner, or closes that dispute. */
    dispute: (payment: string) => control(sandbox.url, 'POST /control/disputes', { payment }),
    closeDispute: (payment: string, outcome: 'won' | 'lost') =>
      control(sandbox.url, 'POST /control/disputes/close', { payment, outcome }),
    /** A refund that was made comes back to the school. */
    failRefund: (refund: string) => control(sandbox.url, 'POST /control/refunds/fail', { refund }),
    /** Waits until the provider has told all that it has to tell. */
    async told() {
      const values = [(await listEvents(sandbox.url)).map(({ id }) => id)]
      const text = 'select count(*)::int as count from provider_events where event_id = any($1)'
      for (let heard = -1; heard < (values[0]?.length ?? 0); await new Promise(done => setTimeout(done, 20)))
        heard = (await app.db.query<{ count: number }>({ text, values })).rows[0]?.count ?? 0
    },
    /** What is due by now is done. */
    turn: () => keepBilling(app.billing.paying),
    buy,
    async close() {
      await app.close()
      await sandbox.close()
      await rm(folder, { recursive: true })
    },
  }
}

let asked = 0

async function askSandbox(url: string, line: string, body?: object): Promise<Record<string, unknown>> {
  const [method = '', path = ''] = line.split(' ')
  const answer = await fetch(url + path, {
    method,
    headers: {
      authorization: `Bearer ${keys.key}`,
      ...(body && { 'content-type': 'application/json', 'idempotency-key': `asked ${++asked}` }),
    },
    ...(body && { body: JSON.stringify(body) }),
  })
  if (!answer.ok) throw new Error(`${line} answered ${answer.status}: ${await answer.text()}`)
  return (await answer.json()) as Record<string, unknown>
}

type ToldEvent = { id: string; type: string; created: number; object: { type: string; id: string } }

/** All that the provider has ever told the school, or will. */
async function listEvents(url: string): Promise<ToldEvent[]> {
  const all: ToldEvent[] = []
  for (let isMore = true; isMore; ) {
    const after = all.length ? `?after=${all.at(-1)?.id}` : ''
    const page = (await askSandbox(url, `GET /v1/events${after}`)) as { data: ToldEvent[]; has_more: boolean }
    all.push(...page.data)
    isMore = page.has_more
  }
  return all
}

async function control(url: string, line: string, body: object): Promise<void> {
  const [method = '', path = ''] = line.split(' ')
  const headers = { authorization: `Bearer ${controlKey}`, 'content-type': 'application/json' }
  const answer = await fetch(url + path, { method, headers, body: JSON.stringify(body) })
  if (!answer.ok) throw new Error(`${line} answered ${answer.status}`)
}

/** Buys a service with a card and comes back; answers the order as it then stands. */
async function buy(
  client: TestClient,
  serviceId: number,
  card: TrialName = 'works',
  body: object = {},
  paying: object = {},
) {
  const { data: order } = await client.call('POST /order/:id', { params: { id: serviceId }, body })
  const params = { id: order.id }
  const { data: begun } = await client.call('POST /orders/:id/pay', { params, body: paying })
  await payOnPage(begun.attempt?.url ?? '', card)
  return (await client.call('POST /orders/:id/check', { params })).data
}

/** Pays at the sandbox's page; answers where it leads back to. */
export async function payOnPage(url: string, card: TrialName = 'works'): Promise<string | null> {
  const typed = { number: trialCards[card].number, expiry: '12/40', cvc: '123', name: 'Ann' }
  const answer = await submit(url, typed)
  return answer?.startsWith('/secure/') ? submit(new URL(answer, url).href, { decision: 'confirm' }) : answer
}

async function submit(url: string, fields: Record<string, string>): Promise<string | null> {
  const answer = await fetch(url, { method: 'POST', body: new URLSearchParams(fields), redirect: 'manual' })
  return answer.headers.get('location')
}

async function addService(app: TestApp, prices: Record<string, number>, fields: ServiceFields): Promise<number> {
  const texts = {
    en: { title: 'A good course', description: 'Four weeks' },
    ru: { title: 'Хороший курс', description: '' },
  }
  // Something must be given.
  const given = { points: fields.courseId === undefined ? 5 : 0, ...fields }
  const service: NewService = { brandId: 'kurso', type: 'course_buy', texts, prices, ...given }
  return (await insertService(app.db, { service: JSON.stringify(service) }))?.id ?? 0
}
