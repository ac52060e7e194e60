import type { FastifyInstance } from 'fastify'
import { accountOf, makeOnce } from './asking.ts'
import { expire, isPayable, newId } from './charges.ts'
import type { Parts } from './parts.ts'
import type { Checkout } from './records.ts'
import { owned, refuse } from './refusal.ts'
import { byId, type CheckoutBody, checkoutBody, nothing } from './schemas.ts'
import { checkoutView } from './views.ts'

const hour = 3600
type ById = { Params: { id: string } }

/** Calls of checkouts: open one, look at it, close it. */
export function serveCheckouts(scope: FastifyInstance, parts: Parts) {
  const { store, now, url, wake } = parts
  const find = (id: string, account: string) => owned(store.tables.checkout.get(id), account)

  scope.post<{ Body: CheckoutBody }>('/checkouts', { schema: { body: checkoutBody } }, async asked => {
    checkAmount(asked.body)
    const { id } = await makeOnce(parts, asked, account => {
      const value = checkoutFrom(asked.body, account, now())
      return { id: value.id, puts: [{ kind: 'checkout', value }] }
    })
    return checkoutView(find(id, accountOf(asked)), url(), now())
  })

  scope.get<ById>('/checkouts/:id', { schema: { params: byId, querystring: nothing } }, request =>
    checkoutView(find(request.params.id, accountOf(request)), url(), now()),
  )

  scope.post<ById>('/checkouts/:id/expire', { schema: { params: byId } }, async asked => {
    const { id } = asked.params
    await store.write(() => {
      const checkout = find(id, accountOf(asked))
      if (checkout.status === 'complete') refuse(409, 'already_complete', 'This checkout is complete')
      return { puts: checkout.status === 'open' ? expire(checkout, now()) : [], answer: undefined }
    })
    wake()
    return checkoutView(find(id, accountOf(asked)), url(), now())
  })
}

/** Closes the checkouts whose time is over. */
export async function expireCheckouts({ store, now, wake }: Parts) {
  const isOver = (checkout: Checkout) => checkout.status === 'open' && !isPayable(checkout, now())
  const over = () => [...store.tables.checkout.values()].filter(isOver)
  if (over().length === 0) return
  await store.write(() => ({ puts: over().flatMap(checkout => expire(checkout, now())), answer: undefined }))
  wake()
}

function checkAmount({ mode, amount }: CheckoutBody) {
  if (mode === 'payment' && amount === undefined) refuse(400, 'invalid_request', 'A payment needs an amount', 'amount')
  if (mode === 'setup' && amount !== undefined) refuse(400, 'invalid_request', 'A setup takes no amount', 'amount')
}

function checkoutFrom(body: CheckoutBody, account: string, created: number): Checkout {
  const { mode, currency, description, reference, language } = body
  return {
    id: newId('chk'),
    account,
    mode,
    currency,
    description,
    reference,
    language,
    created,
    amount: body.amount ?? null,
    isSaving: body.save_method,
    returnUrl: urlOf(body.return_url, 'return_url'),
    cancelUrl: urlOf(body.cancel_url, 'cancel_url'),
    email: body.email ?? null,
    expiresAt: created + (body.expires_in ?? hour),
    status: 'open',
    payment: null,
    method: null,
    pending: null,
    declined: null,
  }
}

function urlOf(text: string, field: string): string {
  return URL.canParse(text) ? new URL(text).href : refuse(400, 'invalid_request', 'Must be a web address', field)
}
