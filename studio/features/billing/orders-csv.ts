import type { ShopOrderWire } from '#shared/features/billing/orders/shop-wire.ts'
import { csvOf } from '#shared/platform/csv.ts'
import type { OrderColumn } from './OrdersTable.tsx'

/** Orders as a CSV file: the cells of their table, and the e-mails of their buyers. */
export function ordersCsv(orders: readonly ShopOrderWire[], columns: readonly OrderColumn[]): string {
  return csvOf([
    [...columns.map(({ title }) => title), 'E-mail'],
    ...orders.map(order => [...columns.map(({ text }) => text(order)), order.buyer?.email ?? '']),
  ])
}
