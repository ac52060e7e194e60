import type { FastifyInstance, FastifyReply } from 'fastify'
import { type CardFields, readCard, type TrialName, trialCards, trialOf } from '../cards.ts'
import { complete, decline, isPayable } from '../charges.ts'
import type { Parts } from '../parts.ts'
import type { Card, Checkout } from '../records.ts'
import { cardForm, filledFields, type Shown } from './card-form.ts'
import { buttonLink, escaped, sendPage } from './page.ts'
import { words } from './words.ts'

type Asked = { Params: { id: string }; Body: Record<string, string> | undefined }

/** The page on which a buyer gives a card to a checkout. */
export function serveCardPage(scope: FastifyInstance, parts: Parts) {
  const { store, now, wake } = parts

  scope.get<Asked>('/pay/:id', (request, reply) => {
    const checkout = store.tables.checkout.get(request.params.id)
    if (checkout === undefined) return sendMissing(reply)
    if (!isPayable(checkout, now())) return sendClosed(reply, checkout)
    return sendForm(reply, checkout, { declined: checkout.declined })
  })

  scope.post<Asked>('/pay/:id', async (request, reply) => {
    const checkout = store.tables.checkout.get(request.params.id)
    if (checkout === undefined) return sendMissing(reply)
    const fields = fieldsOf(request.body)
    const fill = request.body?.['fill'] ?? ''
    if (Object.hasOwn(trialCards, fill) && isPayable(checkout, now()))
      return sendForm(reply, checkout, { fields: filledFields(fill as TrialName, fields.name, now()) })
    const read = readCard(fields, now())
    const isOpen = isPayable(checkout, now())
    if ('faults' in read && isOpen) return sendForm(reply, checkout, { fields, faults: read.faults }, 422)
    if ('card' in read) await useCard(parts, checkout.id, read.card)
    wake()
    const after = store.tables.checkout.get(checkout.id) ?? checkout
    if (after.status === 'complete') return reply.redirect(after.returnUrl, 303)
    if (!isPayable(after, now())) return sendClosed(reply, after)
    if (after.pending !== null) return reply.redirect(`/secure/${after.id}`, 303)
    return sendForm(reply, after, { fields, declined: after.declined }, 402)
  })
}

/** Gives the card to the checkout in its turn, so that pressing twice charges once. */
async function useCard({ store, now }: Parts, id: string, card: Card) {
  await store.write(() => {
    const checkout = store.tables.checkout.get(id)
    if (checkout === undefined || !isPayable(checkout, now())) return { puts: [], answer: undefined }
    const { here, isSecure } = trialOf(card)
    if (here !== 'succeeds') return { puts: decline(checkout, card, here, now()), answer: undefined }
    if (!isSecure) return { puts: complete(checkout, card, now()), answer: undefined }
    return { puts: [{ kind: 'checkout', value: { ...checkout, pending: card, declined: null } }], answer: undefined }
  })
}

function fieldsOf(body: Record<string, string> = {}): CardFields {
  const { number = '', expiry = '', cvc = '', name = '' } = body
  return { number, expiry, cvc, name }
}

function sendForm(reply: FastifyReply, checkout: Checkout, shown: Shown, status = 200) {
  const { language, mode, returnUrl } = checkout
  const title = mode === 'setup' ? words[language].save : words[language].pay
  return sendPage(reply, { language, title, body: cardForm(checkout, shown), status, backTo: returnUrl })
}

/** Says that a checkout takes no card any more, with the way back. */
export function sendClosed(reply: FastifyReply, { status, language, returnUrl, cancelUrl }: Checkout) {
  const text = words[language]
  const isDone = status === 'complete'
  const body = buttonLink(isDone ? returnUrl : cancelUrl, text.back)
  return sendPage(reply, { language, title: isDone ? text.complete : text.expired, body })
}

/** Says in every language that there is no such page. */
export function sendMissing(reply: FastifyReply) {
  const others = (['ru', 'es'] as const).map(code => `<p lang="${code}">${escaped(words[code].missing)}</p>`).join('')
  return sendPage(reply, { language: 'en', title: words.en.missing, body: others, status: 404 })
}
