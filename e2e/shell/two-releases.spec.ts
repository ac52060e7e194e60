import { shellPage } from '../pages/shell-page.ts'
import { releasesOrigin, twoReleases } from '../school/releases.ts'
import { newMember, signInByCookie } from '../school/sessions.ts'
import { expect, noNetwork, test } from '../test.ts'
import { texts } from '../texts.ts'

const en = texts('en')
const words = 'The film stops after a minute'
const releaseOf = () => document.documentElement.dataset['release']

test.describe.configure({ mode: 'serial' })
let releases: Awaited<ReturnType<typeof twoReleases>>
test.beforeAll(async () => {
  test.setTimeout(600_000)
  releases = await twoReleases()
})
test.afterAll(() => releases?.end())

test('an open tab without a worker learns from a late part that there is a next release, and takes it on a press: what was typed is still there [SHL-10]', async ({
  page,
  context,
  noise,
}) => {
  noise.expect(/404|Loading (CSS )?chunk points failed/)
  noise.expect(noNetwork)
  noise.expect(/ERR_CONNECTION_REFUSED|50\d/)
  await releases.serve('first')
  await signInByCookie(context, (await newMember('kurso')).id, releasesOrigin)
  await page.goto(`${releasesOrigin}/support/23`)
  const question = page.getByRole('textbox', { name: en('support.message') })
  await question.fill(words)
  const shell = shellPage(page, en)
  // It comes late: what is asked for while the school restarts would fail.
  await shell.points(0).waitFor()
  await releases.serve('next')
  await shell.points(0).click()
  const alert = page.getByRole('alert')
  await expect(alert).toContainText(en('shell.chunk.missing'))
  expect(await page.evaluate(releaseOf)).toBeUndefined()
  await alert.getByRole('button', { name: en('shell.reload') }).click()
  await expect(shell.heading).toHaveText(en('points.title'))
  expect(await page.evaluate(releaseOf)).toBe('next')
  await page.goBack()
  await expect(question).toHaveValue(words)
})

test.describe('with the service worker', () => {
  test.use({ serviceWorkers: 'allow' })

  test('an open tab goes on with its own release, whose late parts the device has, and the next visit has the next one with what was typed [SHL-10, OFF-01]', async ({
    page,
    context,
    noise,
  }) => {
    noise.expect(noNetwork)
    noise.expect(/ERR_CONNECTION_REFUSED|50\d/)
    await releases.serve('first')
    await signInByCookie(context, (await newMember('kurso')).id, releasesOrigin)
    await page.goto(`${releasesOrigin}/support/23`)
    await page.evaluate(async () => {
      const { serviceWorker: workers } = navigator
      await workers.ready
      if (!workers.controller) await new Promise(resolve => workers.addEventListener('controllerchange', resolve))
    })
    const question = page.getByRole('textbox', { name: en('support.message') })
    await question.fill(words)
    const shell = shellPage(page, en)
    await shell.points(0).waitFor()
    await releases.serve('next')
    // As the browser asks by itself from time to time; the next release then waits until no page of this one is open.
    await page.evaluate(async () => {
      const registration = await navigator.serviceWorker.ready
      await registration.update()
      while (!registration.waiting) await new Promise(resolve => setTimeout(resolve, 100))
    })
    expect(await page.evaluate(releaseOf)).toBeUndefined()
    await shell.points(0).click()
    await expect(shell.heading).toHaveText(en('points.title'))
    expect(await page.evaluate(releaseOf)).toBeUndefined()
    await page.goBack()
    await expect(question).toHaveValue(words)
    // Coming back to the tab takes the next release once nothing is typed there.
    const comeBack = () => page.evaluate(() => document.dispatchEvent(new Event('visibilitychange')))
    await comeBack()
    await page.waitForLoadState('networkidle')
    expect(await page.evaluate(releaseOf)).toBeUndefined()
    await expect(question).toHaveValue(words)
    await shell.points(0).click()
    await expect(shell.heading).toHaveText(en('points.title'))
    // The screen before may still be leaving: somebody comes back again and again.
    await expect(async () => {
      await comeBack().catch(() => {})
      expect(await page.evaluate(releaseOf).catch(() => undefined)).toBe('next')
    }).toPass()
    await expect(shell.heading).toHaveText(en('points.title'))
    await page.goto(`${releasesOrigin}/support/23`)
    await expect(question).toHaveValue(words)
  })
})
