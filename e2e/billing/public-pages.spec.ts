import { randomUUID } from 'node:crypto'
import { join } from 'node:path'
import type { Browser, Page } from '@playwright/test'
import { headingOf } from '../pages/heading.ts'
import { serveBarePage } from '../../bench/bare-page.ts'
import { faultsOf } from '../axe-faults.ts'
import { payWith } from '../pages/pay-page.ts'
import { origin } from '../school/sessions.ts'
import { serviceOf } from '../screens/billing-screens.ts'
import { expect, test } from '../test.ts'
import { texts } from '../texts.ts'

const said = {
  en: {
    choose: 'See the prices',
    tryIt: 'Try it for free',
    buy: /^Buy/,
    title: 'Read a chart: data literacy in ten short days',
    day: 'What is the question?',
  },
  ru: {
    choose: 'Посмотреть цены',
    tryIt: 'Попробовать бесплатно',
    buy: /^Купить/,
    title: 'Читаем графики: грамотность в данных за десять коротких дней',
    day: '',
  },
  es: {
    choose: 'Ver los precios',
    tryIt: 'Probar gratis',
    buy: /^Comprar/,
    title: 'Leer un gráfico: cultura de datos en diez días breves',
    day: '¿Cuál es la pregunta?',
  },
} as const
const phone = {
  viewport: { width: 390, height: 844 },
  deviceScaleFactor: 2,
  isMobile: true,
  hasTouch: true,
  serviceWorkers: 'block',
} as const

/** Signs up on the way to what is bought, and pays with a card that its bank wants confirmed. */
async function buy(page: Page, language: 'en' | 'ru' | 'es') {
  const t = texts(language)
  await page.getByRole('link', { name: t('billing.checkout.signUp') }).click()
  await page.getByLabel(t('joining.name')).fill('Nora')
  await page.getByLabel(t('accounts.login.email')).fill(`visitor-${randomUUID().slice(0, 8)}@example.com`)
  await page.getByLabel(t('accounts.login.password'), { exact: true }).fill('a walk in the rain')
  await page.getByLabel(t('joining.password.repeat'), { exact: true }).fill('a walk in the rain')
  await page.keyboard.press('Enter')
  await page.waitForURL('**/checkout/*')
  await page.getByRole('button', { name: new RegExp(`^${t('billing.pay.amount', { amount: '' }).trim()}`) }).click()
  await page.locator('#number').waitFor()
  await payWith(page, 'secureOnce')
  await page.locator('button[value=confirm]').click()
  await page.waitForURL('**/user/orders/*')
  await page.getByText(t('billing.notice.paid'), { exact: true }).waitFor()
  await page.getByRole('link', { name: t('billing.order.toCourse') }).click()
  await page.waitForURL('**/course/*/calendar')
}

