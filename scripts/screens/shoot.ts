import { join } from 'node:path'
import type { Browser, BrowserContext, Page } from '@playwright/test'
import type { Language } from '#kit/copy/language.ts'
import { signInByCookie, userIdOf } from '../../e2e/school/sessions.ts'
import { signInToStudio } from '../../e2e/pages/studio-page.ts'
import { texts } from '../../e2e/texts.ts'
import type { Screen } from './screens.ts'

export type Round = {
  language: Language
  /** In px; what changes by a resize alone goes in one round. */
  widths: readonly number[]
  isPhone: boolean
  origin: string
  folder: string
  screens: readonly Screen[]
}

const themes = ['light', 'dark'] as const

/** Pictures of each screen at the round's widths, light and dark; answers the names of the files. */
export async function shoot(browser: Browser, round: Round): Promise<string[]> {
  const shared = new Map<string, Promise<BrowserContext>>()
  const taken: string[] = []
  for (const screen of round.screens) {
    if (screen.isAlone) {
      const context = await contextOf(browser, screen, round)
      taken.push(...(await takeAll(context, screen, round)))
      await context.close()
      continue
    }
    const key = screen.isVisitor ? 'visitor' : screen.isStaff ? 'staff' : `learner ${screen.userId}`
    const context = shared.get(key) ?? contextOf(browser, screen, round)
    shared.set(key, context)
    taken.push(...(await takeAll(await context, screen, round)))
  }
  for (const context of shared.values()) await (await context).close()
  return taken
}

/** A browser of the one who looks at the screen. */
async function contextOf(browser: Browser, screen: Screen, round: Round): Promise<BrowserContext> {
  const context = await contextFor(browser, round)
  if (screen.isStaff) await signInToStudio(context, await userIdOf('admin@example.com'))
  else if (!screen.isVisitor)
    await signInByCookie(context, screen.userId ?? (await userIdOf('learner@example.com')), round.origin)
  return context
}

async function contextFor(browser: Browser, { isPhone, language, origin }: Round): Promise<BrowserContext> {
  const context = await browser.newContext({
    isMobile: isPhone,
    hasTouch: isPhone,
    reducedMotion: 'reduce',
    timezoneId: 'Europe/Moscow',
    // The worker would answer with pages of the picture before.
    serviceWorkers: 'block',
  })
  context.setDefaultTimeout(10_000)
  await context.addCookies([
    { name: 'locale', value: language, url: origin },
    { name: 'consent', value: '00.1800000000.', url: origin },
  ])
  return context
}

async function takeAll(context: BrowserContext, screen: Screen, round: Round): Promise<string[]> {
  const page = await context.newPage()
  const taken: string[] = []
  for (const [index, width] of round.widths.entries()) {
    const height = round.isPhone ? 844 : 900
    await page.setViewportSize({ width, height })
    if (index === 0) await open(page, screen, round)
    if (!screen.isPlaced) await stretch(page, width, height)
    for (const [turn, theme] of themes.entries()) {
      await page.emulateMedia({ colorScheme: theme })
      if (screen.isPlaced && index + turn > 0) await open(page, screen, round)
      await drawn(page)
      const file = `${screen.name}-${width}-${round.language}-${theme}.png`
      await page.screenshot({ path: join(round.folder, file) })
      taken.push(file)
    }
  }
  await context.setOffline(false)
  await page.close()
  return taken
}

/** A window as high as the page, so that the bars at its edges stand where they belong. */
async function stretch(page: Page, width: number, height: number): Promise<void> {
  const whole = await page.evaluate(() => document.documentElement.scrollHeight)
  await page.setViewportSize({ width, height: Math.min(Math.max(whole, height), 6000) })
  await page.evaluate(() => scrollTo(0, 0))
}

async function open(page: Page, { name, path, failing, prepare }: Screen, { origin, language }: Round): Promise<void> {
  try {
    if (failing) await page.route(failing, route => route.fulfill({ status: 500, json: {} }))
    await page.goto(`${origin}${path}`)
    await settled(page)
    await prepare?.(page, texts(language))
    await settled(page)
  } catch (error) {
    console.error(`${name} in ${language}: ${String(error)}`)
    process.exitCode = 1
  }
}

/** What has changed is on the screen. */
async function drawn(page: Page): Promise<void> {
  await page.evaluate(() => new Promise(resolve => requestAnimationFrame(() => setTimeout(resolve, 50))))
}

/** Nothing loads any more: no skeleton, every picture decoded. */
async function settled(page: Page): Promise<void> {
  await page.locator('h1, h2').filter({ visible: true }).first().waitFor()
  await page.waitForFunction(() => !document.querySelector('#main [aria-busy=true]'))
  await page.evaluate(async () => {
    await document.fonts.ready
    const pictures = [...document.images]
    for (const picture of pictures) picture.loading = 'eager'
    await Promise.allSettled(pictures.map(picture => picture.decode()))
  })
}
