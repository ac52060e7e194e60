import type { Db } from '#server/platform/database/statement.ts'
import type { OrderRow } from '../orders/order-row.ts'
import { payableInvoice } from '../orders/order-state.ts'
import { type Attempt, beginAttempt } from './attempts.ts'
import { findMethod } from './methods.ts'

/**
 * Begins to charge what a page that has ended was to pay to the method that was chosen meanwhile: while the page could be paid it was
 * not charged. One that was refused for the same invoice before is left.
 */
export async function chargeChosen(tx: Db, order: OrderRow, page: Attempt, now: number): Promise<void> {
  const methodId = order.subscription ? order.subscription.methodId : order.methodId
  const invoice = order.status === 'waiting' ? undefined : payableInvoice(order, now)
  if (methodId === null || page.userId === null || invoice?.id !== page.invoiceId) return
  if (order.attempts.some(tried => tried.invoiceId === invoice.id && tried.methodId === methodId)) return
  const method = await findMethod(tx, methodId, page.userId)
  const asked = { invoice, methodId, isAutomatic: true, savesMethod: false, email: page.email }
  if (method) await beginAttempt(tx, { ...asked, accountId: method.accountId }, now)
}
