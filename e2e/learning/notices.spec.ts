import type { Page } from '@playwright/test'
import { shellPage } from '../pages/shell-page.ts'
import { chatOf, demoExpert } from '../school/chat-people.ts'
import { nextLetter } from '../school/letters.ts'
import { newLearner, tellMessage, withDatabase } from '../school/people.ts'
import { origin, signInByCookie } from '../school/sessions.ts'
import { expect, test } from '../test.ts'
import { texts } from '../texts.ts'

const t = texts('en')
const name = t('shell.title.notices')
const bellOn = (page: Page) => page.getByRole('link', { name: new RegExp(`^${name}`) })

test('an answer waits behind the bell, leads to its chat, and is read on every device once one has shown it [PRO-14] @once', async ({
  page,
  context,
  browser,
}) => {
  const learner = await newLearner()
  const chatId = await chatOf(learner.streamId)
  const { id } = await (await demoExpert()).write(chatId, 'Well done')
  await tellMessage(learner.id, id)
  const elsewhere = await browser.newContext({ baseURL: origin })
  await signInByCookie(elsewhere, learner.id)
  const other = await elsewhere.newPage()
  await other.goto('/home')
  await expect(bellOn(other)).toHaveAccessibleName(`${name}: 1`)

  await signInByCookie(context, learner.id)
  await page.goto('/home')
  await bellOn(page).click()
  const notice = page.getByRole('link', { name: /Well done/ })
  await expect(notice).toContainText(t('notifications.list.new'))
  await expect(bellOn(other)).toHaveAccessibleName(name)
  // Beside the back button of a phone it makes room once it tells nothing.
  await expect(bellOn(page)).toBeHidden()
  await expect(notice).toContainText(t('notifications.list.new'))
  await notice.click()
  await expect(page).toHaveURL(`/chat/${chatId}`)
  await elsewhere.close()
})

test('quiet hours and the summary are chosen among the settings, and the e-mail’s own page ends the summary [PRO-17, PRO-18]', async ({
  page,
  context,
  browser,
}) => {
  const learner = await newLearner({ timezone: 'Europe/Madrid' })
  const chatId = await chatOf(learner.streamId)
  await signInByCookie(context, learner.id)
  await page.goto('/user/settings/notifications')
  const time = (label: string) => page.getByRole('textbox', { name: label, exact: true })
  const [from, until] = [time(t('notifications.quiet.from')), time(t('notifications.quiet.until'))]
  const save = page.getByRole('button', { name: t('notifications.form.save'), exact: true })
  await expect(from).toHaveValue('22:00')
  await expect(save).toBeHidden()
  await until.fill('22:00')
  await save.click()
  await expect(page.getByText(t('notifications.quiet.same'))).toBeVisible()
  await until.fill('06:30')
  await save.click()
  await expect(page.getByText(t('notifications.quiet.saved'))).toBeVisible()
  const quiet = page.getByRole('switch', { name: t('notifications.quiet.on') })
  await quiet.click()
  await expect(quiet).not.toBeChecked()
  await expect(from).toBeHidden()
  const pace = page.getByLabel(t('notifications.digest.pace'))
  const chosen = page.waitForResponse(
    answer => answer.url().endsWith('/user-digest') && answer.request().method() === 'PUT',
  )
  await pace.selectOption(t('notifications.digest.daily'))
  await chosen
  await page.reload()
  await expect(pace).toHaveValue('daily')
  await quiet.click()
  await expect(until).toHaveValue('06:30')
  await quiet.click()
  await expect(from).toBeHidden()

  const { id } = await (await demoExpert()).write(chatId, 'Well done')
  await tellMessage(learner.id, id)
  await withDatabase(client => client.query('update users set is_email_validated = true where id = $1', [learner.id]))
  const past = `update notices set created_at = created_at - interval '2 minutes' where user_id = $1`
  await withDatabase(client => client.query(past, [learner.id]))
  await withDatabase(client => client.query('update digests set next_at = now() where user_id = $1', [learner.id]))
  const { text, links } = await nextLetter(learner.email)
  expect(text).toContain('Well done')
  expect(links).toContain(`${origin}/chat/${chatId}`)
  const stranger = await browser.newContext({ baseURL: origin })
  const visit = await stranger.newPage()
  await visit.goto(links.find(link => link.includes('/unsubscribe?token=digest-')) ?? '')
  await visit.getByRole('button', { name: t('notifications.unsubscribe.letters.yes'), exact: true }).click()
  await expect(visit.getByRole('heading', { name: t('notifications.unsubscribe.letters.done') })).toBeVisible()
  await page.reload()
  await expect(pace).toHaveValue('off')
  await stranger.close()
})

test('the bell comes last, into a place that waits for it', async ({ page, context }) => {
  await signInByCookie(context, (await newLearner()).id)
  const points = shellPage(page, t).points(0)
  const places: unknown[] = []
  await page.route(/\/Bell-\w+\.js$/, async route => {
    places.push(await points.boundingBox())
    await route.continue()
  })
  await page.goto('/home')
  await expect(bellOn(page)).toBeVisible()
  expect(places).toEqual([await points.boundingBox()])
})
