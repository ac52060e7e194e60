import type { BrowserContext, Page } from '@playwright/test'
import { countersOf } from '../school/counters.ts'
import { withDatabase } from '../school/people.ts'
import { e2ePort } from '../school/server-place.ts'
import { newMember, signInByCookie, userIdOf } from '../school/sessions.ts'
import { shellPage } from '../pages/shell-page.ts'
import { requestsTo, signInPage, signOutByLink } from '../pages/sign-in-page.ts'
import { expect, test } from '../test.ts'
import { texts } from '../texts.ts'

test.use({ hasDecided: false, locale: 'en' })

const en = texts('en')
const school = `http://iqface.localhost:${e2ePort}`
const button = (page: Page, name: string) => page.getByRole('button', { name, exact: true })

/** Marks the app offer as just closed, so that it does not interfere. */
async function withoutPromo(context: BrowserContext) {
  await context.addInitScript(() => localStorage.setItem('app-promo', `0 ${Date.now()}`))
}

async function eventsOf(userId: number) {
  const { rows } = await withDatabase(client =>
    client.query('select name, params, visitor, is_internal from analytics_events where user_id = $1 order by id', [
      userId,
    ]),
  )
  return rows as {
    name: string
    params: Record<string, string | number>
    visitor: string | null
    is_internal: boolean
  }[]
}

test('nothing is sent before consent; then analytics start; after withdrawal they stop [CON-05] [ANL-01] [ANL-02] [SHL-07]', async ({
  page,
  context,
}) => {
  await withoutPromo(context)
  const counters = await countersOf(context, school)
  const own = requestsTo(page, '/analytics-events')
  const person = await newMember('iqface')
  await page.goto(`${school}/?utm_source=letter&ref=friend`)
  await signInPage(page, en).signIn(person)
  await page.waitForURL('**/home')
  await page.goto(`${school}/home?utm_source=letter&ref=friend&returnUrl=%2Fx`)
  await shellPage(page, en).heading.waitFor()
  await page.waitForLoadState('networkidle')
  expect([counters.outside, own].map(list => list.length)).toEqual([0, 0])
  expect(await page.evaluate(() => localStorage.getItem('analytics-visitor'))).toBeNull()

  await button(page, en('consent.acceptAll')).click()
  const home = { dl: `${school}/home?utm_source=letter`, path: '/home', route: 'home', uid: String(person.id) }
  await expect.poll(counters.google).toContainEqual(expect.objectContaining({ en: 'page_view', ...home }))
  await expect
    .poll(counters.metrica)
    .toContainEqual(expect.objectContaining({ command: 'hit', name: `${school}/home?utm_source=letter` }))
  // Events from before the consent are not sent.
  expect(counters.google().map(({ en: name }) => name)).not.toContain('login')

  await page.goto(`${school}/support`)
  // Clicks are noted once the code of analytics is here.
  await expect.poll(counters.google).toContainEqual(expect.objectContaining({ en: 'page_view', path: '/support' }))
  await button(page, en('support.messenger')).click()
  const choice = page.getByRole('dialog', { name: en('support.messenger.choose') })
  await expect(choice.getByRole('link', { name: 'WhatsApp' })).toHaveAttribute('href', 'https://wa.me/79211234567')
  await expect(choice.getByRole('link', { name: 'Telegram' })).toHaveAttribute('href', 'https://t.me/iqface_school')
  await expect.poll(counters.google).toContainEqual(expect.objectContaining({ en: 'click', element: 'messengers' }))
  await page.keyboard.press('Escape')

  const told = own.length
  await page.goto(`${school}/user/settings/cookie`)
  await expect.poll(() => own.length).toBeGreaterThan(told)
  await page.getByText(en('consent.analytics'), { exact: true }).click()
  await button(page, en('consent.agree')).click()
  await expect(page.getByText(en('consent.saved'))).toBeVisible()
  await expect.poll(async () => (await context.cookies()).map(({ name }) => name)).not.toContain('_ga')
  expect((await context.cookies()).map(({ name }) => name)).not.toContain('_ym_uid')
  expect(await page.evaluate(() => localStorage.getItem('analytics-visitor'))).toBeNull()
  const before = [counters.outside.length, own.length]
  await shellPage(page, en).place(en('shell.title.courses'))
  await page.waitForURL('**/courses')
  await page.goto(`${school}/support`)
  await button(page, en('support.messenger')).click()
  await choice.waitFor()
  // What a page has to tell it sends when it is left.
  await page.goto(`${school}/home`)
  await shellPage(page, en).heading.waitFor()
  await page.waitForLoadState('networkidle')
  expect([counters.outside.length, own.length]).toEqual(before)
})

