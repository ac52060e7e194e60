import { loadCopy } from 'virtual:copy/web'
import { QueryClientProvider } from '@tanstack/react-query'
import { renderToStaticMarkup } from 'react-dom/server'
import { expect, test, vi } from 'vitest'
import { Router } from 'wouter'
import { createQueryClient } from '#kit/cache/query-client.ts'
import { CopyProvider } from '#kit/copy/copy.tsx'
import type { OrderWire } from '#shared/features/billing/wire.ts'
import { addAddresses } from '#web/platform/addresses.ts'
import { orderQuery } from '../data.ts'
import '../screens.ts'
import { OrderScreen } from './OrderScreen.tsx'
import { shownState } from './order-words.ts'

vi.mock('#kit/features/brands/site.ts', () => ({ site: () => ({ config: { saleEmail: 'sales@example.com' } }) }))
vi.mock('#web/features/accounts/data.ts', () => ({ useUser: () => ({ timezone: 'UTC' }), userQuery: () => ({}) }))
vi.mock('react', async original => ({
  ...(await original<object>()),
  useSyncExternalStore: (_: unknown, read: () => unknown) => read(),
}))

addAddresses({ home: '/home', calendar: '/course/:streamId/calendar' })
const messages = await loadCopy('en')
const order: OrderWire = {
  id: 5,
  service_id: 7,
  type: 'course_buy',
  title: 'Morning practice',
  status: 'waiting',
  is_open: false,
  currency: 'EUR',
  price: 10000,
  amount: 10000,
  points_spent: 0,
  points_discount: 0,
  points_returned: 0,
  paid: 0,
  refunded: 0,
  payable: 10000,
  owed: 10000,
  created_at: 1_790_000_000,
  closes_at: 1_790_600_000,
  invoices: [{ id: 1, number: 1, amount: 10000, due_at: 1_790_000_000, paid: 0, refunded: 0 }],
  attempt: null,
  course_id: 3,
  stream_id: null,
  subscription_id: null,
  is_sandbox: false,
  scheduler: 'own',
  receipts: [],
}
const attempt = (state: NonNullable<OrderWire['attempt']>['state'], refusal: 'insufficient_funds' | null = null) => ({
  attempt: { state, refusal, url: 'https://pay.example.com/1' },
})

function shown(changed: Partial<OrderWire>): string {
  const client = createQueryClient()
  client.setQueryData(orderQuery(5).queryKey, { ...order, ...changed })
  return renderToStaticMarkup(
    <CopyProvider language="en" messages={messages}>
      <QueryClientProvider client={client}>
        <Router ssrPath="/user/orders/5">
          <OrderScreen orderId={5} />
        </Router>
      </QueryClientProvider>
    </CopyProvider>,
  )
}

test.each([
  [{}, 'unpaid'],
  [attempt('begun'), 'checking'],
  [attempt('pending'), 'checking'],
  [attempt('confirm'), 'confirm'],
  [attempt('open'), 'unpaid'],
  [attempt('open', 'insufficient_funds'), 'declined'],
  [attempt('refused', 'insufficient_funds'), 'declined'],
  [attempt('closed', 'insufficient_funds'), 'unpaid'],
  [{ status: 'paid', payable: null }, 'paid'],
  [{ status: 'refunded', payable: null }, 'refunded'],
  [{ status: 'paid', ...attempt('done') }, 'due'],
  [{ status: 'overdue' }, 'overdue'],
  [{ status: 'paid', ...attempt('refused', 'insufficient_funds') }, 'declined'],
  [{ status: 'paid', ...attempt('confirm') }, 'confirm'],
  [{ status: 'paid', payable: null, ...attempt('confirm') }, 'confirm'],
  [{ status: 'paid', payable: null, ...attempt('pending') }, 'checking'],
  [{ status: 'paid', payable: null, ...attempt('refused', 'insufficient_funds') }, 'paid'],
  [{ status: 'refunded', payable: null, ...attempt('confirm') }, 'refunded'],
  [{ status: 'paid', payable: null, type: 'course_subscription' }, 'over'],
  [{ status: 'paid', payable: null, type: 'course_subscription', is_open: true, paid: 10000 }, 'paid'],
  [{ status: 'paid', payable: null, type: 'course_subscription', is_open: true }, 'trial'],
  [{ status: 'paid', payable: null, type: 'course_subscription', is_open: true, scheduler: 'apple' }, 'paid'],
  [{ status: 'paid', payable: null, amount: 0 }, 'free'],
  [{ status: 'paid', payable: null, amount: 0, points_spent: 300 }, 'paid'],
  [{ status: 'paid', payable: null, is_spare: true }, 'spare'],
  [{ status: 'refunded', payable: null, is_spare: true }, 'refunded'],
] as const)('an order with %j is %s', (changed, state) => {
  expect(shownState({ ...order, ...changed })).toBe(state)
})

