import { readdirSync, readFileSync } from 'node:fs'
import type { Browser, Page } from '@playwright/test'
import type { Language } from '#kit/copy/language.ts'
import { brandTokens, type ThemeSeed } from '#kit/ui/theme.ts'
import { faultsOf } from '../axe-faults.ts'
import { overflow } from '../pages/shell-page.ts'
import { allScreens, screensOf } from '../screens/all-screens.ts'
import { declaredAddresses, liesAt } from '../screens/declared-addresses.ts'
import { openScreen, type Screen, settled, signInViewer, viewerOf } from '../screens/screen.ts'
import { origin } from '../school/sessions.ts'
import { essentialOnly, expect, test } from '../test.ts'
import { texts } from '../texts.ts'

type Look = { theme: 'light' | 'dark'; width: number }
type Round = { language: Language; looks: [Look, Look] }

/**
 * How each address is looked at: it opens as in the first look and is then turned to the second, so that each is seen on a phone
 * and on a desk, light and dark. Its further states take one of the looks by turns. The place among the screens chooses, so that
 * a run has every language and width.
 */
const rounds: Round[] = [
  {
    language: 'ru',
    looks: [
      { theme: 'light', width: 390 },
      { theme: 'dark', width: 1244 },
    ],
  },
  {
    language: 'en',
    looks: [
      { theme: 'light', width: 1244 },
      { theme: 'dark', width: 390 },
    ],
  },
  {
    language: 'es',
    looks: [
      { theme: 'dark', width: 828 },
      { theme: 'light', width: 390 },
    ],
  },
]

const addresses = declaredAddresses()

const isPhone = ({ width }: Look): boolean => width < 600
const sizeOf = (look: Look) => ({ width: look.width, height: isPhone(look) ? 844 : 900 })

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

/** What does not fit at some width. */
async function misfitsAtAnyWidth(page: Page): Promise<string[]> {
  const found: string[] = []
  for (const width of widths) {
    await page.setViewportSize({ width, height: 844 })
    found.push(...(await misfits(page, `at ${width} px`)))
  }
  return found
}

/** What does not fit with text of twice the size. */
async function misfitsOfLargeText(page: Page): Promise<string[]> {
  const browser = await page.context().newCDPSession(page)
  const size = () => page.evaluate(() => getComputedStyle(document.documentElement).fontSize)
  const own = await size()
  await browser.send('Page.setFontSizes', { fontSizes: { standard: 32, fixed: 26 } })
  await expect.poll(size).not.toBe(own)
  // What follows the size by script, such as a field that grows, has another frame.
  await page.evaluate(() => new Promise(done => requestAnimationFrame(() => requestAnimationFrame(done))))
  const found = await misfits(page, 'with text of twice the size')
  await browser.send('Page.setFontSizes', { fontSizes: { standard: 16, fixed: 13 } })
  await expect.poll(size).toBe(own)
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

/** Puts the screen into the colours of another brand, or back into its own. */
async function colour(page: Page, brand: (typeof brands)[number] | undefined): Promise<void> {
  const names = brands.flatMap(({ site }) => Object.keys(brandTokens(site.theme)))
  await page.evaluate(
    ([all, tokens]) => {
      const { style } = document.documentElement
      for (const name of all) style.removeProperty(name)
      for (const [name, value] of Object.entries(tokens)) if (value) style.setProperty(name, value)
    },
    [names, brand ? brandTokens(brand.site.theme) : {}] as const,
  )
}

/** What is wrong with an open screen; a phone has the school's own colours, a desk those of another. */
async function faultsIn(page: Page, screen: Screen, look: Look, brand: (typeof brands)[number] | undefined) {
  await page.setViewportSize(sizeOf(look))
  await page.emulateMedia({ colorScheme: look.theme })
  await colour(page, isPhone(look) ? undefined : brand)
  await settled(page)
  // On a busy machine a change of colours may still be under way; what is wrong afterwards, too, is wrong.
  const isSound = (await faultsOf(page)).length === 0
  const found = [
    ...(isSound ? [] : await faultsOf(page)),
    ...(await moving(page)),
    // Large text has the least room on a phone.
    ...(screen.isPlaced || !isPhone(look) ? [] : await misfitsOfLargeText(page)),
  ]
  return found.map(fault => `(${look.theme}, ${look.width} px): ${fault}`)
}

/** What is wrong with a screen that opens as in the first of the looks, in these and at any width. */
async function faultsOfScreen(page: Page, screen: Screen, looks: Look[], language: Language, place: number) {
  const found: string[] = []
  try {
    for (const [turn, look] of looks.entries()) {
      if (turn === 0) {
        await page.setViewportSize(sizeOf(look))
        await page.emulateMedia({ colorScheme: look.theme })
        await openScreen(page, screen, texts(language))
      }
      found.push(...(await faultsIn(page, screen, look, brands[place % brands.length])))
    }
    if (!screen.isPlaced) found.push(...(await misfitsAtAnyWidth(page)))
  } catch (error) {
    found.push(String(error))
  } finally {
    await page.context().setOffline(false)
    await page.unrouteAll({ behavior: 'ignoreErrors' })
  }
  return found.map(fault => `${screen.name} in ${language} ${fault}`)
}

/** A tab of a browser in which this look would open a screen. */
async function pageFor(browser: Browser, screen: Screen, language: Language, look: Look): Promise<Page> {
  const context = await browser.newContext({
    viewport: sizeOf(look),
    isMobile: isPhone(look),
    hasTouch: isPhone(look),
    deviceScaleFactor: 1,
    reducedMotion: 'reduce',
    serviceWorkers: 'block',
  })
  context.setDefaultTimeout(30_000)
  // Each screen opens as in a tab of its own.
  await context.addInitScript(() => sessionStorage.clear())
  await context.addCookies([
    { name: 'locale', value: language, url: origin },
    { name: 'consent', value: essentialOnly(), url: origin },
  ])
  await signInViewer(context, screen)
  return context.newPage()
}

for (const [part, makeScreens] of Object.entries(screensOf))
  test(`axe finds nothing on the screens of ${part} on a phone and on a desk, none is too wide or keeps moving, in any language, theme and brand [SHL-03] [A11-01] @once`, async ({
    browser,
  }) => {
    // Some sixty screens, each in two looks; the limit only ends what hangs.
    test.setTimeout(900_000)
    const found: string[] = []
    const tabs = new Map<string, Page>()
    const seen = new Set<string>()
    for (const [place, screen] of (await makeScreens()).entries()) {
      const { language, looks: both } = rounds[place % rounds.length] as Round
      const address = addresses.find(one => liesAt(screen.path, one)) ?? screen.path
      const looks = seen.has(address) ? [both[place % 2] as Look] : both
      seen.add(address)
      // What lies at a measured place cannot be turned, so it opens twice.
      for (const openings of screen.isPlaced ? looks.map(look => [look]) : [looks]) {
        const [first] = openings as [Look]
        const key = `${viewerOf(screen)} ${language} ${isPhone(first)}`
        const page = (screen.isAlone ? undefined : tabs.get(key)) ?? (await pageFor(browser, screen, language, first))
        if (!screen.isAlone) tabs.set(key, page)
        found.push(...(await faultsOfScreen(page, screen, openings, language, place)))
        if (screen.isAlone) await page.context().close()
      }
    }
    for (const page of tabs.values()) await page.context().close()
    expect(found).toEqual([])
  })

test('every address of both apps is among the screens that are looked at @once', async () => {
  const visited = (await allScreens()).map(({ path }) => path)
  const left = addresses.filter(address => !visited.some(path => liesAt(path, address)))
  expect(left).toEqual([])
})
