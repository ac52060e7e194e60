import type { Browser, Page } from '@playwright/test'
import { attemptsOf, homeworkPage, newHomework, video } from '../school/homework-course.ts'
import { signInByCookie } from '../school/sessions.ts'
import { shellPage } from '../pages/shell-page.ts'
import { newStaff, placeOf, signInToStudio, studioTexts } from '../pages/studio-page.ts'
import { expect, test } from '../test.ts'
import { texts } from '../texts.ts'

test.use({ serviceWorkers: 'allow' })

const en = texts('en')
const studio = studioTexts('en')

/** A separate window, like somebody else's device. */
async function windowOf(browser: Browser, width: number, height: number) {
  const context = await browser.newContext({ viewport: { width, height } })
  return { context, page: await context.newPage() }
}

async function filmIt(page: Page) {
  const homework = homeworkPage(page, en)
  await homework.files.setInputFiles(video())
  await homework.send.click()
  await expect(homework.mark(en('homework.state.UPLOADED'))).toBeVisible()
}

/** Takes the next submission once its video can be watched. */
async function takeNext(page: Page) {
  await page.keyboard.press('n')
  await expect(page.locator('video').first()).toBeVisible()
  await expect(page.getByRole('button', { name: studio('desk.approve') })).toBeEnabled()
}

test('a learner on a phone and an expert on a desktop: handed in, sent back with a comment, discussed, handed in again, approved, and the next stage opens [HWK-03] [HWK-06] [HWK-07] [CHT-09] [STF-05] [STF-06]', async ({
  browser,
}) => {
  const person = await newHomework([{ title: 'Film it', answerWith: 'file', isRequired: true, points: 40 }])
  const { courseId, chatId } = await placeOf(person.streamId)
  const expert = await newStaff('expert', 'Elena')
  const phone = await windowOf(browser, 390, 844)
  const desk = await windowOf(browser, 1244, 900)
  await signInByCookie(phone.context, person.id)
  await signInToStudio(desk.context, expert.id)
  const learner = phone.page
  const homework = homeworkPage(learner, en)

  await desk.page.goto(`/admin/reviews?course=${courseId}`)
  await expect(desk.page.getByText(studio('reviews.empty.filtered.waiting'))).toBeVisible()
  await learner.goto(`/course/${person.streamId}/calendar`)
  const secondDay = learner.getByRole('listitem').filter({ hasText: 'Day of the second stage' })
  await expect(secondDay).toContainText(en('streams.lock.homework', { when: 'now', date: '' }))
  await learner.goto(`/homework/${person.streamId}/${person.ids[0]}`)
  await filmIt(learner)

  const row = desk.page.getByRole('list', { name: studio('reviews.show.waiting') }).getByRole('listitem')
  await expect(row, 'it comes to the queue by itself').toContainText(['Film it'])
  await takeNext(desk.page)
  await desk.page.keyboard.press('ArrowRight')
  await desk.page.keyboard.press('c')
  await desk.page.keyboard.type('Here it bends')
  await desk.page.keyboard.press('Enter')
  await desk.page.keyboard.press('m')
  await desk.page.keyboard.press('Control+/')
  await desk.page.getByRole('button', { name: studio('phrases.manage') }).press('Enter')
  await desk.page.keyboard.type('back')
  await desk.page.keyboard.press('Tab')
  await desk.page.keyboard.type('Straighten your back')
  await desk.page.keyboard.press('Tab')
  await desk.page.keyboard.press('Enter')
  await expect(desk.page.getByRole('button', { name: studio('phrases.edit.of', { name: 'back' }) })).toBeVisible()
  await expect(desk.page.getByLabel(studio('phrases.shortcut')), 'the next one may be written').toBeFocused()
  await desk.page.getByRole('button', { name: studio('phrases.choose') }).press('Enter')
  await desk.page.keyboard.type('bac')
  await desk.page.keyboard.press('Enter')
  await desk.page.keyboard.press('Escape')
  await desk.page.keyboard.press('f')
  await desk.page.keyboard.press('Enter')
  await expect(desk.page.getByText(studio('reviews.empty.filtered.waiting'))).toBeVisible()

  await expect(homework.mark(en('homework.state.FAIL')), 'the verdict comes by itself').toBeVisible()
  await expect(homework.attempt(1)).toContainText('Straighten your back')
  const answerY = (await homework.attempt(1).boundingBox())?.y ?? Number.POSITIVE_INFINITY
  expect(answerY, 'it is read before the next one is made').toBeLessThan((await homework.send.boundingBox())?.y ?? 0)
  await learner.goto(`/chat/${chatId}`)
  const log = learner.getByRole('log')
  await expect(log.getByText('Straighten your back')).toBeVisible()
  await expect(log.getByText('Here it bends')).toBeVisible()
  await log.getByRole('button', { name: en('chat.comment.show', { time: '0:05', text: 'Here it bends' }) }).click()
  const seconds = () => log.locator('video').evaluate((media: HTMLVideoElement) => media.currentTime)
  await expect.poll(seconds, 'the video stands at the remark').toBeGreaterThan(0.5)
  await learner.getByRole('textbox').fill('Like this?')
  await learner.getByRole('button', { name: en('chat.send'), exact: true }).click()
  await desk.page.goto(`/admin/inbox/${chatId}`)
  const talk = desk.page.getByRole('log')
  await expect(talk.getByText('Like this?')).toBeVisible()
  await desk.page.keyboard.press('m')
  await desk.page.keyboard.type('Just so')
  await desk.page.keyboard.press('Enter')
  await expect(log.getByText('Just so'), 'the answer comes by itself').toBeVisible()

  await learner.goto(`/homework/${person.streamId}/${person.ids[0]}`)
  await filmIt(learner)
  await desk.page.goto(`/admin/reviews?course=${courseId}`)
  await expect(row).toContainText(['Film it'])
  await takeNext(desk.page)
  await desk.page.keyboard.press('p')
  await desk.page.keyboard.press('Backspace')
  await expect(desk.page.getByLabel(studio('desk.points')), 'empty until it is typed in').toHaveValue('')
  await desk.page.keyboard.type('35')
  await desk.page.keyboard.press('Escape')
  await desk.page.keyboard.press('a')
  await desk.page.keyboard.press('Enter')
  await expect(homework.mark(en('homework.state.DONE', { points: 35 }))).toBeVisible()
  await expect(shellPage(learner, en).points(35)).toBeVisible()
  await learner.goto(`/course/${person.streamId}/calendar`)
  await expect(secondDay).toBeVisible()
  await expect(secondDay).not.toContainText(en('streams.lock.homework', { when: 'now', date: '' }))
  expect(await attemptsOf(person.streamId, person.ids[0] ?? 0)).toMatchObject([
    { verdict: 'FAIL' },
    { verdict: 'DONE' },
  ])
  await phone.context.close()
  await desk.context.close()
})