test('a paid order leads into what it has opened', () => {
  const page = shown({ status: 'paid', is_open: true, stream_id: 12, owed: 0, payable: null })
  expect(page).toContain('Paid, thank you')
  expect(page).toContain('href="/course/12/calendar"')
  expect(page).not.toContain('Pay €100')
})

test('who has paid nothing yet is not thanked for paying', () => {
  const page = shown({ status: 'paid', is_open: true, type: 'course_subscription', owed: 0, payable: null })
  expect(page).toContain('Your free days have begun')
  expect(page).toContain('Nothing has been charged yet')
  expect(page).not.toContain('Paid, thank you')
  expect(shown({ status: 'paid', is_open: true, amount: 0, payable: null })).toContain('It is yours')
})

test('a declined order says why and is paid by another way', () => {
  const page = shown(attempt('open', 'insufficient_funds'))
  expect(page).toContain('There is not enough money on the card')
  expect(page).toContain('Try again: €100')
})

test('an order that is being paid offers no second payment', () => {
  const page = shown(attempt('pending'))
  expect(page).toContain('We are waiting for the payment')
  expect(page).not.toContain('Pay €100')
})

test('a confirmation of the bank is asked for where the bank asks', () => {
  expect(shown(attempt('confirm'))).toContain('href="https://pay.example.com/1"')
  expect(shown(attempt('confirm')), 'or another way is taken').toContain('Pay in another way')
  expect(shown({ payable: null, ...attempt('confirm') })).not.toContain('Pay in another way')
})

test('closed, overdue, refunded and disputed orders say what that means', () => {
  expect(shown({ status: 'closed', owed: 0, payable: null })).toContain('href="/checkout/7"')
  expect(shown({ status: 'overdue', owed: 6666, payable: 3333 })).toContain('Pay €33.33')
  expect(shown({ status: 'refunded', refunded: 10000, owed: 0, payable: null })).toContain('€100 went back')
  expect(shown({ status: 'disputed', owed: 0, payable: null })).toContain('mailto:sales@example.com')
})

test('a trial purchase says that no money moves', () => {
  expect(shown({ is_sandbox: true })).toContain('no money moves')
  expect(shown({})).not.toContain('no money moves')
})

test('who paid for what they had reads that the money goes back [BIL-25]', () => {
  const page = shown({ status: 'paid', is_spare: true, paid: 10000, payable: null })
  expect(page).toContain('You have this already')
  expect(page).not.toContain('Paid, thank you')
})

test('what was taken off stands under the price that it was taken off', () => {
  const page = shown({ price: 12_000, points_spent: 300, points_discount: 300 })
  const places = ['Price', '€120', '−€17', '300 points', '−€3'].map(text => page.indexOf(text))
  expect(places).not.toContain(-1)
  expect(places).toEqual(places.toSorted((one, other) => one - other))
  expect(shown({})).not.toContain('Price')
})
