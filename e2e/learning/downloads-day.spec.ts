import type { BrowserContext } from '@playwright/test'
import { isKeptOn, type Waiting, waitingOn } from '../device.ts'
import { chatPage } from '../pages/chat-page.ts'
import { downloadsPage, storedOn } from '../pages/downloads-page.ts'
import { keptOf, learningPage } from '../pages/learning-page.ts'
import { shellPage } from '../pages/shell-page.ts'
import { profileOf } from '../profile.ts'
import { messagesIn } from '../school/chat-people.ts'
import { attemptsOf, homeworkPage } from '../school/homework-course.ts'
import { withDatabase } from '../school/people.ts'
import { newSession, origin } from '../school/sessions.ts'
import { newWholeDay, type WholeDay } from '../school/whole-day.ts'
import { essentialOnly, expect, test } from '../test.ts'
import { texts } from '../texts.ts'
import { wholeBrowser } from '../whole-browser.ts'

const en = texts('en')
test.use({
  serviceWorkers: 'allow',
  launchOptions: wholeBrowser('--use-fake-device-for-media-stream', '--use-fake-ui-for-media-stream'),
})

async function signIn(context: BrowserContext, userId: number) {
  const expires = Date.now() / 1000 + 86_400
  await context.addCookies([
    { name: 'token', value: await newSession(userId), url: origin, expires },
    { name: 'consent', value: essentialOnly(userId), url: origin, expires },
  ])
}

/** Where the parts of the day are. */
const placesOf = ({ streamId, homeworkId, chatId }: WholeDay) => ({
  calendar: `${origin}/course/${streamId}/calendar`,
  day: `${origin}/course/${streamId}/calendar/1`,
  materials: `${origin}/course/${streamId}/materials`,
  homework: `${origin}/homework/${streamId}/${homeworkId}`,
  chat: `${origin}/chat/${chatId}`,
})

/** Opens what the day needs once with a network, and downloads the course. */
async function prepare(context: BrowserContext, person: WholeDay) {
  const page = await context.newPage()
  const places = placesOf(person)
  await page.goto(`${origin}/home`)
  await page.evaluate(async () => void (await navigator.serviceWorker.ready))
  await page.goto(places.chat)
  await expect(chatPage(page).row('message 6')).toBeVisible()
  await expect.poll(() => isKeptOn(page, '/chats/:id/messages')).toBe(true)
  await page.goto(places.homework)
  await expect(homeworkPage(page, en).send).toBeVisible()
  await expect.poll(() => isKeptOn(page, '/user-homework/:statusId')).toBe(true)
  await page.goto(places.calendar)
  await downloadsPage(page, en).download()
  await expect(downloadsPage(page, en).part('Homework walk')).toContainText('On this device')
  for (const part of ['stages.days', 'lessons', 'documents'])
    await expect.poll(() => isKeptOn(page, '/courses/:id', part)).toBe(true)
  await expect.poll(() => isKeptOn(page, '/user-course-streams/:id', 'course_id')).toBe(true)
  await page.waitForLoadState('networkidle')
  return storedOn(page)
}

