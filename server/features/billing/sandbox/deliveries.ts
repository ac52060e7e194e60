import { createHmac } from 'node:crypto'
import type { Account } from './accounts.ts'
import { newId } from './charges.ts'
import type { Parts } from './parts.ts'
import type { SandboxEvent } from './records.ts'
import { eventView } from './views.ts'

/** Seconds between tries; the last one repeats until a day has passed. */
const pauses = [1, 5, 30, 300, 1800, 3600]
const daySeconds = 86_400
const patienceMs = 10_000

/**
 * Sends events to the accounts' webhooks, each account's in the order they were made: the next one when the one before it
 * was taken with a 2xx, or given up after a day; but for what the plan says. `wake` looks whether something is due.
 */
export function deliverEvents(parts: Parts) {
  const { store, accounts, now, log } = parts
  const running = new Map<string, Promise<void>>()
  const stopping = new AbortController()

  const attempt = async (event: SandboxEvent, account: Account) => {
    const isTaken = await sendAsPlanned(parts, event, account, stopping.signal)
    if (stopping.signal.aborted) return
    const value = isTaken ? { ...event, delivery: 'done' as const } : afterFailure(event, now())
    await store.write(() => ({ puts: [{ kind: 'event', value }], answer: undefined }), { isSafe: false })
  }

  const deliver = async (id: string, account: Account) => {
    const { shuffle, shuffled, delay } = parts.plan
    const events = store.tables.event.values()
    for (const event of shuffle ? shuffled([...events]) : events) {
      if (event.account !== id || event.delivery !== 'waiting') continue
      if (stopping.signal.aborted) return
      const isDue = Math.max(event.nextTry, event.created + delay) <= now()
      if (isDue) await attempt(event, account)
      if (!shuffle && store.tables.event.get(event.id)?.delivery === 'waiting') return
    }
  }

  const wake = () => {
    for (const id of accounts.ids()) {
      const account = accounts.get(id)
      if (account?.webhookUrl === undefined || running.has(id) || stopping.signal.aborted) continue
      const work = deliver(id, account)
        .catch((error: unknown) => log.error({ err: error }, 'Events of the sandbox could not be delivered'))
        .finally(() => running.delete(id))
      running.set(id, work)
    }
  }
  const stop = async () => {
    stopping.abort()
    await Promise.all(running.values())
  }
  return { wake, stop }
}

function afterFailure(event: SandboxEvent, now: number): SandboxEvent {
  const pause = pauses[Math.min(event.attempts, pauses.length - 1)] ?? 0
  const delivery = now + pause > event.created + daySeconds ? 'given_up' : 'waiting'
  return { ...event, delivery, attempts: event.attempts + 1, nextTry: now + pause }
}

/** The header that proves who sent a body: HMAC-SHA256 of `t.body` by the account's secret. `at` in Unix seconds. */
function signatureOf(body: string, secret: string, at: number): string {
  return `t=${at},v1=${createHmac('sha256', secret).update(`${at}.${body}`).digest('hex')}`
}

async function sendAsPlanned(parts: Parts, event: SandboxEvent, account: Account, stopping: AbortSignal) {
  const { plan, sentAt } = parts
  if (plan.happens(plan.drop)) return true
  const forged = { ...event, id: newId('evt'), type: 'payment.succeeded' } as const
  const stranger = { ...account, signingSecret: newId('sec') }
  if (plan.happens(plan.forge)) await send(forged, stranger, sentAt(), stopping)
  const isTaken = await send(event, account, sentAt(), stopping)
  for (let times = 0; times < plan.repeat; times++) await send(event, account, sentAt(), stopping)
  return isTaken
}

async function send(event: SandboxEvent, account: Account, at: number, stopping: AbortSignal): Promise<boolean> {
  const body = JSON.stringify(eventView(event))
  const headers = {
    'content-type': 'application/json',
    'sandbox-signature': signatureOf(body, account.signingSecret, at),
  }
  const signal = AbortSignal.any([AbortSignal.timeout(patienceMs), stopping])
  try {
    const answer = await fetch(account.webhookUrl ?? '', { method: 'POST', headers, body, signal, redirect: 'manual' })
    await answer.body?.cancel()
    return answer.ok
  } catch {
    return false
  }
}
