import { QueryClientProvider } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { renderToStaticMarkup } from 'react-dom/server'
import { loadCopy } from 'virtual:copy/web'
import { expect, test, vi } from 'vitest'
import { Router } from 'wouter'
import { callQuery } from '#kit/cache/call-query.ts'
import { createQueryClient } from '#kit/cache/query-client.ts'
import { CopyProvider } from '#kit/copy/copy.tsx'
import type { InstallmentWire, OrderWire, PaymentSubscriptionWire } from '#shared/features/billing/wire.ts'
import type { ReceiptWire } from '#shared/features/billing/orders/receipt-wire.ts'
import { addAddresses } from '#web/platform/addresses.ts'
import { orderQuery, receiptQuery } from './data.ts'
import './screens.ts'
import { InstallmentsScreen } from './orders/InstallmentsScreen.tsx'
import { OrderScreen } from './orders/OrderScreen.tsx'
import { OrdersScreen } from './orders/OrdersScreen.tsx'
import { ReceiptScreen } from './orders/ReceiptScreen.tsx'
import { SubscriptionScreen } from './subscriptions/SubscriptionScreen.tsx'
import { SubscriptionsScreen } from './subscriptions/SubscriptionsScreen.tsx'

vi.mock('#kit/features/brands/site.ts', () => ({
  site: () => ({ site: { domain: { name: 'Kurso' } }, config: { saleEmail: 'a@example.com' } }),
}))
vi.mock('#web/features/accounts/data.ts', () => ({ useUser: () => ({ timezone: 'UTC' }), userQuery: () => ({}) }))
vi.mock('react', async original => ({
  ...(await original<object>()),
  useSyncExternalStore: (_: unknown, read: () => unknown) => read(),
}))

addAddresses({ home: '/home', support: '/support', calendar: '/course/:streamId/calendar' })
const messages = await loadCopy('en')

const orderIn = (isSandbox: boolean): OrderWire => ({
  id: 5,
  service_id: 7,
  type: 'course_buy',
  title: 'Morning practice',
  status: 'paid',
  is_open: true,
  currency: 'EUR',
  price: 10000,
  amount: 10000,
  points_spent: 0,
  points_discount: 0,
  points_returned: 0,
  paid: 10000,
  refunded: 0,
  payable: null,
  owed: 0,
  created_at: 1_790_000_000,
  closes_at: 1_790_600_000,
  invoices: [{ id: 1, number: 1, amount: 10000, due_at: 1_790_000_000, paid: 10000, refunded: 0 }],
  attempt: null,
  course_id: 3,
  stream_id: null,
  subscription_id: null,
  is_sandbox: isSandbox,
  scheduler: 'own',
  receipts: [],
})
const installmentIn = (isSandbox: boolean): InstallmentWire => ({
  id: 5,
  state: 'active',
  period: 1,
  interval: 'month',
  next_pay_at: 1_790_600_000,
  order: orderIn(isSandbox),
})
const subscriptionIn = (isSandbox: boolean): PaymentSubscriptionWire => ({
  id: 3,
  title: 'Practice every month',
  status: 'Active',
  state: 'active',
  is_lifetime: false,
  is_active: true,
  is_active_status: true,
  next_pay_at: 1_790_600_000,
  end_date: 1_790_600_000,
  course_service_type: 'main_subscription',
  period: 1,
  interval: 'month',
  recurrent_payments_enabled: false,
  order_id: 5,
  service_id: 7,
  amount: 900,
  currency: 'EUR',
  method: null,
  resumable_until: null,
  is_sandbox: isSandbox,
  scheduler: 'own',
  can: { cancel: false, resume: false, pause: false, change: false, pay: false },
})
const receiptIn = (isSandbox: boolean): ReceiptWire => ({
  id: 9,
  kind: 'receipt',
  number: 'K-1',
  amount: 10000,
  issued_at: 1_790_000_000,
  is_sandbox: isSandbox,
  entry: 'payment',
  happened_at: 1_790_000_000,
  seller: '',
  buyer: null,
  order_id: 5,
  title: 'Morning practice',
  currency: 'EUR',
  starts_on: null,
  ends_on: null,
  tax: 0,
  tax_rate: 0,
  lines: [{ kind: 'price', amount: 10000 }],
  corrects: null,
})

/** Each screen about what was bought, with what it reads. */
const screens: Record<
  string,
  { screen: () => ReactNode; key: readonly unknown[]; read: (isSandbox: boolean) => unknown }
> = {
  order: { screen: () => <OrderScreen orderId={5} />, key: orderQuery(5).queryKey, read: orderIn },
  orders: {
    screen: () => <OrdersScreen />,
    key: ['GET /orders', { by: 'page' }],
    read: isSandbox => ({
      pages: [{ rows: [orderIn(isSandbox)], currentPage: 1, pageCount: 1, total: 1 }],
      pageParams: [1],
    }),
  },
  installments: {
    screen: () => <InstallmentsScreen />,
    key: callQuery('GET /installment', { expand: ['cancelPopupText'] }).queryKey,
    read: isSandbox => [installmentIn(isSandbox)],
  },
  subscription: {
    screen: () => <SubscriptionScreen subscriptionId={3} />,
    key: callQuery('GET /payment-subscriptions/:id', { params: { id: 3 }, expand: ['cancelPopupText'] }).queryKey,
    read: subscriptionIn,
  },
  subscriptions: {
    screen: () => <SubscriptionsScreen />,
    key: callQuery('GET /payment-subscription').queryKey,
    read: isSandbox => [subscriptionIn(isSandbox)],
  },
  receipt: { screen: () => <ReceiptScreen receiptId={9} />, key: receiptQuery(9).queryKey, read: receiptIn },
}

function shown(name: string, isSandbox: boolean): string {
  const client = createQueryClient()
  const of = screens[name]
  client.setQueryData(of?.key ?? [], of?.read(isSandbox))
  return renderToStaticMarkup(
    <CopyProvider language="en" messages={messages}>
      <QueryClientProvider client={client}>
        <Router ssrPath="/user/orders">{of?.screen()}</Router>
      </QueryClientProvider>
    </CopyProvider>,
  )
}

test.each(Object.keys(screens))(
  'the screen %s says of a trial shop, and of it alone, that no money moves [BIL-20]',
  name => {
    expect(shown(name, true)).toMatch(/no money (moves|has moved)/i)
    expect(shown(name, false)).not.toMatch(/no money/i)
    expect(shown(name, false)).toMatch(/Morning practice|Practice every month/)
  },
)
