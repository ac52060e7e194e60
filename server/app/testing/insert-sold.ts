import type { Db } from '#server/platform/database/statement.ts'

const statement = `with account as (
    insert into payment_accounts (brand_id, provider, keys) values ('kurso', 'sandbox', '') on conflict do nothing returning id
  ), known as (
    select id from account union all select id from payment_accounts where brand_id = 'kurso' limit 1
  ), service as (
    insert into services (brand_id, type, texts, points)
    values ('kurso', 'course_subscription', '{"en": {"title": "Every month", "description": ""}}', 5) returning id
  ), price as (
    insert into service_prices select id, 'EUR', 1000 from service
  ), discount as (
    insert into discounts (brand_id, code, percent) values ('kurso', 'SPRING', 10) on conflict do nothing
  ), method as (
    insert into payment_methods (user_id, account_id, token, kind, brand, last4)
    select $1, known.id, gen_random_uuid()::text, 'card', 'visa', '4242' from known returning id
  ), o as (
    insert into orders (brand_id, user_id, service_id, type, title, language, timezone, currency, full_amount, amount,
      tax_rate, consultations, points, closes_at, status, is_open)
    select 'kurso', $1, id, 'course_subscription', 'Every month', 'en', 'UTC', 'EUR', 1000, 1000, 0, 0, 5,
      now() + interval '7 days', 'paid', true from service returning id
  ), i as (
    insert into invoices (order_id, number, amount, due_at) select id, 1, 1000, now() from o returning id
  ), parts as (
    insert into orders (brand_id, user_id, service_id, type, title, language, timezone, currency, full_amount, amount,
      tax_rate, consultations, points, closes_at, status, is_open)
    select 'kurso', $1, id, 'course_buy', 'In parts', 'en', 'UTC', 'EUR', 1000, 1000, 0, 0, 5,
      now() + interval '7 days', 'paid', true from service returning id
  ), part as (
    insert into invoices (order_id, number, amount, due_at) select id, n, 500, now() from parts, generate_series(1, 2) n
  ), entry as (
    insert into ledger_entries (invoice_id, kind, amount, account_id, object_id, happened_at)
    select i.id, 'payment', 1000, known.id, gen_random_uuid()::text, now() from i, known returning id
  ), series as (
    insert into receipt_series values ('kurso', 'receipt', true, 1)
    on conflict (brand_id, kind, is_trial) do update set last_number = receipt_series.last_number + 1 returning last_number
  ), receipt as (
    insert into receipts (brand_id, kind, is_trial, number, entry_id, seller, issued_at)
    select 'kurso', 'receipt', true, series.last_number, entry.id, 'Good School', now() from series, entry returning id
  ), receipted as (
    insert into receipt_buyers (receipt_id, user_id, name) select receipt.id, $1, 'Ann' from receipt
  ), subscription as (
    insert into payment_subscriptions (user_id, title, status, state, order_id, service_id, method_id, amount)
    select $1, 'Every month', 'Active', 'active', o.id, service.id, method.id, 1000 from o, service, method returning id
  ), begun as (
    insert into subscription_events (subscription_id, kind, happened_on, source, detail)
    select id, 'begun', '2026-12-01', 'order', '{"plan": {"amount": 1000, "period": {"count": 1, "unit": "month"}}, "trialDays": 0}'
    from subscription
  )
  select service.id as service, o.id as "order", subscription.id as subscription, parts.id as parts,
    receipt.id as receipt
  from service, o, subscription, parts, receipt`

/**
 * One more thing that the school sells, which a person has bought: an order with a paid invoice, a subscription that it began, a saved
 * way to pay; and one that is paid in parts. Answers their ids.
 */
export async function insertSold(db: Db, userId: number) {
  const { rows } = await db.query<{
    service: number
    order: number
    subscription: number
    parts: number
    receipt: number
  }>({
    text: statement,
    values: [userId],
  })
  const [ids] = rows
  if (!ids) throw new Error('Nothing was sold')
  return ids
}
