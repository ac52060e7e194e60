import { one } from '#server/platform/database/statement.ts'
import type {
  BillingTermsWire,
  PaymentSettingsWire,
  PaymentTestWire,
} from '#shared/features/billing/payments/payment-calls.ts'
import type { BillingContext } from '../orders/place-order.ts'
import { leftOf } from '../payments/refunds.ts'
import { type Keys, providerKeys } from '../providers/open-provider.ts'
import type { ProviderKind } from '../providers/provider.ts'
import { type Payments, wireNames } from './set-account.ts'

type Found = {
  account: { id: number; provider: ProviderKind; keys: string; set_at: number; last_told_at: number | null } | null
  terms: BillingTermsWire
  test: PaymentTestWire | null
}

/** SQL: the latest test charge of an account `a`. */
const test = `(select json_build_object('order_id', o.id, 'amount', o.amount, 'currency', o.currency, 'status', o.status,
    'refusal', p.refusal, 'url', p.url, 'asked_at', unix(o.created_at), 'returned_at', unix(x.returned_at),
    'told_at', (select unix(min(v.received_at)) from provider_events v where v.account_id = a.id and v.object_id in (
       select p.object_id union select e.object_id from ledger_entries e where e.invoice_id = i.id)),
    'left', (select coalesce(sum(greatest(0, ${leftOf('e')})), 0)::bigint from ledger_entries e
       where e.invoice_id = i.id and e.kind = 'payment'))
  from payment_tests x join orders o on o.id = x.order_id join invoices i on i.order_id = o.id
  left join payment_attempts p on p.invoice_id = i.id
  where x.account_id = a.id order by x.order_id desc, p.id desc limit 1)`

/** How a brand sells, and through whom; the keys are sealed. */
const findPayments = one<[brandId: string], Found>(
  'find-payments',
  `select
     (select json_build_object('id', a.id, 'provider', a.provider, 'keys', encode(a.keys, 'base64'), 'set_at', unix(a.set_at),
        'last_told_at', (select unix(max(v.received_at)) from provider_events v where v.account_id = a.id))
      from payment_accounts a where a.brand_id = $1 and a.is_active) as account,
     (select ${test} from payment_accounts a where a.brand_id = $1 and a.is_active) as test,
     (select json_build_object('currency', coalesce(t.currency, 'USD'), 'grace_days', coalesce(t.grace_days, 14),
        'reminds_unpaid', coalesce(t.reminds_unpaid, true), 'seller', coalesce(t.seller, ''),
        'point_values', (select coalesce(json_agg(json_build_object('currency', v.key, 'amount', v.value) order by v.key), '[]')
          from jsonb_each(t.point_values) v))
      from (select 1) one left join billing_terms t on t.brand_id = $1) as terms`,
)

/** All that an administrator sees of how the school sells. */
export async function readPayments(payments: Payments, { db, user, refuse }: BillingContext<'GET /studio/payments'>) {
  const { keeper, originOf, ownSandbox } = payments
  const { account, ...found } = (await findPayments(db, user.brandId)) ?? refuse('not_found')
  const keys = account && keeper.keysOf(user.brandId, Buffer.from(account.keys, 'base64'))
  const shown = account && {
    provider: account.provider,
    is_trial: account.provider === 'sandbox' || /^(?:[rs]k_)?test_/.test(keys?.['secretKey'] ?? ''),
    set_at: account.set_at,
    keys: keys ? keysShown(account.provider, keys) : null,
    events_url: `${originOf(user.brandId)}/payments/events/${account.id}`,
    last_told_at: account.last_told_at,
  }
  return { ...found, account: shown, is_sandbox_offered: ownSandbox !== undefined }
}

type KeyShown = NonNullable<NonNullable<PaymentSettingsWire['account']>['keys']>[number]

/** The keys of an account as they may be seen; the sandbox’s are nobody’s business. */
function keysShown(provider: ProviderKind, keys: Keys): KeyShown[] {
  return wireNames.flatMap(([own, name]) => {
    const text = keys[own]
    const schema = providerKeys[provider].properties[own]
    if (!text || !schema) return []
    const isSecret = 'writeOnly' in schema
    return [{ name, shown: isSecret ? text.slice(-4) : text, is_secret: isSecret }]
  })
}
