import type { Page, Request } from '@playwright/test'
import { sharedData } from '#shared/platform/testing/shared-data.ts'
import { headingOf } from '../pages/heading.ts'
import { newMember, origin, signInByCookie } from '../school/sessions.ts'
import { e2ePort } from '../school/server-place.ts'
import { signInPage, signOutByLink } from '../pages/sign-in-page.ts'
import { expect, test } from '../test.ts'
import { texts } from '../texts.ts'

const en = texts('en')
const { cases } = sharedData<{ cases: { text: string }[] }>('hostile-text/return-addresses.json')
const site = 'app.example.test'
/** As given, and with our own address in place of the data's site. */
const addresses = new Set(
  cases.flatMap(({ text }) => [
    text,
    text.replaceAll(`https://${site}`, origin).replaceAll(site, new URL(origin).host),
  ]),
)

/** Answers requests to other servers with nothing, so that no walk leaves the machine; returns them. */
async function watchOutside(page: Page): Promise<string[]> {
  const outside: string[] = []
  await page.context().route(
    url => url.origin !== origin,
    async route => {
      outside.push(route.request().url())
      await route.fulfill({ body: '' })
    },
  )
  countDialogs(page, outside)
  return outside
}

function countDialogs(page: Page, outside: string[]) {
  page.on('dialog', dialog => {
    outside.push(`dialog ${dialog.message()}`)
    void dialog.dismiss()
  })
}

/** Runs in the page: opens sign-in with each returnUrl in turn; returns where each led. */
async function leadOn(list: string[]): Promise<string[]> {
  const ends: string[] = []
  const pause = (ms: number) => new Promise(resolve => setTimeout(resolve, ms))
  for (const text of list) {
    // Chromium allows 200 address changes in ten seconds.
    await pause(100)
    history.pushState(null, '', `/?returnUrl=${encodeURIComponent(text)}`)
    const pushed = location.href
    for (let tries = 0; tries < 1000; tries++) {
      await pause(2)
      if (location.href !== pushed && document.querySelector('#app h1')) break
    }
    ends.push(location.href)
  }
  return ends
}

test('every hostile return address stays on our origin [ACC-05] [ACC-06] [SEC-06]', async ({ page, context }) => {
  const outside = await watchOutside(page)
  await signInByCookie(context, (await newMember('kurso')).id)
  // Several tabs, each with a share: the limit is Chromium's, not ours.
  const tabs = [page, await context.newPage(), await context.newPage(), await context.newPage()]
  for (const [index, tab] of tabs.entries()) {
    if (tab !== page) countDialogs(tab, outside)
    await tab.goto('/home')
    await expect(headingOf(tab), `tab ${index}`).toBeVisible()
  }
  await Promise.all(
    tabs.map(async (tab, index) => {
      const share = [...addresses].filter((_, at) => at % tabs.length === index)
      const stamp = await tab.evaluate(() => performance.timeOrigin)
      // The app's own navigation: with a session, sign-in continues to its returnUrl.
      const ends = await tab.evaluate(leadOn, share)
      expect(ends).toHaveLength(share.length)
      expect(ends.filter(end => new URL(end).origin !== origin)).toEqual([])
      expect(ends.filter(end => end.includes('/?returnUrl='))).toEqual([])
      expect(await tab.evaluate(() => performance.timeOrigin)).toBe(stamp)
    }),
  )
  expect(outside).toEqual([])
})

test('a hostile return address after a real sign-in leads home [ACC-05] [SEC-06]', async ({ page, context }) => {
  const person = await newMember('kurso')
  const outside = await watchOutside(page)
  for (const text of [
    '/?next=/home',
    '//evil.example',
    'javascript:alert(1)',
    '/\\evil.example/%2f..',
    `${origin}@evil.example/`,
  ]) {
    await page.goto(`/?returnUrl=${encodeURIComponent(text)}`)
    await signInPage(page, en).signIn(person)
    await page.waitForURL(`${origin}/home`)
    await expect(headingOf(page)).toBeVisible()
    await signOutByLink(page, en)
    await expect(signInPage(page, en).heading).toBeVisible()
  }
  expect(outside).toEqual([])
  expect((await context.cookies()).filter(({ name }) => name === 'token')).toEqual([])
})

test('a trusted origin gets a one-time transfer token, never the session token, and no Referer carries one [ACC-06] [ACC-16] [SEC-06]', async ({
  page,
}) => {
  const partner = `http://partner.localhost:${e2ePort}`
  const requests: Request[] = []
  page.on('request', request => requests.push(request))
  const person = await newMember('kurso')
  const target = `${partner}/auto-login?returnUrl=${encodeURIComponent('/user/points')}`
  await page.goto(`/?returnUrl=${encodeURIComponent(target)}`)
  await signInPage(page, en).signIn(person)
  // The other origin's browser does not know the person: a link alone does not say whose it is.
  const question = page.getByRole('alertdialog', { name: en('accounts.enter.title') })
  await question.getByRole('button').last().click()
  await page.waitForURL(`${partner}/user/points`)
  await expect(page.getByRole('heading', { level: 1, name: en('points.title') })).toBeVisible()
  const there = await page.evaluate(() => localStorage.getItem('token'))
  const arrival = requests.find(request => request.url().startsWith(`${partner}/auto-login`))
  const carried = new URL(arrival?.url() ?? '').searchParams.get('token')
  expect(carried).toMatch(/^[\w-]{43}$/)
  expect(new URL(arrival?.url() ?? '').searchParams.get('returnUrl')).toBe('/user/points')
  await page.goto(`${origin}/user/points`)
  const here = await page.evaluate(() => localStorage.getItem('token'))
  expect(new Set([here, there, carried]).size).toBe(3)
  const referers = await Promise.all(requests.map(async request => (await request.allHeaders())['referer'] ?? ''))
  expect(referers.filter(referer => referer.includes('token='))).toEqual([])
})
