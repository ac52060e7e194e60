import { isKeptOn, waitingOn } from '../device.ts'
import { chatPage } from '../pages/chat-page.ts'
import { downloadsPage, privateFiles, storedOn } from '../pages/downloads-page.ts'
import { demoCourse, doDay, learningPage } from '../pages/learning-page.ts'
import { shellPage } from '../pages/shell-page.ts'
import { newFilmCourse } from '../school/film-course.ts'
import { homeworkPage, photo } from '../school/homework-course.ts'
import { newLearner } from '../school/people.ts'
import { signInByCookie } from '../school/sessions.ts'
import { expect, test } from '../test.ts'
import { texts } from '../texts.ts'

test.use({ serviceWorkers: 'allow' })

const en = texts('en')
const noNetwork = /ERR_INTERNET_DISCONNECTED|ERR_FAILED|ERR_NETWORK_CHANGED|WebSocket|FetchEvent|Failed to fetch/
const course = demoCourse('morning-practice')

const statuses = async (page: Parameters<typeof storedOn>[0]) => [
  ...new Set((await storedOn(page)).map(({ status }) => status)),
]

test('downloads are listed by course with their sizes and the space left; one goes, or all; days come by themselves', async ({
  page,
  context,
}) => {
  const person = await newFilmCourse([3, 2, 1])
  await signInByCookie(context, person.id)
  const { button, dialog } = downloadsPage(page, en)
  await page.goto('/user/settings')
  await page.getByRole('link', { name: en('shell.title.downloads') }).click()
  await expect(page.getByText(en('downloads.empty'), { exact: true })).toBeVisible()

  // The next two days come by themselves, with what is chosen for them.
  const days = page.getByRole('combobox', { name: en('downloads.automatic') })
  await days.selectOption({ label: en('downloads.automatic.days', { count: 3 }) })
  await expect.poll(() => statuses(page)).toEqual(['loaded'])
  expect(await storedOn(page)).toHaveLength(3)
  const own = page.getByRole('region', { name: person.title })
  await expect(own).toContainText(en('downloads.state.loaded', { bytes: '6 MB' }))
  for (const [title, bytes] of [
    ['Film 1', '3 MB'],
    ['Film 2', '2 MB'],
    ['Film 3', '1 MB'],
  ] as const)
    await expect(own.getByRole('listitem').filter({ hasText: title })).toContainText(
      en('downloads.state.loaded', { bytes }),
    )
  await expect(page.getByText(en('downloads.used', { used: '6 MB', budget: '4 GB' }), { exact: true })).toBeVisible()
  await page.getByRole('combobox', { name: en('downloads.budget') }).selectOption({ label: '1 GB' })
  await expect(page.getByText(en('downloads.used', { used: '6 MB', budget: '1 GB' }), { exact: true })).toBeVisible()
  await expect(page.getByText(en('downloads.room', { left: '1,018 MB' }), { exact: true })).toBeVisible()

  await days.selectOption({ label: en('downloads.automatic.none') })
  await button(en('downloads.remove.of', { title: 'Film 2' })).click()
  await expect(own.getByRole('listitem')).toHaveCount(2)
  expect(Object.keys(await privateFiles(page))).toHaveLength(2)
  await page.reload()
  await expect(own.getByRole('listitem')).toHaveCount(2)
  await button(en('downloads.removeAll')).click()
  await dialog.getByRole('button', { name: en('downloads.remove'), exact: true }).click()
  await expect(page.getByText(en('downloads.empty'), { exact: true })).toBeVisible()
  expect(await privateFiles(page)).toEqual({})
})

