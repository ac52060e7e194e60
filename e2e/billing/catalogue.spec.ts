import { newMember, signInByCookie, userIdOf } from '../school/sessions.ts'
import { signInToStudio } from '../pages/studio-page.ts'
import { toldBy } from '../pages/told-events.ts'
import { expect, test } from '../test.ts'
import { texts } from '../texts.ts'

const t = texts('en')

test('the catalogue is filtered in its address, a demo begins in one press, and the rest leads to the checkout [CAT-03]', async ({
  page,
  context,
}) => {
  const { id } = await newMember('kurso')
  await signInByCookie(context, id)
  const told = await toldBy(page, 'filter_change', 'demo_course_add')
  await page.goto('/catalog')
  const cards = page.getByRole('listitem').filter({ has: page.getByRole('heading', { level: 2 }) })
  await expect(cards).toHaveCount(6)
  await page.getByRole('button', { name: 'Skills', exact: true }).click()
  await expect(cards).toHaveCount(2)
  expect(new URL(page.url()).search).toBe('?category=2')
  expect(await told()).toContainEqual({ name: 'filter_change', option: 'category', value: 2 })
  await page.reload()
  await expect(cards).toHaveCount(2)
  await page.getByRole('button', { name: t('billing.catalogue.type.course_subscription'), exact: true }).click()
  expect(await told()).toContainEqual({ name: 'filter_change', option: 'type', value: 'course_subscription' })
  await page.getByRole('button', { name: t('billing.catalogue.clear') }).click()
  await expect(cards).toHaveCount(6)
  // The pressed button is gone: the keyboard goes on in the catalogue, not at the top of the page.
  await expect(page.locator('main [tabindex="-1"]:focus')).toHaveCount(1)
  const chart = cards.filter({ has: page.getByRole('heading', { name: 'Read a chart', exact: true }) })
  await chart.getByRole('link', { name: t('billing.catalogue.buy') }).click()
  await page.waitForURL('**/checkout/*')
  await page.goBack()
  await page.getByRole('button', { name: t('billing.catalogue.demo') }).click()
  await page.waitForURL('**/course/*/calendar')
  expect(await told()).toContainEqual({ name: 'demo_course_add', service: expect.any(Number) })
  // The way to the whole course stands where the demo is.
  await expect(page.getByRole('heading', { name: t('billing.offers.default') })).toBeVisible()
  await page.goBack()
  await expect(cards.filter({ hasText: 'A taste of charts' })).toContainText(t('billing.catalogue.owned'))
})

test('staff add an entry, show it, move it up and take it out again @once', async ({ page, context }) => {
  await signInToStudio(context, await userIdOf('admin@example.com'))
  await page.goto('/admin/catalogue')
  const rows = page.getByRole('row')
  await expect(rows).toHaveCount(7)
  await page.getByRole('button', { name: 'Add an entry' }).click()
  const dialog = page.getByRole('dialog')
  await dialog.locator('[type=submit]').click()
  await expect(dialog.getByRole('textbox').first()).toHaveAttribute('aria-invalid', 'true')
  await dialog.getByLabel('Product or course').selectOption({ label: 'Read a chart' })
  await dialog.getByLabel('Title').first().fill('Charts again')
  await dialog.locator('[type=submit]').click()
  await expect(rows).toHaveCount(8)
  await page.getByRole('button', { name: 'Show “Charts again”' }).click()
  const up = page.getByRole('button', { name: 'Move “Charts again” up' })
  await expect(rows.nth(7)).toContainText('Shown')
  await expect(up).toBeEnabled()
  await up.press('Enter')
  await expect(rows.nth(6)).toContainText('Charts again')
  await expect(up).toBeFocused()
  const down = page.getByRole('button', { name: 'Move “Charts again” down' })
  await expect(down).toBeEnabled()
  await down.press('Enter')
  await expect(rows.nth(7)).toContainText('Charts again')
  await expect(down).toBeFocused()
  await page.getByRole('button', { name: 'Take out “Charts again”' }).click()
  await page.getByRole('alertdialog').getByRole('button', { name: 'Take out' }).click()
  await expect(rows).toHaveCount(7)
  await expect(page.locator('main [tabindex="-1"]:focus')).toHaveCount(1)
})
