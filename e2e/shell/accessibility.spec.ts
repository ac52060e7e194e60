import { readdirSync, readFileSync } from 'node:fs'
import type { Browser, BrowserContext, Page } from '@playwright/test'
import type { Language } from '#kit/copy/language.ts'
import { brandTokens, type ThemeSeed } from '#kit/ui/theme.ts'
import { faultsOf } from '../axe-faults.ts'
import { overflow } from '../pages/shell-page.ts'
import { allScreens, screensOf } from '../screens/all-screens.ts'
import { declaredAddresses, liesAt } from '../screens/declared-addresses.ts'
import { openScreen, type Screen, signInViewer, viewerOf } from '../screens/screen.ts'
import { origin } from '../school/sessions.ts'
import { essentialOnly, expect, test } from '../test.ts'
import { texts } from '../texts.ts'

type Look = { language: Language; theme: 'light' | 'dark'; width: number }

/**
 * How each screen is looked at: its place among the screens chooses, so that it is seen in both themes, and a run has every
 * language and width.
 */
const phones: Look[] = [
  { language: 'ru', theme: 'light', width: 390 },
  { language: 'es', theme: 'dark', width: 390 },
]
const desks: Look[] = [
  { language: 'en', theme: 'dark', width: 1244 },
  { language: 'es', theme: 'light', width: 828 },
]
const rounds = { phone: phones, desk: desks }

const brandFolder = new URL('../../brands/', import.meta.url)
const brands = readdirSync(brandFolder)
  .filter(file => file.endsWith('.json') && file !== 'defaults.json')
  .map(file => JSON.parse(readFileSync(new URL(file, brandFolder), 'utf8')) as { site: { theme: ThemeSeed } })

/** 320 px is 1280 at 400 %, and a small phone; the others are where the layout changes. */
const widths = [320, 390, 828, 1244]

/** What reaches furthest out of the window. */
const widest = (page: Page): Promise<string> =>
  page.evaluate(() => {
    const reach = (element: Element) => element.getBoundingClientRect().right
    const all = [...document.body.querySelectorAll('*')].sort((a, b) => reach(b) - reach(a))
    return all[0]?.outerHTML.slice(0, 80) ?? ''
  })

/** Which links, buttons and fields reach out of the window, as those of a bar that stays in its place may. */
const cutOff = (page: Page): Promise<string[]> =>
  page.evaluate(() => {
    const scrolls = (element: Element): boolean => {
      const { overflowX } = getComputedStyle(element)
      if (overflowX === 'auto' || overflowX === 'scroll') return true
      return element.parentElement ? scrolls(element.parentElement) : false
    }
    return [...document.querySelectorAll('a, button, input, select, textarea')]
      .filter(element => element.checkVisibility({ visibilityProperty: true, opacityProperty: true }))
      .filter(element => {
        const { left, right, width } = element.getBoundingClientRect()
        return width > 1 && (left < -1 || right > innerWidth + 1) && !scrolls(element)
      })
      .map(element => element.outerHTML.slice(0, 80))
  })

/** What does not fit into the window as it is. */
async function misfits(page: Page, when: string): Promise<string[]> {
  const by = await overflow(page)
  return [
    ...(by > 0 ? [`${by} px too wide ${when}: ${await widest(page)}`] : []),
    ...(await cutOff(page)).map(element => `cut off ${when}: ${element}`),
  ]
}

/** What does not fit at some width, which is tried from a phone's, or with text of twice the size. */
async function misfitsAtAnySize(page: Page): Promise<string[]> {
  const own = page.viewportSize() ?? { width: 1244, height: 900 }
  const found: string[] = []
  for (const width of own.width < 600 ? widths : []) {
    await page.setViewportSize({ width, height: own.height })
    found.push(...(await misfits(page, `at ${width} px`)))
  }
  await page.setViewportSize(own)
  const browser = await page.context().newCDPSession(page)
  await browser.send('Page.setFontSizes', { fontSizes: { standard: 32, fixed: 26 } })
  found.push(...(await misfits(page, 'with text of twice the size')))
  await browser.send('Page.setFontSizes', { fontSizes: { standard: 16, fixed: 13 } })
  await browser.detach()
  return found
}

