import type { FastifyInstance } from 'fastify'
import type { Language } from '#shared/platform/contract.ts'
import { complete, decline, isPayable, settle } from '../charges.ts'
import type { Parts } from '../parts.ts'
import { sendClosed, sendMissing } from './card-page.ts'
import { escaped, sendPage } from './page.ts'
import { words } from './words.ts'

type Asked = { Params: { id: string }; Body: Record<string, string> | undefined }

/** The bank's 3-D Secure page, for the card of a checkout and for a payment that its owner has to confirm. */
export function serveSecurePage(scope: FastifyInstance, parts: Parts) {
  const { store, now, wake } = parts
  const { checkout: checkouts, payment: payments, method: methods } = store.tables

  scope.get<Asked>('/secure/:id', (request, reply) => {
    const { id } = request.params
    const checkout = checkouts.get(id)
    if (checkout !== undefined) {
      const { language, returnUrl, pending } = checkout
      if (!isPayable(checkout, now())) return sendClosed(reply, checkout)
      if (pending === null) return reply.redirect(`/pay/${id}`, 303)
      const body = question(id, pending.last4, language)
      return sendPage(reply, { language, title: words[language].secure, body, backTo: returnUrl })
    }
    const payment = payments.get(id)
    if (payment === undefined) return sendMissing(reply)
    const { language, status } = payment
    const { secure, decided } = words[language]
    if (status !== 'requires_action') return sendPage(reply, { language, title: decided, body: '' })
    const last4 = methods.get(payment.method ?? '')?.card.last4 ?? ''
    return sendPage(reply, { language, title: secure, body: question(id, last4, language) })
  })

  scope.post<Asked>('/secure/:id', async (request, reply) => {
    const { id } = request.params
    const decision = request.body?.['decision']
    if (decision === 'confirm' || decision === 'refuse') await decide(parts, id, decision === 'confirm')
    wake()
    const checkout = checkouts.get(id)
    return checkout?.status === 'complete'
      ? reply.redirect(checkout.returnUrl, 303)
      : reply.redirect(`/${checkout && checkout.pending === null ? 'pay' : 'secure'}/${id}`, 303)
  })
}

/** Settles in its turn what waits for the bank; deciding twice changes nothing. */
async function decide({ store, now }: Parts, id: string, isConfirmed: boolean) {
  const { checkout: checkouts, payment: payments, method: methods } = store.tables
  await store.write(() => {
    const checkout = checkouts.get(id)
    if (checkout?.pending && isPayable(checkout, now())) {
      const { pending } = checkout
      const refused = () => decline(checkout, pending, 'authentication_required', now())
      return { puts: isConfirmed ? complete(checkout, pending, now()) : refused(), answer: undefined }
    }
    const payment = payments.get(id)
    const card = methods.get(payment?.method ?? '')?.card
    if (payment?.status !== 'requires_action' || card === undefined) return { puts: [], answer: undefined }
    return { puts: settle(payment, isConfirmed ? null : 'authentication_required', card, now()), answer: undefined }
  })
}

function question(id: string, last4: string, language: Language): string {
  const text = words[language]
  return `<p>${escaped(text.secureAsk(last4))}</p><form method="post" action="/secure/${id}">
<button class="main" name="decision" value="confirm">${escaped(text.confirm)}</button>
<button name="decision" value="refuse">${escaped(text.refuse)}</button></form>`
}
