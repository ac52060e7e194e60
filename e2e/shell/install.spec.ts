import type { Page } from '@playwright/test'
import { faultsOf } from '../axe-faults.ts'
import { overflow, shellPage } from '../pages/shell-page.ts'
import { toldBy } from '../pages/told-events.ts'
import { newLearner } from '../school/people.ts'
import { newMember, signInByCookie } from '../school/sessions.ts'
import { expect, test } from '../test.ts'
import { texts } from '../texts.ts'

const en = texts('en')

/** What the browser would ask, once the page listens; `answers` is what the person presses there. */
async function offerByBrowser(page: Page, answers: 'accepted' | 'dismissed') {
  await page.evaluate(outcome => {
    const event = Object.assign(new Event('beforeinstallprompt', { cancelable: true }), {
      prompt: async () => void Object.assign(window, { wasAsked: true }),
      userChoice: Promise.resolve({ outcome }),
    })
    dispatchEvent(event)
    Object.assign(window, { isHeld: event.defaultPrevented })
  }, answers)
  expect(await page.evaluate('isHeld')).toBe(true)
}
const wasAsked = (page: Page) => page.evaluate('window.wasAsked === true')

/** A device on which somebody was an hour ago. */
const cameBefore = (page: Page) =>
  page.addInitScript(() => {
    if (!localStorage.getItem('install')) localStorage.setItem('install', `1 ${Date.now() - 3_600_000} 0 0`)
  })
const visits = (page: Page) => page.evaluate(() => localStorage.getItem('install'))
const offerOn = (page: Page, t = en) => page.getByRole('complementary', { name: t('install.offer') })

/** Away from home and back, as somebody who looks around. */
async function lookAround(page: Page, t = en) {
  const shell = shellPage(page, t)
  await shell.place(t('shell.title.homeworks'))
  await page.waitForURL('**/homework')
}

test.describe('with the service worker', () => {
  test.use({ serviceWorkers: 'allow' })

  test('Chromium finds nothing that keeps the app from being installed [OFF-01]', async ({ page, context }) => {
    await signInByCookie(context, (await newMember('kurso')).id)
    await page.goto('/home')
    await page.evaluate(async () => void (await navigator.serviceWorker.ready))
    const client = await context.newCDPSession(page)
    const { url, errors, data = '' } = await client.send('Page.getAppManifest')
    expect([new URL(url).pathname, errors]).toEqual(['/manifest.webmanifest', []])
    expect(JSON.parse(data)).toMatchObject({ lang: 'en', short_name: 'Kurso', display: 'standalone' })
    const { installabilityErrors } = await client.send('Page.getInstallabilityErrors')
    // A private window installs nothing, whatever the app is like.
    expect(installabilityErrors.filter(({ errorId }) => errorId !== 'in-incognito')).toEqual([])
  })
})

for (const language of ['ru', 'en', 'es'] as const)
  test(`on a second visit the app is offered above the page, and a no is remembered, in ${language} [OFF-01] [RTE-18]`, async ({
    page,
    context,
    speak,
  }) => {
    const t = texts(language)
    await speak(language)
    await cameBefore(page)
    await page.emulateMedia({ colorScheme: language === 'es' ? 'dark' : 'light' })
    await signInByCookie(context, (await newLearner()).id)
    await page.goto('/home')
    await expect.poll(() => visits(page)).toMatch(/^2 /)
    await offerByBrowser(page, 'dismissed')
    await expect(offerOn(page, t)).toHaveCount(0)
    await lookAround(page, t)
    const offer = offerOn(page, t)
    await expect(offer).toBeVisible()
    // It covers nothing: the page begins below it.
    const [box, header] = [await offer.boundingBox(), await shellPage(page, t).header.boundingBox()]
    expect((box?.y ?? 0) + (box?.height ?? 0)).toBeLessThanOrEqual(Math.ceil(header?.y ?? 0))
    await page.screenshot({ path: `artifacts/install/offer-${language}.png` })
    expect(await faultsOf(page)).toEqual([])
    expect(await overflow(page)).toBe(0)
    await offer.getByRole('button', { name: t('ui.close') }).click()
    await expect(offer).toHaveCount(0)
    expect(await visits(page)).toMatch(/^2 \d+ 0 [1-9]\d+$/)
    await shellPage(page, t).back.or(page.locator('header a').first()).first().click()
    await lookAround(page, t)
    await expect(offer).toHaveCount(0)
    expect(await wasAsked(page)).toBe(false)
  })

