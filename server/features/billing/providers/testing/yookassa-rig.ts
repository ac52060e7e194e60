import { randomUUID } from 'node:crypto'
import { openProvider } from '../open-provider.ts'
import { serveDouble } from './double-server.ts'
import type { Rig } from './rig.ts'
import { YooKassaDouble } from './yookassa-double.ts'

const keys = { shopId: '100500', secretKey: 'test_of-this-school', taxSystem: '2' }
const authorization = `Basic ${Buffer.from(`${keys.shopId}:${keys.secretKey}`).toString('base64')}`

/** Our client of YooKassa before a strict double of it; `lastBody` is what it was last asked. */
export async function yooKassaRig(): Promise<Rig & { double: YooKassaDouble; lastBody(): unknown; address: string }> {
  let passedMs = 0
  const now = () => Date.now() + passedMs
  const double = new YooKassaDouble(() => Math.floor(now() / 1000))
  const server = await serveDouble(({ method, url, headers, body }) => {
    if (headers.authorization !== authorization)
      return { status: 401, body: { type: 'error', code: 'invalid_credentials' } }
    const key = headers['idempotence-key']
    const said = body === '' ? undefined : (JSON.parse(body) as unknown)
    return double.answer(method, url.pathname, url.searchParams, said, typeof key === 'string' ? key : undefined)
  })
  return {
    provider: openProvider('yookassa', keys, { address: server.url, clock: now }),
    currencies: ['RUB'],
    closesPages: false,
    takesAnotherCard: false,
    forgets: false,
    now,
    pay: async ({ id }, card = 'works') => double.press(id.split('/')[0] ?? '', card),
    told: async () =>
      double.events.map(({ event, id }) => {
        const body = Buffer.from(JSON.stringify({ type: 'notification', event, object: { id } }))
        return { body, headers: {} }
      }),
    loseAnswer: async () => void (server.next.lose = 1),
    fail: async () => void (server.next.fail = true),
    pass: async seconds => void (passedMs += seconds * 1000),
    countPaid: async () => double.events.filter(({ event }) => event === 'payment.succeeded').length,
    foreign: async () => randomUUID(),
    double,
    lastBody: () => double.lastBody,
    address: server.url,
    close: () => server.close(),
  }
}
