import type { Db } from '#server/platform/database/statement.ts'
import { localDate } from '#shared/platform/times.ts'
import { findOrder, lockOrder, type OrderRow } from '../orders/order-row.ts'
import { attemptUnderWay, payableInvoice, stateOf, waitsForPayer } from '../orders/order-state.ts'
import { findRival, lockSeats } from '../orders/owned.ts'
import { orderWire } from '../orders/order-wire.ts'
import { type BillingContext, closeWaiting, findBuyer } from '../orders/place-order.ts'
import { isUnanswered, ProviderRefused, ProviderUnavailable } from '../providers/provider.ts'
import { askAttempt, type Paying } from './ask-attempt.ts'
import { beginAttempt } from './attempts.ts'
import { findMethod, findPayee } from './methods.ts'

type PayContext = BillingContext<'POST /orders/:id/pay'>

/**
 * Begins to pay what an order owes. What is under way is looked at first: a page that is open is answered again, and closed when a
 * saved method is wanted instead, as is whatever waits for a payer who wants to pay in another way: nothing is paid twice.
 */
export async function payOrder(paying: Paying, context: PayContext) {
  const { db, now, params, user, body, refuse } = context
  const order = (await findOrder(db, params.id, user.userId)) ?? refuse('not_found')
  if (order.status === 'waiting') await refuseUnsellable(paying, context, order)
  const underWay = attemptUnderWay(order)
  if (underWay) {
    const isOther = body.is_instead === true || (body.method_id !== undefined && underWay.state === 'open')
    const wants = isOther && waitsForPayer(underWay) ? 'end' : 'news'
    const known = await asked(context, () => askAttempt(paying, underWay.id, wants))
    if (!known) return refuse('not_found')
    const isOver = attemptUnderWay(known) === undefined && stateOf(known, now).status === order.status
    if (!isOver || known.attempts.at(-1)?.state === 'done') return orderWire(known, now)
  }
  const attemptId = await begin(context)
  return orderWire((await asked(context, () => askAttempt(paying, attemptId))) ?? order, now)
}

/** Closes and refuses an order of what its buyer has, or of a cohort that is full by now. The page of an order whose place it took is closed before, unless it has just been paid. */
async function refuseUnsellable(paying: Paying, context: PayContext, order: OrderRow): Promise<void> {
  const { db, now, refuse } = context
  const rival = await findRival(db, { orderId: order.id, today: localDate(now, order.timezone) })
  const pageId = rival?.pageId ?? undefined
  const other = pageId === undefined ? undefined : await endPage(paying, context, pageId)
  const isOwned = rival?.isOwned || other?.isOpen
  if (!isOwned && rival?.hasSeat) return
  await db.inTransaction(async tx => {
    await lockOrder(tx, order.id)
    const known = await findOrder(tx, order.id, order.userId ?? 0)
    if (known?.status === 'waiting') await closeWaiting(tx, known, now, paying.listeners)
  })
  refuse(isOwned ? 'already_owned' : 'no_place_left')
}

async function endPage(paying: Paying, context: PayContext, attemptId: number): Promise<OrderRow | undefined> {
  try {
    return await askAttempt(paying, attemptId, 'end')
  } catch (error) {
    // Who refuses whatever is asked, as an account that the school has left, must not stop who takes the money now.
    if (error instanceof ProviderRefused) return undefined
    if (error instanceof ProviderUnavailable) return context.refuse('provider_silent', { retryAfter: 60 })
    throw error
  }
}

/** What the browser’s return does: the same as a provider’s event. */
export async function checkOrder(paying: Paying, context: BillingContext<'POST /orders/:id/check'>) {
  const { db, now, params, user, refuse } = context
  const order = (await findOrder(db, params.id, user.userId)) ?? refuse('not_found')
  const underWay = attemptUnderWay(order)
  if (!underWay) return orderWire(order, now)
  try {
    return orderWire((await askAttempt(paying, underWay.id)) ?? order, now)
  } catch (error) {
    if (isUnanswered(error)) return orderWire(order, now)
    throw error
  }
}

async function asked<Answer>({ refuse }: PayContext, work: () => Promise<Answer>): Promise<Answer> {
  try {
    return await work()
  } catch (error) {
    if (isUnanswered(error)) return refuse('provider_silent', { retryAfter: 60 })
    throw error
  }
}

async function begin({ db, now, params, user, body, refuse }: PayContext): Promise<number> {
  const buyer = await findBuyer(db, user.userId)
  const method = body.method_id === undefined ? undefined : await findMethod(db, body.method_id, user.userId)
  if (body.method_id !== undefined && !method) return refuse('method_gone', { fields: ['method_id'] })
  const payee = (await findPayee(db, user.brandId, params.id)) ?? refuse('not_found')
  if (!buyer?.email) return refuse('email_needed', { fields: ['email'] })
  const { email } = buyer
  return db.inTransaction(async tx => {
    await lockOrder(tx, params.id)
    const order = (await findOrder(tx, params.id, user.userId)) ?? refuse('not_found')
    const invoice = payableInvoice(order, now) ?? refuse('order_not_payable')
    if (order.status === 'waiting' && (await isSeatHeld(tx, order, now))) refuse('no_place_left')
    // Real money is never paid in the sandbox, nor the other way round, whichever of them the school sells through now.
    if (method && method.isSandbox !== payee.isPaidInSandbox) refuse('method_gone', { fields: ['method_id'] })
    if (!method && payee.isSandbox !== payee.isPaidInSandbox) refuse('selling_closed')
    const accountId = method?.accountId ?? payee.accountId ?? refuse('selling_closed')
    const savesMethod = isChargedLater(order) || body.saves_method === true
    const asked = { invoice, accountId, methodId: method?.id ?? null, isAutomatic: false, savesMethod, email }
    const made = await beginAttempt(tx, asked, now)
    // Somebody was faster: theirs goes on.
    return made ?? attemptUnderWay(order)?.id ?? refuse('order_not_payable')
  })
}

/** Whether others are paying for all seats that a cohort has left: until they have, or have let go of it, nobody else pays for one. */
async function isSeatHeld(tx: Db, { id, streamId, timezone }: OrderRow, now: number): Promise<boolean> {
  if (streamId === null) return false
  await lockSeats(tx, streamId)
  return (await findRival(tx, { orderId: id, today: localDate(now, timezone) }))?.isHeld === true
}

const isChargedLater = ({ subscription, invoices }: OrderRow) => subscription !== null || invoices.length > 1
