import type { ReactNode } from 'react'
import { Link } from 'wouter'
import { useCopy } from '#kit/copy/copy.tsx'
import type { ShopOrderWire } from '#shared/features/billing/orders/shop-wire.ts'
import { Table } from '#studio/platform/ListOf.tsx'
import { pathTo } from '#studio/platform/addresses.ts'
import { useMoments } from '#studio/platform/moments.ts'
import table from '#studio/platform/Table.module.css'
import { useMoney } from './data.ts'
import { OrderStatus } from './OrderStatus.tsx'

export type OrderCell = {
  id: (typeof columns)[number]
  title: string
  cell: (order: ShopOrderWire) => ReactNode
}

const columns = ['what', 'buyer', 'status', 'amount', 'date'] as const

type Props = { orders: readonly ShopOrderWire[]; label: string; cells: readonly OrderCell[] }

/** Orders, each with a link to its story. */
export function OrdersTable({ orders, label, cells }: Props) {
  return (
    <Table label={label} columns={cells.map(({ title }) => title)}>
      {orders.map(order => (
        <tr key={order.id}>
          {cells.map(({ id, cell }) =>
            id === 'what' ? (
              <th key={id} scope="row">
                {cell(order)}
              </th>
            ) : (
              <td key={id} className={id === 'amount' ? table.figure : undefined}>
                {cell(order)}
              </td>
            ),
          )}
        </tr>
      ))}
    </Table>
  )
}

/** The columns of a table of orders. */
export function useOrderCells(): OrderCell[] {
  const t = useCopy()
  const money = useMoney()
  const { moment } = useMoments()
  const cells: Record<OrderCell['id'], OrderCell['cell']> = {
    what: ({ id, title }) => (
      <Link href={pathTo('order', { orderId: id })} dir="auto">
        {t('shop.order.named', { id: String(id), title })}
      </Link>
    ),
    buyer: ({ buyer }) => <span dir="auto">{buyer?.name ?? t('shop.erased')}</span>,
    status: ({ status }) => <OrderStatus status={status} />,
    amount: ({ amount, refunded, currency }) =>
      money(amount, currency) + (refunded > 0 ? ` (−${money(refunded, currency)})` : ''),
    date: order => moment(order.created_at * 1000, 'numeric'),
  }
  return columns.map(id => ({ id, title: t(`shop.column.${id}`), cell: cells[id] }))
}
