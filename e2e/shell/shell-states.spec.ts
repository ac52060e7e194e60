import type { Page } from '@playwright/test'
import { newLearner } from '../school/people.ts'
import { newMember, signInByCookie } from '../school/sessions.ts'
import { serveNextRelease } from '../pages/releases.ts'
import { shellPage } from '../pages/shell-page.ts'
import { signInPage } from '../pages/sign-in-page.ts'
import { expect, test } from '../test.ts'
import { texts } from '../texts.ts'

const en = texts('en')

test('the first tab stop skips the header; a change of screen focuses its heading [SHL-12]', async ({
  page,
  context,
}) => {
  await signInByCookie(context, (await newMember('kurso')).id)
  await page.goto('/home')
  const shell = shellPage(page, en)
  await shell.heading.waitFor()
  await page.keyboard.press('Tab')
  const skip = page.getByRole('link', { name: en('ui.skip') })
  await expect(skip).toBeFocused()
  await expect(skip).toBeInViewport()
  await page.keyboard.press('Enter')
  await expect(page.locator('#main')).toBeFocused()
  await shell.points(0).click()
  await expect(shell.heading).toHaveText(en('points.title'))
  await expect(shell.heading).toBeFocused()
  await expect(page).toHaveTitle(`${en('shell.title.points')} · Kurso`)
  await shell.back.click()
  await page.waitForURL('**/home')
  await expect(shell.heading).toBeFocused()
})

test('a document at any web address is shown; scripts and disguised addresses are refused [SHL-06] [SEC-06]', async ({
  page,
}) => {
  await page.goto('/document?url=/brands/kurso.svg')
  await expect(page.locator('iframe')).toHaveAttribute('src', /^http:\/\/127\.0\.0\.1:\d+\/brands\/kurso\.svg$/)
  const dialogs: string[] = []
  page.on('dialog', dialog => {
    dialogs.push(dialog.message())
    void dialog.dismiss()
  })
  for (const url of [
    'javascript:alert(1)',
    ' java\nscript:alert(1)',
    'data:text/html,<script>alert(1)</script>',
    'blob:http://127.0.0.1/x',
    'https://school.example@evil.example/',
    'file:///etc/passwd',
  ]) {
    await page.goto(`/document?url=${encodeURIComponent(url)}`)
    await expect(page.getByText(en('shell.document.wrong'))).toBeVisible()
    await expect(page.locator('iframe')).toHaveCount(0)
  }
  expect(dialogs).toEqual([])
})

