import type { BrowserContext, Page } from '@playwright/test'
import { faultsOf } from '../axe-faults.ts'
import { withDatabase } from '../school/people.ts'
import { newMember, signInByCookie } from '../school/sessions.ts'
import { movedOn, watchShift } from '../pages/layout-shift.ts'
import { overflow, shellPage } from '../pages/shell-page.ts'
import { signInPage } from '../pages/sign-in-page.ts'
import { expect, test } from '../test.ts'
import { texts } from '../texts.ts'

test.use({ hasDecided: false })

const en = texts('en')

function consentPage(page: Page, t = en) {
  const banner = page.getByRole('region', { name: t('consent.banner.title') })
  const dialog = page.getByRole('dialog', { name: t('consent.title') })
  return {
    banner,
    dialog,
    button: (name: 'dismiss' | 'settings' | 'acceptAll') =>
      banner.getByRole('button', { name: t(`consent.${name}`), exact: true }),
    toggle: (purpose: 'essential' | 'analytics' | 'marketing') =>
      page.getByRole('switch', { name: t(`consent.${purpose}`) }),
    agree: page.getByRole('button', { name: t('consent.agree') }),
  }
}

async function cookieOf(context: BrowserContext) {
  const cookie = (await context.cookies()).find(({ name }) => name === 'consent')
  const [choice, at, user] = cookie?.value.split('.') ?? []
  return {
    choice,
    at: Number(at),
    user,
    days: Math.round(((cookie?.expires ?? 0) - Date.now() / 1000) / 86_400),
    cookie,
  }
}

async function policyOf(userId: number) {
  const { rows } = await withDatabase(client =>
    client.query('select analytics, marketing from cookie_policies where user_id = $1', [userId]),
  )
  return rows[0] as { analytics: boolean; marketing: boolean } | undefined
}

test('the banner is announced, comes first by keyboard, blocks nothing and asks once; dismissed, only the essential is on [CON-01] [CON-02] [CON-03] [CON-04]', async ({
  page,
  context,
}) => {
  const person = await newMember('kurso')
  await page.goto('/')
  const { banner, button } = consentPage(page)
  const { email, password, submit } = signInPage(page, en)
  await expect(banner.getByRole('status')).toContainText(en('consent.banner.text'))
  expect(await faultsOf(page)).toEqual([])
  const look = (name: 'dismiss' | 'acceptAll') =>
    button(name).evaluate(element => {
      const { color, backgroundColor, borderColor, fontWeight, fontSize } = getComputedStyle(element)
      return { color, backgroundColor, borderColor, fontWeight, fontSize }
    })
  expect(await look('acceptAll'), 'neither answer is pushed').toEqual(await look('dismiss'))
  await page.keyboard.press('Tab')
  await expect(button('dismiss')).toBeFocused()
  // Without an answer everything stays usable, even what the banner covers.
  await submit.scrollIntoViewIfNeeded()
  await email.fill(person.email)
  await password.fill(person.password)
  await password.press('Enter')
  await page.waitForURL('**/home')
  await shellPage(page, en).heading.waitFor()
  await expect(banner).toBeVisible()
  expect(await overflow(page)).toBe(0)
  await button('dismiss').click()
  await expect(banner).toHaveCount(0)
  const { choice, days, cookie } = await cookieOf(context)
  expect([choice, days, cookie?.sameSite]).toEqual(['00', 365, 'Strict'])
  await expect.poll(() => policyOf(person.id)).toEqual({ analytics: false, marketing: false })
  await page.reload()
  await shellPage(page, en).heading.waitFor()
  await page.waitForLoadState('networkidle')
  await expect(banner).toHaveCount(0)
})

