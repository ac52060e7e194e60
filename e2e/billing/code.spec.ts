import type { Page } from '@playwright/test'
import { toldBy } from '../pages/told-events.ts'
import { withDatabase } from '../school/people.ts'
import { newMember, signInByCookie } from '../school/sessions.ts'
import { serviceOf } from '../screens/billing-screens.ts'
import { expect, test } from '../test.ts'
import { texts } from '../texts.ts'

const t = texts('en')

/** The calls about a code and an order, in their order. */
function askedBy(page: Page): string[] {
  const asked: string[] = []
  page.on('request', request => {
    const path = new URL(request.url()).pathname
    const [call] = /(?:discount\/check|order)\/.*$/.exec(path) ?? []
    if (call?.startsWith('discount')) asked.push('check')
    if (call?.startsWith('order') && request.method() === 'POST')
      asked.push((request.postDataJSON() as { promocode?: string }).promocode ?? 'none')
  })
  return asked
}

test('a code is checked first; what lowers nothing is told and left out of the order, and the rest is asked for [BIL-04] [BIL-19]', async ({
  page,
  context,
  noise,
}) => {
  noise.expect(/discount\/check/)
  const code = `HALF${Date.now()}`
  await withDatabase(client =>
    client.query(`insert into discounts (brand_id, code, percent) values ('kurso', $1, 50)`, [code]),
  )
  const asked = askedBy(page)
  await signInByCookie(context, (await newMember('kurso')).id)
  await page.goto(`/checkout/${await serviceOf('Read a chart')}`)
  const field = page.getByLabel(t('billing.checkout.code'))
  const pay = page.getByRole('button', { name: /^Pay/ })
  const price = await pay.textContent()
  await field.fill('NOSUCHCODE')
  await pay.click()
  await expect(field).toHaveAccessibleDescription(new RegExp(t('billing.checkout.codeLeft')))
  await expect(page.getByText(t('billing.checkout.recounted'))).toBeVisible()
  await expect(pay).toHaveText(price ?? '')
  await field.fill(code.toLowerCase())
  await pay.click()
  await expect(field).toHaveAccessibleDescription(t('billing.checkout.codeApplied'))
  await expect(pay).not.toHaveText(price ?? '')
  expect(asked, 'nothing is ordered before the price is seen').not.toContain('none')
  await field.fill('NOSUCHCODE')
  await pay.click()
  await expect(pay).toHaveText(price ?? '')
  await pay.click()
  await page.locator('#number').waitFor()
  expect(asked.slice(-2)).toEqual(['check', 'none'])
})

test('who begins to pay is counted once, and gives an e-mail before anything is bought [BIL-15] [BIL-19] [VAL-12] [ANL-01]', async ({
  page,
  context,
  noise,
}) => {
  noise.expect(/409/)
  const { id } = await newMember('kurso')
  await withDatabase(client => client.query('update users set email = null where id = $1', [id]))
  await signInByCookie(context, id)
  const told = await toldBy(page, 'begin_checkout')
  const service = await serviceOf('Read a chart')
  await page.goto(`/checkout/${service}`)
  const pay = page.getByRole('button', { name: /^Pay/ })
  await pay.click()
  const dialog = page.getByRole('dialog')
  await expect(dialog.getByRole('textbox')).toBeVisible()
  await page.keyboard.press('Escape')
  await expect(dialog).toHaveCount(0)
  const orders = () =>
    withDatabase(async client => (await client.query('select 1 from orders where user_id = $1', [id])).rowCount)
  expect([await orders(), await told()]).toEqual([0, [{ name: 'begin_checkout', service }]])
  await pay.click()
  await dialog.getByRole('textbox').fill(`buyer-${id}@example.com`)
  await dialog.getByRole('button', { name: t('joining.askEmail.submit') }).click()
  await page.locator('#number').waitFor()
  expect(await orders()).toBe(1)
})
