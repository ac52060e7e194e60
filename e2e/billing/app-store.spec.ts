import { randomInt } from 'node:crypto'
import type { Page } from '@playwright/test'
import type { ShellPurchase } from '#web/features/billing/app-store/shell.ts'
import { apple } from '../school/apple.ts'
import { withDatabase } from '../school/people.ts'
import { newMember, newSession, origin, signInByCookie, userIdOf } from '../school/sessions.ts'
import { serviceOf } from '../screens/billing-screens.ts'
import { expect, test } from '../test.ts'
import { texts } from '../texts.ts'

const t = texts('en')
const title = 'Read a chart'
const code = 'com.school.chart'
const price = '59,99 €'

declare global {
  interface Window {
    buyFromApple(code: string, accountToken: string): Promise<ShellPurchase>
    finished: ShellPurchase[]
    failsWith: string | undefined
  }
}

/** The school sells in the App Store. */
test.beforeAll(async () => {
  const token = await newSession(await userIdOf('admin@example.com'))
  const { bundleId, environment, appAppleId } = apple.app
  const answer = await fetch(`${origin}/spa/api/v1/studio/app-stores`, {
    method: 'PUT',
    headers: { authorization: `Bearer ${token}`, 'x-app-id': 'kurso', 'content-type': 'application/json' },
    body: JSON.stringify({ store: 'apple', environment, bundle_id: bundleId, app_id: String(appAppleId) }),
  })
  expect(answer.status).toBe(200)
  const serviceId = await serviceOf(title)
  await withDatabase(client =>
    client.query(
      `insert into appstore_products (service_id, alias, code) values ($1, 'ios', $2) on conflict do nothing`,
      [serviceId, code],
    ),
  )
})

/** Plays the shell of the mobile app: its store sells one product, signs what is bought and keeps it until it is finished. */
async function inShell(page: Page): Promise<void> {
  await page.exposeFunction('buyFromApple', (productId: string, appAccountToken: string) => {
    const transactionId = String(randomInt(1_000_000_000))
    return { proof: apple.signed(apple.transaction({ transactionId, productId, appAccountToken, price: 59_990 })) }
  })
  await page.addInitScript(
    ({ sold, shown }) => {
      window.finished = []
      window.kursoAppStore = {
        store: 'apple',
        listProducts: async codes => codes.filter(one => one === sold).map(one => ({ code: one, price: shown })),
        buy: async asked => {
          if (window.failsWith) return Promise.reject(Object.assign(new Error('refused'), { code: window.failsWith }))
          return window.buyFromApple(asked.code, asked.accountToken)
        },
        restore: async () => [],
        finish: async purchase => void window.finished.push(purchase),
      }
    },
    { sold: code, shown: price },
  )
}

const outward = (page: Page) => page.locator('a[href^="http"]:not([href*="127.0.0.1"])')

test('in the app a course is bought in the store at its price, and is open at once [BIL-13] [BIL-23] [ERR-05]', async ({
  page,
  context,
}) => {
  await signInByCookie(context, (await newMember('kurso')).id)
  await inShell(page)
  await page.goto(`/checkout/${await serviceOf(title)}?appType=mobile`)
  await expect(page.getByText(price)).toBeVisible()
  await expect(outward(page)).toHaveCount(0)
  const buy = page.getByRole('button', { name: t('billing.store.buy') })
  for (const failure of ['ERR_PAYMENT_CANCELLED', 'ERR_PAYMENT_NOT_ALLOWED'] as const) {
    await page.evaluate(name => void (window.failsWith = name), failure)
    await buy.click()
    await expect(page.getByText(t(`billing.store.${failure}`))).toBeVisible()
  }
  await page.evaluate(() => void (window.failsWith = undefined))
  await buy.click()
  await page.waitForURL(/\/user\/orders\/\d+/)
  await expect(page.getByText(t('billing.store.of.apple'))).toBeVisible()
  await expect(page.getByText(t('billing.notice.paid')).first()).toBeVisible()
  expect(await page.evaluate(() => window.finished.length)).toBe(1)
  await expect(outward(page)).toHaveCount(0)
  await page.getByRole('link', { name: t('billing.order.toCourse') }).click()
  await page.waitForURL(/calendar/)
})

test('an app whose store does not begin says so, one without a store that nothing is sold in it; neither leads elsewhere to pay', async ({
  page,
  context,
}) => {
  await signInByCookie(context, (await newMember('kurso')).id)
  await page.goto(`/checkout/${await serviceOf(title)}?appType=mobile`)
  await expect(page.getByText(t('billing.notInApp'), { exact: true })).toBeVisible()
  await expect(page.getByText(t('billing.store.ERR_SETUP'))).toHaveCount(0)
  await expect(page.getByRole('button', { name: /Pay|Buy/ })).toHaveCount(0)
  await inShell(page)
  await page.addInitScript(
    () => void (window.kursoAppStore!.listProducts = () => Promise.reject({ code: 'ERR_SETUP' })),
  )
  await page.reload()
  await expect(page.getByText(t('billing.store.ERR_SETUP'))).toBeVisible()
  await expect(page.getByRole('button', { name: /Pay|Buy/ })).toHaveCount(0)
  await expect(outward(page)).toHaveCount(0)
})
