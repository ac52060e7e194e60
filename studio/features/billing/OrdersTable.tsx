import { Link } from 'wouter'
import { useCopy } from '#kit/copy/copy.tsx'
import type { ShopOrderWire } from '#shared/features/billing/orders/shop-wire.ts'
import { Table } from '#studio/platform/ListOf.tsx'
import { pathTo } from '#studio/platform/addresses.ts'
import { useMoments } from '#studio/platform/moments.ts'
import table from '#studio/platform/Table.module.css'
import { useMoney } from './data.ts'
import { OrderStatus } from './OrderStatus.tsx'

const columns = ['what', 'buyer', 'status', 'amount', 'date'] as const

/** Orders, each with a link to its story. */
export function OrdersTable({ orders, label }: { orders: readonly ShopOrderWire[]; label: string }) {
  const t = useCopy()
  return (
    <Table label={label} columns={columns.map(column => t(`shop.column.${column}`))}>
      {orders.map(order => (
        <Row key={order.id} order={order} />
      ))}
    </Table>
  )
}

function Row({ order }: { order: ShopOrderWire }) {
  const t = useCopy()
  const money = useMoney()
  const { moment } = useMoments()
  const { id, title, buyer, currency } = order
  return (
    <tr>
      <th scope="row">
        <Link href={pathTo('order', { orderId: id })} dir="auto">
          {t('shop.order.named', { id: String(id), title })}
        </Link>
      </th>
      <td dir="auto">{buyer?.name ?? t('shop.erased')}</td>
      <td>
        <OrderStatus status={order.status} />
      </td>
      <td className={table.figure}>
        {money(order.amount, currency)}
        {order.refunded > 0 && ` (−${money(order.refunded, currency)})`}
      </td>
      <td>{moment(order.created_at * 1000, 'numeric')}</td>
    </tr>
  )
}
