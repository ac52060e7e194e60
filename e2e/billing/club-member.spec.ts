import type { Browser, Page } from '@playwright/test'
import { chatPage } from '../pages/chat-page.ts'
import { payWith } from '../pages/pay-page.ts'
import { withDatabase } from '../school/people.ts'
import { newMember, origin, signInByCookie } from '../school/sessions.ts'
import { serviceOf } from '../screens/billing-screens.ts'
import { expect, test } from '../test.ts'
import { texts } from '../texts.ts'

const t = texts('en')
const button = (page: Page, name: string) => page.getByRole('button', { name, exact: true })
const club = 'Morning circle'
const open = `${t('clubs.action.view_all')} (${club})`

/** A second device of a person. */
async function deviceOf(browser: Browser, userId: number) {
  const context = await browser.newContext({ baseURL: origin, locale: 'en' })
  await signInByCookie(context, userId)
  return context.newPage()
}

/** All that has happened to a person’s subscription lies so many days further back. */
const letTimePass = (userId: number, days: number) =>
  withDatabase(async client => {
    const values = [userId, days]
    const own = 'order_id in (select id from orders where user_id = $1)'
    const subscribed = 'subscription_id in (select id from payment_subscriptions where user_id = $1)'
    for (const change of [
      `subscription_events set happened_on = happened_on - $2::int where ${subscribed}`,
      `invoices set due_at = due_at - make_interval(days => $2), starts_on = starts_on - $2::int, ends_on = ends_on - $2::int where ${own}`,
      'orders set created_at = created_at - make_interval(days => $2), due_at = now() where user_id = $1',
    ])
      await client.query(`update ${change}`, values)
  })

const readersOf = (userId: number) =>
  withDatabase(async client => {
    const { rows } = await client.query<{ count: number }>(
      'select count(*)::int as count from article_views where user_id = $1',
      [userId],
    )
    return rows[0]?.count
  })

test('a member joins by buying, reads, likes, keeps, talks from two devices, and leaves when the subscription ends [CLB-03] [CLB-07] [CLB-09] @once', async ({
  page,
  context,
  browser,
  noise,
}) => {
  noise.expect(/chat/)
  test.setTimeout(120_000)
  const { id } = await newMember('kurso')
  await signInByCookie(context, id)
  await page.goto(`/checkout/${await serviceOf('Practice every month')}`)
  await button(page, t('billing.pay.trial')).click()
  await payWith(page, 'works')
  await page.getByRole('link', { name: t('billing.order.toSubscription') }).waitFor()

  await page.goto('/clubs')
  await page.getByRole('link', { name: open }).click()
  const article = page.getByRole('listitem').filter({ hasText: 'Breathing before a hard day' })
  await article.getByRole('link').click()
  await expect(page.getByText('count to four')).toBeVisible()
  for (const name of [t('articles.like'), t('articles.favourite')]) {
    const mark = page.getByRole('button', { name })
    await mark.click()
    await expect(mark).toHaveAttribute('aria-pressed', 'true')
  }
  await expect.poll(() => readersOf(id)).toBe(1)
  await page.reload()
  await expect(page.getByText('count to four')).toBeVisible()
  expect(await readersOf(id), 'once a day').toBe(1)
  await page.getByRole('link', { name: club }).click()
  await page.getByRole('button', { name: t('articles.favourites') }).click()
  await expect(page.getByRole('heading', { level: 3 })).toHaveText(['Breathing before a hard day'])
  const faq = page.getByRole('region', { name: t('clubs.faq') })
  await faq.getByText('When do we practise together?').click()
  await expect(faq.getByText('Sunday at ten')).toBeVisible()

  await page.getByRole('link', { name: /^Chat/ }).click()
  const here = chatPage(page)
  await here.box.waitFor()
  const other = await deviceOf(browser, id)
  await other.goto(new URL(page.url()).pathname)
  const there = chatPage(other)
  await there.box.waitFor()
  await here.send(`Good morning from my phone, ${id}`)
  await expect(there.row(`Good morning from my phone, ${id}`)).toBeVisible()
  await there.send(`And from my desk, ${id}`)
  await expect(here.row(`And from my desk, ${id}`)).toBeVisible()

  await other.goto('/subscriptions')
  await other
    .getByRole('link', { name: /Practice every month/ })
    .first()
    .click()
  await button(other, t('billing.cancel.open')).click()
  const dialog = other.getByRole('dialog')
  await dialog.getByRole('radio').first().check()
  await dialog.getByLabel(t('billing.cancel.text')).fill('I am going on a long voyage')
  await button(other, t('billing.cancel.submit')).click()
  await expect(other.getByText(t('billing.cancel.done'))).toBeVisible()
  await here.send(`I stay until it is over, ${id}`)
  await expect(here.row(`I stay until it is over, ${id}`)).toBeVisible()

  await here.box.fill('Is anybody still there?')
  await letTimePass(id, 60)
  await expect(
    page.getByText('Only members of this club can read and write here'),
    'the chat says that it is over',
  ).toBeVisible({ timeout: 40_000 })
  await expect(here.box, 'what was being written stays').toHaveValue('Is anybody still there?')
  await page.goto('/clubs')
  await expect(
    page.getByText(t('billing.subscriptions.warning')),
    'without a subscription the app leads to where one is had',
  ).toBeVisible()
  await expect(page).toHaveURL(/\/user\/subscriptions/)
  await other.context().close()
})
