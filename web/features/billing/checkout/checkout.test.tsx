import { loadCopy } from 'virtual:copy/web'
import { QueryClientProvider } from '@tanstack/react-query'
import { renderToStaticMarkup } from 'react-dom/server'
import { expect, test, vi } from 'vitest'
import { Router } from 'wouter'
import { createQueryClient } from '#kit/cache/query-client.ts'
import { CopyProvider } from '#kit/copy/copy.tsx'
import { settings } from '#kit/request/connection.ts'
import type { CheckoutWire } from '#shared/features/billing/wire.ts'
import '#web/features/joining/screens.ts'
import { addAddresses } from '#web/platform/addresses.ts'
import { CheckoutScreen } from './CheckoutScreen.tsx'
import { Purchase } from './Purchase.tsx'
import { type Choices, choicesFrom, orderBody, searchOf, unappliedOf } from './use-offer.ts'

vi.mock('#kit/features/brands/site.ts', () => ({
  site: () => ({
    config: { isRegistrationEnable: true, isAppStoreSupport: false },
    site: { domain: { name: 'Kurso', languages: [], spa_header_logo: '/kurso.svg' } },
  }),
}))
vi.mock('react', async original => ({
  ...(await original<object>()),
  useSyncExternalStore: (_: unknown, read: () => unknown) => read(),
}))

addAddresses({ home: '/home' })
const messages = await loadCopy('en')
const plain: Choices = { code: '', currency: undefined, isInInstalments: false, points: 0 }
const offer: CheckoutWire = {
  service: {
    id: 7,
    service_id: 7,
    type: 'course_buy',
    title: 'Morning practice',
    description: 'Four weeks',
    price: 10000,
    currency: 'EUR',
    prices: [
      { currency: 'EUR', amount: 10000 },
      { currency: 'JPY', amount: 15000 },
    ],
    quantity: 1,
    order_id: null,
    course_id: 3,
    trial_days: 0,
    period: 1,
    interval: 'month',
    instalments: 3,
    appstore_products: [],
  },
  currency: 'EUR',
  price: 10000,
  discount: 0,
  points: null,
  total: 10000,
  tax: 1667,
  tax_rate: 2000,
  instalments: [
    { amount: 3333, due_on: '2026-12-01' },
    { amount: 3333, due_on: '2027-01-01' },
    { amount: 3334, due_on: '2027-02-01' },
  ],
  gives: {
    course_id: 3,
    course_title: 'Breath',
    starts_on: '2026-12-07',
    ends_on: '2027-01-03',
    consultations: 2,
    points: 1,
  },
  methods: [],
  is_sandbox: true,
  order_id: null,
  is_owned: false,
}

function shown(changed: Partial<CheckoutWire> = {}, choices: Partial<Choices> = {}): string {
  const props = { choose: () => {}, isAsking: false, refresh: async () => {}, choices: { ...plain, ...choices } }
  return renderToStaticMarkup(
    <CopyProvider language="en" messages={messages}>
      <QueryClientProvider client={createQueryClient()}>
        <Router ssrPath="/checkout/7">
          <Purchase offer={{ ...offer, ...changed }} {...props} />
        </Router>
      </QueryClientProvider>
    </CopyProvider>,
  )
}

test('a purchase says what it gives from when to when, its price and the tax in it, and that no money moves [BIL-19]', () => {
  const page = shown()
  for (const text of [
    'Morning practice',
    'Course “Breath”',
    'Open from 7 December 2026 to 3 January 2027',
    '2 consultations',
    '1 point<',
    '€100',
    'Including 20% tax',
    '€16.67',
    'no money moves',
  ])
    expect(page).toContain(text)
  expect(shown({ is_sandbox: false })).not.toContain('no money moves')
})

test('in the app without buying, it says so and asks for no offer', () => {
  const page = () =>
    renderToStaticMarkup(
      <CopyProvider language="en" messages={messages}>
        <Router ssrPath="/checkout/7">
          <CheckoutScreen serviceId={7} />
        </Router>
      </CopyProvider>,
    )
  expect(page()).toContain('aria-busy="true"')
  settings.appType = 'mobile'
  expect(page()).toContain('Nothing can be bought in the app')
  expect(page()).not.toContain('aria-busy')
  settings.appType = 'web'
})

