import type { Browser } from '@playwright/test'
import { chatPage } from '../pages/chat-page.ts'
import { signInToStudio } from '../pages/studio-page.ts'
import { newLearner, withDatabase } from '../school/people.ts'
import { origin, signInByCookie, userIdOf } from '../school/sessions.ts'
import { expect, test } from '../test.ts'
import { texts } from '../texts.ts'

const t = texts('en')

/** A device of this person with a page open, as a rule the chat of a club. */
async function deviceOf(browser: Browser, email: string, path: string) {
  const context = await browser.newContext({ baseURL: origin, locale: 'en' })
  await signInByCookie(context, await userIdOf(email))
  const page = await context.newPage()
  await page.goto(path)
  return { context, page, chat: chatPage(page) }
}

test('members talk from two devices; what staff hide or whose writing they pause is seen at once, and the text stays [CLB-08] [RTE-18] @once', async ({
  browser,
}) => {
  const phone = await deviceOf(browser, 'learner@example.com', '/clubs')
  await phone.page.getByRole('link', { name: /^Chat/ }).click()
  await phone.chat.box.waitFor()
  const { pathname: path } = new URL(phone.page.url())
  const other = await deviceOf(browser, 'learner@example.com', path)
  await phone.chat.send('Who practises before work?')
  await expect(other.chat.row('Who practises before work?')).toBeVisible()

  const staff = await deviceOf(browser, 'admin@example.com', path)
  const asked = staff.chat.row('Who practises before work?')
  await staff.chat.useTool(asked, t('clubchat.reply'))
  await staff.chat.box.pressSequentially('I do, @Ann')
  const suggested = staff.page.getByRole('button', { name: 'Anna Petrova' })
  await suggested.waitFor()
  await staff.page.keyboard.press('Shift+Tab')
  await expect(suggested).toBeFocused()
  await staff.page.keyboard.press('Enter')
  await expect(staff.chat.box).toHaveValue('I do, @Anna Petrova ')
  await staff.page.getByRole('button', { name: t('chat.send'), exact: true }).click()
  for (const { chat } of [phone, other]) {
    const answer = chat.row('I do, @Anna Petrova')
    await expect(answer.getByText('Who practises before work?')).toBeVisible()
    await expect(answer.getByText('Max Orlov')).toBeVisible()
  }

  const answer = phone.chat.row('I do, @Anna Petrova')
  await phone.chat.useTool(answer, t('clubchat.report'))
  await phone.page.getByLabel(t('clubchat.report.reason')).fill('This is an advertisement')
  await phone.page
    .getByRole('dialog')
    .getByRole('button', { name: t('clubchat.report.send') })
    .click()
  await expect(phone.page.getByText(t('clubchat.report.sent'))).toBeVisible()

  const studio = await browser.newContext({ baseURL: origin, locale: 'en' })
  await signInToStudio(studio, await userIdOf('admin@example.com'))
  const desk = await studio.newPage()
  await desk.goto(`/admin${path}`)
  const reported = desk.getByRole('article', { name: 'Message by Max Orlov' })
  await expect(reported.getByText('This is an advertisement')).toBeVisible()
  await reported.getByRole('button', { name: 'Hide the message by Max Orlov' }).click()
  await expect(desk.getByText('Nothing was reported')).toBeVisible()
  for (const { chat } of [phone, other]) await expect(chat.row(t('chat.absent.hidden'))).toBeVisible()

  await desk.getByRole('tab', { name: 'Hidden' }).click()
  await desk.getByRole('button', { name: 'Pause writing: Max Orlov' }).click()
  await desk.getByRole('dialog').getByRole('button', { name: 'Save' }).click()
  await expect(reported.getByText(/Writing paused until/)).toBeVisible()
  await staff.chat.send('One more thing')
  await expect(staff.page.getByRole('alert')).toContainText('A moderator has paused your writing')
  await expect(staff.chat.box).toHaveValue('One more thing')
  await expect(phone.chat.row('One more thing')).toHaveCount(0)

  await desk.getByRole('button', { name: 'Pause writing: Max Orlov' }).click()
  await desk.getByRole('dialog').getByLabel('For how long').selectOption({ label: 'Let them write' })
  await desk.getByRole('dialog').getByRole('button', { name: 'Save' }).click()
  await expect(reported.getByText(/Writing paused until/)).toHaveCount(0)
  await desk.getByRole('button', { name: 'Restore the message by Max Orlov' }).click()
  await expect(phone.chat.row('I do, @Anna Petrova')).toBeVisible()
  for (const context of [phone.context, other.context, staff.context, studio]) await context.close()
})

/** Somebody with an order that opens a club for a week. */
async function newMember(clubId: number) {
  const person = await newLearner()
  const text = `insert into orders (brand_id, user_id, service_id, type, title, language, timezone, currency, full_amount, amount, tax_rate,
      consultations, points, status, is_open, closes_at)
    select 'kurso', $1, service_id, 'course_buy', 'A club', 'en', 'UTC', 'EUR', 0, 0, 0, 0, 0, 'paid', true, now() + interval '7 days'
    from community_services where community_id = $2 order by service_id limit 1`
  await withDatabase(client => client.query(text, [person.id, clubId]))
  return person
}

test('what somebody wrote goes from open pages when they are erased, and from the quotes of it [CLB-08, SEC-02] @once', async ({
  browser,
}) => {
  const phone = await deviceOf(browser, 'learner@example.com', '/clubs')
  await phone.page.getByRole('link', { name: /^Chat/ }).click()
  await phone.chat.box.waitFor()
  const { pathname: path } = new URL(phone.page.url())
  const leaver = await newMember(Number(/\d+/.exec(path)?.[0]))
  const guest = await deviceOf(browser, leaver.email, path)
  const secret = `My secret ${leaver.id}`
  await guest.chat.send(secret)
  const row = phone.chat.row(secret)
  await phone.chat.useTool(row, t('clubchat.reply'))
  const reply = `Do not tell ${leaver.id}`
  await phone.chat.send(reply)
  await expect(phone.chat.row(reply).getByText(secret)).toBeVisible()
  await guest.context.close()

  await withDatabase(client => client.query('delete from users where id = $1', [leaver.id]))
  await expect(phone.page.getByText(secret)).toHaveCount(0)
  await expect(phone.chat.row(reply).getByText(t('chat.absent.erased'))).toBeVisible()
  await phone.context.close()
})
