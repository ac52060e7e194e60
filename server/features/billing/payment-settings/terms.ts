import { writeAudit } from '#server/features/accounts/audit.ts'
import { run } from '#server/platform/database/statement.ts'
import { isCurrency } from '#shared/features/billing/payment-settings.ts'
import type { BillingContext } from '../orders/place-order.ts'

/** The currency in which a brand sells. */
export const setOwnCurrency = run<[brandId: string, currency: string]>(
  'set-own-currency',
  `insert into billing_terms (brand_id, currency) values ($1, $2)
   on conflict (brand_id) do update set currency = excluded.currency`,
)

const writeTerms = run<{ brandId: string; currency: string; graceDays: number; remindsUnpaid: boolean }>(
  'set-billing-terms',
  `insert into billing_terms (brand_id, currency, grace_days, reminds_unpaid)
   values ($brandId, $currency, $graceDays, $remindsUnpaid)
   on conflict (brand_id) do update set currency = excluded.currency, grace_days = excluded.grace_days,
     reminds_unpaid = excluded.reminds_unpaid`,
)

/** Writes the terms at which the school sells from now on. */
export async function setTerms({ db, user, body, refuse }: BillingContext<'PUT /studio/payments/terms'>) {
  if (!isCurrency(body.currency)) return refuse('currency_unknown', { fields: ['currency'] })
  const { currency, grace_days: graceDays, reminds_unpaid: remindsUnpaid } = body
  return db.inTransaction(async tx => {
    await writeTerms(tx, { brandId: user.brandId, currency, graceDays, remindsUnpaid })
    await writeAudit(tx, user, { action: 'terms.change', targetType: 'payment_terms', targetId: 1, detail: body })
    return {}
  })
}
