import { many, one, run } from '#server/platform/database/statement.ts'

export type DiscountRow = {
  id: number
  code: string
  percent: number | null
  amount: number | null
  currency: string | null
  mostUses: number | null
  /** In ms, the second exclusive. */
  startsAt: number | null
  endsAt: number | null
  serviceIds: number[]
  uses: number
  isArchived: boolean
  revision: number
}

const columns = `d.id, d.code, d.percent, d.amount, d.currency, d.most_uses as "mostUses",
  unix(d.starts_at) * 1000::bigint as "startsAt", unix(d.ends_at) * 1000::bigint as "endsAt",
  (select coalesce(json_agg(ds.service_id order by ds.service_id), '[]') from discount_services ds where ds.discount_id = d.id)
    as "serviceIds",
  (select count(*)::int from orders o where o.discount_id = d.id and o.status <> 'closed') as uses,
  d.archived_at is not null as "isArchived", d.revision`

/** One page of a brand’s codes, the newest first, with the total in each row; past the end a single row without an id. */
export const listDiscounts = many<
  { brandId: string; search: string; isArchived: boolean; limit: number; offset: number },
  (DiscountRow | { id: null }) & { total: number }
>(
  'list-discounts',
  `with found as not materialized (
     select * from discounts d where d.brand_id = $brandId and (d.archived_at is not null) = $isArchived
       and starts_with(d.code, $search)
   )
   select counted.total, page.* from (select count(*)::int as total from found) counted
   left join (select ${columns} from found d order by d.id desc limit $limit offset $offset) page on true
   order by page.id desc`,
)

export const findShopDiscount = one<[id: number, brandId: string], DiscountRow>(
  'find-shop-discount',
  `select ${columns} from discounts d where d.id = $1 and d.brand_id = $2`,
)

/** Makes whoever changes or uses a discount wait for this transaction; what it says is read afterwards. */
export const lockShopDiscount = run<[id: number, brandId: string]>(
  'lock-shop-discount',
  'select from discounts where id = $1 and brand_id = $2 for no key update',
)

export const findDiscountByKey = one<[brandId: string, key: string], { id: number }>(
  'find-discount-by-key',
  'select id from discounts where brand_id = $1 and client_key = $2',
)

/** What staff say of a discount; times in Unix seconds. */
export type DiscountValues = {
  percent: number | null
  amount: number | null
  currency: string | null
  mostUses: number | null
  startsAt: number | null
  endsAt: number | null
  serviceIds: readonly number[]
}

/** Adds a discount; undefined when the brand has its code, or its key has added one already. */
export const insertDiscount = one<
  DiscountValues & { brandId: string; code: string; clientKey: string },
  { id: number }
>(
  'insert-discount',
  `with d as (
     insert into discounts (brand_id, code, percent, amount, currency, most_uses, starts_at, ends_at, client_key)
     values ($brandId, $code, $percent, $amount, $currency, $mostUses, to_timestamp($startsAt::float8),
       to_timestamp($endsAt::float8), $clientKey)
     on conflict do nothing returning id
   ), s as (
     insert into discount_services (discount_id, service_id) select d.id, unnest($serviceIds::bigint[]) from d
   )
   select id from d`,
)

/** Says of a discount what staff say of it now. */
export const setDiscount = one<DiscountValues & { id: number }, { revision: number }>(
  'set-discount',
  `with gone as (
     delete from discount_services where discount_id = $id and service_id <> all($serviceIds::bigint[])
   ), s as (
     insert into discount_services (discount_id, service_id) select $id, unnest($serviceIds::bigint[]) on conflict do nothing
   )
   update discounts set percent = $percent, amount = $amount, currency = $currency, most_uses = $mostUses,
     starts_at = to_timestamp($startsAt::float8), ends_at = to_timestamp($endsAt::float8), revision = revision + 1
   where id = $id returning revision`,
)

/** Archives a discount of the brand or brings it back, and answers how it was before. */
export const setDiscountState = one<
  { id: number; brandId: string; isArchived: boolean; nowSeconds: number },
  { code: string; wasArchived: boolean }
>(
  'set-discount-state',
  `with known as (
     select id, archived_at from discounts where id = $id and brand_id = $brandId for no key update
   )
   update discounts d set
     archived_at = case when $isArchived then coalesce(d.archived_at, to_timestamp($nowSeconds::float8)) end
   from known where d.id = known.id returning d.code, known.archived_at is not null as "wasArchived"`,
)