/** What keeps moving although the reader asked for less motion. */
async function moving(page: Page): Promise<string[]> {
  const names = await page.evaluate(() =>
    document.getAnimations().flatMap(animation => {
      const { duration, iterations } = animation.effect?.getComputedTiming() ?? {}
      const lasts = Number(duration) > 20 || iterations === Number.POSITIVE_INFINITY
      return lasts ? [animation instanceof CSSAnimation ? animation.animationName : 'a transition'] : []
    }),
  )
  return names.map(name => `${name} keeps moving`)
}

/** Puts the screen into the colours of another brand. */
async function colour(page: Page, { site }: (typeof brands)[number]): Promise<void> {
  await page.evaluate(tokens => {
    for (const [name, value] of Object.entries(tokens))
      if (value) document.documentElement.style.setProperty(name, value)
  }, brandTokens(site.theme))
}

async function look(context: BrowserContext, screen: Screen, { language, theme, width }: Look, place: number) {
  const page = await context.newPage()
  await page.emulateMedia({ colorScheme: theme, reducedMotion: 'reduce' })
  try {
    await openScreen(page, screen, texts(language))
    // A phone has the school's own colours; on a desk the screen is looked at in those of another, and only once.
    const brand = width > 600 ? brands[place % brands.length] : undefined
    if (brand) await colour(page, brand)
    return [
      ...(await faultsOf(page)),
      ...(await moving(page)),
      ...(screen.isPlaced ? [] : await misfitsAtAnySize(page)),
    ]
  } catch (error) {
    return [String(error)]
  } finally {
    await context.setOffline(false)
    await page.close()
  }
}

async function contextFor(browser: Browser, screen: Screen, { language, width }: Look): Promise<BrowserContext> {
  const isPhone = width < 600
  const context = await browser.newContext({
    viewport: { width, height: isPhone ? 844 : 900 },
    isMobile: isPhone,
    hasTouch: isPhone,
    deviceScaleFactor: 1,
    serviceWorkers: 'block',
  })
  context.setDefaultTimeout(30_000)
  await context.addCookies([
    { name: 'locale', value: language, url: origin },
    { name: 'consent', value: essentialOnly(), url: origin },
  ])
  await signInViewer(context, screen)
  return context
}

for (const [part, makeScreens] of Object.entries(screensOf))
  for (const [device, looks] of Object.entries(rounds))
    test(`axe finds nothing on the screens of ${part} on a ${device}, none is too wide or keeps moving, in any language, theme and brand [SHL-03] [A11-01] @once`, async ({
      browser,
    }) => {
      const found: string[] = []
      const shared = new Map<string, BrowserContext>()
      for (const [place, screen] of (await makeScreens()).entries()) {
        const way = looks[place % looks.length] as Look
        const key = `${viewerOf(screen)} ${place % looks.length}`
        const context = (screen.isAlone ? undefined : shared.get(key)) ?? (await contextFor(browser, screen, way))
        if (!screen.isAlone) shared.set(key, context)
        const faults = await look(context, screen, way, place)
        found.push(...faults.map(fault => `${screen.name} (${way.language}, ${way.theme}, ${way.width} px): ${fault}`))
        if (screen.isAlone) await context.close()
      }
      for (const context of shared.values()) await context.close()
      expect(found).toEqual([])
    })

test('every address of both apps is among the screens that are looked at @once', async () => {
  const visited = (await allScreens()).map(({ path }) => path)
  const left = declaredAddresses().filter(address => !visited.some(path => liesAt(path, address)))
  expect(left).toEqual([])
})
