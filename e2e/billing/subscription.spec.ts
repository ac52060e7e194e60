import type { Page } from '@playwright/test'
import { cancelReasons, leastReason } from '#shared/features/billing/subscriptions/cancel-reasons.ts'
import { shellPage } from '../pages/shell-page.ts'
import { newMember, signInByCookie } from '../school/sessions.ts'
import { serviceOf } from '../screens/billing-screens.ts'
import { expect, test } from '../test.ts'
import { texts } from '../texts.ts'
import { payWith } from '../pages/pay-page.ts'

const t = texts('en')
const button = (page: Page, name: string) => page.getByRole('button', { name, exact: true })

test('another plan that the card does not pay leaves the subscription as it was, and says so', async ({
  page,
  context,
}) => {
  await signInByCookie(context, (await newMember('kurso')).id)
  await page.goto(`/checkout/${await serviceOf('Practice every month')}`)
  await button(page, t('billing.pay.trial')).click()
  await payWith(page, 'noFundsLater')
  await page.getByRole('link', { name: t('billing.order.toSubscription') }).click()
  await button(page, t('billing.cancel.open')).click()
  const dialog = page.getByRole('dialog')
  await dialog.getByLabel(t('billing.cancel.reason.price')).check()
  await dialog.getByLabel(t('billing.cancel.text')).fill('I would rather pay once a year')
  await dialog.getByRole('button', { name: t('billing.cancel.submit'), exact: true }).click()
  await dialog.getByRole('button', { name: t('billing.subscription.resume') }).click()
  await button(page, t('billing.plans.changeTo', { plan: 'Practice all year' })).click()
  await page
    .getByRole('alertdialog')
    .getByRole('button', { name: t('billing.plans.change') })
    .click()
  await expect(page.getByText(t('billing.plans.failed'))).toBeVisible()
  await expect(page.getByText(t('billing.refusal.insufficient_funds'))).toBeVisible()
  await expect(page).toHaveURL(/\/user\/subscription\//)
  await expect(shellPage(page, t).heading).toHaveText(t('billing.subscription.title'))
})

test('a subscription is begun, cancelled with a reason and resumed; what fails leads to support [BIL-08]', async ({
  page,
  context,
  noise,
}) => {
  noise.expect(/payment-subscriptions\/cancel/)
  await signInByCookie(context, (await newMember('kurso')).id)
  await page.goto(`/checkout/${await serviceOf('Practice every month')}`)
  await button(page, t('billing.pay.trial')).click()
  await payWith(page, 'works')
  await page.getByRole('link', { name: t('billing.order.toSubscription') }).click()
  await page.waitForURL('**/user/subscription/*')
  await button(page, t('billing.cancel.open')).click()
  const dialog = page.getByRole('dialog')
  await expect(dialog.getByRole('radio')).toHaveCount(cancelReasons.length)
  const submit = dialog.getByRole('button', { name: t('billing.cancel.submit'), exact: true })
  await submit.click()
  await expect(dialog.getByText(t('billing.cancel.choose')), 'none is chosen for the learner').toBeVisible()
  for (const reason of cancelReasons) await dialog.getByLabel(t(`billing.cancel.reason.${reason}`)).check()
  const text = dialog.getByLabel(t('billing.cancel.text'))
  await text.fill('Short')
  await expect(dialog.getByText(t('billing.cancel.count', { count: 5, least: leastReason }))).toBeVisible()
  await submit.click()
  await expect(text).toHaveAttribute('aria-invalid', 'true')
  await text.fill('I am going on a long voyage')
  let isHeld = true
  await page.route('**/payment-subscriptions/cancel**', async route => {
    await expect(dialog.getByRole('button', { name: t('billing.cancel.wait') })).toBeVisible()
    if (!isHeld) return route.continue()
    isHeld = false
    return route.fulfill({ status: 500, json: {} })
  })
  await submit.click()
  await expect(dialog.getByText(t('billing.cancel.failed'))).toBeVisible()
  await expect(dialog.getByRole('link', { name: t('billing.cancel.support') })).toHaveAttribute('href', '/support')
  await submit.click()
  await expect(dialog.getByText(t('billing.cancel.done'))).toBeVisible()
  await dialog.getByRole('button', { name: t('billing.subscription.resume') }).click()
  await expect(dialog).toHaveCount(0)
  await expect(page.getByText(t('billing.subscriptions.active'), { exact: true })).toBeVisible()
  await button(page, t('billing.subscription.pause')).focus()
  await page.keyboard.press('Enter')
  await expect(button(page, t('billing.subscription.resume'))).toBeVisible()
  await page.keyboard.press('Tab')
  await expect(button(page, t('billing.subscription.resume')), 'the keyboard stays where it was').toBeFocused()
  await expect(shellPage(page, t).heading).toHaveText(t('billing.subscription.title'))
})
