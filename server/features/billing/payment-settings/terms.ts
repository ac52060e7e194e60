import { writeAudit } from '#server/features/accounts/audit.ts'
import { one, run } from '#server/platform/database/statement.ts'
import { isCurrency } from '#shared/features/billing/payments/payment-settings.ts'
import type { BillingContext } from '../orders/place-order.ts'

/** The currency in which a brand sells. */
export const setOwnCurrency = run<[brandId: string, currency: string]>(
  'set-own-currency',
  `insert into billing_terms (brand_id, currency) values ($1, $2)
   on conflict (brand_id) do update set currency = excluded.currency`,
)

/** What 100 points take off a price in a brand: JSON of minor units by currency. */
export const setPointValues = run<[brandId: string, values: string]>(
  'set-point-values',
  `insert into billing_terms (brand_id, point_values) values ($1, $2::jsonb)
   on conflict (brand_id) do update set point_values = excluded.point_values`,
)

type Written = {
  brandId: string
  currency: string
  graceDays: number
  remindsUnpaid: boolean
  /** These two stay as they are where null; the values are JSON by currency. */
  seller: string | null
  pointValues: string | null
}

const writeTerms = one<Written, { revision: number }>(
  'set-billing-terms',
  `insert into billing_terms as known (brand_id, currency, grace_days, reminds_unpaid, seller, point_values)
   values ($brandId, $currency, $graceDays, $remindsUnpaid, coalesce($seller, ''), coalesce($pointValues::jsonb, '{}'))
   on conflict (brand_id) do update set currency = excluded.currency, grace_days = excluded.grace_days,
     reminds_unpaid = excluded.reminds_unpaid, seller = coalesce($seller, known.seller),
     point_values = coalesce($pointValues::jsonb, known.point_values), revision = known.revision + 1
   returning revision`,
)

/** Writes the terms at which the school sells from now on. */
export async function setTerms({ db, user, body, refuse }: BillingContext<'PUT /studio/payments/terms'>) {
  if (!isCurrency(body.currency)) return refuse('currency_unknown', { fields: ['currency'] })
  const { currency, grace_days: graceDays, reminds_unpaid: remindsUnpaid, point_values: values } = body
  if (values?.some(value => !isCurrency(value.currency))) refuse('currency_unknown', { fields: ['point_values'] })
  if (new Set(values?.map(value => value.currency)).size < (values?.length ?? 0))
    refuse('currency_twice', { fields: ['point_values'] })
  const pointValues = values
    ? JSON.stringify(Object.fromEntries(values.map(value => [value.currency, value.amount])))
    : null
  const seller = body.seller?.trim() ?? null
  return db.inTransaction(async tx => {
    const terms = { brandId: user.brandId, currency, graceDays, remindsUnpaid, seller, pointValues }
    const { revision } = (await writeTerms(tx, terms)) ?? refuse('not_found')
    const change = { action: 'terms.change', targetType: 'payment_terms', targetId: revision, detail: body }
    await writeAudit(tx, user, change)
    return {}
  })
}
