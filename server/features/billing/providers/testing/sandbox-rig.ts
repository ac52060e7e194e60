import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { currencies } from '#shared/platform/money.ts'
import { trialCards } from '../../sandbox/cards.ts'
import { openSandbox } from '../../sandbox/open-sandbox.ts'
import { openProvider } from '../open-provider.ts'
import type { Rig, TrialCard } from './rig.ts'
import { openListening } from './told.ts'

const cards: Record<TrialCard, keyof typeof trialCards> = {
  works: 'works',
  noFunds: 'noFunds',
  expired: 'expired',
  stolen: 'stolen',
  confirmed: 'secureOnce',
  noFundsLater: 'noFundsLater',
  confirmsLater: 'secureAlways',
}
const keys = { key: 'key-of-the-shop', signingSecret: 'secret-of-the-shop' }
const controlKey = 'the key of the control'

/** The sandbox itself, played by its pages and its control. */
export async function sandboxRig(): Promise<Rig> {
  const folder = await mkdtemp(join(tmpdir(), 'sandbox-'))
  const listening = await openListening()
  const log = { error: (facts: object) => console.error(facts) }
  const accounts = [{ ...keys, webhookUrl: listening.url }]
  const place = { folder, host: '127.0.0.1', port: 0 }
  const sandbox = await openSandbox({ ...place, accounts, clock: Date.now, log, controlKey })
  let passedMs = 0
  const now = () => Date.now() + passedMs
  const provider = openProvider('sandbox', keys, { address: sandbox.url, clock: now })
  const call = callSandbox(sandbox.url)
  const listEvents = () => listAll(sandbox.url)
  return {
    provider,
    currencies: ['EUR', ...currencies],
    closesPages: true,
    takesAnotherCard: true,
    forgets: true,
    now,
    async pay({ url = '' }, card = 'works') {
      const { number } = trialCards[cards[card]]
      const typed = { number, expiry: '12/40', cvc: '123', name: 'Ann' }
      const answer = await submit(url, typed)
      if (answer?.startsWith('/secure/')) await submit(sandbox.url + answer, { decision: 'confirm' })
    },
    async confirm(url) {
      await submit(url, { decision: 'confirm' })
    },
    async told() {
      for (let waiting = true; waiting; await new Promise(done => setTimeout(done, 50)))
        waiting = listening.heard.length < (await listEvents()).length
      return [...listening.heard]
    },
    forged: ({ body, headers }) => ({ body: Buffer.from(`${body.toString()} `), headers }),
    ...played(call),
    async pass(seconds) {
      passedMs += seconds * 1000
      await call('POST /control/clock', controlKey, { seconds })
    },
    async countPaid() {
      return (await listEvents()).filter(({ type }) => type === 'payment.succeeded').length
    },
    foreign: async () => 'pay_ofsomebodyelse',
    async close() {
      await sandbox.close()
      await listening.close()
      await rm(folder, { recursive: true })
    },
  }
}

type Listed = { id: string; type: string }

/** All events of the shop, delivered or not. */
async function listAll(url: string, after?: string): Promise<Listed[]> {
  const headers = { authorization: `Bearer ${keys.key}` }
  const answer = await fetch(`${url}/v1/events${after === undefined ? '' : `?after=${after}`}`, { headers })
  const { data, has_more } = (await answer.json()) as { data: Listed[]; has_more: boolean }
  return has_more ? [...data, ...(await listAll(url, data.at(-1)?.id))] : data
}

/** What the control plays. */
function played(call: ReturnType<typeof callSandbox>) {
  return {
    loseAnswer: () => call('PUT /control/faults', controlKey, { lose: 1 }),
    fail: () => call('PUT /control/faults', controlKey, { fail: 1 }),
    failRefund: (refund: string) => call('POST /control/refunds/fail', controlKey, { refund }),
    dispute: (payment: string) => call('POST /control/disputes', controlKey, { payment }),
    closeDispute: (payment: string, outcome: 'won' | 'lost') =>
      call('POST /control/disputes/close', controlKey, { payment, outcome }),
  }
}

function callSandbox(url: string) {
  return async (line: string, key: string, body?: object) => {
    const [method = '', path = ''] = line.split(' ')
    const headers = { authorization: `Bearer ${key}`, ...(body && { 'content-type': 'application/json' }) }
    const answer = await fetch(url + path, { method, headers, body: body && JSON.stringify(body) })
    if (!answer.ok) throw new Error(`${line} answered ${answer.status}: ${await answer.text()}`)
  }
}

async function submit(url: string, fields: Record<string, string>): Promise<string | null> {
  const answer = await fetch(url, { method: 'POST', body: new URLSearchParams(fields), redirect: 'manual' })
  return answer.headers.get('location')
}
