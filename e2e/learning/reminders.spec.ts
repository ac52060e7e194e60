import type { CDPSession, Page, Worker } from '@playwright/test'
import { faultsOf } from '../axe-faults.ts'
import { nextLetter } from '../school/letters.ts'
import { newLearner, withDatabase } from '../school/people.ts'
import { origin, signInByCookie } from '../school/sessions.ts'
import { overflow, shellPage } from '../pages/shell-page.ts'
import { expect, test } from '../test.ts'
import { texts } from '../texts.ts'
import { wholeBrowser } from '../whole-browser.ts'

test.use({ serviceWorkers: 'allow', launchOptions: wholeBrowser('--disable-background-networking') })

const en = texts('en')

function remindersPage(page: Page, t = en) {
  return {
    add: page.getByRole('link', { name: t('notifications.add'), exact: true }),
    day: (name: string) => page.getByRole('checkbox', { name, exact: true }),
    time: page.getByLabel(t('notifications.form.time')),
    text: page.getByLabel(t('notifications.form.text')),
    save: page.getByRole('button', { name: t('notifications.form.save'), exact: true }),
    make: page.getByRole('button', { name: t('notifications.form.add'), exact: true }),
    rows: page.getByRole('main').getByRole('listitem'),
    switches: page.getByRole('main').getByRole('listitem').getByRole('switch'),
    heading: (name: string) => page.getByRole('heading', { level: 1, name, exact: true }),
  }
}

test('a learner adds a reminder, changes it, turns it off and deletes it [PRO-10, RTE-05]', async ({
  page,
  context,
}) => {
  const { id } = await newLearner({ timezone: 'Asia/Kolkata' })
  await signInByCookie(context, id)
  const screen = remindersPage(page)
  await page.goto('/user/settings/reminders')
  await expect(page.getByText(en('notifications.empty'), { exact: true })).toBeVisible()
  await expect(page.getByText('Asia/Kolkata')).toBeVisible()
  await screen.add.click()

  await expect(page).toHaveURL(/\/user\/settings\/reminders\/new$/)
  for (const day of ['Monday', 'Tuesday', 'Wednesday', 'Thursday', 'Friday', 'Saturday', 'Sunday'])
    await screen.day(day).uncheck()
  await screen.make.click()
  await expect(page.getByText(en('notifications.form.days.required'))).toBeVisible()
  await screen.day('Monday').check()
  await screen.day('Friday').check()
  await screen.time.fill('07:15')
  await screen.text.fill('Breathe <b>in</b>')
  expect(await faultsOf(page)).toEqual([])
  expect(await overflow(page)).toBe(0)
  await screen.make.click()

  await expect(screen.rows).toHaveText([/07:15.*Monday and Friday.*Breathe <b>in<\/b>.*Next: .*07:15/])
  await page.reload()
  await expect(screen.rows).toHaveCount(1)
  expect(await faultsOf(page)).toEqual([])
  expect(await overflow(page)).toBe(0)
  await screen.switches.uncheck()
  await expect(screen.rows).toHaveText([new RegExp(en('notifications.off'))])

  await screen.rows.getByRole('link').click()
  await screen.time.fill('21:40')
  await screen.day('Saturday').check()
  await screen.save.click()
  await expect(screen.rows).toHaveText([/21:40.*Mon, Fri,? and Sat/])
  await screen.rows.getByRole('link').click()
  await page.getByRole('button', { name: en('notifications.delete'), exact: true }).click()
  await page
    .getByRole('alertdialog')
    .getByRole('button', { name: en('notifications.delete.keep') })
    .click()
  await page.getByRole('button', { name: en('notifications.delete'), exact: true }).click()
  await page
    .getByRole('alertdialog')
    .getByRole('button', { name: en('notifications.delete'), exact: true })
    .click()
  await expect(page.getByText(en('notifications.empty'), { exact: true })).toBeVisible()
})

test('a due reminder is e-mailed, and its link turns it off without signing in [PRO-10]', async ({
  page,
  context,
  browser,
}) => {
  const { id, email } = await newLearner({ timezone: 'Europe/Madrid' })
  await signInByCookie(context, id)
  const screen = remindersPage(page)
  await page.goto('/user/settings/reminders/new')
  await screen.text.fill('Ten minutes of morning practice')
  await screen.make.click()
  await expect(screen.rows).toHaveCount(1)
  // Makes it due, without changing the server's clock.
  await withDatabase(client => client.query('update reminders set next_at = now() where user_id = $1', [id]))
  const { text, links } = await nextLetter(email)
  expect(text).toContain('Ten minutes of morning practice')
  const link = links.find(one => one.includes('/unsubscribe?token='))
  expect(link).toMatch(new RegExp(`^${origin}/unsubscribe\\?token=`))

  const stranger = await browser.newContext()
  const visit = await stranger.newPage()
  await visit.goto(link ?? '')
  const off = visit.getByRole('button', { name: en('notifications.unsubscribe.yes'), exact: true })
  await off.waitFor()
  await page.reload()
  await expect(screen.switches).toBeChecked()
  await off.click()
  await expect(visit.getByRole('heading', { name: en('notifications.unsubscribe.done') })).toBeVisible()
  await page.reload()
  await expect(screen.switches).not.toBeChecked()
  await visit.goto('/unsubscribe?token=1.made-up')
  await off.click()
  await expect(visit.getByRole('alert')).toContainText('no longer works')
  await stranger.close()
})

