import { doDay, demoCourse, keptOf, learningPage } from '../pages/learning-page.ts'
import { newLearner } from '../school/people.ts'
import { signInByCookie } from '../school/sessions.ts'
import { expect, test } from '../test.ts'
import { texts } from '../texts.ts'

const t = texts('en')
const course = demoCourse('morning-practice')
const lesson = (key: string) => course.lessons.find(one => one.key === key)?.title.en.replace(/ \([^)]*\)$/, '') ?? ''

test('one press on home starts the day and plays its lesson; neither a reload nor the back button plays it again [PRG-12]', async ({
  page,
  context,
}) => {
  const person = await newLearner({ daysIn: 0 })
  await signInByCookie(context, person.id)
  const learning = learningPage(page, t)
  await page.goto('/home')
  await learning.link(t('streams.today.start')).click()
  await learning.watch(0.5)
  expect((await keptOf(person)).days).toEqual([{ day: 1, isStarted: true, isFinished: false }])
  await page.reload()
  await expect(learning.video).toBeVisible()
  const isPaused = () => learning.video.evaluate((media: HTMLVideoElement) => media.paused)
  expect(await isPaused()).toBe(true)
  await page.goBack()
  await expect(learning.link(t('streams.today.continue'))).toBeVisible()
  await page.goForward()
  await expect(learning.video).toBeVisible()
  await page.waitForLoadState('networkidle')
  expect(await isPaused()).toBe(true)
})

test('once data are saved, as chosen in the settings, pictures are small, nothing is loaded ahead, and the press leaves the film to the play button [PRG-12] [OFF-11]', async ({
  page,
  context,
}) => {
  const person = await newLearner({ daysIn: 0 })
  await signInByCookie(context, person.id)
  const learning = learningPage(page, t)
  await page.goto('/user/settings')
  const saver = page.getByRole('switch', { name: t('settings.saver') })
  await saver.click()
  await expect(saver).toBeChecked()
  const asked: string[] = []
  page.on('request', request => void asked.push(request.url()))
  const films = () => asked.filter(url => /\.(mp4|m4s|m3u8)(\?|$)/.test(url))
  const lessons = () => asked.filter(url => /fields=id(,|%2C)lessons/.test(url))
  await page.goto(`/course/${person.streamId}/calendar`)
  await expect(learning.heading).toHaveText(course.title.en)
  const picture = page.locator('main img[fetchpriority], main img').first()
  await expect(picture).toHaveAttribute('src', /small/)
  await expect(picture).not.toHaveAttribute('srcset')
  await page.waitForLoadState('networkidle')
  expect(lessons()).toEqual([])
  await page.goto('/home')
  await learning.link(t('streams.today.start')).click()
  await expect(learning.video).toBeVisible()
  await page.waitForLoadState('networkidle')
  expect(lessons()).not.toEqual([])
  expect(films()).toEqual([])
  await learning.play()
  await learning.watch(0.3)
  expect(films()).not.toEqual([])
})

test('a lesson that is pressed plays at once, before the day is started, too, and later the day goes on where it was left [PRG-12]', async ({
  page,
  context,
}) => {
  const person = await newLearner({ daysIn: 1 })
  await doDay(person, 1)
  await signInByCookie(context, person.id)
  const learning = learningPage(page, t)
  await page.goto(`/course/${person.streamId}/calendar/2`)
  const row = (key: string) => page.getByRole('listitem').getByRole('button', { name: lesson(key) })
  await row('shoulders').first().click()
  await learning.watch(0.3)
  await expect(learning.title).toHaveText(lesson('shoulders'))
  await expect(learning.player).toBeInViewport()
  await expect(row('shoulders').first()).toContainText(t('progress.lessons.playing'))
  await row('breath').first().click()
  await expect(learning.title).toHaveText(lesson('breath'))
  await learning.watch(0.3)
})
