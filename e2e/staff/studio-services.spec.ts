import type { Page } from '@playwright/test'
import type { Copy } from '#kit/copy/copy.tsx'
import { faultsOf } from '../axe-faults.ts'
import { payWith } from '../pages/pay-page.ts'
import { overflow } from '../pages/shell-page.ts'
import { call, newStaff, signInToStudio, studioTexts } from '../pages/studio-page.ts'
import { newMember, signInByCookie } from '../school/sessions.ts'
import { expect, test } from '../test.ts'
import { texts } from '../texts.ts'

/** Adds a course with prices in three currencies and puts it on sale; answers its number. */
async function sellCourse(page: Page, t: Copy, title: string): Promise<number> {
  await page.goto('/admin/services')
  await page.getByRole('link', { name: t('shop.services.add'), exact: true }).click()
  const titles = page.getByLabel(t('shop.texts.title'), { exact: true })
  await titles.nth({ en: 0, ru: 1, es: 2 }[t.language]).fill(title)
  await page.getByLabel(t('shop.gives.course'), { exact: true }).selectOption({ index: 1 })
  await page.getByLabel(t('shop.opens'), { exact: true }).selectOption('days')
  await page.getByRole('button', { name: t('shop.services.add.submit') }).click()
  await expect(page.getByText(t('shop.fault.noPrice')), 'nothing is lost by a refusal').toBeVisible()
  const comma = t.language === 'en' ? '.' : ','
  const prices = [
    ['EUR', '49'],
    ['JPY', '7000'],
    ['KWD', `15${comma}5`],
  ] as const
  for (const [currency, amount] of prices) {
    await page.getByLabel(t('shop.prices.add')).selectOption(currency)
    const field = page.getByLabel(t('shop.prices.in', { currency }))
    await expect(field).toBeFocused()
    await field.fill(amount)
  }
  expect(await faultsOf(page)).toEqual([])
  expect(await overflow(page)).toBe(0)
  await page.getByRole('button', { name: t('shop.services.add.submit') }).click()
  await expect(page).toHaveURL(/\/admin\/services\/\d+$/)
  await expect(page.getByLabel(t('shop.prices.in', { currency: 'KWD' }))).toHaveValue(`15${comma}500`)
  await page.getByRole('button', { name: t('shop.show') }).click()
  const id = Number(page.url().split('/').at(-1))
  await expect(page.getByRole('link', { name: t('shop.preview') })).toHaveAttribute(
    'href',
    new RegExp(`/checkout/${id}$`),
  )
  expect(await faultsOf(page)).toEqual([])
  return id
}

/** Makes a code of a fifth for one product. */
async function makeCode(page: Page, t: Copy, code: string, title: string) {
  await page.goto('/admin/services')
  await page.getByRole('link', { name: t('shop.codes'), exact: true }).click()
  await page
    .getByRole('button', { name: t('shop.codes.add') })
    .first()
    .click()
  const dialog = page.getByRole('dialog')
  await dialog.getByLabel(t('shop.codes.code'), { exact: true }).fill(code.toLowerCase())
  await dialog.getByLabel(t('shop.codes.percent'), { exact: true }).fill('200')
  await dialog.getByLabel(title).check()
  expect(await faultsOf(page)).toEqual([])
  await dialog.getByRole('button', { name: t('shop.codes.add') }).click()
  await expect(dialog.getByText(t('shop.codes.fault.percent'))).toBeVisible()
  await dialog.getByLabel(t('shop.codes.percent'), { exact: true }).fill('20')
  await dialog.getByRole('button', { name: t('shop.codes.add') }).click()
  await expect(dialog).toBeHidden()
  await page.goto(`/admin/codes?q=${code}`)
  await expect(page.getByRole('row').filter({ hasText: code })).toContainText(t('shop.codes.state.valid'))
  expect(await faultsOf(page)).toEqual([])
}

for (const language of ['en', 'ru', 'es'] as const)
  test.describe(language, () => {
    test.use({ locale: language })
    test(`an administrator sells a course in three currencies, and a learner buys it with a code, in ${language}`, async ({
      page,
      context,
    }) => {
      const t = studioTexts(language)
      const admin = await newStaff('admin', 'Olga')
      await signInToStudio(context, admin.id)
      const title = `Charts of ${admin.id}`
      const id = await sellCourse(page, t, title)
      const code = `CHARTS-${admin.id}`
      await makeCode(page, t, code, title)
      await page.goto(`/admin/services?q=${title}`)
      await expect(page.locator('tbody tr')).toHaveCount(1)
      await page.getByRole('combobox', { name: t('shop.state') }).selectOption('archived')
      await expect(page.getByText(t('shop.services.none.title'))).toBeVisible()
      expect(page.url()).toContain('state=archived')

      const learner = await newMember('kurso')
      await signInByCookie(context, learner.id)
      await page.goto(`/checkout/${id}?currency=KWD`)
      await page.locator('[name=code]').fill(code)
      await page.keyboard.press('Enter')
      await page.waitForURL(`**/checkout/${id}?*code=${code}*`)
      const words = texts(
        await page
          .locator('html')
          .getAttribute('lang')
          .then(lang => (lang as 'en' | null) ?? 'en'),
      )
      await expect(page.getByText(words('billing.checkout.codeApplied'))).toBeVisible()
      await page.getByRole('button', { name: /12[.,]4/ }).click()
      await payWith(page, 'works')
      await expect(page.getByText(words('billing.notice.paid'), { exact: true })).toBeVisible()
      const [order] = (await call(learner.id, 'GET', '/orders')) as [object]
      expect(order).toMatchObject({ service_id: id, currency: 'KWD', price: 15_500, paid: 12_400, is_open: true })
      await page.goto(`/admin/codes?q=${code}`)
      await expect(page.getByRole('row').filter({ hasText: code }).getByRole('cell').nth(1)).toHaveText('1')
    })
  })

test('of two administrators the second is told, keeps what was typed, and can take what the first has saved', async ({
  page,
  context,
  noise,
}) => {
  noise.expect(/409|Conflict/)
  noise.expect(/not saved/)
  // Of the other tab before it has an address.
  noise.expect(/'localStorage' property/)
  const t = studioTexts('en')
  const admin = await newStaff('admin', 'Olga')
  await signInToStudio(context, admin.id)
  const id = await sellCourse(page, t, `Rivals of ${admin.id}`)
  const other = await context.newPage()
  await other.goto(`/admin/services/${id}`)
  const points = (tab: Page) => tab.getByLabel(t('shop.gives.points'), { exact: true })
  const save = (tab: Page) => tab.getByRole('button', { name: t('shop.services.save'), exact: true }).click()
  await points(other).fill('7')
  await points(page).fill('5')
  await save(page)
  await expect(page.getByText(t('shop.services.saved'))).toBeVisible()
  await save(other)
  await expect(other.getByText(t('shop.services.failed'))).toBeVisible()
  await expect(points(other)).toHaveValue('7')
  await other.getByRole('button', { name: t('shop.services.again') }).click()
  await expect(points(other)).toHaveValue('5')
  await points(other).fill('8')
  await save(other)
  await expect(other.getByText(t('shop.services.saved'))).toBeVisible()
})
