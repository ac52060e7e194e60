import type { Page } from '@playwright/test'
import { headingOf } from '../pages/heading.ts'
import { faultsOf } from '../axe-faults.ts'
import { nextLetter } from '../school/letters.ts'
import { photo } from '../school/homework-course.ts'
import { newLearner, withDatabase } from '../school/people.ts'
import { signInByCookie } from '../school/sessions.ts'
import { newStaff, signInToStudio, studioTexts } from '../pages/studio-page.ts'
import { expect, test } from '../test.ts'
import { texts } from '../texts.ts'

const en = texts('en')
const studio = studioTexts('en')
const phone = { viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true }
const supportEmail = 'support@kurso.example.com'

/** A member of staff with only the support role. */
async function newHelper() {
  const helper = await newStaff('expert', 'Sara')
  await withDatabase(client => client.query(`update users set role = 'support' where id = $1`, [helper.id]))
  return helper
}

/** Answers the request with this last message, from the list in the studio, after anything else is done. */
async function answerInStudio(page: Page, words: string, answer: string, before?: () => Promise<unknown>) {
  await page.getByRole('link', { name: words }).click()
  await expect(page.getByRole('log')).toContainText(words)
  await page.getByLabel(studio('helpdesk.answer')).fill(answer)
  await before?.()
  await page.getByRole('button', { name: studio('helpdesk.send') }).click()
  await expect(page.getByRole('log')).toContainText(answer)
}

async function choosePhotos(page: Page) {
  await page.locator('input[type=file]').setInputFiles([photo(), { ...photo(), name: 'second.jpg' }])
  const chosen = page.getByRole('list', { name: studio('media.upload.list') }).getByRole('listitem')
  await expect(chosen.filter({ hasText: studio('media.upload.done') })).toHaveCount(2)
  expect(await faultsOf(page)).toEqual([])
}

test('a learner asks about a course, is answered from the studio live, and goes on [SUP-01, SUP-02, SUP-03, SUP-04, SUP-06, RTE-14, RTE-18, STF-01, STF-06]', async ({
  browser,
  page,
  context,
  noise,
}) => {
  const learner = await newLearner()
  const helper = await newHelper()
  const device = await browser.newContext(phone)
  await signInByCookie(device, learner.id)
  const own = await device.newPage()
  const words = `How long may I stay? <b>${learner.id}</b>`

  await own.goto('/support')
  await own.getByRole('link', { name: 'Renewing a course or consultations' }).click()
  await expect(own.getByRole('heading', { name: en('support.course') })).toBeVisible()
  await own.locator('main').getByRole('link').first().click()
  await expect(own).toHaveURL(new RegExp(`/support/7/${learner.streamId}$`))
  await expect(own.getByLabel(en('support.name'))).toHaveValue('Vera')
  const send = own.getByRole('button', { name: en('support.send') })
  await expect(send).toBeDisabled()
  await own.getByRole('textbox', { name: en('support.message') }).fill(words)
  expect(await faultsOf(own)).toEqual([])
  await send.click()
  const request = own.getByRole('listitem').filter({ hasText: words })
  await expect(request).toContainText(en('support.state.open'))
  let letter = await nextLetter(supportEmail)
  while (!letter.text.includes(words)) letter = await nextLetter(supportEmail)
  expect(letter.html).not.toContain(`<b>${learner.id}`)

  await signInToStudio(context, helper.id)
  await page.goto('/admin')
  const sections = page.getByRole('navigation', { name: studio('shell.navigation') }).getByRole('link')
  await expect(sections).toContainText([studio('helpdesk.title'), studio('video.section'), studio('people.title')])
  await expect(sections).toHaveCount(3)
  await headingOf(page).waitFor()
  expect(await faultsOf(page)).toEqual([])
  await answerInStudio(page, words, 'As long as your access lasts', () => choosePhotos(page))
  await expect(page.getByRole('list', { name: studio('media.upload.list') })).toBeHidden()
  expect(await faultsOf(page)).toEqual([])
  await page.keyboard.press('Control+k')
  await page.getByRole('dialog').getByRole('searchbox').fill('How long may I stay?')
  const found = page
    .getByRole('dialog')
    .getByRole('region', { name: studio('helpdesk.title') })
    .getByRole('link')
  await expect(found.first()).toBeVisible()
  expect(await faultsOf(page)).toEqual([])
  const open = new URL(page.url()).pathname
  await expect(page.getByRole('dialog').locator(`a[href^="${open}"]`)).toBeVisible()
  await found.first().press('Escape')
  await expect(page.getByRole('dialog')).toBeHidden()

  // The answer arrives whatever screen the learner is on, and is among the messages.
  await own.getByRole('button', { name: en('support.news.open') }).click()
  const log = own.getByRole('log', { name: en('support.request.log') })
  await expect(log).toContainText('As long as your access lasts')
  await log.getByRole('button', { name: en('chat.photo.open', { number: 2, count: 2 }) }).click()
  const gallery = own.getByRole('dialog', { name: en('chat.photo', { number: 2, count: 2 }) })
  await expect(gallery.getByRole('img', { name: 'second.jpg' })).toBeVisible()
  await own.keyboard.press('Escape')
  expect(await faultsOf(own)).toEqual([])
  await own.getByLabel(en('support.request.write')).fill('And after that?')
  await send.click()
  await expect(log.locator(':scope > ol > li')).toHaveCount(3)
  await expect(page.getByRole('log').getByRole('listitem').last()).toContainText('And after that?')
  await page.getByRole('button', { name: studio('helpdesk.close') }).click()
  await expect(own.getByText(en('support.request.closed'))).toBeVisible()
  await own.goto('/chat')
  await expect(own.getByRole('region', { name: en('support.requests') })).toContainText('And after that?')
  await device.close()
  expect(noise.lines).toEqual([])
})

