import { nameOf } from '#server/features/accounts/people-search.ts'
import { one } from '#server/platform/database/statement.ts'
import type { OrderStoryWire } from '#shared/features/billing/orders/shop-wire.ts'
import { receiptJson } from '../orders/order-row.ts'
import { leftOf } from '../payments/refunds.ts'
import { orderColumns } from './list-orders.ts'

const mostLines = 100
const named = (alias: string) =>
  `case when ${alias}.id is not null then json_build_object('id', ${alias}.id, 'name', ${nameOf(alias)}) end`

const attempts = `(select coalesce(json_agg(json_build_object('id', p.id, 'state', p.state, 'refusal', p.refusal,
    'is_automatic', p.is_automatic, 'amount', p.amount, 'provider', a.provider,
    'method', case when m.id is not null then trim(m.brand || ' ' || coalesce(m.last4, '')) end,
    'object_id', p.object_id, 'created_at', unix(p.created_at)) order by p.id), '[]')
  from payment_attempts p join payment_accounts a on a.id = p.account_id left join payment_methods m on m.id = p.method_id
  where p.invoice_id = i.id)`
const invoices = `(select json_agg(json_build_object('id', i.id, 'number', i.number, 'amount', i.amount, 'credit', i.credit,
    'due_at', unix(i.due_at), 'starts_on', i.starts_on, 'ends_on', i.ends_on, 'next_try_at', unix(i.next_try_at),
    'is_replaced', i.replaced_at is not null, 'attempts', ${attempts}) order by i.number)
  from invoices i where i.order_id = o.id)`
const entries = `(select coalesce(json_agg(json_build_object('id', e.id, 'invoice_number', i.number, 'kind', e.kind,
    'amount', e.amount, 'fee', e.fee, 'provider', a.provider, 'object_id', e.object_id,
    'happened_at', unix(e.happened_at)) order by e.id), '[]')
  from ledger_entries e join invoices i on i.id = e.invoice_id left join payment_accounts a on a.id = e.account_id
  where i.order_id = o.id)`
const receipts = `(select coalesce(json_agg(${receiptJson('r', 'e')} order by r.id), '[]')
  from receipts r join ledger_entries e on e.id = r.entry_id join invoices i on i.id = e.invoice_id where i.order_id = o.id)`
const refunds = `(select coalesce(json_agg(json_build_object('id', r.id, 'amount', r.amount, 'reason', r.reason, 'cause', r.cause, 'state', r.state,
    'actor', ${named('w')}, 'created_at', unix(r.created_at)) order by r.id), '[]')
  from refunds r join invoices i on i.id = r.invoice_id left join users w on w.id = r.actor_id where i.order_id = o.id)`
/** What a provider told of the objects that belong to the order. */
const events = `(select coalesce(json_agg(told.event order by told.received_at), '[]') from (
    select v.received_at, json_build_object('id', v.event_id, 'object_id', v.object_id, 'received_at', unix(v.received_at)) as event
    from provider_events v where (v.account_id, v.object_id) in (
      select p.account_id, p.object_id from payment_attempts p join invoices i on i.id = p.invoice_id where i.order_id = o.id
      union select sp.account_id, sp.chain from store_purchases sp join store_transactions st on st.store = sp.store
        and st.chain = sp.chain where st.order_id = o.id
      union select sp.account_id, st.transaction_id from store_transactions st join store_purchases sp on sp.store = st.store
        and sp.chain = st.chain where st.order_id = o.id
      union select e.account_id, e.object_id from ledger_entries e join invoices i on i.id = e.invoice_id where i.order_id = o.id)
    order by v.received_at desc limit ${mostLines}) told)`
const subscription = `(select json_build_object('id', ps.id, 'state', ps.state, 'paid_until', ps.paid_until,
    'next_charge_on', ps.next_charge_on, 'history', (
      select coalesce(json_agg(json_build_object('kind', h.kind, 'on', h.happened_on, 'refusal', h.detail->>'refusal',
        'reason', h.detail->>'reason') order by h.id), '[]')
      from subscription_events h where h.subscription_id = ps.id))
  from payment_subscriptions ps where ps.order_id = o.id)`
/** What an app store has sold, by its own numbers. */
const bought = `(select coalesce(json_agg(json_build_object('store', st.store, 'transaction', st.transaction_id, 'chain', st.chain,
    'code', st.code, 'revoked_at', unix(st.revoked_at)) order by st.invoice_id), '[]')
  from store_transactions st where st.order_id = o.id)`
const audit = `(select coalesce(json_agg(a.entry order by a.id desc), '[]') from (
    select l.id, json_build_object('id', l.id, 'action', l.action, 'target_type', l.target_type, 'target_id', l.target_id,
      'detail', l.detail, 'created_at', unix(l.created_at), 'actor', ${named('w')}) as entry
    from audit_log l left join users w on w.id = l.actor_id
    where l.target_type = 'order' and l.target_id = o.id order by l.id desc limit ${mostLines}) a)`

/** Everything about one order of a brand. */
export const findStory = one<[id: number, brandId: string], OrderStoryWire>(
  'find-order-story',
  `select ${orderColumns}, o.scheduler, o.full_amount as price, o.points_spent, o.points_discount, d.code as promocode, unix(o.closes_at) as closes_at, o.course_id,
     (select case when o.scheduler = 'own' then coalesce(sum(greatest(0, ${leftOf('e')})), 0) else 0 end::bigint from ledger_entries e join invoices i on i.id = e.invoice_id
      where i.order_id = o.id and e.kind = 'payment') as left,
     ${invoices} as invoices, ${entries} as entries, ${receipts} as receipts, ${refunds} as refunds, ${events} as events,
     ${bought} as bought, ${subscription} as subscription, ${audit} as audit
   from orders o left join users u on u.id = o.user_id left join discounts d on d.id = o.discount_id
   where o.id = $1 and o.brand_id = $2`,
)
