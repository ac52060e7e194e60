import type { Page } from '@playwright/test'
import { withDatabase } from '../school/people.ts'
import { userIdOf } from '../school/sessions.ts'
import { receiptOf } from './billing-screens.ts'
import type { Screen } from './screen.ts'

async function latestOrder(): Promise<number> {
  const learner = await userIdOf('learner@example.com')
  const { rows } = await withDatabase(client =>
    client.query(`select id from orders where user_id = $1 and status = 'paid' order by id desc limit 1`, [learner]),
  )
  return Number(rows[0].id)
}

/** A product of the demo school, and a code that is there once. */
async function sellingPlace(): Promise<number> {
  const { rows } = await withDatabase(client =>
    client.query(`with code as (
        insert into discounts (brand_id, code, percent, most_uses, ends_at) values ('kurso', 'NEWYEAR', 20, 100, '2030-01-01')
        on conflict do nothing
      ) select min(id) as id from services where type = 'course_buy'`),
  )
  return Number(rows[0].id)
}

/** Opens the dialog of the last button in the header. */
async function openLast(page: Page) {
  await page.locator('main header button').last().click()
  await page.getByRole('dialog').locator('textarea').waitFor()
}

async function openFirst(page: Page) {
  await page.locator('main header button').first().click()
  await page.getByRole('dialog').locator('textarea').waitFor()
}

/** An order of the demo school whose subscription goes on. */
async function subscribedOrder(): Promise<number> {
  const { rows } = await withDatabase(client =>
    client.query<{ id: number }>(
      `select max(order_id)::int as id from payment_subscriptions where state in ('trial', 'active')`,
    ),
  )
  return rows[0]?.id ?? 0
}

/** An order that is paid in parts of which some are left. */
async function orderInParts(): Promise<number> {
  const { rows } = await withDatabase(client =>
    client.query<{ id: number }>(
      `select max(o.id)::int as id from orders o join invoices i on i.order_id = o.id
       where o.type <> 'course_subscription' and o.status = 'paid' and i.number > 1 and i.due_at > now()`,
    ),
  )
  return rows[0]?.id ?? 0
}

/** The figures of a banner of the demo school. */
async function bannerFigures(): Promise<string> {
  const { rows } = await withDatabase(client =>
    client.query<{ id: number }>(`with banner as (select min(id) as id from banners where brand_id = 'kurso'),
      counted as (insert into banner_days select id, '2026-11-01', 40, 8 from banner on conflict do nothing)
      select id::int from banner`),
  )
  return `/admin/banners/${rows[0]?.id}/figures`
}

/** An article of the demo school and its club. */
async function firstArticle(): Promise<{ club: number; article: number }> {
  const { rows } = await withDatabase(client =>
    client.query<{ club: number; article: number }>(
      'select community_id::int as club, id::int as article from articles order by id limit 1',
    ),
  )
  return rows[0] ?? { club: 0, article: 0 }
}

async function openCode(page: Page) {
  await page.locator('main header button').last().click()
  await page.getByRole('dialog').locator('[type=submit]').waitFor()
}

/** Sends a form in which nothing is written. */
async function sendForm(page: Page) {
  await page.locator('form [type=submit]').click()
  await page.locator('[aria-invalid=true]').first().waitFor()
}

const stripe = {
  provider: 'stripe',
  is_trial: true,
  set_at: 1_790_000_000,
  keys: [{ name: 'secret_key', shown: 'x7Qd', is_secret: true }],
  events_url: 'https://school.example.com/payments/events/12',
  last_told_at: null,
}
const paid = {
  order_id: 1,
  amount: 100,
  currency: 'EUR',
  status: 'paid',
  refusal: null,
  url: null,
  asked_at: 1_790_000_000,
  returned_at: 1_790_000_060,
  told_at: null,
  left: 100,
}

/** The school's payments are shown as if they were set up otherwise. */
const withPayments = (others: object) => async (page: Page) => {
  const terms = { currency: 'EUR', grace_days: 14, reminds_unpaid: true, point_values: [], seller: 'A school' }
  const json = { account: null, is_sandbox_offered: true, terms, test: null, ...others }
  await page.route('**/studio/payments?*', route => route.fulfill({ json }))
  await page.reload()
  await page.locator('main form').waitFor()
}

