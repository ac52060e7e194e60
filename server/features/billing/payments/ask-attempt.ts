import type { FastifyBaseLogger } from 'fastify'
import type { Database } from '#server/platform/database/database.ts'
import type { Db } from '#server/platform/database/statement.ts'
import { type ChargeRefusal, nextTryDay, remedyOf } from '#shared/features/billing/subscriptions/retries.ts'
import { addDays, daysBetween, localDate } from '#shared/platform/times.ts'
import type { OrderLetter } from '../letters.ts'
import { lockOrder, type OrderRow } from '../orders/order-row.ts'
import { dayOf, waitsForPayer } from '../orders/order-state.ts'
import { type Listeners, settleOwn } from '../orders/settle.ts'
import { type Charge, type Provider, ProviderRefused, ProviderUnavailable } from '../providers/provider.ts'
import type { Store } from '../providers/store.ts'
import {
  type Attempt,
  findAttempt,
  insertEntry,
  putOffAttempt,
  setAttempt,
  setAttemptRefused,
  setNextTry,
  setOrderMethod,
} from './attempts.ts'
import { chargeChosen } from './chosen-method.ts'
import { saveMethod } from './methods.ts'
import { undoRefund } from './refunds.ts'

export type Paying = {
  database: Database
  log: Pick<FastifyBaseLogger, 'warn' | 'error'>
  /** The current time, in ms. */
  clock(): number
  providerOf(accountId: number): Promise<Provider>
  /** The app store that an account is with; undefined where it is with a provider. */
  storeOf(accountId: number): Promise<Store | undefined>
  /** The address at which an order is looked at by who pays it, which is where a provider’s page leads back to. */
  orderUrl(order: Pick<Attempt, 'brandId' | 'orderId' | 'isTest'>): string
  /** Where receipts go for people whose address has been erased: to the school. */
  contactOf(brandId: string): string
  listeners: Listeners
  /** Has a letter about an order written to its buyer, once the transaction has committed. */
  write(tx: Db, orderId: number, letter: OrderLetter): Promise<void>
}

/** How long a provider’s page can be paid. */
const pageSeconds = 3600
const leastPauseMs = 10_000
const mostPauseMs = 3_600_000
const finished = ['done', 'refused', 'closed']

/** What became of an attempt, of which the provider may have told already, or that it ends. */
type Wanted = 'news' | 'told' | 'end'

/** When to ask again about an attempt that began `sinceMs` ago, in Unix seconds: ever more rarely. */
function nextAsk(now: number, sinceMs: number): number {
  return (now + Math.min(mostPauseMs, Math.max(leastPauseMs, sinceMs / 2))) / 1000
}

/**
 * Asks the provider what became of an attempt, or for the first time for its money, and writes down what it says. Asked twice it
 * is the same: the provider knows the attempt’s key, the ledger its objects. Throws ProviderUnavailable when there is no answer;
 * then it is asked again later.
 */
export async function askAttempt(
  paying: Paying,
  attemptId: number,
  wants: Wanted = 'news',
): Promise<OrderRow | undefined> {
  const { database, log, clock } = paying
  const attempt = await findAttempt(database, attemptId)
  if (!attempt) return undefined
  try {
    const charge = await ask(await paying.providerOf(attempt.accountId), attempt, paying, wants)
    if (!charge) throw new ProviderRefused('The provider does not know what it was asked for')
    return await database.inTransaction(async tx => {
      const order = await writeCharge(tx, paying, attempt, charge)
      const hasEnded = attempt.state === 'open' && charge.state === 'closed'
      // Who ends a page says what is charged in its place.
      if (hasEnded && wants !== 'end') await chargeChosen(tx, order, attempt, clock())
      return order
    })
  } catch (error) {
    const isSilent = error instanceof ProviderUnavailable
    if (error instanceof ProviderRefused) {
      log.error({ err: error, attemptId }, 'The payment provider refuses what it is asked')
      // Who was silent before may have taken the money: that is not a refusal.
      if (attempt.state === 'begun' && !attempt.wasSilent)
        return database.inTransaction(tx => writeRefused(tx, paying, attempt))
    }
    await putOffAttempt(database, attemptId, nextAsk(clock(), clock() - attempt.createdAt), isSilent)
    throw error
  }
}

/** The provider will never take an attempt as it was asked: nothing was charged. */
async function writeRefused(tx: Db, { clock, listeners, write }: Paying, attempt: Attempt): Promise<OrderRow> {
  await lockOrder(tx, attempt.orderId)
  await setAttemptRefused(tx, attempt.id)
  const { order } = await settleOwn(tx, attempt.orderId, clock(), listeners)
  await planNextTry(tx, order, attempt, 'unavailable', clock())
  if (attempt.isAutomatic) await write(tx, order.id, 'refused')
  return (await settleOwn(tx, attempt.orderId, clock(), listeners)).order
}

async function ask(provider: Provider, attempt: Attempt, { orderUrl }: Paying, wants: Wanted) {
  const { key, amount, currency, title: description, email, language, objectId, methodToken, savesMethod } = attempt
  const ends = wants === 'end' || attempt.isOrderClosed
  // Nothing is to be paid, and the method is saved already.
  if (amount === 0 && methodToken !== null) return kept(key)
  if (objectId !== null) return ends && waitsForPayer(attempt) ? provider.close(objectId) : provider.read(objectId)
  const items = [{ description, amount, taxPercent: attempt.taxRate / 100 || undefined }]
  const receipt = amount > 0 && email ? { receipt: { email, soldAt: attempt.createdAt, items } } : {}
  const asked = { key, askedAt: attempt.createdAt, amount, currency, description, email, ...receipt }
  if (methodToken !== null) return provider.charge({ ...asked, method: methodToken, isTold: wants === 'told' })
  const url = orderUrl(attempt)
  const page = { returnUrl: url, cancelUrl: url, savesMethod, expiresInSeconds: pageSeconds }
  const opened = await provider.openCheckout({ ...asked, language, ...page })
  return ends ? provider.close(opened.id) : opened
}

