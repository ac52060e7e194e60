import { readFileSync } from 'node:fs'
import type { Page } from '@playwright/test'
import { e2ePort } from '../school/server-place.ts'
import { newMember, signInByCookie } from '../school/sessions.ts'
import { signInPage } from '../pages/sign-in-page.ts'
import { shellPage } from '../pages/shell-page.ts'
import { expect, test } from '../test.ts'
import { texts } from '../texts.ts'

const brands = ['dev', 'kurso', 'face', 'mind', 'web', 'iqface', 'local', 'takeclass']

type BrandFile = {
  site: {
    name: string
    title: Record<string, string>
    headerLogo: string
    theme: { accent: string; accentDark: string; radius: number }
  }
}

const fileOf = (brand: string) =>
  JSON.parse(readFileSync(new URL(`../../brands/${brand}.json`, import.meta.url), 'utf8')) as BrandFile

/** Lightness, chroma and hue of a colour as the browser computes it. */
function partsOf(page: Page, colour: string): Promise<number[]> {
  return page.evaluate(text => {
    const probe = document.body.appendChild(document.createElement('i'))
    probe.style.color = `oklch(from ${text} l c h)`
    const { color } = getComputedStyle(probe)
    probe.remove()
    return (color.match(/[\d.]+/g) ?? []).map(Number)
  }, colour)
}

/** The brand's accent; where it would not be readable, the theme changes the lightness and keeps the hue. */
async function expectAccent(page: Page, shown: string, accent: string) {
  const [parts, wanted] = [await partsOf(page, shown), await partsOf(page, accent)]
  expect(Math.abs((parts[2] ?? 0) - (wanted[2] ?? 360))).toBeLessThan(2)
  expect(Math.abs((parts[0] ?? 0) - (wanted[0] ?? 1))).toBeLessThan(0.06)
}

for (const brand of brands) {
  test(`${brand}: its title, logo, accent and radius by domain, and its id with each call [BRD-01] [BRD-06] [BRD-09]`, async ({
    page,
    context,
    noise,
  }) => {
    noise.expect(/422/)
    const { name, title, headerLogo, theme } = fileOf(brand).site
    const origin = `http://${brand}.localhost:${e2ePort}`
    await context.addCookies([{ name: 'locale', value: 'en', url: origin }])
    await page.emulateMedia({ colorScheme: 'light' })
    const answer = await page.goto(origin)
    expect(await answer?.text()).toContain(`<title>${title['en']}</title>`)
    await expect(page).toHaveTitle(new RegExp(name))
    const logo = page.getByRole('img', { name, exact: true })
    await expect(logo).toHaveAttribute('src', `/brands/${headerLogo}`)
    expect(await logo.evaluate((picture: HTMLImageElement) => picture.naturalWidth)).toBeGreaterThan(0)
    const { email, password, submit } = signInPage(page, texts('en'))
    await email.fill('nobody@example.com')
    await password.fill('wrong')
    await expect(submit).toBeEnabled()
    await page.evaluate(() => Promise.all(document.getAnimations().map(({ finished }) => finished)))
    await expectAccent(page, await submit.evaluate(button => getComputedStyle(button).backgroundColor), theme.accent)
    const radius = await page.evaluate(() =>
      getComputedStyle(document.documentElement).getPropertyValue('--brand-radius'),
    )
    expect(radius).toBe(`${theme.radius}px`)
    const asked = page.waitForRequest(/\/auth\/login/)
    await password.press('Enter')
    expect((await asked).headers()).toMatchObject({ 'x-app-id': brand, 'x-app-type': 'web', 'accept-language': 'en' })
    await expect(page.getByRole('alert')).toBeVisible()
  })
}

test('takeclass speaks English whatever the browser and an earlier choice say, and offers no other [BRD-06] [LNG-01]', async ({
  page,
  context,
}) => {
  const origin = `http://takeclass.localhost:${e2ePort}`
  await context.addCookies([{ name: 'locale', value: 'ru', url: origin }])
  await page.goto(origin)
  const en = texts('en')
  await expect(signInPage(page, en).heading).toBeVisible()
  await expect(page.getByRole('combobox', { name: en('brands.language') })).toHaveCount(0)
  await expect(page.getByRole('combobox', { name: en('brands.scheme') })).toBeVisible()
})

test('an unknown domain gets the default brand [BRD-01]', async ({ page }) => {
  await page.goto(`http://somebody.localhost:${e2ePort}`)
  await expect(page).toHaveTitle(/Kurso/)
})

test('a brand styles every screen behind sign-in, in light and dark [BRD-09]', async ({ page, context }) => {
  const { accent, accentDark } = fileOf('face').site.theme
  const origin = `http://face.localhost:${e2ePort}`
  await context.addCookies([{ name: 'locale', value: 'en', url: origin }])
  await signInByCookie(context, (await newMember('face')).id, origin)
  const shell = shellPage(page, texts('en'))
  const asked = page.waitForRequest(/\/user-score\/amount/)
  await page.goto(`${origin}/user/points`)
  expect((await asked).headers()['x-app-id']).toBe('face')
  await expect(shell.heading).toBeVisible()
  await page.emulateMedia({ colorScheme: 'light' })
  await expectAccent(page, 'var(--accent)', accent)
  await page.emulateMedia({ colorScheme: 'dark' })
  await expectAccent(page, 'var(--accent)', accentDark)
})