/** The screens of the studio for those who sell. */
export async function shopScreens(): Promise<Screen[]> {
  const staff = { isStaff: true }
  const order = `/admin/orders/${await latestOrder()}`
  const service = `/admin/services/${await sellingPlace()}`
  const { club, article } = await firstArticle()
  return [
    { ...staff, name: 'studio-orders', path: '/admin/orders' },
    { ...staff, name: 'studio-orders-none', path: '/admin/orders?q=nobody-of-this-name' },
    { ...staff, name: 'studio-orders-failed', path: '/admin/orders', failing: '**/studio/orders?*', isAlone: true },
    { ...staff, name: 'studio-order', path: order },
    { ...staff, name: 'studio-order-gone', path: '/admin/orders/987654321' },
    { ...staff, name: 'studio-receipt', path: `/admin/receipts/${await receiptOf('receipt')}` },
    { ...staff, name: 'studio-receipt-gone', path: '/admin/receipts/987654321' },
    { ...staff, name: 'studio-refund', path: order, isPlaced: true, prepare: openLast },
    {
      ...staff,
      name: 'studio-subscription-change',
      path: `/admin/orders/${await subscribedOrder()}`,
      isPlaced: true,
      prepare: openFirst,
    },
    {
      ...staff,
      name: 'studio-instalments',
      path: `/admin/orders/${await orderInParts()}`,
      isPlaced: true,
      prepare: openFirst,
    },
    { ...staff, name: 'studio-payments', path: '/admin/payments' },
    {
      ...staff,
      name: 'studio-payments-none',
      path: '/admin/payments',
      isAlone: true,
      prepare: withPayments({ account: null }),
    },
    {
      ...staff,
      name: 'studio-payments-stripe',
      path: '/admin/payments',
      isAlone: true,
      prepare: withPayments({ account: stripe, test: paid }),
    },
    {
      ...staff,
      name: 'studio-payments-failed',
      path: '/admin/payments',
      failing: '**/studio/payments?*',
      isAlone: true,
    },
    {
      ...staff,
      name: 'studio-payments-account',
      path: '/admin/payments',
      isPlaced: true,
      isAlone: true,
      prepare: async page => {
        await withPayments({ account: stripe })(page)
        await page.locator('main section').first().getByRole('button').nth(1).click()
        await page.getByRole('dialog').locator('select').waitFor()
      },
    },
    { ...staff, name: 'studio-order-by-hand', path: '/admin/orders', isPlaced: true, prepare: openLast },
    { ...staff, name: 'studio-services', path: '/admin/services' },
    { ...staff, name: 'studio-services-none', path: '/admin/services?q=nothing-of-this-name' },
    { ...staff, name: 'studio-services-failed', path: '/admin/services', failing: '**/studio/services', isAlone: true },
    { ...staff, name: 'studio-service', path: service },
    { ...staff, name: 'studio-service-gone', path: '/admin/services/987654321' },
    { ...staff, name: 'studio-service-new', path: '/admin/services/new' },
    { ...staff, name: 'studio-service-wrong', path: '/admin/services/new', isAlone: true, prepare: sendForm },
    { ...staff, name: 'studio-catalogue', path: '/admin/catalogue' },
    {
      ...staff,
      name: 'studio-catalogue-failed',
      path: '/admin/catalogue',
      failing: '**/studio/catalog-positions?*',
      isAlone: true,
    },
    { ...staff, name: 'studio-banners', path: '/admin/banners' },
    { ...staff, name: 'studio-banners-new', path: '/admin/banners', isPlaced: true, prepare: openCode },
    { ...staff, name: 'studio-banner-figures', path: await bannerFigures() },
    { ...staff, name: 'studio-banner-figures-gone', path: '/admin/banners/987654321/figures' },
    { ...staff, name: 'studio-clubs', path: '/admin/clubs' },
    { ...staff, name: 'studio-articles', path: `/admin/clubs/${club}/articles` },
    { ...staff, name: 'studio-articles-gone', path: '/admin/clubs/987654321/articles' },
    { ...staff, name: 'studio-club-members', path: `/admin/clubs/${club}/members` },
    { ...staff, name: 'studio-club-members-gone', path: '/admin/clubs/987654321/members' },
    { ...staff, name: 'studio-club-faq', path: `/admin/clubs/${club}/faq` },
    { ...staff, name: 'studio-club-faq-gone', path: '/admin/clubs/987654321/faq' },
    { ...staff, name: 'studio-club-chat', path: `/admin/clubs/${club}/chat` },
    { ...staff, name: 'studio-club-chat-gone', path: '/admin/clubs/987654321/chat' },
    { ...staff, name: 'studio-article', path: `/admin/articles/${article}` },
    { ...staff, name: 'studio-article-gone', path: '/admin/articles/987654321' },
    { ...staff, name: 'studio-clubs-new', path: '/admin/clubs', isPlaced: true, prepare: openCode },
    { ...staff, name: 'studio-catalogue-new', path: '/admin/catalogue', isPlaced: true, prepare: openCode },
    { ...staff, name: 'studio-codes', path: '/admin/codes' },
    { ...staff, name: 'studio-codes-none', path: '/admin/codes?q=nothing' },
    { ...staff, name: 'studio-codes-failed', path: '/admin/codes', failing: '**/studio/discounts?*', isAlone: true },
    { ...staff, name: 'studio-code-new', path: '/admin/codes', isPlaced: true, prepare: openCode },
  ]
}