test('instalments are shown with their dates, and what is paid today [BIL-19]', () => {
  expect(shown()).not.toContain('1 January 2027')
  const page = shown({}, { isInInstalments: true })
  for (const text of ['In 3 instalments of €33.33', 'Today', '1 January 2027', '€33.34', 'To pay today'])
    expect(page).toContain(text)
})

test('a subscription says what is free and how it renews', () => {
  const service = { ...offer.service, type: 'course_subscription' as const, trial_days: 7, instalments: 1 }
  const page = shown({ service, instalments: [] })
  expect(page).toContain('7 days are free. The price is €100, charged every month.')
})

test('a visitor signs up or in, and somebody who has it already is told [BIL-19]', () => {
  const page = shown()
  expect(page).toContain('href="/signup"')
  expect(page).toContain('I have an account')
  expect(shown({ is_owned: true })).toContain('You already have this')
  expect(shown({ is_owned: true })).not.toContain('/signup')
})

test('what was chosen stands in the address and comes back from it; what is none is left out', () => {
  const choices: Choices = { code: 'SPRING', currency: 'JPY', isInInstalments: true, points: 250 }
  expect(choicesFrom(searchOf(choices))).toEqual(choices)
  expect(searchOf(plain)).toBe('')
  expect(choicesFrom('code=a%2Fb%20c&currency=yen&instalments=maybe&points=-5')).toEqual({ ...plain, code: 'abc' })
})

test('an order is placed at the terms that are shown, without a code that lowers nothing', () => {
  const choices: Choices = { code: 'SPRING', currency: undefined, isInInstalments: true, points: 500 }
  expect(orderBody(offer, choices)).toEqual({ currency: 'EUR', total: 10000, is_in_instalments: true })
  const lowered = { ...offer, discount: 1000, total: 9000 }
  expect(orderBody(lowered, { ...choices, isInInstalments: false })).toEqual({
    currency: 'EUR',
    total: 9000,
    promocode: 'SPRING',
  })
})

const points = { balance: 500, least: 200, most: 500, usual: 200, spent: 0, discount: 0, value: 100 }
const shownWith = (changed: Partial<typeof points> | null) => shown({ points: changed && { ...points, ...changed } })

test('points are offered where they can be spent, 200 of them at first, and what they take off stands in the bill [PTS-03, PTS-04]', () => {
  const page = shownWith({})
  for (const text of ['Points to spend', 'value="200"', 'You have 500 points. 100 points take off €1.', '>Spend<'])
    expect(page).toContain(text)
  expect(page).not.toContain('Keep my points')
  const spent = shown({ total: 9700, points: { ...points, spent: 300, discount: 300 } })
  for (const text of ['value="300"', 'Keep my points', '300 points', '−€3', '€97']) expect(spent).toContain(text)
  expect(shownWith({ balance: 150, most: 0 })).toContain('You can pay with points once you have 200')
  for (const none of [null, { balance: 0, most: 0 }]) expect(shownWith(none)).not.toContain('oints to')
})

test('an order is placed with as many points as the terms that are shown [PTS-04]', () => {
  const choices: Choices = { ...plain, points: 900 }
  const terms = { ...offer, total: 9500, points: { ...points, spent: 500, discount: 500 } }
  expect(orderBody(terms, choices)).toEqual({ currency: 'EUR', total: 9500, points: 500 })
})

test('a code and points that were typed are taken into the terms before anything is paid; so many as cannot be spent are not [PTS-04]', () => {
  const terms = { ...offer, points: { ...points, spent: 200, discount: 200 } }
  const of = (code: string, typed: string | undefined, own: CheckoutWire = terms) =>
    unappliedOf({ code, points: typed }, own, { ...plain, code: 'SPRING' })
  expect(of('SPRING', undefined)).toEqual({})
  expect(of('SPRING', ' 200 ')).toEqual({})
  expect(of(' AU TUMN', '300')).toEqual({ code: 'AUTUMN', points: 300 })
  expect(of('', '')).toEqual({ code: '', points: 0 })
  for (const typed of ['199', '501', '-5', '2.5', 'all']) expect(of('SPRING', typed)).toBe('unfit')
  // Where none can be spent nothing is asked about them.
  for (const none of [null, { ...points, most: 0 }]) expect(of('SPRING', '300', { ...offer, points: none })).toEqual({})
})
