import { many, one, run } from '#server/platform/database/statement.ts'
import type { StoreName } from '#shared/features/billing/stores/app-store.ts'

type Found = {
  id: number
  store: StoreName
  keys: string
  set_at: number
  is_trial: boolean
  last_told_at: number | null
}
export const listStores = many<[brandId: string], Found>(
  'list-app-stores',
  `select a.id, s.store, encode(a.keys, 'base64') as keys, unix(a.set_at) as set_at, a.is_trial,
     (select unix(max(v.received_at)) from provider_events v where v.account_id = a.id) as last_told_at
   from app_stores s join payment_accounts a on a.id = s.account_id where s.brand_id = $1 order by s.store`,
)

/** The account under which a brand’s app has sold before, so that what was bought goes on. */
export const findAccountOfApp = one<[brandId: string, store: StoreName, merchant: string], { id: number }>(
  'find-account-of-app',
  `select id from payment_accounts where brand_id = $1 and provider = $2 and merchant = $3 order by id desc limit 1`,
)
type Written = { merchant: string; keys: Buffer; isTrial: boolean; nowSeconds: number }
export const renewStore = run<Written & { id: number }>(
  'renew-store-account',
  `update payment_accounts set keys = $keys, set_at = to_timestamp($nowSeconds), merchant = $merchant, is_trial = $isTrial
   where id = $id`,
)
export const insertStore = one<Written & { brandId: string; store: StoreName }, { id: number }>(
  'insert-store-account',
  `insert into payment_accounts (brand_id, provider, merchant, keys, set_at, is_active, is_trial)
   values ($brandId, $store, $merchant, $keys, to_timestamp($nowSeconds), false, $isTrial) returning id`,
)
export const setStore = run<[brandId: string, store: StoreName, accountId: number]>(
  'set-app-store',
  `insert into app_stores (brand_id, store, account_id) values ($1, $2, $3)
   on conflict (brand_id, store) do update set account_id = excluded.account_id`,
)
export const removeStore = one<[brandId: string, store: StoreName], { accountId: number }>(
  'remove-app-store',
  'delete from app_stores where brand_id = $1 and store = $2 returning account_id as "accountId"',
)
