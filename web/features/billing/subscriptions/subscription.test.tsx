import { QueryClientProvider } from '@tanstack/react-query'
import { renderToStaticMarkup } from 'react-dom/server'
import { loadCopy } from 'virtual:copy/web'
import { expect, test, vi } from 'vitest'
import { Router } from 'wouter'
import { callQuery } from '#kit/cache/call-query.ts'
import { createQueryClient } from '#kit/cache/query-client.ts'
import { CopyProvider } from '#kit/copy/copy.tsx'
import type { OrderWire, PaymentSubscriptionWire, PlanWire } from '#shared/features/billing/wire.ts'
import { addAddresses } from '#web/platform/addresses.ts'
import { orderQuery } from '../data.ts'
import '../screens.ts'
import { subscriptionState } from './subscription-words.ts'
import { SubscriptionScreen } from './SubscriptionScreen.tsx'
import { SubscriptionsScreen } from './SubscriptionsScreen.tsx'

vi.mock('#kit/features/brands/site.ts', () => ({ site: () => ({ config: { saleEmail: 'sales@example.com' } }) }))
vi.mock('#web/features/accounts/data.ts', () => ({ useUser: () => ({ timezone: 'UTC' }), userQuery: () => ({}) }))
vi.mock('react', async original => ({
  ...(await original<object>()),
  useSyncExternalStore: (_: unknown, read: () => unknown) => read(),
}))
vi.stubGlobal('localStorage', { getItem: () => null, setItem: () => {} })
addAddresses({ support: '/support', home: '/home' })

const messages = await loadCopy('en')
const at = (date: string) => Date.parse(date) / 1000
const can = { cancel: true, resume: false, pause: true, change: false, pay: false }
const active: PaymentSubscriptionWire = {
  id: 3,
  title: 'Practice every month',
  status: 'Active',
  state: 'active',
  is_lifetime: false,
  is_active: true,
  is_active_status: true,
  next_pay_at: at('2027-01-01'),
  end_date: at('2027-01-15'),
  course_service_type: 'main_subscription',
  period: 1,
  interval: 'month',
  recurrent_payments_enabled: true,
  order_id: 5,
  service_id: 7,
  amount: 900,
  currency: 'EUR',
  method: null,
  resumable_until: null,
  is_sandbox: true,
  scheduler: 'own',
  can,
}

function shown(changed: Partial<PaymentSubscriptionWire> = {}, { plans = [] as PlanWire[], order = {} } = {}): string {
  const client = createQueryClient()
  const params = { id: 3 }
  const key = callQuery('GET /payment-subscriptions/:id', { params, expand: ['cancelPopupText'] }).queryKey
  client.setQueryData(key, { ...active, ...changed })
  client.setQueryData(callQuery('GET /payment-subscriptions/:id/plans', { params }).queryKey, plans)
  client.setQueryData(orderQuery(5).queryKey, { id: 5, invoices: [], ...order } as unknown as OrderWire)
  return renderToStaticMarkup(
    <CopyProvider language="en" messages={messages}>
      <QueryClientProvider client={client}>
        <Router ssrPath="/user/subscription/3">
          <SubscriptionScreen subscriptionId={3} />
        </Router>
      </QueryClientProvider>
    </CopyProvider>,
  )
}

test.each([
  [{}, 'active'],
  [{ state: 'trial' }, 'trial'],
  [{ state: 'past_due' }, 'past_due'],
  [{ state: 'paused', is_active: false }, 'paused'],
  [{ status: 'Canceled', state: 'ending' }, 'canceled'],
  [{ status: 'Canceled', state: 'ended', is_active: false }, 'ended'],
  [{ status: 'Created', state: 'created', is_active: false }, 'unpaid'],
] as const)('a subscription with %j is %s [BIL-07]', (changed, state) => {
  expect(subscriptionState({ ...active, ...changed })).toBe(state)
})

test('an active subscription shows its next payment; a canceled one its end and until when it can be resumed [BIL-07]', () => {
  expect(shown()).toContain('Next payment on 1 January 2027: €9')
  expect(shown()).not.toContain('Active until')
  const ending = { status: 'Canceled', state: 'ending', next_pay_at: null, resumable_until: at('2027-01-15') } as const
  const page = shown({ ...ending, can: { ...can, resume: true, cancel: false, pause: false } })
  expect(page).toContain('Active until 15 January 2027')
  expect(page).toContain('You can resume it until 15 January 2027')
  expect(page).toContain('Resume')
  expect(page).not.toContain('Cancel the subscription')
})

test('a lifetime subscription has no end, an ended one says when it ended [BIL-07]', () => {
  expect(shown({ is_lifetime: true, next_pay_at: null, end_date: null })).toContain('No end date')
  const ended = { status: 'Canceled', state: 'ended', is_active: false, next_pay_at: null } as const
  expect(shown(ended)).toContain('Ended on 15 January 2027')
})

test('a payment that did not go through is paid from here', () => {
  const pastDue = { state: 'past_due', can: { ...can, pay: true } } as const
  const page = shown(pastDue, { order: { payable: 900, currency: 'EUR', subscription_id: 3 } })
  expect(page).toContain('The last payment did not go through')
  expect(page).toContain('Try again: €9')
})

test('another plan says what is paid for it now, and what is taken off', () => {
  const service = { id: 8, title: 'Practice all year', price: 8900, currency: 'EUR', interval: 'year', period: 1 }
  const plan = { service, amount: 8500, credit: 400, left: 0, ends_on: '2028-01-01' } as unknown as PlanWire
  const page = shown({ can: { ...can, change: true } }, { plans: [plan] })
  expect(page).toContain(
    'You pay €85 now, and it lasts until 1 January 2028. €4 left of your present plan is taken off.',
  )
  expect(page).toContain('Change to Practice all year')
  expect(page).not.toContain('kept for')
  const dearer = shown({ can: { ...can, change: true } }, { plans: [{ ...plan, left: 1200 }] })
  expect(dearer).toContain('Another €12 of it is kept for the next payments.')
})

test('who is sent to the subscriptions with a warning reads why, and whom to ask [BIL-14]', () => {
  const page = (search: string, wires: PaymentSubscriptionWire[] = []) => {
    const client = createQueryClient()
    client.setQueryData(callQuery('GET /payment-subscription').queryKey, wires)
    return renderToStaticMarkup(
      <CopyProvider language="en" messages={messages}>
        <QueryClientProvider client={client}>
          <Router ssrPath="/user/subscriptions" ssrSearch={search}>
            <SubscriptionsScreen />
          </Router>
        </QueryClientProvider>
      </CopyProvider>,
    )
  }
  expect(page('warning=true')).toContain('You have no active subscription, so your courses are closed for now')
  expect(page('warning=true')).toContain('mailto:sales@example.com')
  expect(page('')).not.toContain('You have no active subscription')
  const ended = { ...active, is_active: false }
  expect(page('warning=true', [ended])).toContain('You have no active subscription')
  expect(page('warning=true', [ended, active]), 'one that is active').not.toContain('You have no active subscription')
  expect(page('warning=true', [ended, active])).toContain('One of your subscriptions has ended')
  expect(page('warning=true', [active])).not.toContain('has ended')
})
