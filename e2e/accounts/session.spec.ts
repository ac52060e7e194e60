import type { Page } from '@playwright/test'
import { headingOf } from '../pages/heading.ts'
import { newLearner } from '../school/people.ts'
import { endSessions, newMember, newSession, signInByCookie, transferToken } from '../school/sessions.ts'
import { requestsTo, signInPage, signOutByLink } from '../pages/sign-in-page.ts'
import { expect, test } from '../test.ts'
import { texts } from '../texts.ts'

test.use({ serviceWorkers: 'allow' })

const en = texts('en')
const atHome = (page: Page) => page.waitForURL(url => url.pathname === '/home')
const atSignIn = (page: Page) => page.waitForURL(url => url.pathname === '/')
const tokenOf = (page: Page) => page.evaluate(() => localStorage.getItem('token'))

test('a transfer token signs in, leads to the returnUrl and works once [ACC-16]', async ({ page, context, noise }) => {
  noise.expect(/401/)
  const person = await newMember('kurso')
  const earlier = await signInByCookie(context, person.id)
  const token = await transferToken(await newSession(person.id))
  await page.goto(`/auto-login?token=${token}&returnUrl=${encodeURIComponent('/user/points')}`)
  await page.waitForURL('**/user/points')
  expect(await tokenOf(page)).not.toBe(token)
  expect(await tokenOf(page)).not.toBe(earlier)
  const { status } = await page.request
    .get('/spa/api/v1/user', { headers: { authorization: `Bearer ${earlier}` } })
    .then(answer => ({ status: answer.status() }))
  expect(status).toBe(401)
  await signOutByLink(page, en)
  await atSignIn(page)
  await page.goto(`/auto-login?token=${token}`)
  await expect(page.getByText(en('accounts.autoLogin.failed'))).toBeVisible()
  expect(await tokenOf(page)).toBeNull()
  await page.getByRole('link', { name: en('accounts.autoLogin.toLogin') }).click()
  await expect(signInPage(page, en).heading).toBeVisible()
})

test('auto-login: without a token it opens sign-in, a session token does not count, an outside returnUrl leads home [ACC-16] [SEC-06]', async ({
  page,
  noise,
}) => {
  noise.expect(/401/)
  const person = await newMember('kurso')
  await page.goto('/auto-login')
  await atSignIn(page)
  await expect(signInPage(page, en).heading).toBeVisible()
  await page.goto(`/auto-login?token=${await newSession(person.id)}`)
  await expect(page.getByText(en('accounts.autoLogin.failed'))).toBeVisible()
  const token = await transferToken(await newSession(person.id))
  await page.goto(`/auto-login?token=${token}&returnUrl=${encodeURIComponent('https://evil.example/home')}`)
  await page
    .getByRole('alertdialog', { name: en('accounts.enter.title') })
    .getByRole('button')
    .last()
    .click()
  await atHome(page)
})

test('logout ends the session on the server and remembers the returnUrl [ACC-17] [ACC-18]', async ({
  page,
  context,
}) => {
  const person = await newLearner()
  const token = await signInByCookie(context, person.id)
  await page.goto('/home')
  await expect(headingOf(page)).toBeVisible()
  await signOutByLink(page, en, `/logout?returnUrl=${encodeURIComponent(`/course/${person.streamId}/materials`)}`)
  await atSignIn(page)
  const answer = await page.request.get('/spa/api/v1/user', { headers: { authorization: `Bearer ${token}` } })
  expect(answer.status()).toBe(401)
  await signInPage(page, en).signIn(person)
  await page.waitForURL(`**/course/${person.streamId}/materials`)
})

test('logout is allowed to a visitor too [ACC-17]', async ({ page }) => {
  await page.goto('/logout')
  await atSignIn(page)
  await expect(signInPage(page, en).heading).toBeVisible()
})

/** What this browser still stores about a person. */
async function remains(page: Page): Promise<string[]> {
  const kept = await page.evaluate(async () => {
    const found = [...Object.keys(localStorage), ...Object.keys(sessionStorage)].filter(
      key => !['locale', 'colour-scheme', 'install'].includes(key),
    )
    for (const { name } of await indexedDB.databases()) {
      const database = await new Promise<IDBDatabase>((resolve, reject) => {
        const opening = indexedDB.open(name ?? '')
        opening.addEventListener('success', () => resolve(opening.result))
        opening.addEventListener('error', () => reject(opening.error ?? new Error('closed')))
      })
      for (const store of database.objectStoreNames) {
        const count = await new Promise<number>(resolve => {
          const counting = database.transaction(store).objectStore(store).count()
          counting.addEventListener('success', () => resolve(counting.result))
        })
        if (count > 0) found.push(`${name}.${store}: ${count}`)
      }
      database.close()
    }
    for (const name of await caches.keys()) {
      const kept = await (await caches.open(name)).keys()
      found.push(...kept.map(({ url }) => new URL(url).pathname).filter(path => /^\/(media|spa)\//.test(path)))
    }
    return found
  })
  const cookies = await page.context().cookies()
  return [
    ...kept,
    ...cookies
      .filter(({ name }) => !['locale', 'consent', 'device'].includes(name))
      .map(({ name }) => `cookie ${name}`),
  ]
}

test('signing out by the menu clears every store of the browser, and the second tab follows [ACC-18] [REQ-06]', async ({
  page,
  context,
  noise,
}) => {
  // What the second tab is just reading as the first one ends the session.
  noise.expect(/401 GET|status of 401/)
  const person = await newLearner({ daysIn: 2 })
  await page.goto('/')
  await signInPage(page, en).signIn(person)
  await atHome(page)
  const second = await context.newPage()
  await second.goto(`/course/${person.streamId}/calendar`)
  await expect(headingOf(second)).toBeVisible()
  await expect
    .poll(() => remains(second))
    .toEqual(expect.arrayContaining(['token', 'userId', 'cookie token', expect.stringMatching(/^kurso\.queries/)]))
  const menu = page.locator('header button[aria-haspopup=menu]').filter({ visible: true }).last()
  await menu.click()
  await page
    .getByRole('menuitem', { name: en('shell.menu.exit') })
    .filter({ visible: true })
    .click()
  await atSignIn(page)
  await atSignIn(second)
  await expect(signInPage(second, en).heading).toBeVisible()
  await page.bringToFront()
  await expect.poll(() => remains(page)).toEqual([])
})

test('a session ended elsewhere: many calls fail at once, but there is one event and one notice, and the place is remembered [ACC-20]', async ({
  page,
  context,
  noise,
}) => {
  noise.expect(/401/)
  const person = await newLearner({ daysIn: 2 })
  await signInByCookie(context, person.id)
  await page.goto('/home')
  await expect(headingOf(page)).toBeVisible()
  const arrivals: string[] = []
  page.on('framenavigated', frame => arrivals.push(new URL(frame.url()).pathname))
  const refused: string[] = []
  page.on('response', answer => {
    if (answer.status() === 401) refused.push(answer.url())
  })
  // An open page would be told at once (ACC-19).
  await page.goto('about:blank')
  await endSessions(person.id)
  await page.goto(`/course/${person.streamId}/calendar?from=mail`)
  await atSignIn(page)
  await expect(page.getByText(en('accounts.login.ended'))).toHaveCount(1)
  expect(new Set(refused).size).toBeGreaterThan(2)
  expect(arrivals.filter(path => path === '/')).toHaveLength(1)
  const asked = requestsTo(page, '/auth/login')
  await signInPage(page, en).signIn(person)
  await page.waitForURL(`**/course/${person.streamId}/calendar?from=mail`)
  expect(asked).toHaveLength(1)
})
