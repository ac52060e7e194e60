import { nameOf, numberOf, searchQuery } from '#server/features/accounts/people-search.ts'
import { many } from '#server/platform/database/statement.ts'
import { isOfMoney, type OrderHappening } from '#shared/features/billing/orders/order-happenings.ts'
import type { ShopOrderWire } from '#shared/features/billing/orders/shop-wire.ts'
import { type OrderSort, orderStatuses } from '#shared/features/billing/orders/order-sorts.ts'
import type { EndReason } from '#shared/features/billing/subscriptions/cancel-reasons.ts'
import { addDays, isLocalDate, type LocalDate, startOfDay } from '#shared/platform/times.ts'
import type { BillingContext } from '../orders/place-order.ts'

const ordersPerPage = 30
/** How many people whose names begin so are looked at. */
const mostBuyers = 1000

/** SQL: the columns of a ShopOrderWire, of an order `o` and its buyer `u`. */
export const orderColumns = `o.id, o.service_id, o.type, o.title, o.status, o.is_open, o.currency, o.amount,
  unix(o.created_at) as created_at,
  case when u.id is not null then json_build_object('id', u.id, 'name', ${nameOf('u')}, 'email', u.email) end as buyer,
  ${sumOf("case e.kind when 'payment' then e.amount end")} as paid,
  ${sumOf("case e.kind when 'refund' then e.amount when 'refund_reversal' then -e.amount end")} as refunded`

function sumOf(amount: string): string {
  return `(select coalesce(sum(${amount}), 0)::bigint from ledger_entries e join invoices i on i.id = e.invoice_id
    where i.order_id = o.id)`
}

type Asked = {
  brandId: string
  status: string | null
  serviceId: number | null
  userId: number | null
  currency: string | null
  isSandbox: boolean | null
  happened: OrderHappening | null
  why: EndReason | null
  /** Both inclusive. */
  from: LocalDate | null
  until: LocalDate | null
  /** Unix seconds, the second exclusive. */
  fromSeconds: number | null
  untilSeconds: number | null
  isSearch: boolean
  words: string | null
  id: number | null
  sort: OrderSort
  isDescending: boolean
  limit: number
  offset: number
}

/** SQL: whether no money moves for an order. */
export const isOrderSandbox = (order: string) =>
  `${order}.id in (select i.order_id from payment_accounts a join payment_attempts p on p.account_id = a.id
    join invoices i on i.id = p.invoice_id where a.brand_id = $brandId and a.provider = 'sandbox' and p.state = 'done'
    union select st.order_id from payment_accounts a join store_purchases sp on sp.account_id = a.id
    join store_transactions st on st.store = sp.store and st.chain = sp.chain where a.brand_id = $brandId and a.is_trial)`

/** SQL: what a state of a subscription counts as. */
export const countedAs = (span: string) =>
  `case when ${span}.state in ('trial', 'active', 'ending') then 'active' when ${span}.state <> 'created' then ${span}.state end`

const isIn = (time: string) => `($fromSeconds::float8 is null or ${time} >= to_timestamp($fromSeconds))
  and ($untilSeconds::float8 is null or ${time} < to_timestamp($untilSeconds))`
const isMeant = (isSandbox: string) => `($isSandbox::boolean is null or $isSandbox = (${isSandbox}))`

/** SQL: which orders `o` are looked for by their own day, by money that moved, or by how their subscription stood. */
const conditions = {
  ordered: `${isIn('o.created_at')} and ${isMeant(isOrderSandbox('o'))}`,
  money: `o.id in (
    select i.order_id from ledger_entries e join invoices i on i.id = e.invoice_id left join payment_accounts a on a.id = e.account_id
    where i.order_id not in (select order_id from payment_tests) and ${isIn('e.happened_at')}
      and ${isMeant('coalesce(a.is_trial, false)')}
      and ($happened = 'money' or e.kind in ($happened, $happened || '_reversal')))`,
  subscription: `${isMeant(isOrderSandbox('o'))} and o.id in (
    select ps.order_id from payment_subscriptions ps join subscription_spans s on s.subscription_id = ps.id
    where case when $happened in ('begun', 'ended')
      then case $happened when 'begun' then s.number = 1 else s.state = 'ended' and ($why::text is null or s.reason = $why) end
        and ($from::date is null or s.starts_on >= $from::date) and ($until::date is null or s.starts_on <= $until::date)
      else ${countedAs('s')} = $happened and s.starts_on <= coalesce($until::date, 'infinity')
        and (s.ends_on is null or s.ends_on > $until::date) end)`,
}

