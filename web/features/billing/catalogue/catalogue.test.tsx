import { loadCopy } from 'virtual:copy/web'
import { QueryClientProvider } from '@tanstack/react-query'
import { renderToStaticMarkup } from 'react-dom/server'
import { beforeEach, expect, test, vi } from 'vitest'
import { Router } from 'wouter'
import { createQueryClient } from '#kit/cache/query-client.ts'
import { CopyProvider } from '#kit/copy/copy.tsx'
import type { CatalogPositionWire } from '#shared/features/billing/catalogue/catalogue-wire.ts'
import { addAddresses } from '#web/platform/addresses.ts'
import { filterFrom } from './data.ts'
import { PositionCard } from './PositionCard.tsx'

const place = vi.hoisted(() => ({ mayBuy: true }))
vi.mock('../may-buy.ts', () => ({ mayBuy: () => place.mayBuy, sellsOnWeb: () => place.mayBuy }))
beforeEach(() => {
  place.mayBuy = true
})

addAddresses({ checkout: '/checkout/:serviceId', courses: '/courses', subscriptions: '/user/subscriptions' })
const messages = await loadCopy('en')
const position: CatalogPositionWire = {
  id: 3,
  title: 'Morning practice',
  description: 'Four weeks',
  category_id: 1,
  sort: 2,
  image: null,
  course_id: 7,
  course_title: 'Breath',
  service: {
    id: 12,
    service_id: 12,
    type: 'course_buy',
    title: 'Practice',
    description: '',
    price: 4900,
    currency: 'EUR',
    prices: [{ currency: 'EUR', amount: 4900 }],
    quantity: 1,
    order_id: null,
    course_id: 7,
    trial_days: 0,
    period: 1,
    interval: 'month',
    instalments: 1,
    appstore_products: [],
  },
  is_owned: false,
  is_available: true,
  can_add_to_subscription: false,
}
const show = (changes: Partial<CatalogPositionWire> = {}, service: Partial<CatalogPositionWire['service']> = {}) =>
  renderToStaticMarkup(
    <QueryClientProvider client={createQueryClient()}>
      <CopyProvider language="en" messages={messages}>
        <Router ssrPath="/catalog">
          <PositionCard position={{ ...position, ...changes, service: { ...position.service, ...service } }} />
        </Router>
      </CopyProvider>
    </QueryClientProvider>,
  )

test('a position shows its title, course, words and price, and leads to the checkout of what it sells [CAT-03]', () => {
  const html = show()
  for (const text of ['Morning practice', 'Breath', 'Four weeks', '€49']) expect(html).toContain(text)
  expect(html).toContain('href="/checkout/12"')
  expect(html).not.toContain('Add to my subscription')
})

test('what can be added to the subscription says so; what is owned is opened, and what cannot be had is neither', () => {
  expect(show({ can_add_to_subscription: true })).toContain('Add to my subscription')
  const owned = show({ is_owned: true })
  expect(owned).toContain('You have this')
  expect(owned).toContain('href="/courses"')
  expect(owned).not.toContain('/checkout/')
  expect(show({ is_available: false })).not.toContain('/checkout/')
})

test('a free demo begins in one press, and a subscription says how often it costs [CAT-03]', () => {
  const demo = show({}, { type: 'course_demo', price: 0 })
  expect(demo).toContain('Try it now')
  expect(demo).not.toContain('/checkout/')
  const monthly = show({}, { type: 'course_subscription', trial_days: 7 })
  expect(monthly).toContain('€49 a month')
  expect(monthly).toContain('7 days are free.')
})

test('what can be pressed names the position after the words on it', () => {
  for (const [name, html] of [
    ['Buy: Morning practice', show()],
    ['Add to my subscription: Morning practice', show({ can_add_to_subscription: true })],
    ['Open: Morning practice', show({ is_owned: true })],
    ['Try it now: Morning practice', show({}, { type: 'course_demo', price: 0 })],
  ] as const)
    expect(html).toContain(`aria-label="${name}"`)
})

test('nothing is sold in an app where buying is switched off', () => {
  place.mayBuy = false
  expect(show({ can_add_to_subscription: true })).not.toMatch(/checkout|Add to my/)
  expect(show({}, { type: 'course_demo', price: 0 })).toContain('Try it now')
})

test('the filter is what the address says, without what the school does not have [CAT-03]', () => {
  const categories = [{ id: 1 }, { id: 2 }]
  expect(filterFrom('category=2&type=course_demo', categories)).toEqual({ category_id: 2, type: 'course_demo' })
  expect(filterFrom('category=3&type=club', categories)).toEqual({})
  expect(filterFrom('', categories)).toEqual({})
})
