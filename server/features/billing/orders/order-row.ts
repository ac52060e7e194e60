import { many, one, run } from '#server/platform/database/statement.ts'
import { publishEvent } from '#server/platform/live/publishing.ts'
import { billing } from '#shared/features/billing/contract.ts'
import type { EntryKind, OrderStatus } from '#shared/features/billing/orders/order-state.ts'
import type { ReceiptBriefWire } from '#shared/features/billing/orders/receipt-wire.ts'
import type { Scheduler } from '#shared/features/billing/stores/app-store.ts'
import type { Period } from '#shared/features/billing/subscriptions/periods.ts'
import type { ChargeRefusal } from '#shared/features/billing/subscriptions/retries.ts'
import type { Plan } from '#shared/features/billing/subscriptions/subscription.ts'
import type { SubscriptionSpan } from '#shared/features/billing/subscriptions/subscription-history.ts'
import type { OrderWire } from '#shared/features/billing/wire.ts'
import type { Language } from '#shared/platform/contract.ts'
import type { LocalDate } from '#shared/platform/times.ts'

export type AttemptState = 'begun' | 'open' | 'pending' | 'confirm' | 'done' | 'refused' | 'closed'

/** Times in ms, amounts in minor units. */
type InvoiceRow = {
  id: number
  number: number
  amount: number
  dueAt: number
  startsOn: LocalDate | null
  credit: number
  /** The plan that paying it changes to. */
  plan: Plan | null
  nextTryAt: number | null
  /** Whether others ask for what it asked for; then its amount is 0, and what is paid of it nonetheless is sent back. */
  isReplaced: boolean
}
type EntryRow = {
  id: number
  invoiceId: number
  kind: EntryKind
  amount: number
  receipt: ReceiptBriefWire | null
}
export type AttemptRow = {
  id: number
  invoiceId: number
  /** The saved method that is charged; null on a page. */
  methodId: number | null
  state: AttemptState
  refusal: ChargeRefusal | null
  url: string | null
  isAutomatic: boolean
  createdAt: number
}
/** A subscription that an order began, with its history. */
export type SubscriptionFacts = {
  id: number
  methodId: number | null
  history: { kind: string; on: LocalDate; source: string; detail: Record<string, unknown> }[]
  /** As they are written down. */
  spans: SubscriptionSpan[]
}

/** An order with all that decides how it stands. */
export type OrderRow = {
  id: number
  brandId: string
  userId: number | null
  serviceId: number
  type: OrderWire['type']
  title: string
  language: Language
  timezone: string
  currency: string
  fullAmount: number
  amount: number
  discountId: number | null
  /** With how many points it is paid, and what they take off. */
  pointsSpent: number
  pointsDiscount: number
  /** How many of them it has now, and how often they have moved. */
  pointsHeld: number
  pointMoves: number
  /** Hundredths of a percent. */
  taxRate: number
  courseId: number | null
  streamId: number | null
  /** The place that it extends. */
  extendsId: number | null
  accessDays: number | null
  consultations: number
  points: number
  methodId: number | null
  closesAt: number
  createdAt: number
  status: OrderStatus
  isOpen: boolean
  dueAt: number | null
  remindedAt: number | null
  /** For how many days what is owed stays open, as it was when it was ordered. */
  graceDays: number
  remindsUnpaid: boolean
  trialDays: number
  period: Period
  placeId: number | null
  isSandbox: boolean
  scheduler: Scheduler
  /** Whether it was paid when its buyer had what it sells already. */
  isSpare: boolean
  /** Whether the app store has taken back what it sold; of what is bought once. */
  isRevoked: boolean
  invoices: InvoiceRow[]
  entries: EntryRow[]
  /** All of them in their order. */
  attempts: AttemptRow[]
  subscription: SubscriptionFacts | null
}

const ms = (time: string) => `(extract(epoch from ${time}) * 1000)::bigint`

/** SQL: the moves of points by which the order `o` was paid, as far as they still count, with how many there were. */
export const pointsOf = (
  o: string,
) => `(select json_build_object('held', coalesce(-sum(p.amount), 0), 'moves', count(*))
  from user_scores p where p.user_id = ${o}.user_id and p.type in ('spent', 'returned') and ${o}.points_spent > 0
    and starts_with(p.source, 'order ' || ${o}.id || ' '))`

/** SQL: a ReceiptBriefWire of a receipt and its entry. */
export const receiptJson = (receipt: string, entry: string) =>
  `json_build_object('id', ${receipt}.id, 'kind', ${receipt}.kind, 'number', ${receipt}.code, 'amount', ${entry}.amount,
     'issued_at', unix(${receipt}.issued_at))`

/** SQL: whether a brand sells through the sandbox now. */
export const sellsInSandbox = (brandId: string) =>
  `exists (select from payment_accounts a where a.brand_id = ${brandId} and a.is_active and a.provider = 'sandbox')`

