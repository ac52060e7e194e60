import { createHash, timingSafeEqual } from 'node:crypto'
import type { FastifyInstance } from 'fastify'
import Type, { type Static } from 'typebox'
import { oneOf } from '#shared/platform/schemas.ts'
import { eventPut, newId } from './charges.ts'
import { expireCheckouts } from './checkout-calls.ts'
import { deliveryPlan, planOf } from './delivery-plan.ts'
import type { Parts } from './parts.ts'
import type { Dispute, Payment } from './records.ts'
import { refuse } from './refusal.ts'
import { paymentView } from './views.ts'

const strict = { additionalProperties: false }
const tenYears = 10 * 366 * 86_400
const id = Type.String({ minLength: 1, maxLength: 40 })
const count = Type.Optional(Type.Integer({ minimum: 0, maximum: 1000 }))

const forward = Type.Object({ seconds: Type.Integer({ minimum: 0, maximum: tenYears }) }, strict)
const disputed = Type.Object({ payment: id, amount: Type.Optional(Type.Integer({ minimum: 1 })) }, strict)
const undelivered = Type.Object({ refund: id }, strict)
const decided = Type.Object({ payment: id, outcome: oneOf(['won', 'lost']) }, strict)
/** How many of the next requests that make something are done without an answer, and how many fail and do nothing. */
const faults = Type.Object({ lose: count, fail: count }, strict)

/** Calls with which tests and the demo play the banks, the time and the network; only with the control key. */
export function serveControl(scope: FastifyInstance, parts: Parts, controlKey: string) {
  const digest = (text: string) => createHash('sha256').update(text).digest()
  const wanted = digest(`Bearer ${controlKey}`)
  scope.addHook('onRequest', async ({ headers }) => {
    if (!timingSafeEqual(digest(headers.authorization ?? ''), wanted))
      refuse(401, 'unauthorized', 'The control key is needed')
  })
  serveClock(scope, parts)
  serveDisputes(scope, parts)
  serveFailedRefunds(scope, parts)
  scope.put<{ Body: Static<typeof deliveryPlan> }>('/delivery-plan', { schema: { body: deliveryPlan } }, request => {
    parts.plan = planOf(request.body)
    parts.wake()
    return {}
  })
  scope.put<{ Body: Static<typeof faults> }>('/faults', { schema: { body: faults } }, request => {
    Object.assign(parts.faults, { lose: 0, fail: 0 }, request.body)
    return {}
  })
}

function serveClock(scope: FastifyInstance, parts: Parts) {
  const { store, now } = parts
  scope.post<{ Body: Static<typeof forward> }>('/clock', { schema: { body: forward } }, async asked => {
    await store.write(() => {
      const seconds = (store.tables.clock.get('clock')?.seconds ?? 0) + asked.body.seconds
      return { puts: [{ kind: 'clock', value: { id: 'clock', seconds } }], answer: undefined }
    })
    await expireCheckouts(parts)
    parts.wake()
    return { now: now() }
  })
}

function serveDisputes(scope: FastifyInstance, parts: Parts) {
  const { store, now, url } = parts
  const change = (payment: Payment, dispute: Dispute, type: 'dispute.opened' | 'dispute.closed') => {
    const event = eventPut(payment.account, type, { type: 'payment', id: payment.id }, now())
    const value = { ...payment, dispute }
    return { puts: [{ kind: 'payment', value } as const, event], answer: paymentView(value, url()) }
  }
  const find = (id: string) => store.tables.payment.get(id) ?? refuse(404, 'not_found', 'There is no such payment')

  scope.post<{ Body: Static<typeof disputed> }>('/disputes', { schema: { body: disputed } }, async asked => {
    const answer = await store.write(() => {
      const payment = find(asked.body.payment)
      const { amount = payment.amount } = asked.body
      if (payment.status !== 'succeeded' || payment.dispute !== null || amount > payment.amount)
        refuse(409, 'not_disputable', 'Only a payment that took this much can be disputed, once', 'payment')
      const dispute = { id: newId('dsp'), amount, status: 'open', created: now() } as const
      return change(payment, dispute, 'dispute.opened')
    })
    parts.wake()
    return answer
  })

  scope.post<{ Body: Static<typeof decided> }>('/disputes/close', { schema: { body: decided } }, async asked => {
    const answer = await store.write(() => {
      const payment = find(asked.body.payment)
      if (payment.dispute?.status !== 'open') return refuse(409, 'not_open', 'There is no open dispute', 'payment')
      return change(payment, { ...payment.dispute, status: asked.body.outcome }, 'dispute.closed')
    })
    parts.wake()
    return answer
  })
}

/** A refund that was made comes back, as from a card that is closed. */
function serveFailedRefunds(scope: FastifyInstance, { store, now, url, wake }: Parts) {
  scope.post<{ Body: Static<typeof undelivered> }>(
    '/refunds/fail',
    { schema: { body: undelivered } },
    async ({ body }) => {
      const answer = await store.write(() => {
        const isIt = ({ id, status }: Payment['refunds'][number]) => id === body.refund && status === 'succeeded'
        const payment = [...store.tables.payment.values()].find(({ refunds }) => refunds.some(isIt))
        if (!payment) return refuse(404, 'not_found', 'There is no such refund that was made')
        const refunds = payment.refunds.map(one => (isIt(one) ? { ...one, status: 'failed' as const } : one))
        const value = { ...payment, refunds }
        const event = eventPut(payment.account, 'refund.failed', { type: 'refund', id: body.refund }, now())
        return { puts: [{ kind: 'payment', value }, event], answer: paymentView(value, url()) }
      })
      wake()
      return answer
    },
  )
}