test('the settings unfold what each purpose is, and the selected alone is agreed to [CON-03]', async ({
  page,
  context,
  speak,
}) => {
  await speak('es')
  await page.goto(`http://iqface.localhost:${new URL(test.info().project.use.baseURL ?? '').port}/`)
  const t = texts('es')
  await context.addCookies([{ name: 'locale', value: 'es', url: page.url() }])
  await page.reload()
  const { banner, dialog, button, toggle, agree } = consentPage(page, t)
  await expect(banner.getByRole('link', { name: t('consent.policy') })).toHaveAttribute('href', '/brands/iqface.svg')
  await button('settings').click()
  await expect(dialog.getByText(t('consent.text'))).toBeVisible()
  await expect(toggle('essential')).toBeChecked()
  await expect(toggle('essential')).toBeDisabled()
  await expect(toggle('analytics')).not.toBeChecked()
  for (const purpose of ['essential', 'analytics', 'marketing'] as const) {
    const words = dialog.getByText(t(`consent.${purpose}.text`))
    await expect(words).toBeHidden()
    await dialog.locator('summary').nth(['essential', 'analytics', 'marketing'].indexOf(purpose)).click()
    await expect(words).toBeVisible()
  }
  expect(await faultsOf(page)).toEqual([])
  // Closed without a choice, the banner stays.
  await page.keyboard.press('Escape')
  await expect(dialog).toHaveCount(0)
  await expect(banner).toBeVisible()
  expect((await cookieOf(context)).choice).toBeUndefined()
  await button('settings').click()
  await dialog.getByText(t('consent.marketing'), { exact: true }).click()
  await agree.click()
  await expect(banner).toHaveCount(0)
  await expect.poll(async () => (await cookieOf(context)).choice).toBe('01')

  // Dismissed there, whatever was chosen, the essential alone is kept.
  await context.clearCookies({ name: 'consent' })
  await page.reload()
  await button('settings').click()
  await dialog.getByText(t('consent.marketing'), { exact: true }).click()
  await dialog.getByRole('button', { name: t('consent.dismiss'), exact: true }).click()
  await expect(dialog).toHaveCount(0)
  await expect(banner).toHaveCount(0)
  await expect.poll(async () => (await cookieOf(context)).choice).toBe('00')
})

test('a decision follows the account: stored at sign-in, changed in the settings, newer than another device’s [CON-05] [PRO-11]', async ({
  page,
  context,
  browser,
  noise,
}) => {
  noise.expect(/ERR_FAILED .*cookie-policy/)
  const person = await newMember('kurso')
  await page.goto('/')
  await consentPage(page).button('acceptAll').click()
  await expect.poll(async () => (await cookieOf(context)).choice).toBe('11')
  await signInPage(page, en).signIn(person)
  await page.waitForURL('**/home')
  await expect.poll(() => policyOf(person.id)).toEqual({ analytics: true, marketing: true })
  await expect.poll(async () => (await cookieOf(context)).user, 'the account has answered').toBe(String(person.id))

  // Another device decided earlier.
  const tablet = await browser.newContext({ storageState: { cookies: [], origins: [] } })
  const url = new URL(page.url()).origin
  await tablet.addCookies([{ name: 'consent', value: '00.1700000000.', url }])
  await signInByCookie(tablet, person.id)
  const other = await tablet.newPage()
  await other.goto('/user/settings/cookie')
  await expect(consentPage(other).toggle('analytics')).toBeChecked()
  expect(await faultsOf(other)).toEqual([])
  await expect.poll(async () => (await cookieOf(tablet)).choice).toBe('11')

  await other.getByText(en('consent.analytics'), { exact: true }).click()
  await consentPage(other).agree.click()
  await expect(other.getByText(en('consent.saved'))).toBeVisible()
  expect(await policyOf(person.id)).toEqual({ analytics: false, marketing: true })
  await tablet.close()

  await page.goto('/user/settings/cookie')
  await expect(consentPage(page).toggle('analytics')).not.toBeChecked()
  await expect.poll(async () => (await cookieOf(context)).choice).toBe('01')
  // Offline it applies on the device, and reaches the account later.
  await page.route('**/user/cookie-policy*', route => route.abort())
  await page.getByText(en('consent.marketing'), { exact: true }).click()
  await consentPage(page).agree.click()
  await expect(page.getByText(en('consent.onDevice'))).toBeVisible()
  await expect.poll(async () => (await cookieOf(context)).choice).toBe('00')
  await page.unroute('**/user/cookie-policy*')
  await page.goto('/home')
  await expect.poll(() => policyOf(person.id)).toEqual({ analytics: false, marketing: false })
})

for (const width of [828, 1244])
  test(`at ${width} px nothing moves when the banner comes [CON-01]`, async ({ page }) => {
    await page.setViewportSize({ width, height: 900 })
    await watchShift(page)
    await page.goto('/')
    const { banner } = consentPage(page)
    await expect(banner.getByRole('status')).toContainText(en('consent.banner.text'))
    await page.waitForLoadState('networkidle')
    expect(await movedOn(page)).toEqual([])
  })