/** SQL: whether no money moves for the order `o`: by who took its money or saved its card, and until then by who would take it. */
export const isSandbox = (o: string) => `coalesce(
    (select a.is_trial from store_purchases sp join payment_accounts a on a.id = sp.account_id
     where ${o}.scheduler <> 'own' and sp.order_id = ${o}.id limit 1),
    (select a.is_trial from store_transactions st join store_purchases sp on sp.store = st.store and sp.chain = st.chain
     join payment_accounts a on a.id = sp.account_id where ${o}.scheduler <> 'own' and st.order_id = ${o}.id limit 1),
    (select a.provider is not distinct from 'sandbox' from invoices i join ledger_entries e on e.invoice_id = i.id and e.kind = 'payment'
     left join payment_accounts a on a.id = e.account_id where i.order_id = ${o}.id order by e.id limit 1),
    (select a.provider = 'sandbox' from invoices i join payment_attempts p on p.invoice_id = i.id
     join payment_accounts a on a.id = p.account_id where i.order_id = ${o}.id and p.state = 'done' order by p.id limit 1),
    ${o}.id is not null and ${sellsInSandbox(`${o}.brand_id`)})`

const columns = `o.id, o.brand_id as "brandId", o.user_id as "userId", o.service_id as "serviceId", o.type, o.title, o.language,
  o.timezone, o.currency, o.full_amount as "fullAmount", o.amount, o.discount_id as "discountId", o.tax_rate as "taxRate",
  o.points_spent as "pointsSpent", o.points_discount as "pointsDiscount", (moved.points->>'held')::int as "pointsHeld",
  (moved.points->>'moves')::int as "pointMoves", o.course_id as "courseId",
  o.stream_id as "streamId", o.extends_id as "extendsId", o.access_days as "accessDays", o.consultations, o.points, o.method_id as "methodId",
  ${ms('o.closes_at')} as "closesAt", ${ms('o.created_at')} as "createdAt", o.status, o.is_open as "isOpen",
  ${ms('o.due_at')} as "dueAt", ${ms('o.reminded_at')} as "remindedAt",
  o.grace_days as "graceDays", coalesce(t.reminds_unpaid, true) as "remindsUnpaid",
  o.trial_days as "trialDays", json_build_object('count', o.period_count, 'unit', o.period_unit) as period,
  coalesce(o.extends_id, (select us.id from user_streams us where us.order_service_id = o.id limit 1)) as "placeId",
  ${isSandbox('o')} as "isSandbox", o.scheduler, o.is_spare as "isSpare",
  o.scheduler <> 'own' and exists (select from store_transactions st where st.order_id = o.id and st.revoked_at is not null) as "isRevoked",
  (select json_agg(json_build_object('id', i.id, 'number', i.number,
     'amount', case when i.replaced_at is null then i.amount else 0 end, 'isReplaced', i.replaced_at is not null, 'dueAt', ${ms('i.due_at')},
     'startsOn', i.starts_on, 'credit', i.credit, 'plan', i.plan, 'nextTryAt', ${ms('i.next_try_at')}) order by i.number)
   from invoices i where i.order_id = o.id) as invoices,
  (select coalesce(json_agg(json_build_object('id', e.id, 'invoiceId', e.invoice_id, 'kind', e.kind, 'amount', e.amount,
     'receipt', case when r.id is not null then ${receiptJson('r', 'e')} end) order by e.id), '[]')
   from ledger_entries e join invoices i on i.id = e.invoice_id left join receipts r on r.entry_id = e.id
   where i.order_id = o.id) as entries,
  (select coalesce(json_agg(json_build_object('id', p.id, 'invoiceId', p.invoice_id, 'methodId', p.method_id, 'state', p.state, 'refusal', p.refusal,
     'url', p.url, 'isAutomatic', p.is_automatic, 'createdAt', ${ms('p.created_at')}) order by p.id), '[]')
   from payment_attempts p join invoices i on i.id = p.invoice_id where i.order_id = o.id) as attempts,
  (select json_build_object('id', ps.id, 'methodId', ps.method_id, 'history',
     (select coalesce(json_agg(json_build_object('kind', h.kind, 'on', h.happened_on, 'source', h.source, 'detail', h.detail)
        order by h.id), '[]') from subscription_events h where h.subscription_id = ps.id),
     'spans', (select coalesce(json_agg(json_build_object('state', p.state, 'startsOn', p.starts_on, 'endsOn', p.ends_on,
        'reason', p.reason) order by p.number), '[]') from subscription_spans p where p.subscription_id = ps.id))
   from payment_subscriptions ps where ps.order_id = o.id) as subscription`
const tables = `orders o left join billing_terms t on t.brand_id = o.brand_id
  cross join lateral (select ${pointsOf('o')} as points) moved`

/** An own order. */
export const findOrder = one<[id: number, userId: number], OrderRow>(
  'find-order',
  `select ${columns} from ${tables} where o.id = $1 and o.user_id = $2`,
)

/** Any order, as it stands. */
export const findAnyOrder = one<[id: number], OrderRow>(
  'find-any-order',
  `select ${columns} from ${tables} where o.id = $1`,
)

/** Makes whoever changes an order wait for this transaction; what it says is read afterwards. */
export const lockOrder = run<[id: number]>('lock-order', 'select from orders where id = $1 for no key update')

