import type { Page } from '@playwright/test'
import { faultsOf } from '../axe-faults.ts'
import { cellsOf, chartOf, fileOf } from '../pages/figure-table.ts'
import { overflow } from '../pages/shell-page.ts'
import { call, newStaff, signInToStudio, studioTexts } from '../pages/studio-page.ts'
import { withDatabase } from '../school/people.ts'
import { newMember } from '../school/sessions.ts'
import { expect, test } from '../test.ts'

/** Something that is sold for 49.99 euros, to be had by the month. */
async function newService(): Promise<number> {
  const { rows } = await withDatabase(client =>
    client.query(`with service as (
        insert into services (brand_id, type, texts, points)
        values ('kurso', 'course_subscription', '{"en": {"title": "Every month", "description": ""}}', 5) returning id
      )
      insert into service_prices (service_id, currency, amount) select id, 'EUR', 4999 from service returning service_id as id`),
  )
  return Number(rows[0].id)
}

/** How light each colour of the legend is, from 0 to 1. */
const lightnessOf = (page: Page) =>
  page
    .locator('figure li i')
    .evaluateAll(marks =>
      marks.map(mark => Number(/okl\w+\(([\d.]+)/.exec(getComputedStyle(mark).backgroundColor)?.[1])),
    )

test.use({ locale: 'ru' })

test('an administrator sees what was sold, why a subscription ended, and the orders behind it [STF-12, STF-20]', async ({
  page,
  context,
}) => {
  const t = studioTexts('ru')
  const staff = await newStaff('admin', 'Olga')
  const service = await newService()
  const buyer = await newMember('kurso')
  const order = { user_id: buyer.id, service_id: service, currency: 'EUR', amount: 4999, reason: 'Paid in cash' }
  const { id } = (await call(staff.id, 'POST', '/studio/orders', order)) as { id: number }
  const listed = page.locator(`a[href="/admin/orders/${id}"]`)
  await signInToStudio(context, staff.id)

  await page.goto('/admin/figures')
  await page.getByRole('link', { name: t('figures.sales'), exact: true }).click()
  await expect(page.getByRole('heading', { name: t('figures.sales'), exact: true })).toBeVisible()
  await page.goto(`/admin/figures/sales?service=${service}`)
  const byDay = t('figures.sales.day')
  await expect(page.getByRole('heading', { name: byDay })).toBeVisible()
  expect(await faultsOf(page)).toEqual([])
  await expect(chartOf(page, byDay)).toBeVisible()
  for (const colorScheme of ['light', 'dark'] as const) {
    await page.emulateMedia({ colorScheme })
    const [came = 0, went = 0] = await lightnessOf(page)
    expect(Math.abs(came - went), `what came in and went back, told apart without hue, ${colorScheme}`).toBeGreaterThan(
      0.18,
    )
  }
  for (const title of [byDay, t('figures.byService')]) {
    const cells = await cellsOf(page, title)
    expect(cells[0]?.[1]).toBe('1')
    expect(cells[0]?.[2]).toMatch(/49[.,]99/)
    expect(cells[0]?.[5]).toBe(cells[0]?.[2])
    expect((await fileOf(page, t('shell.csv.of', { title }))).slice(1)).toEqual(cells)
  }
  await page.setViewportSize({ width: 390, height: 844 })
  expect(await overflow(page)).toBe(0)
  await page.getByRole('group', { name: byDay }).getByRole('link', { name: '1', exact: true }).click()
  await expect(page.getByText(t('shop.found', { count: 1 }), { exact: true })).toBeVisible()
  await expect(listed).toBeVisible()
  await expect(page.getByLabel(t('shop.by'))).toHaveValue('payment')
  expect(await faultsOf(page)).toEqual([])
  expect(await overflow(page)).toBe(0)

  await call(staff.id, 'POST', `/studio/orders/${id}/refunds`, { amount: 4999, reason: 'A day was missed' })
  await page.goto(`/admin/figures/subscriptions?service=${service}&by=month`)
  const byMonth = t('figures.subscriptions.month')
  await expect(page.getByRole('heading', { name: byMonth })).toBeVisible()
  expect(await faultsOf(page)).toEqual([])
  expect(await overflow(page)).toBe(0)
  const counted = await cellsOf(page, byMonth)
  expect(counted[0]?.slice(1)).toEqual(['1', '0', '0', '0', '1'])
  expect((await fileOf(page, t('shell.csv.of', { title: byMonth }))).slice(1)).toEqual(counted)
  for (const title of [byMonth, t('figures.ends')]) await expect(chartOf(page, title)).toBeVisible()
  const ends = await cellsOf(page, t('figures.ends'))
  expect(ends).toContainEqual([t('shop.why.refund'), '1', '100%'])
  expect((await fileOf(page, t('shell.csv.of', { title: t('figures.ends') }))).slice(1)).toEqual(ends)
  await page
    .getByRole('row', { name: t('shop.why.refund') })
    .getByRole('link', { name: '1', exact: true })
    .click()
  await expect(page.getByLabel(t('shop.why'))).toHaveValue('refund')
  await expect(page.getByText(t('shop.found', { count: 1 }), { exact: true })).toBeVisible()
  await listed.click()
  await expect(page).toHaveURL(new RegExp(`/admin/orders/${id}$`))
})