test.describe('with the service worker', () => {
  test.use({ serviceWorkers: 'allow' })

  test('a cut network is told on every screen and forgotten when it is back [SHL-09] [ERR-01]', async ({
    page,
    context,
    speak,
    noise,
  }) => {
    // A picture still loading when the network went down.
    noise.expect(/ERR_INTERNET_DISCONNECTED|ERR_FAILED .*\/media\//)
    await speak('es')
    const { id, streamId } = await newLearner()
    await signInByCookie(context, id)
    await page.goto(`/course/${streamId}/calendar`)
    const shell = shellPage(page, texts('es'))
    await page.evaluate(() => navigator.serviceWorker.ready)
    await page.reload()
    await shell.heading.waitFor()
    await expect(shell.banner).toHaveCount(0)
    await context.setOffline(true)
    await expect(shell.banner).toBeVisible()
    await shell.back.click()
    await page.waitForURL('**/home')
    await expect(shell.banner).toBeVisible()
    await context.setOffline(false)
    await expect(shell.banner).toHaveCount(0)
  })
})

for (const [kind, status] of [
  ['error', undefined],
  ['missing', 404],
] as const) {
  test(`a part of the app that does not arrive (${kind}) says so and recovers [SHL-10]`, async ({
    page,
    context,
    noise,
  }) => {
    noise.expect(/ERR_FAILED|404/)
    noise.expect(/Loading chunk points failed/)
    await signInByCookie(context, (await newMember('kurso')).id)
    await page.goto('/home')
    const shell = shellPage(page, en)
    await shell.heading.waitFor()
    await page.route('**/PointsScreen-*.js', route => (status ? route.fulfill({ status }) : route.abort()))
    await shell.points(0).click()
    const alert = page.getByRole('alert')
    await expect(alert).toContainText(en('shell.chunk.title'))
    await expect(alert).toContainText(en(status ? 'shell.chunk.missing' : 'shell.chunk.text'))
    expect(noise.lines.some(line => /Loading chunk points failed/.test(line))).toBe(true)
    await page.unroute('**/PointsScreen-*.js')
    await alert.getByRole('button', { name: en('shell.reload') }).click()
    await expect(shell.heading).toHaveText(en('points.title'))
  })
}

test('an open tab learns of a newer release, takes it, and what was typed is still there [SHL-10]', async ({
  page,
  context,
  noise,
}) => {
  noise.expect(/404|Loading (CSS )?chunk points failed/)
  // A page that the walk hands over may not open the live connection.
  noise.expect(/WebSocket/)
  await signInByCookie(context, (await newMember('kurso')).id)
  await page.goto('/support/23')
  const question = page.getByRole('textbox', { name: en('support.message') })
  await question.fill('The film stops after a minute')
  await serveNextRelease(page)
  const shell = shellPage(page, en)
  await shell.points(0).click()
  const alert = page.getByRole('alert')
  await expect(alert).toContainText(en('shell.chunk.missing'))
  await alert.getByRole('button', { name: en('shell.reload') }).click()
  await expect(shell.heading).toHaveText(en('points.title'))
  const scripts = await page.locator('script[src]').evaluateAll(all => all.map(script => script.getAttribute('src')))
  expect(scripts).toEqual([expect.stringMatching(/^\/v\/assets\/index-.+\.next\.js$/)])
  await page.goBack()
  await expect(question).toHaveValue('The film stops after a minute')
})

test('typed text survives the reload after a new release, a password does not [SHL-10]', async ({ page }) => {
  await page.goto('/')
  const { email, password } = signInPage(page, en)
  await email.fill('vera@example.com')
  await password.fill('secret')
  await page.reload()
  await expect(email).toHaveValue('vera@example.com')
  await expect(password).toHaveValue('')
})

test('a dialog keeps the focus inside, closes by Escape, by its button and by a press outside, and gives the focus back [SHL-12]', async ({
  page,
  context,
}) => {
  await signInByCookie(context, (await newMember('kurso')).id)
  await page.goto('/home')
  const shell = shellPage(page, en)
  const dialog = page.getByRole('dialog', { name: en('shell.menu.preferences') })
  const open = async () => {
    await shell.settings.focus()
    await page.keyboard.press('Enter')
    await shell.item(en('shell.menu.preferences')).focus()
    await page.keyboard.press('Enter')
    await expect(dialog).toBeVisible()
  }
  await open()
  for (let presses = 0; presses < 8; presses++) {
    await page.keyboard.press('Tab')
    expect(await focusIsIn(page, 'dialog')).toBe(true)
  }
  await page.keyboard.press('Escape')
  await expect(dialog).toHaveCount(0)
  await expect(shell.settings).toBeFocused()
  await open()
  await dialog.getByRole('button', { name: en('ui.close') }).click()
  await expect(shell.settings).toBeFocused()
  await open()
  await page.mouse.click(10, 10)
  await expect(dialog).toHaveCount(0)
  await expect(shell.settings).toBeFocused()
})

/** Inside the element, or in the browser's own bars, which a modal leaves reachable. */
function focusIsIn(page: Page, selector: string): Promise<boolean> {
  return page.evaluate(
    inside => document.activeElement === document.body || document.activeElement?.closest(inside) !== null,
    selector,
  )
}

test('a notice reports a write that was refused later, and closes by keyboard [SHL-12]', async ({
  page,
  context,
  noise,
}) => {
  noise.expect(/40\d|422/)
  const { id } = await newMember('kurso')
  await signInByCookie(context, id)
  await page.goto('/home')
  await shellPage(page, en).heading.waitFor()
  await expect.poll(() => page.evaluate(async () => (await indexedDB.databases()).length)).toBeGreaterThan(0)
  await page.evaluate(async userId => {
    const opening = indexedDB.open('kurso')
    await new Promise(resolve => opening.addEventListener('success', resolve))
    const transaction = opening.result.transaction('writes', 'readwrite')
    transaction.objectStore('writes').add({
      userId,
      call: 'POST /user-course-streams/:streamId/user-day-status/:dayId/start',
      input: { params: { streamId: 999_999, dayId: 999_999 }, body: {} },
      idempotencyKey: crypto.randomUUID(),
      at: Date.now(),
    })
    await new Promise(resolve => transaction.addEventListener('complete', resolve))
    opening.result.close()
  }, id)
  await page.reload()
  const toast = page.getByRole('alert').filter({ hasText: en('shell.dropped', { reason: '' }) })
  await expect(toast).toBeVisible()
  const close = toast.getByRole('button', { name: en('ui.close') })
  await close.focus()
  await page.keyboard.press('Enter')
  await expect(toast).toHaveCount(0)
})

for (const [language, title, reason] of [
  ['en', 'Error', 'Failed to load the app configuration'],
  ['ru', 'Ошибка', 'Не удалось загрузить настройки приложения'],
  ['es', 'Error', 'No se pudo cargar la configuración'],
] as const) {
  test(`a configuration that cannot be loaded is told in a dialog, and tried again from it, in ${language} [ERR-02]`, async ({
    page,
    speak,
    noise,
  }) => {
    noise.expect(/Failed to load the app configuration/)
    await speak(language)
    await page.route('**/', async route => {
      const answer = await route.fetch()
      await route.fulfill({ response: answer, body: (await answer.text()).replace('id="site">{', 'id="site">broken') })
    })
    await page.goto('/')
    const dialog = page.getByRole('alertdialog', { name: title })
    await expect(dialog.getByRole('heading', { name: title })).toBeVisible()
    await expect(dialog).toContainText(reason)
    await expect(dialog.getByRole('button')).toBeFocused()
    await page.unroute('**/')
    await page.keyboard.press('Enter')
    await signInPage(page, texts(language)).email.waitFor()
    await expect(dialog).toHaveCount(0)
  })
}