/** A page of a person’s orders, the newest first, with how many there are. */
export const listOrders = many<[userId: number, limit: number, offset: number], OrderRow & { total: number }>(
  'list-orders',
  `select ${columns}, count(*) over ()::int as total from ${tables} where o.user_id = $1 order by o.id desc limit $2 offset $3`,
)

/** A person’s orders that are paid in parts, the newest first; of an `id`, that one. */
export const listInstallments = many<[userId: number, id: number | null], OrderRow>(
  'list-installments',
  `select ${columns} from ${tables} where o.user_id = $1 and ($2::bigint is null or o.id = $2) and o.status <> 'closed'
     and o.type <> 'course_subscription' and exists (select from invoices i where i.order_id = o.id and i.number > 1)
   order by o.id desc limit 200`,
)

/** How many orders a person has. */
export const countOrders = one<[userId: number], { total: number }>(
  'count-orders',
  'select count(*)::int as total from orders where user_id = $1',
)

const told = publishEvent(billing, 'order', 'o.user_id', { order_id: 'o.id' })

/** Writes down how an order stands, when anything about it changes, and tells its learner. */
export const setOrderState = one<
  { id: number; status: OrderStatus; isOpen: boolean; dueAt: number | null },
  { published: unknown }
>(
  'set-order-state',
  `with o as (
     update orders set status = $status, is_open = $isOpen, due_at = to_timestamp($dueAt / 1000.0) where id = $id
     returning id, user_id
   )
   select ${told} as published from o where o.user_id is not null`,
)

type NewOrder = {
  brandId: string
  userId: number
  serviceId: number
  type: OrderWire['type']
  title: string
  language: string
  timezone: string
  currency: string
  fullAmount: number
  amount: number
  discountId: number | null
  pointsSpent: number
  pointsDiscount: number
  taxRate: number
  courseId: number | null
  streamId: number | null
  extendsId: number | null
  accessDays: number | null
  consultations: number
  points: number
  periodCount: number
  periodUnit: Period['unit']
  trialDays: number
  /** Own where it is left out; what an app store has sold is paid already. */
  scheduler?: Scheduler
  /** Under which it is found again when it is sent twice. */
  clientKey?: string
  /** Unix seconds. */
  closesAt: number
  createdAt: number
  invoices: { number: number; amount: number; dueAt: number }[]
}

/**
 * Writes an order (JSON) with its invoices, and of a subscription the row that it begins; undefined when one of the same service
 * waits already.
 */
export const insertOrder = one<[order: string], { id: number }>(
  'insert-order',
  `with n as (
     select * from json_to_record($1) as n("brandId" text, "userId" bigint, "serviceId" bigint, type text, title text,
       language text, timezone text, currency text, "fullAmount" bigint, amount bigint, "discountId" bigint, "pointsSpent" int,
       "pointsDiscount" bigint, "taxRate" int,
       "courseId" bigint, "streamId" bigint, "extendsId" bigint, "accessDays" int, consultations int, points int, "periodCount" int,
       "periodUnit" text, "trialDays" int, scheduler text, "clientKey" text, "closesAt" double precision, "createdAt" double precision, invoices json)
   ), o as (
     insert into orders (brand_id, user_id, service_id, type, title, language, timezone, currency, full_amount, amount,
       discount_id, points_spent, points_discount, tax_rate, course_id, stream_id, extends_id, access_days, consultations, points, period_count, period_unit,
       trial_days, grace_days, scheduler, client_key, status, closes_at, created_at)
     select "brandId", "userId", "serviceId", type, title, language, timezone, currency, "fullAmount", amount, "discountId",
       "pointsSpent", "pointsDiscount", "taxRate", "courseId", "streamId", "extendsId", "accessDays", consultations, points, "periodCount", "periodUnit", "trialDays",
       coalesce((select t.grace_days from billing_terms t where t.brand_id = "brandId"), 14), coalesce(scheduler, 'own'), "clientKey", case when scheduler <> 'own' then 'paid' else 'waiting' end, to_timestamp("closesAt"), to_timestamp("createdAt")
     from n
     on conflict (user_id, service_id) where status = 'waiting' do nothing
     returning id, user_id, service_id, title, period_count, period_unit, created_at
   ), i as (
     insert into invoices (order_id, number, amount, due_at, next_try_at, created_at)
     select o.id, i.number, i.amount, to_timestamp(i."dueAt"),
       case when i.number > 1 then to_timestamp(i."dueAt") end, o.created_at
     from o, n, json_to_recordset(n.invoices) as i(number int, amount bigint, "dueAt" double precision)
   ), ps as (
     insert into payment_subscriptions (user_id, title, status, order_id, service_id, course_service_type, period_count,
       period_unit, created_at)
     select o.user_id, o.title, 'Created', o.id, o.service_id,
       case when s.is_general then 'general_subscription' else 'main_subscription' end, o.period_count, o.period_unit, o.created_at
     from o join services s on s.id = o.service_id and s.type = 'course_subscription'
   )
   select id from o`,
)

export const newOrder = (order: NewOrder) => JSON.stringify(order)
