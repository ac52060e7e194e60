import { msFromSeconds } from '#shared/platform/times.ts'
import { type InstallmentState, installmentState } from '#shared/features/billing/orders/installments.ts'
import type { InstallmentWire } from '#shared/features/billing/wire.ts'
import type { Language } from '#shared/platform/contract.ts'
import { listInstallments, type OrderRow } from './order-row.ts'
import { orderWire } from './order-wire.ts'
import type { BillingContext } from './place-order.ts'
import { dateInWords } from '#shared/platform/language-tag.ts'

const dayMs = 86_400_000

/** An order that is paid in parts, at `now` (ms); with a `language` also what happens when the parts are not paid. */
function installmentWire(row: OrderRow, now: number, language: Language | undefined): InstallmentWire {
  const order = orderWire(row, now)
  const state = installmentState(order.status, order.paid, order.amount)
  const isOwing = state === 'active' || state === 'overdue'
  const next = order.invoices.find(({ paid, amount }) => paid < amount)
  return {
    id: order.id,
    state,
    period: row.period.count,
    interval: row.period.unit,
    next_pay_at: isOwing && next ? next.due_at : null,
    order,
    ...(language && { cancel_popup_text: popupText(row, state, next && msFromSeconds(next.due_at), language) }),
  }
}

const popupTexts: Record<Language, (date: string) => string> = {
  en: date => `If the next payment is not made, what you bought closes on ${date}. You can still pay the rest later.`,
  ru: date => `Если следующий платёж не поступит, ${date} доступ закроется. Доплатить можно будет и позже.`,
  es: date => `Si no se hace el próximo pago, el acceso se cierra el ${date}. Podrás terminar de pagar más adelante.`,
}

function popupText(
  { graceDays, timezone, status }: OrderRow,
  state: InstallmentState,
  dueAt: number | undefined,
  language: Language,
) {
  // Before the first payment nothing is open that could close.
  if (status !== 'paid' || state !== 'active' || dueAt === undefined) return null
  return popupTexts[language](dateInWords(dueAt + graceDays * dayMs, language, timezone))
}

export async function readInstallments({ db, now, user, asked, caller }: BillingContext<'GET /installment'>) {
  const language = asked.includes('cancelPopupText') ? caller.language : undefined
  return (await listInstallments(db, user.userId, null)).map(row => installmentWire(row, now, language))
}

export async function readInstallment(context: BillingContext<'GET /installment/:id'>) {
  const { db, now, params, user, asked, caller, refuse } = context
  const [row] = await listInstallments(db, user.userId, params.id)
  const language = asked.includes('cancelPopupText') ? caller.language : undefined
  return installmentWire(row ?? refuse('not_found'), now, language)
}
