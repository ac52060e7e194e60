import type { Page } from '@playwright/test'
import type { Copy } from '#kit/copy/copy.tsx'
import { newLearner, withDatabase } from '../school/people.ts'
import type { Screen } from './screen.ts'

/** The id of something that the demo school sells, by its English title. */
export async function serviceOf(title: string): Promise<number> {
  const find = `select id::int from services where brand_id = 'kurso' and texts->'en'->>'title' = $1`
  return withDatabase(async client => (await client.query<{ id: number }>(find, [title])).rows[0]?.id ?? 0)
}

/** The demo learner’s order of something, by its English title. */
async function orderOf(title: string): Promise<number> {
  const find = `select o.id::int from orders o join services s on s.id = o.service_id join users u on u.id = o.user_id
    where u.email = 'learner@example.com' and s.texts->'en'->>'title' = $1`
  return withDatabase(async client => (await client.query<{ id: number }>(find, [title])).rows[0]?.id ?? 0)
}

/** The demo learner’s latest receipt or credit note. */
export async function receiptOf(kind: 'receipt' | 'credit_note'): Promise<number> {
  const find = `select max(r.id)::int as id from receipts r join receipt_buyers b on b.receipt_id = r.id
    join users u on u.id = b.user_id where u.email = 'learner@example.com' and r.kind = $1`
  return withDatabase(async client => (await client.query<{ id: number }>(find, [kind])).rows[0]?.id ?? 0)
}

/** Where the demo school's article with a picture and a film in its text is. */
async function richArticle(): Promise<string> {
  const find = `select '/clubs/' || community_id || '/articles/' || id as path from articles where texts #>> '{en,body}' like '%](media:%' order by id limit 1`
  return withDatabase(async client => (await client.query<{ path: string }>(find)).rows[0]?.path ?? '')
}

async function enterUnknownCode(page: Page, t: Copy): Promise<void> {
  await page.getByLabel(t('billing.checkout.code')).fill('NOSUCHCODE')
  await page.getByRole('button', { name: t('billing.checkout.codeApply') }).click()
  await page.getByRole('alert').first().waitFor()
}

/** The checkout of somebody who has points where they lower prices. */
async function havePoints(page: Page, t: Copy): Promise<void> {
  const points = { balance: 500, least: 200, most: 500, usual: 200, spent: 300, discount: 300, value: 100 }
  await page.route(/\/v1\/checkout\/\d+/, async route => {
    const response = await route.fetch()
    const offer = (await response.json()) as { total: number }
    await route.fulfill({ response, json: { ...offer, total: offer.total - points.discount, points } })
  })
  await page.reload()
  await page.getByLabel(t('billing.points.label')).waitFor()
}

const subscription = `select ps.id::int from payment_subscriptions ps join users u on u.id = ps.user_id
  where u.email = 'learner@example.com' and ps.order_id is not null`

/** The demo learner’s subscription. */
async function subscriptionId(): Promise<number> {
  return withDatabase(async client => (await client.query<{ id: number }>(subscription)).rows[0]?.id ?? 0)
}

async function openCancel(page: Page, t: Copy): Promise<void> {
  await page.getByRole('button', { name: t('billing.cancel.open') }).click()
  await page
    .getByRole('dialog')
    .getByRole('button', { name: t('billing.cancel.submit'), exact: true })
    .click()
  await page.getByRole('alert').first().waitFor()
}

/** Saved cards, of which one is in use. */
async function saveCards(page: Page): Promise<void> {
  const card = { kind: 'card', brand: 'visa', last4: '4242', expires_month: 4, expires_year: 2030 }
  const data = [
    { ...card, id: 2, is_in_use: true },
    { ...card, id: 1, is_in_use: false, brand: 'mastercard', last4: '4444' },
  ]
  await page.route(/\/user-payment-method(\?lang=|$)/, route => route.fulfill({ json: { data } }))
  await page.reload()
}

/** A learner’s order with an attempt to pay it in this state. */
function orderWith(attempt: { state: string; refusal: string | null }, status = 'waiting') {
  return async (page: Page) => {
    const order = {
      id: 1,
      service_id: 1,
      type: 'course_buy',
      title: 'Morning practice',
      status,
      is_open: false,
      currency: 'EUR',
      price: 4900,
      amount: 4900,
      points_spent: 0,
      points_discount: 0,
      points_returned: 0,
      paid: 0,
      refunded: 0,
      payable: 4900,
      owed: 4900,
      created_at: 1_790_000_000,
      closes_at: 1_790_600_000,
      invoices: [{ id: 1, number: 1, amount: 4900, due_at: 1_790_000_000, paid: 0, refunded: 0 }],
      attempt: { ...attempt, url: 'https://pay.example.com/1' },
      course_id: null,
      stream_id: null,
      subscription_id: null,
      is_sandbox: true,
      scheduler: 'own',
      receipts: [],
    }
    await page.route(/\/v1\/orders\/1(\/check)?(\?lang=|$)/, route => route.fulfill({ json: order }))
    await page.reload()
  }
}

