import type { Locator, Page } from '@playwright/test'
import { addCourse, chatOf, demoExpert, endWriting, fillChat, messagesIn } from './chat-people.ts'
import { newLearner } from './people.ts'
import { signInByCookie } from './sessions.ts'
import { expect, test } from './test.ts'
import { texts } from './texts.ts'

const en = texts('en')
const hostile = '<img src=x onerror="document.title=\'run\'"><script>document.title="run"</script> javascript:alert(1)'

function chatPage(page: Page) {
  const log = page.getByRole('log', { name: en('chat.messages') })
  const rows = log.locator('[data-row]')
  const box = page.getByRole('textbox', { name: en('chat.placeholder') })
  return {
    log,
    rows,
    box,
    row: (text: string) => rows.filter({ hasText: text }),
    send: async (text: string) => {
      await box.fill(text)
      await page.getByRole('button', { name: en('chat.send') }).click()
    },
    state: (row: Locator, state: 'waiting' | 'delivered' | 'read' | 'failed') =>
      row.getByRole('img', { name: en(`chat.state.${state}`) }),
    badge: page.getByRole('navigation', { name: en('shell.navigation') }).getByRole('img', { name: /unread/ }),
  }
}

test('a learner reads, writes, loses the network and a try, and nothing is lost, doubled or run [CHT-06] [CHT-08] [CHT-09] [CHT-10] [CHT-13] [RTE-12] [OFF-07]', async ({
  page,
  context,
  noise,
}, { project }) => {
  test.skip(project.name !== 'phone', 'walked once, on a phone')
  noise.expect(/429 POST|Too Many Requests|status of 4(22|29)|422 POST/)
  noise.expect(/ERR_INTERNET_DISCONNECTED|ERR_NETWORK_CHANGED|WebSocket/)
  const learner = await newLearner()
  const chatId = await chatOf(learner.streamId)
  const expert = await demoExpert()
  await expert.write(chatId, 'Welcome to the course')
  await expert.write(chatId, hostile)
  await signInByCookie(context, learner.id)
  const chat = chatPage(page)

  await page.goto('/home')
  await expect(chat.badge).toHaveText('2')
  await page.getByRole('link', { name: en('shell.title.chats') }).click()
  await page
    .getByRole('navigation', { name: en('chat.list') })
    .getByRole('link')
    .click()
  await expect(page).toHaveURL(`/chat/${chatId}`)
  await expect(chat.row('<script>')).toContainText(hostile)
  expect(await page.title()).not.toContain('run')
  await expect(chat.badge).toBeHidden()

  await chat.send('Thank you')
  await expect(chat.state(chat.row('Thank you'), 'delivered')).toBeVisible()
  await expect(page.getByRole('button', { name: /The next message in/ })).toBeDisabled()
  await chat.box.fill('half a thought')
  await page.reload()
  await expect(chat.box).toHaveValue('half a thought')

  await context.setOffline(true)
  await chat.send('the same words')
  await chat.send('the same words')
  await expect(chat.row('the same words')).toHaveCount(2)
  await expect(chat.state(chat.row('the same words').first(), 'waiting')).toBeVisible()
  await context.setOffline(false)
  await expect(chat.state(chat.row('the same words').nth(1), 'delivered')).toBeVisible()
  await expect(chat.row('the same words')).toHaveCount(2)

  const refusal = { code: 'file_unusable', message: 'You can upload only photo or video' }
  await page.route('**/messages?*', route => route.fulfill({ status: 422, json: refusal }), { times: 1 })
  await expect(page.getByRole('button', { name: en('chat.send') })).toBeEnabled()
  await chat.send('refused once')
  await expect(chat.row('refused once').getByRole('alert')).toContainText(refusal.message)
  await chat
    .row('refused once')
    .getByRole('button', { name: en('chat.retry') })
    .click()
  await expect(chat.state(chat.row('refused once'), 'delivered')).toBeVisible()
  const expected = ['Welcome to the course', hostile, 'Thank you', 'the same words', 'the same words', 'refused once']
  expect((await messagesIn(chatId)).map(({ text }) => text)).toEqual(expected)

  await chat.row('refused once').click()
  await page.getByRole('button', { name: en('chat.edit') }).click()
  await chat.box.fill('changed my mind')
  await page.getByRole('button', { name: en('chat.save') }).click()
  await expect(chat.row('changed my mind')).toContainText(en('chat.edited'))

  const last = (await messagesIn(chatId)).at(-1)
  await expert.view(chatId, last?.id ?? 0)
  await expect(chat.state(chat.row('changed my mind'), 'read')).toBeVisible()
  await expert.write(chatId, 'Here is my answer')
  await expect(chat.row('Here is my answer')).toBeVisible()
  await page.getByRole('button', { name: en('chat.rating.stars', { count: 4 }) }).click()
  await expect.poll(async () => (await messagesIn(chatId)).at(-1)?.rating).toBe(4)
})

