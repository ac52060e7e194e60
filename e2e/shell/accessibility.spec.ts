import { readdirSync, readFileSync } from 'node:fs'
import type { Browser, Page } from '@playwright/test'
import type { Language } from '#kit/copy/language.ts'
import { themeTokens } from '#shared/features/brands/theme-tokens.ts'
import type { Brand } from '#shared/features/brands/schema.ts'
import { faultsOf } from '../axe-faults.ts'
import { allScreens, screensOf } from '../screens/all-screens.ts'
import { misfits, misfitsAtAnyWidth } from '../screens/fit.ts'
import { declaredAddresses, liesAt } from '../screens/declared-addresses.ts'
import { openScreen, type Screen, settled, signInViewer, viewerOf } from '../screens/screen.ts'
import { hurryRetries, openByStates } from '../screens/states.ts'
import { studioTexts } from '../pages/studio-page.ts'
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
  .map(file => JSON.parse(readFileSync(new URL(file, brandFolder), 'utf8')) as { site: Pick<Brand['site'], 'theme'> })

/** What does not fit with text of twice the size. */
async function misfitsOfLargeText(page: Page): Promise<string[]> {
  const browser = await page.context().newCDPSession(page)
  const own = await page.evaluate(() => getComputedStyle(document.documentElement).fontSize)
  const isOwn = (wanted: boolean) =>
    page.waitForFunction(([size, is]) => (getComputedStyle(document.documentElement).fontSize === size) === is, [
      own,
      wanted,
    ] as const)
  await browser.send('Page.setFontSizes', { fontSizes: { standard: 32, fixed: 26 } })
  await isOwn(false)
  const found = await misfits(page, 'with text of twice the size')
  await browser.send('Page.setFontSizes', { fontSizes: { standard: 16, fixed: 13 } })
  await isOwn(true)
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
  const names = brands.flatMap(({ site }) => Object.keys(themeTokens(site.theme)))
  await page.evaluate(
    ([all, tokens]) => {
      const { style } = document.documentElement
      for (const name of all) style.removeProperty(name)
      for (const [name, value] of Object.entries(tokens)) style.setProperty(name, value)
    },
    [names, brand ? themeTokens(brand.site.theme) : {}] as const,
  )
}

/** Turns an open screen to a look; a phone has the school's own colours, a desk those of another. */
async function turnTo(page: Page, look: Look, brand: (typeof brands)[number] | undefined) {
  await page.setViewportSize(sizeOf(look))
  await page.emulateMedia({ colorScheme: look.theme })
  await colour(page, isPhone(look) ? undefined : brand)
}

/** What is wrong with an open screen in a look. */
async function faultsIn(page: Page, screen: Screen, look: Look, brand: (typeof brands)[number] | undefined) {
  await turnTo(page, look, brand)
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

type Visit = { screen: Screen; language: Language; place: number; looks: Look[]; addressToWalk: string | undefined }

/** Opens a screen as in the first of the looks, by way of its states where its address is new. */
async function open(page: Page, { screen, language, place, looks, addressToWalk: address }: Visit): Promise<string[]> {
  const [first, last] = [looks[0] as Look, looks.at(-1) as Look]
  await page.setViewportSize(sizeOf(first))
  await page.emulateMedia({ colorScheme: first.theme })
  if (!address) {
    await openScreen(page, screen, texts(language))
    return []
  }
  const isOffline = place % 2 === 0
  const turn = () => turnTo(page, last, brands[(place + 1) % brands.length])
  const t = screen.path.startsWith('/admin') ? studioTexts(language) : texts(language)
  return openByStates(page, screen, t, { address, isOffline, turn })
}

/** What is wrong with a screen in these looks and at any width. */
async function faultsOfScreen(page: Page, visit: Visit) {
  const { screen, language, place, looks } = visit
  const found: string[] = []
  try {
    found.push(...(await open(page, visit)))
    for (const look of looks) found.push(...(await faultsIn(page, screen, look, brands[place % brands.length])))
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
  // Each screen opens as in a tab of its own, on a device that has kept nothing.
  await context.addInitScript(() => {
    sessionStorage.clear()
    indexedDB.deleteDatabase('kurso')
  })
  await context.addInitScript(hurryRetries)
  await context.addCookies([
    { name: 'locale', value: language, url: origin },
    { name: 'consent', value: essentialOnly(), url: origin },
  ])
  await signInViewer(context, screen)
  return context.newPage()
}

for (const [part, makeScreens] of Object.entries(screensOf))
  test(`axe finds nothing on the screens of ${part} on a phone and on a desk, none is too wide or keeps moving, in any language, theme and brand [SHL-03] [A11-01] [TST-02] @once`, async ({
    browser,
  }) => {
    // Some sixty screens, each in two looks; the limit only ends what hangs.
    test.setTimeout(900_000)
    const found: string[] = []
    const tabs = new Map<string, Page>()
    const seen = new Set<string>()
    const walked = new Set<string>()
    for (const [place, screen] of (await makeScreens()).entries()) {
      const { language, looks: both } = rounds[place % rounds.length] as Round
      const declared = addresses.find(one => liesAt(screen.path, one))
      const address = declared ?? screen.path
      const looks = seen.has(address) ? [both[place % 2] as Look] : both
      const isNew = !screen.failing && !screen.isVariant && !walked.has(address)
      seen.add(address)
      if (isNew) walked.add(address)
      // What lies at a measured place cannot be turned, so it opens twice.
      for (const [turn, openings] of (screen.isPlaced ? looks.map(look => [look]) : [looks]).entries()) {
        const [first] = openings as [Look]
        const key = `${viewerOf(screen)} ${language} ${isPhone(first)}`
        const page = (screen.isAlone ? undefined : tabs.get(key)) ?? (await pageFor(browser, screen, language, first))
        if (!screen.isAlone) tabs.set(key, page)
        const addressToWalk = isNew && turn === 0 ? declared : undefined
        found.push(...(await faultsOfScreen(page, { screen, language, place, looks: openings, addressToWalk })))
        if (screen.isAlone) await page.context().close()
      }
    }
    for (const page of tabs.values()) await page.context().close()
    expect(found).toEqual([])
  })

test('every address of both apps is among the screens that are looked at [TST-02] @once', async () => {
  const visited = (await allScreens()).filter(one => !one.failing && !one.isVariant).map(({ path }) => path)
  const left = addresses.filter(address => !visited.some(path => liesAt(path, address)))
  expect(left).toEqual([])
})