/** The form to pay in another way, which has the focus once the button that opened it is gone. */
async function payInstead(page: Page, t: Copy): Promise<void> {
  await orderWith({ state: 'confirm', refusal: null })(page)
  const name = t('billing.pay.instead')
  await page.getByRole('button', { name }).click()
  await page.getByRole('group', { name }).and(page.locator(':focus')).waitFor()
}

/** Buying, orders and what was paid. */
export async function billingScreens(): Promise<Screen[]> {
  const [whole, monthly] = await Promise.all([serviceOf('Morning practice'), serviceOf('Practice every month')])
  const { id: userId } = await newLearner({ course: 'read-a-chart' })
  const visitor = { isVisitor: true }
  const alone = { path: '/user/orders/1', isAlone: true }
  const article = await richArticle()
  return [
    { ...visitor, name: 'checkout-visitor', path: `/checkout/${whole}?instalments=yes` },
    { ...visitor, name: 'checkout-code', path: `/checkout/${whole}`, isAlone: true, prepare: enterUnknownCode },
    { ...visitor, name: 'checkout-points', path: `/checkout/${whole}`, isAlone: true, prepare: havePoints },
    { ...visitor, name: 'checkout-gone', path: '/checkout/1' },
    { name: 'checkout-trial', path: `/checkout/${monthly}`, userId },
    { name: 'checkout-owned', path: `/checkout/${whole}` },
    { name: 'catalog', path: '/catalog' },
    { name: 'catalog-new', path: '/catalog', userId },
    { name: 'catalog-none', path: '/catalog?category=2&type=course_subscription' },
    { name: 'catalog-failed', path: '/catalog', failing: '**/v1/catalog-position?*', isAlone: true },
    { name: 'banners', path: '/banners' },
    { name: 'banners-failed', path: '/banners', failing: '**/v1/banners', isAlone: true },
    { name: 'clubs', path: '/clubs' },
    { name: 'clubs-empty', path: '/clubs', userId },
    { name: 'clubs-failed', path: '/clubs', failing: '**/v1/community', isAlone: true },
    { name: 'club', path: article.split('/articles')[0] ?? '' },
    { name: 'club-gone', path: '/clubs/987654321' },
    { name: 'club-chat', path: article.replace(/articles.*/, 'chat') },
    { name: 'club-chat-stranger', path: article.replace(/articles.*/, 'chat'), userId },
    { name: 'club-chat-gone', path: '/clubs/987654321/chat' },
    {
      name: 'club-chat-failed',
      path: article.replace(/articles.*/, 'chat'),
      failing: '**/v1/clubs/*/chat',
      isAlone: true,
    },
    { name: 'article', path: article },
    { name: 'article-gone', path: '/clubs/1/articles/987654321' },
    { name: 'orders', path: '/user/orders' },
    { name: 'orders-empty', path: '/user/orders', userId },
    { name: 'order-paid', path: `/user/orders/${await orderOf('Read a chart')}` },
    { name: 'order-instalments', path: `/user/orders/${await orderOf('Morning practice')}` },
    { name: 'order-refunded', path: `/user/orders/${await orderOf('A consultation with an expert')}` },
    { name: 'receipt', path: `/receipts/${await receiptOf('receipt')}` },
    { name: 'receipt-credit-note', path: `/receipts/${await receiptOf('credit_note')}` },
    { name: 'receipt-gone', path: '/receipts/987654321' },
    { name: 'receipt-failed', path: '/receipts/1', isAlone: true, failing: '**/v1/receipts/*' },
    { name: 'installments', path: '/user/installments' },
    { name: 'installments-empty', path: '/user/installments', userId },
    { name: 'subscription', path: `/user/subscription/${await subscriptionId()}` },
    {
      name: 'subscription-cancel',
      path: `/user/subscription/${await subscriptionId()}`,
      isAlone: true,
      isPlaced: true,
      prepare: openCancel,
    },
    { name: 'payment-methods', path: '/user/settings/user-payment-methods', isAlone: true, prepare: saveCards },
    { ...alone, name: 'order-declined', prepare: orderWith({ state: 'open', refusal: 'insufficient_funds' }) },
    { ...alone, name: 'order-waiting', prepare: orderWith({ state: 'pending', refusal: null }) },
    { ...alone, name: 'order-confirm', prepare: payInstead },
  ]
}