for (const language of ['en', 'ru', 'es'] as const) {
  test(`a stranger finds a course at /explore on a phone in ${language}, buys it and starts day one within three minutes @once`, async ({
    browser,
    noise,
  }) => {
    noise.expect(/validate-signup-form|pay|checkouts?\//)
    const context = await browser.newContext({ ...phone, locale: language, baseURL: origin })
    const page = await context.newPage()
    const from = Date.now()
    const { choose, buy: press, title } = said[language]
    await page.goto(`/explore/${language}`)
    await page.getByRole('link', { name: title }).click()
    await page.waitForURL(`**/explore/${language}/read-a-chart`)
    await expect(page.getByRole('heading', { level: 1, name: title })).toBeVisible()
    await page.getByRole('link', { name: choose }).click()
    await page.getByRole('link', { name: press }).first().click()
    await page.waitForURL('**/checkout/*')
    expect(await page.locator('html').getAttribute('lang')).toBe(language)
    await buy(page, language)
    await page.locator('main a[href$="/calendar/1"]').first().click()
    await page.waitForURL('**/calendar/1')
    await headingOf(page).waitFor()
    expect(Date.now() - from).toBeLessThan(180_000)
    await context.close()
  })
}

test('without script the pages are read, and their links lead on @once', async ({ browser }) => {
  const context = await browser.newContext({ ...phone, javaScriptEnabled: false, locale: 'en', baseURL: origin })
  const page = await context.newPage()
  const service = await serviceOf('Read a chart')
  for (const language of ['en', 'ru', 'es'] as const) {
    const { title, tryIt } = said[language]
    const answer = await page.goto(`/explore/${language}`)
    expect(answer?.status()).toBe(200)
    await page.getByRole('link', { name: title }).click()
    await expect(page).toHaveURL(new RegExp(`/explore/${language}/read-a-chart$`))
    await expect(page.getByRole('heading', { level: 1, name: title })).toBeVisible()
    await expect(page.locator('.days li')).toHaveCount(10)
    await expect(page.locator(`a[href="/checkout/${service}"]`)).toBeVisible()
    await expect(page.getByRole('link', { name: tryIt }).first()).toBeVisible()
    await page.locator('.question summary').first().click()
    await expect(page.locator('.question p').first()).toBeVisible()
  }
  await page.getByRole('link', { name: 'English' }).click()
  await expect(page).toHaveURL(/\/explore\/en\/read-a-chart$/)
  await page.locator(`a[href="/checkout/${service}"]`).click()
  await expect(page).toHaveURL(new RegExp(`/checkout/${service}$`))
  await context.close()
})

test('the app takes over the page that the server has drawn, and goes on from there without reloading [PUB-01]', async ({
  page,
}) => {
  await page.goto('/explore/en/read-a-chart')
  const drawn = await page.locator('.public').evaluateHandle(element => element)
  await page.waitForFunction(() => document.querySelector('#app > div > .public'))
  expect(await page.locator('.public').evaluate((now, then) => now === then, drawn)).toBe(true)
  await expect(page).toHaveTitle(`${said.en.title} · Kurso`)
  await page.evaluate(() => Object.assign(window, { isSame: true }))
  await page.locator('.end a').click()
  await page.waitForURL('**/explore/en')
  await page.getByRole('link', { name: /^Morning practice/ }).click()
  await expect(headingOf(page)).toHaveText(/^Morning practice/)
  await expect(page).toHaveTitle(/^Morning practice.* · Kurso$/)
  await page.goBack()
  await page.goBack()
  await expect(page.getByRole('heading', { level: 1, name: said.en.title })).toBeVisible()
  expect(await page.evaluate(() => 'isSame' in window)).toBe(true)
  await page.getByRole('link', { name: 'Español' }).click()
  await expect(page.getByRole('heading', { level: 1, name: said.es.title })).toBeVisible()
  expect((await page.context().cookies()).find(({ name }) => name === 'locale')?.value).toBe('es')
})

test('axe finds nothing on a page without script, in light and dark @once', async ({ browser }) => {
  for (const colorScheme of ['light', 'dark'] as const)
    for (const path of ['/explore/en', '/explore/ru/morning-practice', '/explore/en/nothing-here']) {
      const context = await browser.newContext({ ...phone, colorScheme, baseURL: origin })
      const page = await context.newPage()
      // Only the page of the server: the app is not let in.
      await page.route(/\/v\/assets\//, route => route.abort())
      await page.goto(path)
      expect(await faultsOf(page), path).toEqual([])
      await context.close()
    }
})

type Painted = { paint: { lcp: number } }
const slow4g = { offline: false, latency: 150, downloadThroughput: (1.6 * 1024 * 1024) / 8, uploadThroughput: 93_750 }

/** When the largest part of a page was painted, on a slow network and a slow processor, in ms. */
async function paintedAt(browser: Browser, address: string): Promise<number> {
  const context = await browser.newContext(phone)
  const page = await context.newPage()
  const session = await context.newCDPSession(page)
  await session.send('Network.enable')
  await session.send('Network.emulateNetworkConditions', slow4g)
  await session.send('Emulation.setCPUThrottlingRate', { rate: 4 })
  await page.addInitScript({ path: join(import.meta.dirname, '../../bench/observe-paint.js') })
  await page.goto(address, { waitUntil: 'networkidle' })
  await page.waitForFunction(() => (window as unknown as Painted).paint.lcp > 0)
  // Whatever is still to be painted has been: the page has nothing more to do, and two more frames.
  await page.evaluate(
    () =>
      new Promise(done =>
        requestIdleCallback(() => requestAnimationFrame(() => requestAnimationFrame(() => requestIdleCallback(done)))),
      ),
  )
  const { lcp } = await page.evaluate(() => (window as unknown as Painted).paint)
  await context.close()
  return lcp
}

test('on a slow network the largest part of a course’s page is there within 1.3 times that of a bare page [PUB-04] @once', async ({
  browser,
}) => {
  const bare = await serveBarePage()
  const ratios: number[] = []
  for (let round = 0; round < 3; round++) {
    const least = await paintedAt(browser, bare.origin)
    ratios.push((await paintedAt(browser, `${origin}/explore/en/read-a-chart`)) / least)
  }
  bare.close()
  expect(ratios.toSorted((a, b) => a - b)[1]).toBeLessThanOrEqual(1.3)
})
