import { countedAs, isOrderSandbox } from '#server/features/billing/shop/list-orders.ts'
import { many } from '#server/platform/database/statement.ts'
import type { EndReason } from '#shared/features/billing/subscriptions/cancel-reasons.ts'
import type { TakingsWire } from '#shared/features/figures/money-contract.ts'
import type { Span } from '#shared/features/figures/rules.ts'
import type { LocalDate } from '#shared/platform/times.ts'

type Asked = { brandId: string; serviceId: number | null; by: Span }

/** What came in and went back, by span and by service; of these the other is null. */
export const listTakings = many<
  Asked & { timezone: string; fromSeconds: number; untilSeconds: number },
  TakingsWire & { currency: string; is_sandbox: boolean; starts_on: LocalDate | null; service_id: number | null }
>(
  'list-takings',
  `with entries as (
     select o.id, o.currency, o.service_id, e.kind, e.amount, coalesce(a.is_trial, false) as is_sandbox,
       date_trunc($by, e.happened_at at time zone $timezone)::date as starts_on
     from ledger_entries e join invoices i on i.id = e.invoice_id join orders o on o.id = i.order_id
     left join payment_accounts a on a.id = e.account_id
     where o.brand_id = $brandId and ($serviceId::bigint is null or o.service_id = $serviceId)
       and e.happened_at >= to_timestamp($fromSeconds) and e.happened_at < to_timestamp($untilSeconds)
       and o.id not in (select order_id from payment_tests)
   )
   select currency, is_sandbox, starts_on::text, service_id,
     (count(distinct id) filter (where kind = 'payment'))::int as orders,
     coalesce(sum(amount) filter (where kind = 'payment'), 0)::bigint as gross,
     coalesce(sum(case kind when 'refund' then amount when 'refund_reversal' then -amount end), 0)::bigint as refunds,
     coalesce(sum(case kind when 'chargeback' then amount when 'chargeback_reversal' then -amount end), 0)::bigint as chargebacks
   from entries group by grouping sets ((currency, is_sandbox, starts_on), (currency, is_sandbox, service_id))
   order by is_sandbox, currency, starts_on, service_id`,
)

/** Subscriptions at an instant: those that are open, in grace and paused. */
export const currentStates = ['active', 'past_due', 'paused'] as const
export type CurrentState = (typeof currentStates)[number]

/** How many subscriptions began and ended in each span, and by how many the others changed; without a span before all of them. */
export const listSubscriptionChanges = many<
  Asked & { from: LocalDate; until: LocalDate },
  {
    is_sandbox: boolean
    starts_on: LocalDate | null
    kind: 'begun' | 'ended' | CurrentState
    reason: EndReason | null
    change: number
  }
>(
  'list-subscription-changes',
  `with own as materialized (
     select ps.id, ${isOrderSandbox('o')} as is_sandbox from orders o join payment_subscriptions ps on ps.order_id = o.id
     where o.brand_id = $brandId and ($serviceId::bigint is null or o.service_id = $serviceId)
   ), changes as (
     select own.is_sandbox, c.kind, s.reason, c.change,
       case when c.happens_on >= $from::date then date_trunc($by, c.happens_on)::date end as starts_on
     from own join subscription_spans s on s.subscription_id = own.id
     cross join lateral (values ('begun', case when s.number = 1 then s.starts_on end, 1),
       (${countedAs('s')}, s.starts_on, 1), (${countedAs('s')}, s.ends_on, -1)) c(kind, happens_on, change)
     where c.happens_on < $until::date and c.kind is not null
   )
   select is_sandbox, starts_on::text, kind, reason, sum(change)::int as change from changes
   group by is_sandbox, starts_on, kind, reason`,
)