test('a first visit is left in peace until a lesson is finished; the menu installs at any time, and it is counted [OFF-01, ANL-01]', async ({
  page,
  context,
}) => {
  const told = await toldBy(page, 'app_install')
  await signInByCookie(context, (await newLearner()).id)
  await page.goto('/home')
  await expect.poll(() => visits(page)).toMatch(/^1 /)
  await offerByBrowser(page, 'accepted')
  await lookAround(page)
  const shell = shellPage(page, en)
  await shell.heading.waitFor()
  await expect(offerOn(page)).toHaveCount(0)
  await page.evaluate(() =>
    dispatchEvent(new CustomEvent('kurso:analytics', { detail: { name: 'video_complete', lesson: 1 } })),
  )
  await shell.place(en('shell.title.home'))
  await page.waitForURL('**/home')
  await expect(offerOn(page)).toBeVisible()
  await shell.settings.click()
  await shell.item(en('install.menu')).click()
  await expect.poll(() => wasAsked(page)).toBe(true)
  await page.evaluate(() => dispatchEvent(new Event('appinstalled')))
  expect(await told()).toEqual([{ name: 'app_install' }])
  // The browser asks once: there is no way left.
  await page.reload()
  await shell.settings.click()
  await expect(shell.item(en('shell.title.userSettings'))).toBeVisible()
  await expect(shell.item(en('install.menu'))).toHaveCount(0)
})

test.describe('on an iPhone', () => {
  test.use({
    userAgent:
      'Mozilla/5.0 (iPhone; CPU iPhone OS 18_0 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/18.0 Mobile/15E148 Safari/604.1',
  })
  test('the offer shows how to add the app to the home screen, with the signs to look for [OFF-01]', async ({
    page,
    context,
    speak,
  }) => {
    const t = texts('ru')
    await speak('ru')
    await cameBefore(page)
    await signInByCookie(context, (await newLearner()).id)
    await page.goto('/home')
    await expect.poll(() => visits(page)).toMatch(/^2 /)
    await lookAround(page, t)
    await offerOn(page, t)
      .getByRole('button', { name: t('install.how') })
      .click()
    const guide = page.getByRole('dialog', { name: t('install.guide') })
    await expect(guide.getByRole('listitem')).toHaveCount(3)
    await expect(guide.locator('svg').first()).toBeVisible()
    await page.screenshot({ path: 'artifacts/install/guide-ru.png' })
    expect(await faultsOf(page)).toEqual([])
    expect(await overflow(page)).toBe(0)
    await page.keyboard.press('Escape')
    await expect(guide).toHaveCount(0)
    await expect(offerOn(page, t)).toHaveCount(0)
  })
})

test('the installed app offers nothing [OFF-01]', async ({ page, context }) => {
  await cameBefore(page)
  await page.addInitScript(() => Object.defineProperty(Navigator.prototype, 'standalone', { get: () => true }))
  await signInByCookie(context, (await newLearner()).id)
  await page.goto('/home')
  await expect.poll(() => visits(page)).toMatch(/^2 /)
  await offerByBrowser(page, 'accepted')
  await lookAround(page)
  const shell = shellPage(page, en)
  await shell.settings.click()
  await expect(shell.item(en('shell.title.userSettings'))).toBeVisible()
  await expect(shell.item(en('install.menu'))).toHaveCount(0)
  await expect(offerOn(page)).toHaveCount(0)
})
