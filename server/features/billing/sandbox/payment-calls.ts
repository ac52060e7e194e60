import type { FastifyInstance } from 'fastify'
import { accountOf, makeOnce } from './asking.ts'
import { trialOf } from './cards.ts'
import { cancel, chargeLater, eventPut, newId } from './charges.ts'
import type { Parts } from './parts.ts'
import type { Payment, Refund } from './records.ts'
import { owned, refuse } from './refusal.ts'
import { byId, byReference, nothing, type PaymentBody, paymentBody, type RefundBody, refundBody } from './schemas.ts'
import { methodView, paymentView, refundedOf, refundView } from './views.ts'

type ById = { Params: { id: string } }
const one = { schema: { params: byId, querystring: nothing } }

/** Calls of payments: charge a saved card without its owner, look at payments, cancel one that waits for its owner. */
export function servePayments(scope: FastifyInstance, parts: Parts) {
  const { store, now, url, wake } = parts
  const { payment: payments, method: methods } = store.tables
  const view = (id: string, account: string) => paymentView(owned(payments.get(id), account), url())

  scope.post<{ Body: PaymentBody }>('/payments', { schema: { body: paymentBody } }, async (request, reply) => {
    const { method: id, ...charge } = request.body
    const made = await makeOnce(parts, request, account => {
      const method = owned(methods.get(id), account)
      if (method.isGone) refuse(409, 'method_gone', 'This method was deleted', 'method')
      return chargeLater({ ...charge, account, language: method.language }, method, now())
    })
    const card = methods.get(id)?.card
    if (made.isNew && card && trialOf(card).isCut) {
      reply.hijack()
      request.socket.destroy()
      return reply
    }
    return view(made.id, accountOf(request))
  })

  scope.get<ById>('/payments/:id', one, request => view(request.params.id, accountOf(request)))

  scope.post<ById>('/payments/:id/cancel', { schema: { params: byId } }, async asked => {
    const account = accountOf(asked)
    await store.write(() => {
      const payment = owned(payments.get(asked.params.id), account)
      const isOver = payment.status !== 'requires_action' && payment.status !== 'canceled'
      if (isOver) refuse(409, 'already_decided', 'This payment is decided')
      return { puts: payment.status === 'canceled' ? [] : cancel(payment, now()), answer: undefined }
    })
    wake()
    return view(asked.params.id, account)
  })

  scope.get<{ Querystring: { reference: string } }>('/payments', { schema: { querystring: byReference } }, request => {
    const account = accountOf(request)
    const isAsked = (payment: Payment) => payment.account === account && payment.reference === request.query.reference
    const found = [...payments.values()].filter(isAsked).reverse()
    return { data: found.map(payment => paymentView(payment, url())) }
  })
}

/** The call that gives back a part of a payment, or all of it. */
export function serveRefunds(scope: FastifyInstance, parts: Parts) {
  const { store, now } = parts
  const { payment: payments } = store.tables

  scope.post<{ Body: RefundBody }>('/refunds', { schema: { body: refundBody } }, async asked => {
    const { payment: id, amount, reference } = asked.body
    const made = await makeOnce(parts, asked, account => {
      const payment = owned(payments.get(id), account)
      checkRefund(payment, amount)
      const refund: Refund = { id: newId('ref'), amount, reference, status: 'succeeded', created: now() }
      const value = { ...payment, refunds: [...payment.refunds, refund] }
      const event = eventPut(account, 'refund.succeeded', { type: 'refund', id: refund.id }, now())
      return { id: refund.id, puts: [{ kind: 'payment', value }, event] }
    })
    const refund = payments.get(id)?.refunds.find(refund => refund.id === made.id)
    return refund ? refundView(refund, id) : refuse(404, 'not_found', 'There is no such object')
  })

  scope.get<ById>('/refunds/:id', one, request => {
    const account = accountOf(request)
    for (const payment of payments.values()) {
      const refund = payment.refunds.find(({ id }) => id === request.params.id)
      if (refund && payment.account === account) return refundView(refund, payment.id)
    }
    return refuse(404, 'not_found', 'There is no such object')
  })
}

function checkRefund(payment: Payment, amount: number) {
  if (payment.status !== 'succeeded') refuse(409, 'not_refundable', 'This payment took no money', 'payment')
  if (amount > payment.amount - refundedOf(payment))
    refuse(409, 'amount_too_large', 'More than what is left of the payment', 'amount')
}

/** Calls of saved cards: look at one, delete it. */
export function serveMethods(scope: FastifyInstance, { store }: Parts) {
  const { method: methods } = store.tables
  const find = (id: string, account: string) => owned(methods.get(id), account)

  scope.get<ById>('/methods/:id', one, request => {
    const method = find(request.params.id, accountOf(request))
    return method.isGone ? refuse(404, 'not_found', 'There is no such object') : methodView(method)
  })

  scope.delete<ById>('/methods/:id', one, async (request, reply) => {
    await store.write(() => {
      const method = find(request.params.id, accountOf(request))
      return { puts: [{ kind: 'method', value: { ...method, isGone: true } }], answer: undefined }
    })
    return reply.code(204).send()
  })
}