/** SQL: the place of a found order `f` among all of them. */
const place = `row_number() over (order by case when $sort::text = 'amount' then f.currency end,
  case when $isDescending::boolean then -1 else 1 end * case $sort when 'amount' then f.amount
    when 'status' then array_position(array['${orderStatuses.join("', '")}'], f.status)
    else extract(epoch from f.created_at) end,
  case when $sort = 'date' and not $isDescending then f.id end, f.id desc)`

/** One page of a brand’s orders in an order, with the total in each row; past the end a single row without an id. */
function selectOrders(by: keyof typeof conditions) {
  return many<Asked, (ShopOrderWire | { id: null }) & { total: number; place: number }>(
    `list-shop-orders-by-${by}`,
    `with found as materialized (
       select o.id, o.currency, o.amount, o.status, o.created_at from orders o where o.brand_id = $brandId and ($status::text is null or o.status = $status)
         and ($serviceId::bigint is null or o.service_id = $serviceId) and ($userId::bigint is null or o.user_id = $userId)
         and ($currency::text is null or o.currency = $currency) and ${conditions[by]}
         and (not $isSearch or o.id = $id or ($words::text is not null and o.user_id in (
           select p.id from find_people($brandId, to_tsquery('simple', $words), null, null, null, null, ${mostBuyers}) p)))
     )
     select counted.total, page.* from (select count(*)::int as total from found) counted
     left join (
       select ${orderColumns}, f.place from (select f.id, ${place} as place from found f order by place limit $limit offset $offset) f
       join orders o on o.id = f.id left join users u on u.id = o.user_id
     ) page on true
     order by page.place`,
  )
}

const listBy = {
  ordered: selectOrders('ordered'),
  money: selectOrders('money'),
  subscription: selectOrders('subscription'),
}

/** A page of all orders that are looked for. */
export async function readShopOrders({ db, user, query, refuse, setPage }: BillingContext<'GET /studio/orders'>) {
  const { page = 1, search = '', from, until, sandbox, happened, sort = 'date', order = 'desc' } = query
  for (const [field, date] of Object.entries({ from, until }))
    if (date !== undefined && !isLocalDate(date)) refuse('invalid_input', { fields: [field] })
  const wanted = search.trim()
  const by = happened === undefined ? 'ordered' : isOfMoney(happened) ? 'money' : 'subscription'
  const rows = await listBy[by](db, {
    brandId: user.brandId,
    status: query.status ?? null,
    serviceId: query.service_id ?? null,
    userId: query.user_id ?? null,
    currency: query.currency ?? null,
    isSandbox: sandbox === undefined ? null : sandbox === 'yes',
    happened: happened ?? null,
    why: query.why ?? null,
    from: from ?? null,
    until: until ?? null,
    fromSeconds: from === undefined ? null : startOfDay(from, user.timezone) / 1000,
    untilSeconds: until === undefined ? null : startOfDay(addDays(until, 1), user.timezone) / 1000,
    isSearch: wanted !== '',
    words: searchQuery(wanted) ?? null,
    id: numberOf(wanted) ?? null,
    sort,
    isDescending: order === 'desc',
    limit: ordersPerPage,
    offset: (page - 1) * ordersPerPage,
  })
  setPage({ page, perPage: ordersPerPage, total: rows[0]?.total ?? 0 })
  return rows.flatMap(({ total: _total, place: _place, ...row }) => (row.id === null ? [] : [row]))
}