test('a question written offline waits on the device and is sent once [SUP-02, SUP-03]', async ({ browser }) => {
  const learner = await newLearner()
  const device = await browser.newContext(phone)
  await signInByCookie(device, learner.id)
  const page = await device.newPage()
  await page.goto('/support')
  await page.getByRole('link', { name: 'Something does not work' }).click()
  await page.getByRole('textbox', { name: en('support.message') }).fill('Nothing plays')
  await page.waitForLoadState('networkidle')
  await device.setOffline(true)
  await page.getByRole('button', { name: en('support.send') }).click()
  await expect(page.getByText(en('support.waits'))).toBeVisible()
  await expect(page.getByText('Nothing plays')).toBeVisible()
  await device.setOffline(false)
  await expect(page.getByText(en('support.waits'))).toBeHidden()
  await expect(page.getByRole('listitem').filter({ hasText: 'Nothing plays' })).toHaveCount(1)
  const { rows } = await withDatabase(client =>
    client.query('select count(*)::int as n from support_requests where user_id = $1', [learner.id]),
  )
  expect(rows[0]?.n).toBe(1)
  await device.close()
})

test('a visitor asks from the sign-in and is answered by e-mail [SUP-05, SUP-06, ACC-01, ACC-22]', async ({
  browser,
  page,
  context,
}) => {
  const helper = await newHelper()
  const device = await browser.newContext(phone)
  const visitor = await device.newPage()
  const email = `visitor-${helper.id}@example.com`
  const words = `Is it for beginners? ${helper.id}`
  await visitor.goto('/')
  await visitor.getByRole('button', { name: en('accounts.login.help') }).click()
  const dialog = visitor.getByRole('dialog', { name: en('support.title') })
  await expect(dialog.getByRole('link', { name: supportEmail })).toHaveAttribute('href', `mailto:${supportEmail}`)
  const send = dialog.getByRole('button', { name: en('support.send') })
  await dialog.getByLabel(en('support.name')).fill('Nadia')
  await dialog.getByLabel(en('support.email')).fill('nadia')
  await expect(send).toBeDisabled()
  await dialog.getByRole('textbox', { name: en('support.message') }).fill(words)
  await send.click()
  await expect(dialog.getByText(en('support.problem.invalid_email'))).toBeVisible()
  await dialog.getByLabel(en('support.email')).fill(email)
  expect(await faultsOf(visitor)).toEqual([])

  const logged: string[] = []
  visitor.on('console', message => void (message.type() === 'warning' && logged.push(message.text())))
  let cut = () => {}
  await visitor.route('**/tech-questions/anonymous*', async route => {
    await new Promise<void>(resolve => (cut = resolve))
    await route.abort()
  })
  await send.click()
  await expect(send).toBeDisabled()
  await expect.poll(() => (cut(), dialog.getByText(en('support.error')).isVisible())).toBe(true)
  await expect(send).toBeEnabled()
  expect(logged.join()).toContain(en('support.error'))
  await expect(dialog.getByRole('textbox', { name: en('support.message') })).toHaveValue(words)
  await visitor.unroute('**/tech-questions/anonymous*')
  await send.click()
  const alert = visitor.getByRole('alertdialog', { name: en('support.successfully') })
  await expect(alert).toContainText(en('support.messageSent'))
  await expect(dialog).toBeHidden()
  await alert.getByRole('button').click()
  await expect(alert).toBeHidden()
  await visitor.getByRole('button', { name: en('accounts.login.help') }).click()
  await expect(
    dialog.getByRole('textbox', { name: en('support.message') }),
    'what has been sent is not there again',
  ).toHaveValue('')
  await visitor.keyboard.press('Escape')

  await signInToStudio(context, helper.id)
  await page.goto('/admin/support')
  await answerInStudio(page, words, 'Yes, it begins with the first step', () =>
    expect(page.locator('input[type=file]'), 'an e-mail takes no files').toHaveCount(0),
  )
  const letter = await nextLetter(email)
  expect(letter.text).toContain('Yes, it begins with the first step')
  expect(letter.text).toContain(words)
  await device.close()
})
