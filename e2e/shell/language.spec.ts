import { newLearner, withDatabase } from '../school/people.ts'
import { newMember, signInByCookie } from '../school/sessions.ts'
import { shellPage } from '../pages/shell-page.ts'
import { signInPage } from '../pages/sign-in-page.ts'
import { expect, test } from '../test.ts'
import { languages, texts } from '../texts.ts'

const en = texts('en')

for (const [locale, language] of [
  ['es-MX', 'es'],
  ['ru-RU', 'ru'],
  ['fr-FR', 'en'],
] as const) {
  test.describe(`a browser in ${locale}`, () => {
    test.use({ locale })
    test(`is spoken to in ${language} [LNG-01] [LNG-04]`, async ({ page }) => {
      await page.goto('/')
      await expect(signInPage(page, texts(language)).heading).toBeVisible()
      await expect(page.locator('html')).toHaveAttribute('lang', language)
      await expect(page.getByRole('combobox').first().locator('option')).toHaveText(['Русский', 'English', 'Español'])
    })
  })
}

test('a change asks first; No changes nothing, Yes reloads with the flag and is stored [LNG-02]', async ({
  page,
  context,
}) => {
  await page.goto('/?returnUrl=%2Fuser%2Fpoints')
  const choice = page.getByRole('combobox', { name: en('brands.language') })
  const question = page.getByRole('alertdialog', { name: en('brands.language.change') })
  await choice.focus()
  await choice.selectOption('ru')
  await expect(question).toContainText('Русский')
  await question.getByRole('button', { name: en('ui.no'), exact: true }).click()
  await expect(question).toHaveCount(0)
  await expect(choice).toHaveValue('en')
  await expect(choice).toBeFocused()
  expect((await context.cookies()).filter(({ name }) => name === 'locale')).toEqual([])
  await choice.selectOption('ru')
  await expect(question).toBeVisible()
  await page.keyboard.press('Escape')
  await expect(question).toHaveCount(0)
  await expect(choice).toHaveValue('en')

  await choice.selectOption('ru')
  const reload = page.waitForRequest(request => request.isNavigationRequest())
  await question.getByRole('button', { name: en('ui.yes'), exact: true }).click()
  expect(new URL((await reload).url()).searchParams.has('lang_reloaded')).toBe(true)
  await expect(signInPage(page, texts('ru')).heading).toBeVisible()
  await expect(page.locator('html')).toHaveAttribute('lang', 'ru')
  expect(new URL(page.url()).search).toBe('?returnUrl=%2Fuser%2Fpoints')
  expect(await page.evaluate(() => localStorage.getItem('locale'))).toBe('ru')
  const cookie = (await context.cookies()).find(({ name }) => name === 'locale')
  expect(cookie).toMatchObject({ value: 'ru', sameSite: 'Strict' })
  await page.reload()
  await expect(signInPage(page, texts('ru')).heading).toBeVisible()
})

test('the language can be changed behind the sign-in too, and the session stays [LNG-02]', async ({
  page,
  context,
}) => {
  const { id } = await newMember('kurso')
  await signInByCookie(context, id)
  await page.goto('/user/points')
  const shell = shellPage(page, en)
  await shell.settings.click()
  await shell.item(en('shell.menu.preferences')).click()
  await page.getByRole('combobox', { name: en('brands.language') }).selectOption('es')
  await page.getByRole('button', { name: en('ui.yes'), exact: true }).click()
  await expect(shell.heading).toHaveText(texts('es')('points.title'))
  // Letters come in it too, and the profile names it.
  const account = await withDatabase(client => client.query('select language_code from users where id = $1', [id]))
  expect(account.rows).toEqual([{ language_code: 'es' }])
  const asked = page.waitForRequest(/\/user-score\/amount/)
  await page.reload()
  const request = await asked
  expect(request.headers()['accept-language']).toBe('es')
  expect(new URL(request.url()).searchParams.get('lang')).toBe('es')
})

test('a stored language that Kurso does not support is ignored [LNG-03]', async ({ page, context, baseURL }) => {
  await context.addCookies([{ name: 'locale', value: 'de', url: baseURL ?? '' }])
  await page.goto('/')
  await expect(signInPage(page, en).heading).toBeVisible()
})

const locales = { en: 'en-GB', ru: 'ru-RU', es: 'es-ES' }

for (const language of languages) {
  test(`dates are day, month, year in ${language} [LNG-05]`, async ({ page, context, speak }) => {
    await speak(language)
    const { id, streamId } = await newLearner({ daysIn: 1 })
    await signInByCookie(context, id)
    await page.goto(`/course/${streamId}/calendar`)
    const end = new Date(Date.now() + 60 * 86_400_000)
    const date = new Intl.DateTimeFormat(locales[language], { dateStyle: 'long', timeZone: 'UTC' }).format(end)
    const shown = texts(language)('streams.status.open', { date: date.replace(/\s?г\.$/, '') })
    await expect(page.getByText(shown, { exact: true })).toBeVisible()
  })
}

test('light and dark take effect at once and stay on the device [SHL-12]', async ({ page }) => {
  await page.goto('/')
  const choice = page.getByRole('combobox', { name: en('brands.scheme') })
  const background = () => page.evaluate(() => getComputedStyle(document.documentElement).backgroundColor)
  await choice.selectOption('light')
  const light = await background()
  await choice.selectOption('dark')
  await expect.poll(background).not.toBe(light)
  const dark = await background()
  await page.reload()
  await expect(choice).toHaveValue('dark')
  expect(await background()).toBe(dark)
  await choice.selectOption('system')
  await page.emulateMedia({ colorScheme: 'dark' })
  await expect.poll(background).toBe(dark)
  await page.emulateMedia({ colorScheme: 'light' })
  await expect.poll(background).toBe(light)
})
