import { faultsOf } from '../axe-faults.ts'
import { chatPage } from '../pages/chat-page.ts'
import { overflow } from '../pages/shell-page.ts'
import { chatOf, messagesIn } from '../school/chat-people.ts'
import { newLearner, withDatabase } from '../school/people.ts'
import { signInByCookie } from '../school/sessions.ts'
import { expect, noNetwork, test } from '../test.ts'
import { texts } from '../texts.ts'

const en = texts('en')
const delay = 15
const counted = /Goes out in \d+ seconds?/

/** The shortest time between two messages of a chat, in ms. */
async function shortestGap(chatId: number): Promise<number> {
  const { rows } = await withDatabase(client =>
    client.query('select created_at from chat_messages where chat_id = $1 order by number', [chatId]),
  )
  const times = rows.map(({ created_at: at }) => new Date(at).getTime())
  return Math.min(...times.slice(1).map((at, index) => at - (times[index] ?? 0)))
}

test('a learner writes on while the school’s delay runs: messages wait in sight, are changed and taken back, outlive a reload and a lost network, and go out in order, never too soon [CHT-06] [CHT-08]', async ({
  page,
  context,
  noise,
}) => {
  noise.expect(/429 POST|Too Many Requests|status of 429/)
  noise.expect(noNetwork)
  const learner = await newLearner()
  const chatId = await chatOf(learner.streamId)
  await signInByCookie(context, learner.id)
  // The school of these walks has a short delay; here it is as long as a learner meets.
  await page.route(new RegExp(`/v1/chats/${chatId}(\\?|$)`), async route => {
    const response = await route.fetch()
    await route.fulfill({ response, json: { ...(await response.json()), message_delay: delay } })
  })
  const chat = chatPage(page)
  await page.goto(`/chat/${chatId}`)
  await chat.send('Alpha')
  await expect(chat.state(chat.row('Alpha'), 'delivered')).toBeVisible()
  for (const text of ['Beta', 'Gamma', 'Delta']) await chat.send(text)
  await expect(chat.box).toBeEditable()
  await expect(chat.box).toHaveValue('')
  for (const text of ['Beta', 'Gamma', 'Delta']) await expect(chat.row(text)).toContainText(counted)
  expect(await faultsOf(page)).toEqual([])
  expect(await overflow(page)).toBe(0)

  await page.reload()
  await expect(chat.row('Gamma')).toContainText(counted)
  await chat
    .row('Delta')
    .getByRole('button', { name: en('chat.discard') })
    .click()
  await expect(chat.row('Delta')).toHaveCount(0)
  await chat.box.fill('and more')
  await chat
    .row('Gamma')
    .getByRole('button', { name: en('chat.edit') })
    .press('Enter')
  await expect(chat.row('Gamma')).toHaveCount(0)
  await expect(chat.box).toHaveValue('Gamma\nand more')
  await expect(chat.box).toBeFocused()
  await chat.send('Epsilon')
  await expect(chat.row('Epsilon')).toContainText(counted)

  await context.setOffline(true)
  await expect(chat.row('Epsilon').locator('span', { hasText: en('chat.state.waiting') })).toBeVisible()
  await context.setOffline(false)
  await expect(chat.state(chat.row('Epsilon'), 'delivered')).toBeVisible()
  expect((await messagesIn(chatId)).map(({ text }) => text)).toEqual(['Alpha', 'Beta', 'Epsilon'])
  expect(await shortestGap(chatId)).toBeGreaterThanOrEqual(2000)
})
