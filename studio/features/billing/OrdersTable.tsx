import type { RefObject } from 'react'
import { Link } from 'wouter'
import { useCopy } from '#kit/copy/copy.tsx'
import type { ShopOrderWire } from '#shared/features/billing/orders/shop-wire.ts'
import { pathTo } from '#studio/platform/addresses.ts'
import { useMoments } from '#studio/platform/moments.ts'
import type { Chosen } from '#studio/platform/tables/Chosen.tsx'
import { type Order, type RowsColumn, RowsTable } from '#studio/platform/tables/RowsTable.tsx'
import { useMoney } from './data.ts'
import { OrderStatus } from './OrderStatus.tsx'

/** A column of a table of orders, with what its cells say in a file. */
export type OrderColumn = RowsColumn<ShopOrderWire> & { text: (order: ShopOrderWire) => string }

type Props = {
  orders: readonly ShopOrderWire[]
  columns: readonly OrderColumn[]
  order?: Order
  chosen?: Chosen<ShopOrderWire>
  ref?: RefObject<HTMLTableSectionElement | null>
}

/** Orders, each with a link to its story. */
export function OrdersTable({ orders, chosen, ...table }: Props) {
  const t = useCopy()
  const name = useOrderName()
  return <RowsTable {...table} label={t('shop.orders')} rows={orders} choice={chosen && { chosen, nameOf: name }} />
}

function useOrderName() {
  const t = useCopy()
  return ({ id, title }: ShopOrderWire) => t('shop.order.named', { id: String(id), title })
}

/** The columns of a table of orders. */
export function useOrderColumns(): OrderColumn[] {
  const t = useCopy()
  const money = useMoney()
  const { moment } = useMoments()
  const name = useOrderName()
  const buyer = (order: ShopOrderWire) => order.buyer?.name ?? t('shop.erased')
  const amount = ({ amount: whole, refunded, currency }: ShopOrderWire) =>
    money(whole, currency) + (refunded > 0 ? ` (−${money(refunded, currency)})` : '')
  const date = (order: ShopOrderWire) => moment(order.created_at * 1000, 'numeric')
  return [
    {
      id: 'what',
      title: t('shop.column.what'),
      text: name,
      cell: order => (
        <Link href={pathTo('order', { orderId: order.id })} dir="auto">
          {name(order)}
        </Link>
      ),
    },
    { id: 'buyer', title: t('shop.column.buyer'), text: buyer, cell: order => <span dir="auto">{buyer(order)}</span> },
    {
      id: 'status',
      title: t('shop.column.status'),
      text: ({ status }) => t(`shop.status.${status}`),
      first: 'asc',
      cell: ({ status }) => <OrderStatus status={status} />,
    },
    { id: 'amount', title: t('shop.column.amount'), text: amount, cell: amount, first: 'desc', isFigure: true },
    { id: 'date', title: t('shop.column.date'), text: date, cell: date, first: 'desc' },
  ]
}