const endsOf = (waiting: Waiting[]) => waiting.map(({ call }) => call.replace(/^.*\//, ''))

/** How far the learner has seen the chat, as the school knows. */
const seenIn = (chatId: number) =>
  withDatabase(async client =>
    Number((await client.query('select learner_seen from chats where id = $1', [chatId])).rows[0].learner_seen),
  )

test('a whole day without a network, the browser restarted before and after: film with subtitles, text, document, homework with the camera and chat; all that waits says so, and is sent once, in order [OFF-01, OFF-02, OFF-07, OFF-13, PLY-02] @once', async ({
  playwright,
  launchOptions,
}, info) => {
  const person = await newWholeDay()
  const places = placesOf(person)
  const profile = profileOf(playwright, launchOptions, `day-${info.project.name}`)
  try {
    const first = await profile.open()
    await signIn(first, person.id)
    const stored = await prepare(first, person)
    expect(stored.map(({ path }) => path.split('/').slice(0, 2).join('/')).toSorted()).toEqual([
      `${person.id}/images`,
      `${person.id}/images`,
      `${person.id}/images`,
      `${person.id}/videos`,
    ])
    await first.close()

    const away = await profile.open()
    await away.setOffline(true)
    const page = await away.newPage()
    const [learning, shell, chat, homework] = [
      learningPage(page, en),
      shellPage(page, en),
      chatPage(page),
      homeworkPage(page, en),
    ]
    await page.goto(places.day)
    await expect(shell.banner).toContainText(/Last synced at \d/)
    await learning.start.click()
    await learning.play()
    await learning.watch(6)
    expect(await learning.source()).toBe(origin + person.film)
    const cues = () =>
      learning.video.evaluate((video: HTMLVideoElement) => {
        const [track] = Array.from(video.textTracks)
        if (track?.mode === 'disabled') track.mode = 'hidden'
        return Array.from(track?.cues ?? [], cue => (cue as VTTCue).text)
      })
    await expect.poll(cues).toEqual(['Breathe in'])
    await learning.video.evaluate((video: HTMLVideoElement) => video.pause())
    await expect(page.getByText('Stand tall by the window.')).toBeVisible()
    await page.goto(places.materials)
    const answered = page.waitForResponse(response => response.url().endsWith('/card.pdf'))
    await page.getByRole('link', { name: 'Card to print' }).click()
    expect((await answered).status()).toBe(200)

    await page.goto(places.homework)
    await homework.text.fill('By the window')
    for (const step of ['take', 'shoot', 'use'] as const)
      await page.getByRole('button', { name: en(`media.selfie.${step}`) }).click()
    await expect(homework.uploads).toHaveCount(1)
    await homework.send.click()
    await expect(page.getByRole('region', { name: en('homework.waiting.title') })).toContainText(
      'It will be sent when you are back online',
    )
    await page.goto(places.chat)
    await expect(chat.row('message 6')).toBeVisible()
    await chat.send('There is no network here')
    await expect(chat.state(chat.row('There is no network here'), 'waiting')).toBeVisible()
    const newest = (await messagesIn(person.chatId)).at(-1)?.id
    const seen = async () => (await waitingOn(page)).map(({ input }) => input.params?.messageId)
    await expect.poll(seen, 'writing led to the end of the chat').toContain(newest)
    await page.goto(places.day)
    await learning.finish.click()
    await expect(learning.kept).toBeVisible()
    const waiting = await waitingOn(page)
    const ends = endsOf(waiting)
    expect([...new Set(ends)].toSorted()).toEqual([
      ':statusId',
      'finish',
      'messages',
      'save-lesson-stat',
      'start',
      'viewed',
    ])
    await expect(shell.banner).toContainText(en('shell.waiting', { count: waiting.length }))
    expect((await keptOf(person)).events).toEqual([])
    await away.close()

    const back = await profile.open()
    const later = await back.newPage()
    await later.goto(`${origin}/home`)
    await expect.poll(() => waitingOn(later)).toEqual([])
    const ofDay = waiting.filter((_, place) => ['start', 'save-lesson-stat', 'finish'].includes(ends[place] ?? ''))
    const kept = await keptOf(person)
    expect(kept.events.map(({ key }) => key.split(':').at(-1))).toEqual(ofDay.map(write => write.idempotencyKey))
    expect(kept.days).toEqual([{ day: 1, isStarted: true, isFinished: true }])
    expect(await attemptsOf(person.streamId, person.homeworkId)).toMatchObject([{ text: 'By the window', files: 1 }])
    const sent = (await messagesIn(person.chatId)).filter(({ text }) => text === 'There is no network here')
    expect(sent).toHaveLength(1)
    expect(await seenIn(person.chatId)).toBeGreaterThanOrEqual(person.messages)
    await back.close()
  } finally {
    profile.kill()
    profile.remove()
  }
})
