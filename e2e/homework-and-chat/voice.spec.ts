import { faultsOf } from '../axe-faults.ts'
import { chatPage } from '../pages/chat-page.ts'
import { overflow } from '../pages/shell-page.ts'
import { chatOf } from '../school/chat-people.ts'
import { newLearner } from '../school/people.ts'
import { signInByCookie } from '../school/sessions.ts'
import { expect, noNetwork, test } from '../test.ts'
import { texts } from '../texts.ts'
import { wholeBrowser } from '../whole-browser.ts'

const en = texts('en')
test.use({
  launchOptions: wholeBrowser('--use-fake-device-for-media-stream', '--use-fake-ui-for-media-stream'),
  serviceWorkers: 'allow',
})

test('a learner records a voice, drops one, sends one without a network, and it is heard, hastened and sought in by keyboard [CHT-14]', async ({
  page,
  context,
  noise,
}) => {
  noise.expect(noNetwork)
  const learner = await newLearner()
  await signInByCookie(context, learner.id)
  const chat = chatPage(page)
  await page.goto(`/chat/${await chatOf(learner.streamId)}`)
  const record = page.getByRole('button', { name: en('media.voice.record') })
  const recording = page.getByRole('group', { name: en('media.voice.recording') })
  await record.click()
  await expect(recording).toContainText(/0:(0[1-9]|[1-5]\d)/)
  expect(await faultsOf(page)).toEqual([])
  expect(await overflow(page)).toBe(0)
  await recording.getByRole('button', { name: en('media.voice.drop') }).click()
  await expect(recording).toHaveCount(0)

  await record.click()
  await expect(recording).toContainText(/0:(0[2-9]|[1-5]\d)/)
  await page.waitForLoadState('networkidle')
  await context.setOffline(true)
  await recording.getByRole('button', { name: en('media.voice.done') }).click()
  await expect(page.getByRole('list', { name: en('media.upload.list') })).toContainText(en('media.voice.name'))
  await chat.send('In my words')
  await expect(chat.state(chat.row('In my words'), 'waiting')).toBeVisible()
  await context.setOffline(false)
  await expect(chat.state(chat.row('In my words'), 'delivered')).toBeVisible()

  const voice = chat.row('In my words').getByRole('group', { name: en('media.voice.name') })
  await expect(voice).toBeVisible()
  const position = voice.getByRole('slider', { name: en('media.voice.position') })
  await position.focus()
  await page.keyboard.press('End')
  await page.keyboard.press('Home')
  for (let step = 0; step < 5; step++) await page.keyboard.press('ArrowRight')
  await expect(position).toHaveValue('0.5')
  await voice.getByRole('button', { name: en('media.voice.speed', { speed: 1 }) }).click()
  await voice.getByRole('button', { name: en('media.voice.speed', { speed: 1.5 }) }).click()
  await expect(voice.getByRole('button', { name: en('media.voice.speed', { speed: 2 }) })).toBeVisible()
  await voice.getByRole('button', { name: en('media.voice.play') }).click()
  const audio = voice.locator('audio')
  await expect.poll(() => audio.evaluate((own: HTMLAudioElement) => own.currentTime)).toBeGreaterThan(0.5)
  expect(await audio.evaluate((own: HTMLAudioElement) => own.playbackRate)).toBe(2)
  expect(await faultsOf(page)).toEqual([])
  expect(await overflow(page)).toBe(0)
})

test('while a voice is recorded the browser asks before the page is loaded again, afterwards it does not [CHT-14]', async ({
  page,
  context,
}) => {
  const learner = await newLearner()
  await signInByCookie(context, learner.id)
  await page.goto(`/chat/${await chatOf(learner.streamId)}`)
  await page.getByRole('button', { name: en('media.voice.record') }).click()
  const recording = page.getByRole('group', { name: en('media.voice.recording') })
  await expect(recording).toContainText(/0:(0[1-9]|[1-5]\d)/)
  // So that no next release loads the page meanwhile.
  await expect(recording).toHaveAttribute('data-under-way')
  const questions: string[] = []
  page.on('dialog', async dialog => {
    questions.push(dialog.type())
    await dialog.dismiss()
  })
  await page.evaluate(() => location.reload())
  await expect.poll(() => questions).toEqual(['beforeunload'])
  await recording.getByRole('button', { name: en('media.voice.done') }).click()
  const files = page.getByRole('list', { name: en('media.upload.list') })
  await expect(files).toContainText(en('media.voice.name'))
  await page.reload()
  await expect(files).toContainText(en('media.voice.name'))
  expect(questions).toEqual(['beforeunload'])
})

test('whoever leaves the chat while they record finds what was said in the draft [CHT-14]', async ({
  page,
  context,
}) => {
  const learner = await newLearner()
  await signInByCookie(context, learner.id)
  await page.goto(`/chat/${await chatOf(learner.streamId)}`)
  await page.getByRole('button', { name: en('media.voice.record') }).click()
  const recording = page.getByRole('group', { name: en('media.voice.recording') })
  await expect(recording).toContainText(/0:(0[1-9]|[1-5]\d)/)
  await page
    .getByRole('navigation', { name: en('shell.navigation') })
    .getByRole('link')
    .first()
    .click()
  await expect(page).toHaveURL(/\/home$/)
  await page.goBack()
  await expect(page.getByRole('list', { name: en('media.upload.list') })).toContainText(en('media.voice.name'))
  await expect(recording).toHaveCount(0)
})

test('without a microphone it says what to do, and writing goes on [CHT-14]', async ({ page, context }) => {
  const learner = await newLearner()
  await signInByCookie(context, learner.id)
  await page.addInitScript(() => {
    navigator.mediaDevices.getUserMedia = () => Promise.reject(new DOMException('no', 'NotAllowedError'))
  })
  const chat = chatPage(page)
  await page.goto(`/chat/${await chatOf(learner.streamId)}`)
  await page.getByRole('button', { name: en('media.voice.record') }).click()
  await expect(page.getByText(en('media.voice.forbidden'))).toBeVisible()
  await page.getByRole('button', { name: en('ui.close') }).click()
  await chat.send('Then in writing')
  await expect(chat.state(chat.row('Then in writing'), 'delivered')).toBeVisible()
})
