import type { Page } from '@playwright/test'
import { chatOf, demoExpert } from '../school/chat-people.ts'
import { newLearner, withDatabase } from '../school/people.ts'
import { origin, signInByCookie } from '../school/sessions.ts'
import { expect, test } from '../test.ts'
import { texts } from '../texts.ts'

const t = texts('en')
const name = t('shell.title.notices')
const bellOn = (page: Page) => page.getByRole('link', { name: new RegExp(`^${name}`) })

/** What the sweep does a minute after a message that nobody has seen. */
const tell = (userId: number, messageId: number) =>
  withDatabase(client =>
    client.query(
      `insert into notices (user_id, kind, data, key, created_at, expires_at)
       values ($1, 'message', json_build_object('message_id', $2::bigint), 'walk', now(), now())`,
      [userId, messageId],
    ),
  )

test('an answer waits behind the bell, leads to its chat, and is read on every device once one has shown it [PRO-14] @once', async ({
  page,
  context,
  browser,
}) => {
  const learner = await newLearner()
  const chatId = await chatOf(learner.streamId)
  const { id } = await (await demoExpert()).write(chatId, 'Well done')
  await tell(learner.id, id)
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