test('the school’s own figures know the person from sign-in to logout, and its staff as internal [ANL-01] [ANL-02] [ACC-18] [PRO-13]', async ({
  page,
  context,
}) => {
  await withoutPromo(context)
  await countersOf(context, school)
  await context.addCookies([{ name: 'consent', value: `10.${Math.floor(Date.now() / 1000)}.`, url: school }])
  const person = await newMember('iqface')
  await page.goto(school)
  await signInPage(page, en).signIn(person)
  await page.waitForURL('**/home')
  await shellPage(page, en).heading.waitFor()
  const names = async () =>
    (await eventsOf(person.id)).map(({ name, params }) => `${name} ${params['path'] ?? ''}`.trim())
  // A page left before it has settled does not count.
  await expect.poll(names).toContain('page_view /home')
  await shellPage(page, en).place(en('shell.title.courses'))
  await page.waitForURL('**/courses')
  await expect.poll(names).toEqual(expect.arrayContaining(['login', 'page_view /home', 'page_view /courses']))
  const [first] = await eventsOf(person.id)
  expect(first).toMatchObject({ is_internal: false, visitor: expect.stringMatching(/^[0-9a-f-]{36}$/) })

  // The first events of the next visitor, who is nobody known; the person's last ones have arrived by then.
  const told = page.waitForRequest(
    request =>
      request.url().includes('/analytics-events') &&
      (request.postDataJSON() as { visitor: string }).visitor !== first?.visitor,
  )
  await signOutByLink(page, en, `${school}/logout`)
  await signInPage(page, en).heading.waitFor()
  expect(await names()).toContain('logout')
  const known = await names()
  const body = (await told).postDataJSON() as { visitor: string; events: { name: string }[] }
  expect(body.events.map(({ name }) => name)).toEqual(['page_view'])
  expect(body.visitor).not.toBe(first?.visitor)
  expect(await names()).toEqual(known)

  const staff = await newMember('iqface')
  await withDatabase(client => client.query(`update users set role = 'admin' where id = $1`, [staff.id]))
  await signInByCookie(context, staff.id, school)
  await page.goto(`${school}/home`)
  // Another person's consent on this device does not count: the banner appears, and nothing is sent before the answer.
  await button(page, en('consent.acceptAll')).waitFor()
  expect(await eventsOf(staff.id)).toEqual([])
  await button(page, en('consent.acceptAll')).click()
  await expect.poll(async () => (await eventsOf(staff.id)).map(one => one.is_internal)).toContain(true)
})

test('a desktop is offered the mobile app 2 s after sign-in, and not again for a day once it is closed [SHL-08] [RTE-18]', async ({
  page,
  context,
}) => {
  await context.addCookies([{ name: 'consent', value: '00.1800000000.', url: school }])
  await signInByCookie(context, (await newMember('iqface')).id, school)
  await page.goto(`${school}/home`)
  const promo = page.getByRole('dialog', { name: en('settings.app.title') })
  await shellPage(page, en).heading.waitFor()
  await expect(promo).toHaveCount(0)
  await expect(promo).toBeVisible()
  for (const system of ['App Store', 'Google Play']) {
    await expect(promo.getByRole('img', { name: en('settings.app.code', { system }) })).toBeVisible()
  }
  await expect(promo.getByRole('link', { name: 'App Store' })).toHaveAttribute(
    'href',
    'https://apps.example.com/iqface',
  )
  await page.keyboard.press('Escape')
  const kept = () => page.evaluate(() => localStorage.getItem('app-promo'))
  await expect.poll(kept).toMatch(/^1 \d{13}$/)
  // From here on the walk lets the two seconds pass.
  await page.clock.install()
  const reloadAndWait = async () => {
    const isComing = page.waitForResponse(/\/start-promo-/)
    await page.reload()
    await shellPage(page, en).heading.waitFor()
    await (await isComing).finished()
    await page.clock.runFor(3000)
  }
  await reloadAndWait()
  await expect(promo).toHaveCount(0)
  await page.evaluate(() => localStorage.setItem('app-promo', `1 ${Date.now() - 86_400_000}`))
  await reloadAndWait()
  await expect(promo).toBeVisible()
  await page.keyboard.press('Escape')
  await expect.poll(kept).toMatch(/^2 \d{13}$/)
})

test('a failure of the app reaches the school without typed text; ordinary ones do not [ANL-03]', async ({
  page,
  context,
  noise,
}) => {
  noise.expect(/Broken|Failed to fetch|left|RangeError|Invalid time value/)
  await signInByCookie(context, await userIdOf('learner@example.com'))
  await page.goto('/home')
  await shellPage(page, en).heading.waitFor()
  const told = requestsTo(page, '/error-reports')
  await page.evaluate(() => {
    setTimeout(() => {
      throw new TypeError('Failed to fetch')
    })
    setTimeout(() => {
      throw new TypeError('Broken by "what I typed" of vera@example.com')
    })
    void Promise.reject(new DOMException('left', 'AbortError'))
  })
  await expect.poll(() => told.length).toBe(1)
  expect(told[0]?.postDataJSON()).toMatchObject({
    reports: [{ kind: 'error', name: 'TypeError', message: 'Broken by "…" of <e-mail>', path: '/home' }],
  })
  // A crashed screen says so and reports why.
  await page.route(/user-score\?/, route => route.fulfill({ json: [{ id: 1 }] }))
  await page.goto('/user/points/history')
  await expect(page.getByText(en('ui.error.title'))).toBeVisible()
  await expect
    .poll(() => told.at(-1)?.postDataJSON() as unknown)
    .toMatchObject({ reports: [{ kind: 'screen', name: 'RangeError', path: '/user/points/history' }] })
})
