import type { Page } from '@playwright/test'
import { forgetShift, movedOn, watchShift } from '../pages/layout-shift.ts'
import { newLearner } from '../school/people.ts'
import { e2ePort } from '../school/server-place.ts'
import { essentialOnly, expect, test } from '../test.ts'
import { origin, signInByCookie } from '../school/sessions.ts'

/** How long nothing but the typeface has come, in ms. */
const quietFor = (page: Page) =>
  page.evaluate(() => {
    const files = performance.getEntriesByType('resource') as PerformanceResourceTiming[]
    return performance.now() - Math.max(...files.map(({ responseEnd }) => responseEnd))
  })
const hasFace = (page: Page, face: string) =>
  page.waitForFunction(
    name => [...document.fonts].some(one => one.family.includes(name) && one.status === 'loaded'),
    face,
  )

for (const [brand, face, files] of [
  ['kurso', 'Nunito', 1],
  ['face', 'Prata', 2],
] as const)
  test(`${brand}: headings are set in ${face}, which comes late and moves nothing [BRD-09]`, async ({
    page,
    context,
  }) => {
    const address = `http://${brand}.localhost:${e2ePort}`
    await context.addCookies([{ name: 'locale', value: brand === 'face' ? 'ru' : 'en', url: address }])
    const fonts: number[] = []
    // Held back until everything else is there, so that what moves then moves by the typeface.
    let letCome = () => {}
    const held = new Promise<void>(resolve => {
      letCome = resolve
    })
    await page.route(/\.woff2$/, async route => {
      await held
      await route.continue()
    })
    page.on('response', async answer => {
      if (answer.url().endsWith('.woff2')) fonts.push((await answer.body()).length)
    })
    await watchShift(page)
    await page.goto(address)
    await page.getByRole('heading', { level: 1 }).waitFor()
    await expect.poll(() => quietFor(page)).toBeGreaterThan(1000)
    await forgetShift(page)
    letCome()
    await hasFace(page, face)
    await page.waitForLoadState('networkidle')
    expect(
      await page.getByRole('heading', { level: 1 }).evaluate(title => getComputedStyle(title).fontFamily),
    ).toContain(face)
    expect(fonts.length).toBeLessThanOrEqual(files)
    expect(Math.max(...fonts)).toBeLessThanOrEqual(30_000)
    expect(await movedOn(page)).toEqual([])
  })

test('home does not move when the typeface comes [BRD-09]', async ({ page, context }) => {
  const person = await newLearner({ daysIn: 2 })
  await signInByCookie(context, person.id)
  await context.addCookies([{ name: 'consent', value: essentialOnly(person.id), url: origin }])
  await page.route(/\.woff2$/, async route => {
    await page.getByRole('heading', { level: 1 }).waitFor()
    await route.continue()
  })
  await page.goto('/home')
  await page.getByRole('heading', { level: 1 }).waitFor()
  await page.waitForLoadState('networkidle')
  const before = await page.getByRole('heading', { level: 1 }).evaluate(title => title.getBoundingClientRect().height)
  await hasFace(page, 'Nunito')
  expect(await page.getByRole('heading', { level: 1 }).evaluate(title => title.getBoundingClientRect().height)).toBe(
    before,
  )
})
