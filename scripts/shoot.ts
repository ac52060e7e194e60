import { join } from 'node:path'
import type { Browser, BrowserContext, Page } from '@playwright/test'
import type { Language } from '#kit/copy/language.ts'
import { openScreen, type Screen, signInViewer, viewerOf } from '../e2e/screens/screen.ts'
import { origin } from '../e2e/school/sessions.ts'
import { texts } from '../e2e/texts.ts'

export type Round = {
  language: Language
  /** In px; what changes by a resize alone goes in one round. */
  widths: readonly number[]
  isPhone: boolean
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
    const key = viewerOf(screen)
    const context = shared.get(key) ?? contextOf(browser, screen, round)
    shared.set(key, context)
    taken.push(...(await takeAll(await context, screen, round)))
  }
  for (const context of shared.values()) await (await context).close()
  return taken
}

async function contextOf(browser: Browser, screen: Screen, round: Round): Promise<BrowserContext> {
  const context = await contextFor(browser, round)
  await signInViewer(context, screen)
  return context
}

async function contextFor(browser: Browser, { isPhone, language }: Round): Promise<BrowserContext> {
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
    if (index === 0) await open(page, screen, round.language)
    if (!screen.isPlaced) await stretch(page, width, height)
    for (const [turn, theme] of themes.entries()) {
      await page.emulateMedia({ colorScheme: theme })
      if (screen.isPlaced && index + turn > 0) await open(page, screen, round.language)
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

async function open(page: Page, screen: Screen, language: Language): Promise<void> {
  try {
    await openScreen(page, screen, texts(language))
  } catch (error) {
    console.error(`${screen.name} in ${language}: ${String(error)}`)
    process.exitCode = 1
  }
}

/** What has changed is on the screen. */
async function drawn(page: Page): Promise<void> {
  await page.evaluate(() => new Promise(resolve => requestAnimationFrame(() => setTimeout(resolve, 50))))
}
