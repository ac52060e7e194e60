import { nameOf, numberOf, searchQuery } from '#server/features/accounts/people-search.ts'
import { many } from '#server/platform/database/statement.ts'
import type { ShopOrderWire } from '#shared/features/billing/shop-wire.ts'
import { addDays, isLocalDate, startOfDay } from '#shared/platform/times.ts'
import type { BillingContext } from '../orders/place-order.ts'

const ordersPerPage = 30
/** How many people whose names begin so are looked at. */
const mostBuyers = 1000

/** SQL: the columns of a ShopOrderWire, of an order `o` and its buyer `u`. */
export const orderColumns = `o.id, o.service_id, o.type, o.title, o.status, o.is_open, o.currency, o.amount,
  unix(o.created_at) as created_at,
  case when u.id is not null then json_build_object('id', u.id, 'name', ${nameOf('u')}, 'email', u.email) end as buyer,
  ${sumOf('payment')} as paid, ${sumOf('refund')} as refunded`

function sumOf(kind: 'payment' | 'refund'): string {
  return `(select coalesce(sum(e.amount), 0)::bigint from ledger_entries e join invoices i on i.id = e.invoice_id
    where i.order_id = o.id and e.kind = '${kind}')`
}

type Asked = {
  brandId: string
  status: string | null
  serviceId: number | null
  userId: number | null
  /** Unix seconds, the second exclusive. */
  fromSeconds: number | null
  untilSeconds: number | null
  isSearch: boolean
  words: string | null
  id: number | null
  limit: number
  offset: number
}

/** One page of a brand’s orders, the newest first, with the total in each row; past the end a single row without an id. */
const selectOrders = many<Asked, (ShopOrderWire | { id: null }) & { total: number }>(
  'list-shop-orders',
  `with found as not materialized (
     select * from orders o where o.brand_id = $brandId and ($status::text is null or o.status = $status)
       and ($serviceId::bigint is null or o.service_id = $serviceId) and ($userId::bigint is null or o.user_id = $userId)
       and ($fromSeconds::float8 is null or o.created_at >= to_timestamp($fromSeconds))
       and ($untilSeconds::float8 is null or o.created_at < to_timestamp($untilSeconds))
       and (not $isSearch or o.id = $id or ($words::text is not null and o.user_id in (
         select p.id from find_people($brandId, to_tsquery('simple', $words), null, null, null, null, ${mostBuyers}) p)))
   )
   select counted.total, page.* from (select count(*)::int as total from found) counted
   left join (
     select ${orderColumns} from found o left join users u on u.id = o.user_id order by o.id desc limit $limit offset $offset
   ) page on true
   order by page.id desc`,
)

/** A page of all orders that are looked for. */
export async function readShopOrders({ db, user, query, refuse, setPage }: BillingContext<'GET /studio/orders'>) {
  const { page = 1, search = '', from, until } = query
  for (const [field, date] of Object.entries({ from, until }))
    if (date !== undefined && !isLocalDate(date)) refuse('invalid_input', { fields: [field] })
  const wanted = search.trim()
  const rows = await selectOrders(db, {
    brandId: user.brandId,
    status: query.status ?? null,
    serviceId: query.service_id ?? null,
    userId: query.user_id ?? null,
    fromSeconds: from === undefined ? null : startOfDay(from, user.timezone) / 1000,
    untilSeconds: until === undefined ? null : startOfDay(addDays(until, 1), user.timezone) / 1000,
    isSearch: wanted !== '',
    words: searchQuery(wanted) ?? null,
    id: numberOf(wanted) ?? null,
    limit: ordersPerPage,
    offset: (page - 1) * ordersPerPage,
  })
  setPage({ page, perPage: ordersPerPage, total: rows[0]?.total ?? 0 })
  return rows.flatMap(({ total: _total, ...row }) => (row.id === null ? [] : [row]))
}
