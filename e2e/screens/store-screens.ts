import type { Page } from '@playwright/test'
import { newLearner, withDatabase } from '../school/people.ts'
import { origin } from '../school/sessions.ts'
import { serviceOf } from './billing-screens.ts'
import type { Screen } from './screen.ts'

const apple = {
  store: 'apple',
  set_at: 1_790_000_000,
  is_trial: true,
  keys: [
    { name: 'environment', shown: 'Sandbox', is_secret: false },
    { name: 'bundle_id', shown: 'com.school.morning', is_secret: false },
    { name: 'app_id', shown: '1234567890', is_secret: false },
  ],
  events_url: 'https://school.example.com/payments/events/31',
  last_told_at: 1_790_000_060,
}
const google = {
  ...apple,
  store: 'google',
  is_trial: false,
  keys: null,
  events_url: 'https://school.example.com/payments/events/32',
  last_told_at: null,
}

/** The app stores are shown as if the school sold in them. */
async function withStores(page: Page) {
  await page.route(/\/studio\/app-stores(\?|$)/, route => route.fulfill({ json: [apple, google] }))
  await page.reload()
  await page.getByText('com.school.morning').waitFor()
}

const openStore = (name: string) => async (page: Page) => {
  await withStores(page)
  await page
    .locator('section', { has: page.getByText('com.school.morning') })
    .getByRole('button', { name })
    .first()
    .click()
  await page.getByRole('dialog').locator('[type=submit]').waitFor()
}

/** What an order of the studio says when Apple sold it, and took it back. */
async function soldByApple(page: Page) {
  await page.route(/\/studio\/orders\/\d+(\?|$)/, async route => {
    const response = await route.fetch()
    const sold = { store: 'apple', transaction: '2000000123456789', code: 'com.school.morning' }
    const bought = [{ ...sold, chain: '2000000123456000', revoked_at: 1_790_000_000 }]
    const order = (await response.json()) as object
    await route.fulfill({ response, json: { ...order, scheduler: 'apple', bought } })
  })
  await page.reload()
  await page.getByText('com.school.morning').waitFor()
}

/** The mobile app with its store, in which one product is sold; without `price` the store does not begin. */
const inApp = (path: string, price?: string) => async (page: Page) => {
  await page.addInitScript(shown => {
    const fail = () => Promise.reject(Object.assign(new Error('refused'), { code: 'ERR_SETUP' }))
    window.kursoAppStore = {
      store: 'apple',
      listProducts: shown === undefined ? fail : async codes => codes.map(code => ({ code, price: shown })),
      buy: fail,
      restore: async () => [],
      finish: async () => undefined,
    }
  }, price)
  await page.route(/\/v1\/course-services\/view\?/, async route => {
    const response = await route.fetch()
    const service = (await response.json()) as object
    const products = [{ id: 1, alias: 'ios', code: 'com.school.morning' }]
    await route.fulfill({ response, json: { ...service, appstore_products: products } })
  })
  await page.goto(origin + path)
}

/** What is read at an address, as if Apple charged it. */
const chargedByApple = (address: RegExp) => async (page: Page) => {
  await page.route(address, async route => {
    const response = await route.fetch()
    const read = (await response.json()) as object
    const can = { cancel: false, resume: false, pause: false, change: false, pay: false }
    await route.fulfill({
      response,
      json: { ...read, scheduler: 'apple', receipts: [], ...('can' in read && { can }) },
    })
  })
  await page.reload()
}

const idOf = (text: string) => withDatabase(async client => (await client.query<{ id: number }>(text)).rows[0]?.id ?? 0)

/** What a mobile app sells in its store: in the app, and in the studio. */
export async function storeScreens(): Promise<Screen[]> {
  const staff = { isStaff: true, isAlone: true }
  const path = `/checkout/${await serviceOf('Read a chart')}?appType=mobile`
  const { id: userId } = await newLearner({ course: 'read-a-chart' })
  const own = `u.email = 'learner@example.com'`
  const orderId = await idOf(
    `select max(o.id)::int as id from orders o join users u on u.id = o.user_id where o.status = 'paid' and ${own}`,
  )
  const subscriptionId = await idOf(
    `select max(s.id)::int as id from payment_subscriptions s join users u on u.id = s.user_id
     where s.order_id is not null and ${own}`,
  )
  const app = { isAlone: true, isVariant: true, userId }
  return [
    { ...app, name: 'checkout-in-store', path, prepare: inApp(path, '59,99 €') },
    { ...app, name: 'checkout-in-store-failed', path, prepare: inApp(path) },
    { ...app, name: 'checkout-not-in-app', path },
    { ...app, name: 'catalog-not-in-app', path: '/catalog?appType=mobile' },
    {
      name: 'order-of-store',
      path: `/user/orders/${orderId}`,
      isAlone: true,
      prepare: chargedByApple(/\/v1\/orders\/\d+/),
    },
    {
      name: 'subscription-of-store',
      path: `/user/subscription/${subscriptionId}`,
      isAlone: true,
      prepare: chargedByApple(/\/v1\/payment-subscriptions\/\d+/),
    },
    { ...staff, name: 'studio-stores', path: '/admin/payments', prepare: withStores },
    { ...staff, name: 'studio-stores-failed', path: '/admin/payments', failing: '**/studio/app-stores?*' },
    { ...staff, name: 'studio-stores-apple', path: '/admin/payments', isPlaced: true, prepare: openStore('App Store') },
    {
      ...staff,
      name: 'studio-stores-google',
      path: '/admin/payments',
      isPlaced: true,
      prepare: openStore('Google Play'),
    },
    { ...staff, name: 'studio-order-of-store', path: `/admin/orders/${orderId}`, prepare: soldByApple },
  ]
}
