import { many } from '#server/platform/database/statement.ts'
import type { ShopServiceWire } from '#shared/features/billing/shop-wire.ts'
import type { Language } from '#shared/platform/contract.ts'
import { type ServiceRow, serviceColumns, textsOf } from '../orders/offers.ts'

type ShopServiceRow = ServiceRow & { isHidden: boolean; isArchived: boolean }

/** All services of a brand, the newest first. */
export const listShopServices = many<[brandId: string], ShopServiceRow>(
  'list-shop-services',
  `select ${serviceColumns}, s.is_hidden as "isHidden", s.archived_at is not null as "isArchived"
   from services s where s.brand_id = $1 and not s.is_test order by s.id desc`,
)

/** A service as staff see it in a language. */
export function shopServiceWire(row: ShopServiceRow, language: Language): ShopServiceWire {
  const { id, type, texts, prices, isHidden, isArchived } = row
  return { id, title: textsOf(texts, language).title, type, prices, is_hidden: isHidden, is_archived: isArchived }
}
