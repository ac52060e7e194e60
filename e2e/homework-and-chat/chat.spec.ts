import { chatPage } from '../pages/chat-page.ts'
import { chatOf, demoExpert, messagesIn } from '../school/chat-people.ts'
import { photo } from '../school/homework-course.ts'
import { newLearner } from '../school/people.ts'
import { signInByCookie } from '../school/sessions.ts'
import { overflow } from '../pages/shell-page.ts'
import { toldBy } from '../pages/told-events.ts'
import { expect, noNetwork, test } from '../test.ts'
import { texts } from '../texts.ts'

test.use({ serviceWorkers: 'allow' })

const en = texts('en')
const hostile = '<img src=x onerror="document.title=\'run\'"><script>document.title="run"</script> javascript:alert(1)'

test('a learner reads, writes, loses the network and a try, and nothing is lost, doubled or run [CHT-06] [CHT-08] [CHT-09] [CHT-10] [CHT-13] [RTE-12] [ANL-01]', async ({
  page,
  context,
  noise,
}) => {
  noise.expect(/429 POST|Too Many Requests|status of 4(22|29)|422 POST/)
  noise.expect(noNetwork)
  const learner = await newLearner()
  const chatId = await chatOf(learner.streamId)
  const expert = await demoExpert()
  await expert.write(chatId, 'Welcome to the course')
  await expert.write(chatId, hostile)
  await signInByCookie(context, learner.id)
  const chat = chatPage(page)
  const told = await toldBy(page, 'message_send')

  await page.goto('/home')
  await expect(chat.badge).toHaveText('2')
  await page.getByRole('link', { name: en('shell.title.chats') }).click()
  const listed = page.getByRole('navigation', { name: en('chat.list') }).getByRole('link')
  await expect(listed).toContainText(en('chat.list.unread', { count: 2 }))
  await listed.click()
  await expect(page).toHaveURL(`/chat/${chatId}`)
  expect((await chat.heading.boundingBox())?.height, 'it says which course it is about').toBeGreaterThan(15)
  await expect(chat.row('<script>')).toContainText(hostile)
  expect(await page.title()).not.toContain('run')
  await expect(chat.badge).toBeHidden()

  await chat.send('  ')
  await expect(chat.box).toHaveAccessibleDescription('Message required')
  await chat.send('Thank you')
  await expect(chat.state(chat.row('Thank you'), 'delivered')).toBeVisible()
  expect(await told()).toEqual([{ name: 'message_send', chat: chatId }])
  await chat.box.fill('half a thought')
  await expect(page.getByText(/Sent now, it goes out in \d+ seconds?/)).toBeVisible()
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
  const alert = chat.row('refused once').getByRole('alert')
  await expect(alert).toContainText('Failed to send message')
  await expect(alert).toContainText(refusal.message)
  await chat
    .row('refused once')
    .getByRole('button', { name: en('chat.retry') })
    // A slow press: the text loses the focus at once, and what moves then must not take the button away from the
    // finger.
    .click({ delay: 500 })
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
  const answer = await expert.write(chatId, 'Here is my answer')
  await expect(chat.row('Here is my answer')).toBeVisible()
  await expert.edit(chatId, answer.id, 'Here is my better answer')
  await expect(chat.row('Here is my better answer')).toContainText(en('chat.edited'))
  await expect(chat.row('Here is my answer')).toHaveCount(0)
  await page.getByRole('button', { name: en('chat.rating.stars', { count: 4 }) }).click()
  await expect.poll(async () => (await messagesIn(chatId)).at(-1)?.rating).toBe(4)
})

test('an endless word and twelve photos leave the composer in place; removing a file keeps the focus in the text or next to it; sent, they wait for their arrival and are a gallery [CHT-07] [CHT-08] [CHT-10]', async ({
  page,
  context,
}) => {
  const learner = await newLearner()
  await signInByCookie(context, learner.id)
  const chat = chatPage(page)
  await page.goto(`/chat/${await chatOf(learner.streamId)}`)
  await chat.box.fill('w'.repeat(5000))
  expect(await overflow(page)).toBe(0)
  await page
    .locator('input[type=file]')
    .setInputFiles(Array.from({ length: 12 }, (_, index) => ({ ...photo(), name: `photo ${index + 1}.jpg` })))
  const toast = page.getByText(en('media.upload.tooMany', { count: 10 }))
  await expect(toast).toBeVisible()
  const send = page.getByRole('button', { name: en('chat.send'), exact: true })
  // Without the keyboard the bottom bar is below the composer, which moves up.
  await chat.box.blur()
  await expect(page.locator('[data-typing]')).toHaveCount(0)
  const [said, way] = [await toast.locator('..').boundingBox(), await send.boundingBox()]
  expect((said?.y ?? 0) + (said?.height ?? 0), 'it leaves the way out free').toBeLessThan(way?.y ?? 0)
  await chat.box.focus()
  const files = page.getByRole('list', { name: en('media.upload.list') }).getByRole('listitem')
  await expect(files).toHaveCount(10)
  await expect(chat.box).toBeInViewport({ ratio: 1 })
  await expect(send).toBeInViewport({ ratio: 1 })
  const remove = (number: number) =>
    page.getByRole('button', { name: en('media.upload.cancel', { name: `photo ${number}.jpg` }) })
  await remove(3).click()
  await expect(files).toHaveCount(9)
  await expect(chat.box, 'the keyboard of a phone stays, and nothing moves under the finger').toBeFocused()
  await remove(4).press('Enter')
  await expect(remove(5)).toBeFocused()
  await expect(files).toHaveCount(8)

  // Sent before they have arrived, the photos are waited for.
  let arrive = () => {}
  const held = new Promise<void>(resolve => (arrive = resolve))
  await page.route('**/spa/uploads/**', async route => (await held, route.fallback()))
  await page.locator('input[type=file]').setInputFiles({ ...photo(), name: 'late.jpg' })
  await expect(files).toHaveCount(9)
  await chat.box.fill('Nine photos')
  await send.click()
  await expect(chat.row('Nine photos')).toContainText('Please wait for files to upload')
  arrive()
  await expect(chat.state(chat.row('Nine photos'), 'delivered')).toBeVisible()
  const photos = chat.row('Nine photos').getByRole('button', { name: /^Open photo/ })
  await expect(photos).toHaveCount(9)
  await photos.last().click()
  const gallery = page.getByRole('dialog')
  await expect(gallery).toHaveAccessibleName(en('chat.photo', { number: 9, count: 9 }))
  await page.keyboard.press('ArrowRight')
  await expect(gallery).toHaveAccessibleName(en('chat.photo', { number: 1, count: 9 }))
  await gallery.getByRole('button', { name: en('chat.photo.previous') }).click()
  await expect(gallery).toHaveAccessibleName(en('chat.photo', { number: 9, count: 9 }))
  await page.keyboard.press('Escape')
  await expect(gallery).toBeHidden()
})
