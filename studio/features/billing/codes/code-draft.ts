import { discountFault } from '#shared/features/billing/selling/selling.ts'
import type { DiscountFieldsWire, ShopDiscountWire } from '#shared/features/billing/selling/selling-wire.ts'
import type { Language } from '#shared/platform/contract.ts'
import { type Currency, readAmount, typedAmount } from '#shared/platform/money.ts'
import { readWhole } from '../services/typed-values.ts'

/** A discount code as it is typed. */
export type CodeDraft = {
  code: string
  kind: 'percent' | 'amount'
  percent: string
  currency: Currency
  amount: string
  mostUses: string
  startsOn: string
  endsOn: string
  serviceIds: readonly number[]
}

/** A new code, in the currency in which the school sells. */
export const newCode = (currency: Currency): CodeDraft => ({
  code: '',
  kind: 'percent',
  percent: '10',
  currency,
  amount: '',
  mostUses: '',
  startsOn: '',
  endsOn: '',
  serviceIds: [],
})

/** A stored code as it is shown in the dialog’s fields. */
export function draftOf(discount: ShopDiscountWire, language: Language, own: Currency): CodeDraft {
  const { percent, amount, currency } = discount
  const fresh = newCode(own)
  return {
    code: discount.code,
    kind: percent === null ? 'amount' : 'percent',
    percent: String(percent ?? fresh.percent),
    currency: currency ?? fresh.currency,
    amount: amount === null || currency === null ? '' : typedAmount(amount, currency, language),
    mostUses: String(discount.most_uses ?? ''),
    startsOn: discount.starts_on ?? '',
    endsOn: discount.ends_on ?? '',
    serviceIds: discount.service_ids,
  }
}

export type Fault = 'percent' | 'amount' | 'uses' | 'day' | 'discount_ends_early'

/** What is sent of a draft, or what is wrong with it, by field. */
export function fieldsOf(
  draft: CodeDraft,
  language: Language,
): { fields: DiscountFieldsWire; faults?: undefined } | { faults: Record<string, Fault> } {
  const faults: Record<string, Fault> = {}
  const isPercent = draft.kind === 'percent'
  const percent = isPercent ? readWhole(draft.percent, 1, 100) : null
  const amount = isPercent ? null : readAmount(draft.amount, draft.currency, language)
  const mostUses = draft.mostUses.trim() === '' ? null : readWhole(draft.mostUses, 1, 1_000_000)
  if (percent === undefined) faults['percent'] = 'percent'
  if (amount === undefined || amount === 0) faults['amount'] = 'amount'
  if (mostUses === undefined) faults['most_uses'] = 'uses'
  const fields: DiscountFieldsWire = {
    percent: percent ?? null,
    amount: amount ?? null,
    currency: isPercent ? null : draft.currency,
    most_uses: mostUses ?? null,
    starts_on: draft.startsOn || null,
    ends_on: draft.endsOn || null,
    service_ids: [...draft.serviceIds],
  }
  if (Object.keys(faults).length > 0) return { faults }
  const fault = discountFault(fields)
  if (!fault) return { fields }
  return { faults: { [fault.field]: fault.code === 'discount_ends_early' ? fault.code : 'day' } }
}
