import type { Browser } from '@playwright/test'
import { faultsOf } from '../axe-faults.ts'
import { payWith } from '../pages/pay-page.ts'
import { overflow } from '../pages/shell-page.ts'
import { newStaff, signInToStudio, studioTexts } from '../pages/studio-page.ts'
import { nextLetter } from '../school/letters.ts'
import { newMember, origin, signInByCookie } from '../school/sessions.ts'
import { serviceOf } from '../screens/billing-screens.ts'
import { expect, test } from '../test.ts'
import { texts } from '../texts.ts'

const en = studioTexts('en')

/** A learner pays for something, so that money has arrived. */
async function buySomething(browser: Browser) {
  const context = await browser.newContext({ locale: 'en' })
  await signInByCookie(context, (await newMember('kurso')).id)
  const page = await context.newPage()
  await page.goto(`${origin}/checkout/${await serviceOf('Read a chart')}`)
  await page.getByRole('button', { name: /^Pay/ }).click()
  await payWith(page, 'works')
  await page.getByText(texts('en')('billing.notice.paid'), { exact: true }).waitFor()
  await context.close()
}

test('an administrator begins with what waits, and checks by a link that e-mails arrive; an expert begins with reviews', async ({
  page,
  context,
  browser,
}) => {
  await buySomething(browser)
  const admin = await newStaff('admin', 'Olga')
  await signInToStudio(context, admin.id)
  await page.goto('/admin')
  await expect(page).toHaveURL('/admin/today')
  const waiting = page.getByRole('list', { name: en('today.waiting') }).getByRole('link')
  await expect(waiting).toHaveCount(3)
  await expect(waiting.first()).toHaveAttribute('href', '/admin/reviews')
  expect(await faultsOf(page)).toEqual([])

  const step = page.getByRole('listitem').filter({ hasText: en('today.letter') })
  await expect(step).toContainText(en('today.letter.folder'))
  await step.getByRole('button').click()
  await expect(step.getByText(en('today.letter.kept'))).toBeVisible()
  const [link = ''] = (await nextLetter(admin.email)).links
  const phone = await (await browser.newContext()).newPage()
  await phone.goto(link)
  await expect(phone.getByText(en('today.letter.opened'))).toBeVisible()
  expect(await faultsOf(phone)).toEqual([])
  await page.reload()
  await expect(step).toContainText(en('today.steps.is.done'))
  await expect(step.getByRole('button')).toHaveCount(0)

  await page.setViewportSize({ width: 390, height: 844 })
  expect(await overflow(page)).toBe(0)
  await page.getByRole('button', { name: en('today.steps.hide') }).click()
  await expect(step).toHaveCount(0)
  await page.reload()
  await expect(waiting).toHaveCount(3)
  await expect(page.getByRole('heading', { name: en('today.steps') })).toHaveCount(0)

  const desk = await browser.newContext()
  await signInToStudio(desk, (await newStaff('expert', 'Elena')).id)
  const expert = await desk.newPage()
  await expert.goto('/admin')
  await expect(expert).toHaveURL('/admin/reviews')
  await expect(expert.getByRole('link', { name: en('today.title') })).toHaveCount(0)
  await desk.close()
})
