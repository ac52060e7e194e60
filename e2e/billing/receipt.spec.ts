import { expect, test } from '../test.ts'
import { receiptOf } from '../screens/billing-screens.ts'
import { origin, signInByCookie, userIdOf } from '../school/sessions.ts'

test('a receipt is opened from its order, and it alone is printed [BIL-21]', async ({ page, context }) => {
  await signInByCookie(context, await userIdOf('learner@example.com'))
  const id = await receiptOf('receipt')
  await page.goto(`${origin}/receipts/${id}`)
  const heading = page.getByRole('heading', { level: 1, name: /^Receipt R-\d{6}$/ })
  await expect(heading).toBeVisible()
  const number = (await heading.textContent()) ?? ''
  await page.getByRole('link', { name: /^Order \d+$/ }).click()
  await page.getByRole('link', { name: number }).click()
  await expect(heading).toBeVisible()
  await expect(page.getByRole('rowheader', { name: 'Total paid' })).toBeVisible()
  const print = page.getByRole('button', { name: 'Print' })
  await page.evaluate(() => (window.print = () => (document.title = 'printed')))
  await print.click()
  await expect(page).toHaveTitle('printed')
  await page.emulateMedia({ media: 'print', colorScheme: 'dark' })
  await expect(heading).toBeVisible()
  await expect(print).toBeHidden()
  await expect(page.getByRole('banner')).toBeHidden()
  await expect(page.getByRole('navigation').first()).toBeHidden()
  expect(await heading.evaluate(element => getComputedStyle(element).color)).toBe('rgb(0, 0, 0)')
})