/** Scrolls back by less than a screen and tells how far the message that was read moved from where it should be, in px. */
function driftOf(log: Locator): Promise<number> {
  return log.evaluate(async list => {
    const top = list.getBoundingClientRect().top
    const read = [...list.querySelectorAll('[data-row]')].find(row => row.getBoundingClientRect().bottom > top + 60)
    const key = read?.getAttribute('data-row')
    const place = () =>
      [...list.querySelectorAll('[data-row]')]
        .find(row => row.getAttribute('data-row') === key)
        ?.getBoundingClientRect().bottom
    const before = place() ?? 0
    const by = Math.min(list.scrollTop, 600)
    list.scrollTop -= by
    await new Promise(done => setTimeout(done, 120))
    return Math.abs((place() ?? Number.NaN) - before - by)
  })
}

/** Opens a chat from the list and tells how long it took until its newest message was drawn, in ms. */
async function opening(page: Page, title: string, newest: string): Promise<number> {
  const link = page
    .getByRole('navigation', { name: en('chat.list') })
    .getByRole('link')
    .filter({ hasText: title })
  await page.evaluate(text => {
    const isThere = () => [...document.querySelectorAll('[data-row]')].some(row => row.textContent?.includes(text))
    addEventListener(
      'click',
      () => {
        const from = performance.now()
        const look = () =>
          isThere()
            ? performance.measure('opened', { start: from, end: performance.now() })
            : requestAnimationFrame(look)
        requestAnimationFrame(look)
      },
      { once: true, capture: true },
    )
    performance.clearMeasures('opened')
  }, newest)
  await link.click()
  await expect.poll(() => page.evaluate(() => performance.getEntriesByName('opened').length)).toBe(1)
  return page.evaluate(() => performance.getEntriesByName('opened')[0]?.duration ?? 0)
}

test('10,000 messages open as fast as ten, keep the place when scrolled back, and few are in the document; an ended chat is read [CHT-04] [CHT-10] [CHT-12]', async ({
  page,
  context,
}, { project }) => {
  test.skip(project.name !== 'desktop', 'walked once, on a desktop')
  const learner = await newLearner()
  const shortStream = await addCourse(learner.id, 'read-a-chart')
  await fillChat(await chatOf(learner.streamId), 10_000)
  await fillChat(await chatOf(shortStream), 10)
  await endWriting(shortStream)
  await signInByCookie(context, learner.id)
  const chat = chatPage(page)
  await page.goto('/chat')
  await expect(page.getByText(en('chat.choose'))).toBeVisible()

  await opening(page, 'Morning', 'message 10000')
  await opening(page, 'chart', 'message 10')
  await expect(page.getByText('You can still read everything', { exact: false })).toBeVisible()
  await expect(chat.box).toBeHidden()
  await expect(chat.rows).toHaveCount(10)

  await opening(page, 'Morning', 'message 10000')
  await expect(chat.row('message 10000')).toBeInViewport()
  let most = 0
  for (let step = 0; step < 40; step += 1) {
    expect(await driftOf(chat.log)).toBeLessThanOrEqual(1)
    most = Math.max(most, await chat.rows.count())
  }
  expect(most).toBeGreaterThan(100)
  expect(most).toBeLessThanOrEqual(300)
  await page.getByRole('button', { name: en('chat.newest') }).click()
  await expect(chat.row('message 10000')).toBeInViewport()
})
