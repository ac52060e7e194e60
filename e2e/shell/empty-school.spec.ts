import type { BrowserContext, Page } from '@playwright/test'
import { signInToStudio } from '../pages/studio-page.ts'
import { declaredAddresses } from '../screens/declared-addresses.ts'
import { faultsOfState } from '../screens/states.ts'
import { withDatabase } from '../school/people.ts'
import { e2ePort } from '../school/server-place.ts'
import { newMember, signInByCookie } from '../school/sessions.ts'
import { essentialOnly, expect, test } from '../test.ts'
import { texts } from '../texts.ts'

// A school without anything in it, and with colours of its own.
const school = `http://face.localhost:${e2ePort}`

/** Where the session ends. */
const left = ['/logout']
// By name, so that what is one screen at several addresses is left in between.
const addresses = declaredAddresses()
  .filter(address => !left.includes(address))
  .sort()

const widths = [390, 828, 1244]

/** Goes to another screen without reloading the page, as following a link does. */
async function moveTo(page: Page, path: string): Promise<void> {
  await page.evaluate(to => {
    for (const one of document.querySelectorAll('#main > *')) one.toggleAttribute('data-left', true)
    history.pushState(null, '', to)
  }, path)
  await page.waitForFunction(() => {
    const main = document.querySelector('#main')
    return main?.querySelector('h1') && !main.querySelector('[data-left], [aria-busy=true]')
  })
}

const apps = {
  web: {
    start: '/user/setting',
    language: 'es',
    signIn: (context: BrowserContext, id: number) => signInByCookie(context, id, school),
  },
  studio: {
    start: '/admin/users',
    language: 'ru',
    async signIn(context: BrowserContext, id: number) {
      await withDatabase(client => client.query(`update users set role = 'admin' where id = $1`, [id]))
      await signInToStudio(context, id)
    },
  },
} as const

for (const [app, { start, language, signIn }] of Object.entries(apps))
  test(`in a school with nothing in it each screen of the ${app} says so, and where to go, and what is not there is said too [TST-02] @once`, async ({
    page,
    context,
    noise,
  }) => {
    // What is not there is answered so.
    noise.expect(/404|409|422/)
    await context.addCookies([
      { name: 'locale', value: language, url: school },
      { name: 'consent', value: essentialOnly(), url: school },
    ])
    await signIn(context, (await newMember('face')).id)
    await page.emulateMedia({ reducedMotion: 'reduce' })
    await page.goto(school + start)
    await page.locator('#main h1').waitFor()
    const again = page.locator('#main').getByRole('button', { name: texts(language)('ui.retry') })
    const found: string[] = []
    const own = addresses.filter(address => address.startsWith('/admin') === (app === 'studio'))
    for (const [place, address] of own.entries()) {
      await page.setViewportSize({ width: widths[place % widths.length] ?? 390, height: 844 })
      await page.emulateMedia({ colorScheme: place % 2 ? 'dark' : 'light' })
      await moveTo(page, address.replaceAll(/:\w+/g, '987654321').replace('*', 'nothing'))
      // What is not there does not come by asking again.
      if ((await again.count()) > 0) found.push(`${address}: it says that it failed`)
      found.push(...(await faultsOfState(page, address, address.includes(':') ? '#main' : 'body')))
    }
    expect(found).toEqual([])
  })