/** Hands a push to the page's worker, as the browser's push service would. */
async function deliver(client: CDPSession, registrationId: string, data: string) {
  await client.send('ServiceWorker.deliverPushMessage', { origin, registrationId, data })
}

const shownIn = (worker: Worker) =>
  worker.evaluate(async () => {
    const scope = globalThis as unknown as { registration: ServiceWorkerRegistration }
    const shown = await scope.registration.getNotifications()
    return shown.map(({ title, body, tag, data }) => ({ title, body, tag, url: (data as { url: string }).url }))
  })

// Headless Chromium has no push service, so subscribing is tested separately.
test('a push message is shown as text and leads only to our own addresses [PRO-10, SEC-06]', async ({
  page,
  context,
}) => {
  await context.grantPermissions(['notifications'])
  const workers = context.waitForEvent('serviceworker')
  const client = await context.newCDPSession(page)
  const registered = new Promise<string>(resolve =>
    client.on('ServiceWorker.workerRegistrationUpdated', ({ registrations: [first] }) => {
      if (first) resolve(first.registrationId)
    }),
  )
  await client.send('ServiceWorker.enable')
  await page.goto('/')
  const worker = await workers
  const registrationId = await registered
  await page.waitForFunction(async () => (await navigator.serviceWorker.ready).active?.state === 'activated')

  await deliver(
    client,
    registrationId,
    JSON.stringify({ title: '<b>Vera</b>', body: '<img src=x>', url: '/chat/7', tag: 'chat-7' }),
  )
  const first = { title: '<b>Vera</b>', body: '<img src=x>', tag: 'chat-7', url: `${origin}/chat/7` }
  await expect.poll(() => shownIn(worker)).toEqual([first])
  await deliver(
    client,
    registrationId,
    JSON.stringify({ title: 'Vera', body: 'Again', url: 'https://evil.example/', tag: 'chat-7' }),
  )
  await expect.poll(() => shownIn(worker)).toEqual([{ title: 'Vera', body: 'Again', tag: 'chat-7', url: `${origin}/` }])
})

test('after 100 seconds a learner is asked about notifications once, and told where to allow them [SHL-11]', async ({
  page,
  context,
}) => {
  const { id } = await newLearner()
  await signInByCookie(context, id)
  await page.clock.install()
  await page.goto('/user/settings/reminders')
  await expect(page.getByText(en('notifications.empty'), { exact: true })).toBeVisible()
  const prompt = page.getByText(en('notifications.push.prompt'))
  const watch = page.waitForResponse(/push-watch/)
  await page.clock.fastForward(12_000)
  await watch
  await page.clock.fastForward(80_000)
  await expect(prompt).toBeHidden()
  await page.clock.fastForward(10_000)
  await expect(prompt, 'not amid what somebody is doing').toBeHidden()
  await shellPage(page, en).place(en('shell.title.home'))
  await expect(prompt).toBeVisible()
  // It takes its own place above the screen: the main action and the section links stay free.
  const [box, header] = await Promise.all([prompt.boundingBox(), page.getByRole('banner').boundingBox()])
  expect((box?.y ?? 0) + (box?.height ?? 0)).toBeLessThanOrEqual(header?.y ?? 0)
  expect(await faultsOf(page)).toEqual([])
  await page.getByRole('button', { name: en('notifications.push.prompt.yes'), exact: true }).click()
  await expect(page.getByText(en('notifications.push.answer.refused')).first()).toBeVisible()

  await expect(prompt).toBeHidden()

  await page.goto('/user/settings/notifications')
  await expect(page.getByRole('switch').nth(1)).toBeDisabled()
  const again = page.waitForResponse(/push-watch/)
  await page.clock.fastForward(12_000)
  await again
  await page.clock.fastForward(200_000)
  await shellPage(page, en).place(en('shell.title.home'))
  await expect(shellPage(page, en).heading).toBeVisible()
  await expect(prompt).toBeHidden()
})