test('a lesson, a day and a course: each is offered with the size of each quality, and what is here already is used', async ({
  page,
  context,
}) => {
  const person = await newFilmCourse([3, 2])
  await signInByCookie(context, person.id)
  const { button, dialog, part } = downloadsPage(page, en)
  const begin = dialog.getByRole('button', { name: en('downloads.start'), exact: true })
  await page.goto(`/course/${person.streamId}/calendar/1`)
  await button(en('downloads.start.of', { title: 'Film 1' })).click()
  await expect(dialog.getByRole('radio', { name: en('downloads.quality.full') })).toBeChecked()
  await expect(dialog).toContainText('3 MB')
  await expect(dialog.locator('label').filter({ hasText: en('downloads.quality.sound') })).toContainText(/\d kB/)
  await begin.click()
  await expect(part('Film 1')).toContainText(en('downloads.state.loaded', { bytes: '3 MB' }))
  const [first] = await storedOn(page)
  // The day is not there because its one lesson is: nobody has asked for the day.
  await downloadsPage(page, en).start.click()
  await begin.click()
  await expect(part('Film day 1')).toContainText(en('downloads.state.loaded', { bytes: '3 MB' }))
  await page.goto(`/course/${person.streamId}/calendar`)
  await downloadsPage(page, en).start.click()
  await begin.click()
  await expect(part(person.title)).toContainText(en('downloads.state.loaded', { bytes: '5 MB' }))
  expect((await storedOn(page)).find(({ key }) => key === first?.key)).toMatchObject({
    request: first?.request,
    addedAt: first?.addedAt,
  })
})

test('a whole day without a network: films with subtitles, texts, documents, homework with a photo, the chat; all that waits says so', async ({
  page,
  context,
  noise,
}) => {
  noise.expect(noNetwork)
  const person = await newLearner({ daysIn: 1 })
  await doDay(person, 1, 'start')
  await signInByCookie(context, person.id)
  const learning = learningPage(page, en)
  const shell = shellPage(page, en)
  const chat = chatPage(page)
  // Seen once with a network: home, the chat and the homework.
  await page.goto('/home')
  await page.evaluate(async () => void (await navigator.serviceWorker.ready))
  await shell.place(en('shell.title.chats'))
  await chat.send('See you on the train')
  await expect(chat.state(chat.row('See you on the train'), 'delivered')).toBeVisible()
  const talk = page.url()
  await page.goto('/tasks')
  const task = page.locator('main li').getByRole('link').first()
  await task.click()
  await page.waitForURL(/\/homework\/\d+\/\d+$/)
  await expect(homeworkPage(page, en).send).toBeVisible()
  const work = page.url()
  await page.goto(`/course/${person.streamId}/calendar`)
  await downloadsPage(page, en).download()
  await expect(downloadsPage(page, en).part(course.title.en)).toContainText('On this device')
  await expect.poll(() => isKeptOn(page, '/courses/:id')).toBe(true)
  await page.waitForLoadState('networkidle')

  await context.setOffline(true)
  await page.goto(`/course/${person.streamId}/calendar/1`)
  await expect(shell.banner).toContainText(/Last synced at \d/)
  await learning.play()
  await learning.watch(1)
  const cues = await page
    .locator('video')
    .evaluate((video: HTMLVideoElement) => Array.from(video.textTracks, track => track.language))
  expect(cues.length).toBeGreaterThan(0)
  await expect(page.getByRole('heading', { name: 'Why slowly?' }).last()).toBeVisible()
  await page.goto(`/course/${person.streamId}/materials`)
  const answered = page.waitForResponse(response => /\/media\/.*\.pdf$/.test(response.url()))
  await page.getByRole('link', { name: course.documents[0]?.title.en ?? '' }).click()
  expect((await answered).status()).toBe(200)

  await page.goto(work)
  const homework = homeworkPage(page, en)
  await homework.text.fill('Done on the train')
  await homework.files.setInputFiles([photo()])
  await homework.send.click()
  await page.goto(talk)
  await expect(chat.row('See you on the train')).toBeVisible()
  await chat.send('There is no network here')
  await expect(chat.state(chat.row('There is no network here'), 'waiting')).toBeVisible()
  await page.goto(`/course/${person.streamId}/calendar/1`)
  await learning.finish.click()
  await expect(learning.kept).toBeVisible()
  const waiting = await waitingOn(page)
  expect(waiting.length).toBeGreaterThanOrEqual(3)
  await expect(shell.banner).toContainText(en('shell.waiting', { count: waiting.length }))
  await context.setOffline(false)
  await expect.poll(() => waitingOn(page)).toEqual([])
  await expect(shell.banner).toBeHidden()
})