const kept = (reference: string): Charge => ({
  id: `kept ${reference}`,
  state: 'done',
  reference,
  url: undefined,
  refusal: undefined,
  payment: undefined,
  method: undefined,
})

/** Writes what a provider knows of an attempt; what is not of this attempt, or of another amount, changes nothing. */
async function writeCharge(tx: Db, paying: Paying, asked: Attempt, charge: Charge): Promise<OrderRow> {
  const { clock, listeners, log } = paying
  const now = clock()
  await lockOrder(tx, asked.orderId)
  // Another answer may have been faster.
  const attempt = (await findAttempt(tx, asked.id)) ?? asked
  if (isForeign(attempt, charge)) {
    log.error({ attemptId: attempt.id, object: charge.id }, 'A provider’s object is not what was asked for')
    await putOffAttempt(tx, attempt.id, nextAsk(now, now - attempt.createdAt), false)
    return (await settleOwn(tx, attempt.orderId, now, listeners)).order
  }
  await writeEntries(tx, attempt, charge, now)
  if (!isNews(attempt, charge)) return (await settleOwn(tx, attempt.orderId, now, listeners)).order
  await writeAttempt(tx, attempt, charge, now)
  const { order } = await settleOwn(tx, attempt.orderId, now, listeners)
  if (attempt.isAutomatic && charge.state !== attempt.state) await writeLetter(tx, paying, order.id, charge)
  if (charge.state !== 'refused') return order
  await planNextTry(tx, order, attempt, charge.refusal ?? 'declined', now)
  return (await settleOwn(tx, attempt.orderId, now, listeners)).order
}

/** Whether an object is not what its attempt asked for. */
function isForeign({ key, amount, currency }: Attempt, { reference, payment }: Charge): boolean {
  return reference !== key || (payment !== undefined && (payment.amount !== amount || payment.currency !== currency))
}

/** Whether an answer is later than what is known: an attempt that is over stays so, unless it was paid after all. */
const isNews = ({ state }: Attempt, charge: Charge) => charge.state === 'done' || !finished.includes(state)

async function writeEntries(tx: Db, { id, invoiceId, accountId }: Attempt, { payment }: Charge, now: number) {
  if (!payment) return
  const line = { invoiceId, attemptId: id, accountId, fee: null }
  const at = (ms: number) => ({ happenedAt: ms / 1000 })
  const { amount, fee, paidAt, refunds, disputes } = payment
  await insertEntry(tx, { ...line, kind: 'payment', amount, fee: fee ?? null, objectId: payment.id, ...at(paidAt) })
  for (const { id: objectId, amount: part, isFailed, at: sentAt } of refunds)
    if (isFailed) await undoRefund(tx, accountId, objectId, now / 1000)
    else await insertEntry(tx, { ...line, kind: 'refund', amount: part, objectId, ...at(sentAt) })
  for (const dispute of disputes) {
    const entry = { ...line, amount: dispute.amount, objectId: dispute.id, ...at(dispute.at) }
    await insertEntry(tx, { ...entry, kind: 'chargeback' })
    if (dispute.state === 'won') await insertEntry(tx, { ...entry, kind: 'chargeback_reversal' })
  }
}

async function writeAttempt(tx: Db, attempt: Attempt, charge: Charge, now: number): Promise<void> {
  const { id, userId, accountId, orderId } = attempt
  const isOver = finished.includes(charge.state)
  await setAttempt(tx, {
    id,
    state: charge.state,
    refusal: charge.refusal ?? null,
    objectId: charge.id,
    url: isOver ? null : (charge.url ?? null),
    askSeconds: isOver ? null : nextAsk(now, now - attempt.createdAt),
  })
  // What is told again later must not undo that another method was chosen, or this one forgotten.
  if (charge.state !== 'done' || attempt.state === 'done' || userId === null) return
  const { method } = charge
  const saved = method && {
    userId,
    accountId,
    token: method.token,
    kind: method.kind,
    brand: method.brand,
    last4: method.last4 ?? null,
    expiresMonth: method.expiresMonth ?? null,
    expiresYear: method.expiresYear ?? null,
  }
  const methodId = saved ? (await saveMethod(tx, saved))?.id : attempt.methodId
  if (methodId) await setOrderMethod(tx, orderId, methodId)
}

/** Who did not stand by is told when a charge was refused, or when it must be confirmed. */
async function writeLetter(tx: Db, { write }: Paying, orderId: number, { state, refusal }: Charge) {
  const isToConfirm = state === 'confirm' || (refusal !== undefined && remedyOf(refusal) === 'confirm')
  if (state === 'refused' || state === 'confirm') await write(tx, orderId, isToConfirm ? 'confirm' : 'refused')
}

/** An instalment that was refused without its payer is tried again on the days that the reason allows. */
async function planNextTry(tx: Db, order: OrderRow, attempt: Attempt, refusal: ChargeRefusal, now: number) {
  const invoice = order.invoices.find(({ id }) => id === attempt.invoiceId)
  if (order.subscription || !invoice || !attempt.isAutomatic || invoice.number === 1) return
  const due = localDate(invoice.dueAt, order.timezone)
  const tried = Math.max(0, daysBetween(due, localDate(now, order.timezone)))
  const day = nextTryDay(refusal, tried, order.graceDays)
  await setNextTry(tx, invoice.id, day === undefined ? null : dayOf(order, addDays(due, day)) / 1000)
}
