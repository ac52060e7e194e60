import { createHmac, randomUUID } from 'node:crypto'
import { mkdirSync } from 'node:fs'
import { join } from 'node:path'
import { accountKeeper } from '#server/features/billing/payments/accounts.ts'
import { openSandbox } from '#server/features/billing/sandbox/open-sandbox.ts'
import { type Drawn, load } from './load.ts'
import { type OwnDatabase, startOurs } from './own-database.ts'
import { rounded } from './percentile.ts'
import { size } from './size.ts'

/**
 * What a payment provider tells, while each is also handled: asked about, and found to be of no attempt of ours. `onTwoCores` is how
 * many two cores take that do nothing else, by the processor time of one.
 */
export type PaymentEvents = {
  eventsPerSecond: number
  onTwoCores: number
  goal: number
  cpuMsPerEvent: number
  p99Ms: number
}

const port = 4716
const codeKey = '0'.repeat(64)
const keys = { key: 'key-of-the-bench', signingSecret: 'secret-of-the-bench' }

/** Sixteen connections tell of one event after the other, each signed and new. */
export async function measurePaymentEvents(own: OwnDatabase, main: string): Promise<PaymentEvents> {
  const folder = join(own.folder, 'sandbox')
  mkdirSync(folder)
  const place = { folder, host: '127.0.0.1', port: 0, controlKey: randomUUID() }
  const log = { error: (facts: object) => console.error(facts) }
  const sandbox = await openSandbox({ ...place, accounts: [], clock: Date.now, log })
  const accountId = await insertAccount(own, sandbox.url)
  const origin = `http://127.0.0.1:${port}`
  sandbox.setAccount({ ...keys, webhookUrl: `${origin}/payments/events/${accountId}` })
  const server = await startOurs([main], own, port, { SANDBOX_URL: sandbox.url, CODE_KEY: codeKey })
  try {
    const headers = { 'content-type': 'application/json' }
    const request = { method: 'POST' as const, path: `/payments/events/${accountId}`, headers, setupRequest: told }
    const side = { target: { url: origin, requests: [request] }, pids: [server.pid, own.postmaster] }
    // The first one opens the queue of jobs.
    await fetch(origin + request.path, told(request))
    await load(side, 1)
    const { requestsPerSecond, cpuMsPerRequest, p99Ms } = await load(side, size.rounds * size.seconds)
    const onTwoCores = Math.round(2000 / cpuMsPerRequest)
    const cpuMsPerEvent = rounded(cpuMsPerRequest)
    return { eventsPerSecond: Math.round(requestsPerSecond), onTwoCores, goal: 300, cpuMsPerEvent, p99Ms }
  } finally {
    await server.stop()
    await sandbox.close()
  }
}

function insertAccount({ database }: OwnDatabase, address: string): Promise<number> {
  const stores = { roots: [], isOnline: false, googleAt: undefined }
  const keeper = accountKeeper(database, codeKey, { addressOf: () => address, stores, clock: Date.now })
  return database.inTransaction(tx =>
    keeper.setAccount(tx, { brandId: 'kurso', provider: 'sandbox', keys, merchant: '' }),
  )
}

/** A new event, signed as the provider does. */
function told<Request extends Drawn>(request: Request): Request {
  const at = Math.floor(Date.now() / 1000)
  const object = { type: 'payment', id: `pay_${randomUUID().replaceAll('-', '')}` }
  const body = JSON.stringify({ id: `evt_${randomUUID()}`, type: 'payment.succeeded', created: at, object })
  const hash = createHmac('sha256', keys.signingSecret).update(`${at}.${body}`).digest('hex')
  return { ...request, body, headers: { ...request.headers, 'sandbox-signature': `t=${at},v1=${hash}` } }
}
