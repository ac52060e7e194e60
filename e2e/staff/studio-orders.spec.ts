import { faultsOf } from '../axe-faults.ts'
import { overflow } from '../pages/shell-page.ts'
import { newStaff, signInToStudio, studioTexts } from '../pages/studio-page.ts'
import { withDatabase } from '../school/people.ts'
import { newMember } from '../school/sessions.ts'
import { expect, test } from '../test.ts'

/** Somebody who can be found by an e-mail of their own. */
async function newBuyer() {
  const { id } = await newMember('kurso')
  const email = `buyer-${id}@example.com`
  await withDatabase(client => client.query('update users set email = $2 where id = $1', [id, email]))
  return { id, email }
}

test('an administrator enters an order paid by hand, finds it and sends a part back', async ({ page, context }) => {
  const t = studioTexts('en')
  const buyer = await newBuyer()
  await signInToStudio(context, (await newStaff('admin', 'Olga')).id)
  await page.goto('/admin/orders')
  await page.getByRole('button', { name: t('shop.byHand') }).click()
  const entering = page.getByRole('dialog')
  await entering.getByLabel(t('shop.byHand.buyer')).fill(buyer.email)
  await entering.getByRole('radio').check()
  // By its name: which products stand first hangs on what other walks sell, and a free one could not be refunded.
  await entering.getByLabel(t('shop.service')).selectOption({ label: 'A consultation with an expert' })
  expect(await faultsOf(page)).toEqual([])
  await entering.getByRole('button', { name: t('shop.byHand.submit') }).click()
  await expect(entering.getByText(t('shop.reason.needed')), 'nothing is lost by a refusal').toBeVisible()
  await entering.getByLabel(t('shop.reason')).fill('Paid in cash')
  await entering.getByRole('button', { name: t('shop.byHand.submit') }).click()
  await expect(page).toHaveURL(/\/admin\/orders\/\d+$/)
  await expect(page.getByText(t('shop.access.open'), { exact: true })).toBeVisible()
  await expect(page.getByText(/Paid in cash/)).toBeVisible()
  expect(await faultsOf(page)).toEqual([])
  expect(await overflow(page)).toBe(0)

  const story = page.url()
  // The search of the whole studio finds it by its buyer.
  await page.keyboard.press('Control+k')
  const found = page
    .getByRole('dialog')
    .getByRole('region', { name: t('shop.orders') })
    .getByRole('link')
  await page.getByRole('dialog').getByRole('searchbox').fill(buyer.email)
  await expect(found).toHaveAttribute('href', new URL(story).pathname)
  await page.keyboard.press('Escape')
  await page.goto(`/admin/orders?q=${buyer.email}`)
  await page.locator('tbody th').getByRole('link').click()
  await expect(page).toHaveURL(story)
  await page.getByRole('button', { name: t('shop.refund'), exact: true }).click()
  const sending = page.getByRole('dialog')
  await sending.locator('input').fill('1')
  await sending.getByLabel(t('shop.reason')).fill('A day was missed')
  await sending.getByRole('button', { name: t('shop.refund.submit') }).click()
  await expect(page.getByText(t('shop.refund.told.done'))).toBeVisible()
  await expect(page.getByText('A day was missed', { exact: true })).toBeVisible()
  await expect(page.getByText(t('shop.refund.done'), { exact: true })).toBeVisible()
})
