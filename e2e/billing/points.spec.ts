import { headingOf } from '../pages/heading.ts'
import { payWith } from '../pages/pay-page.ts'
import { newLearner, withDatabase } from '../school/people.ts'
import { givePoints, newMember, signInByCookie } from '../school/sessions.ts'
import { expect, test } from '../test.ts'
import { texts } from '../texts.ts'

const t = texts('en')

/** Something that a school sells in euros, of so many cents; `more` are columns of it. */
const addService = (title: string, amount: number, more: { names: string; values: string }) =>
  withDatabase(async client => {
    const { rows } = await client.query<{ id: number }>(
      `with s as (
         insert into services (brand_id, type, texts, ${more.names})
         values ('kurso', 'course_buy', json_build_object('en', json_build_object('title', $1::text, 'description', '')), ${more.values})
         returning id
       ), p as (insert into service_prices select id, 'EUR', $2 from s)
       select id::int from s`,
      [title, amount],
    )
    return rows[0]?.id ?? 0
  })

test('points pay a part of a purchase, and the history names the order [PTS-03, PTS-04]', async ({ page, context }) => {
  const service = await addService('An hour with an expert', 4900, { names: 'consultations', values: '1' })
  await withDatabase(client =>
    client.query(`insert into billing_terms as t (brand_id, currency, point_values) values ('kurso', 'EUR', '{"EUR": 100}')
      on conflict (brand_id) do update set point_values = t.point_values || '{"EUR": 100}'`),
  )
  const { id } = await newMember('kurso')
  await givePoints(id, 500)
  await signInByCookie(context, id)
  await page.goto(`/checkout/${service}?currency=EUR`)
  const field = page.getByLabel(t('billing.points.label'))
  await expect(field).toHaveValue('200')
  await field.fill('199')
  await page.getByRole('button', { name: t('billing.points.spend') }).click()
  await expect(field).toHaveAttribute('aria-invalid', 'true')
  await page.getByRole('button', { name: /^Pay/ }).click()
  await expect(field).toBeFocused()
  await field.fill('300')
  await page.getByRole('button', { name: 'Pay €49', exact: true }).click()
  await expect(page.getByText(t('billing.checkout.recounted'))).toBeVisible()
  await page.getByRole('button', { name: 'Pay €46', exact: true }).click()
  await payWith(page, 'works')
  await page.waitForURL('**/user/orders/*')
  await expect(page.getByText(t('billing.notice.paid'), { exact: true })).toBeVisible()
  await expect(page.getByText(t('billing.bill.points', { count: 300 }))).toBeVisible()
  await page.goto('/user/points')
  await expect(page.locator('main').getByText('200', { exact: true })).toBeVisible()
  await page.getByRole('link', { name: t('points.history') }).click()
  const entry = page.getByRole('listitem').filter({ hasText: t('points.type.spent') })
  await expect(entry).toContainText('An hour with an expert')
  await entry.getByRole('link').click()
  await page.waitForURL('**/user/orders/*')
})

test('a course that ends soon is extended by its warning [STR-09] [RTE-18]', async ({ page, context }) => {
  const { id, streamId } = await newLearner({ daysIn: 1 })
  await withDatabase(client =>
    client.query(`update user_streams set ends_on = current_date + 1 where id = $1`, [streamId]),
  )
  const course = `(select id from courses where key = 'morning-practice' and brand_id = 'kurso')`
  await addService('A month more', 1900, {
    names: 'course_id, access_days, is_extension',
    values: `${course}, 30, true`,
  })
  await signInByCookie(context, id)
  await page.goto(`/course/${streamId}/calendar`)
  await page.getByRole('link', { name: t('streams.critical.renew') }).click()
  await page.waitForURL(`**/extend/${streamId}`)
  await expect(headingOf(page)).toHaveText(t('streams.extend.title'))
  await page.getByText('A month more').first().click()
  await page.getByRole('button', { name: t('streams.extend.order') }).click()
  await page.waitForURL('**/user/orders/*')
  await page.getByRole('button', { name: /^Pay/ }).click()
  await payWith(page, 'works')
  await page.waitForURL('**/user/orders/*')
  await expect(page.getByText(t('billing.notice.paid'), { exact: true })).toBeVisible()
  await page.getByRole('link', { name: t('billing.order.toCourse') }).click()
  await page.waitForURL(`**/course/${streamId}/calendar`)
  await expect(page.getByText(t('streams.critical.text'))).toHaveCount(0)
})
