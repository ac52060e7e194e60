import { chatOf, messagesIn } from '../school/chat-people.ts'
import { isKeptOn } from '../device.ts'
import {
  answerHomework,
  attemptsOf,
  handInElsewhere,
  homeworkPage,
  newHomework,
  photo,
  video,
} from '../school/homework-course.ts'
import { roomsOf } from '../pages/live-page.ts'
import { newLearner, withDatabase } from '../school/people.ts'
import { signInByCookie } from '../school/sessions.ts'
import { overflow, shellPage } from '../pages/shell-page.ts'
import { toldBy } from '../pages/told-events.ts'
import { expect, noNetwork, test } from '../test.ts'
import { texts } from '../texts.ts'

test.use({ serviceWorkers: 'allow' })

const en = texts('en')

test('a learner hands in a video, gets it back with a timed comment, hands in again and passes: all live [HWK-03] [HWK-05] [HWK-06] [HWK-10] [RTE-11] [ANL-01]', async ({
  page,
  context,
}) => {
  const person = await newHomework([{ title: 'Film it', answerWith: 'file', isRequired: true, points: 40 }])
  await signInByCookie(context, person.id)
  const homework = homeworkPage(page, en)
  const told = await toldBy(page, 'task_send')
  await page.goto('/home')
  await shellPage(page, en).place(en('shell.title.homeworks'))
  await expect(homework.cardOf('Film it')).toContainText(en('homework.state.NOT_UPLOADED'))
  expect(await overflow(page)).toBeLessThanOrEqual(0)
  await page.getByRole('link', { name: 'Film it', exact: true }).click()
  await expect(homework.heading).toHaveText('Film it')
  await expect(page.locator('main strong')).toHaveText('well')

  await homework.text.fill('My first try')
  await homework.send.click()
  await expect(homework.handIn.getByRole('alert')).toHaveText(en('homework.wrong.file_required'))
  await page.reload()
  await expect(homework.text).toHaveValue('My first try')
  const drop = page.getByText(en('media.upload.drop'))
  await expect(drop).toHaveCount(1)
  await expect(drop, 'nothing can be dropped on a phone').toBeHidden()
  await homework.files.setInputFiles([video(), photo()])
  await expect(homework.uploads).toHaveCount(2)
  await homework.send.click()
  await expect(homework.mark(en('homework.state.UPLOADED'))).toBeVisible()
  expect(await told()).toEqual([{ name: 'task_send', homework: person.ids[0] }])
  await expect(page.getByText(/^Answer expected by \d\d:\d\d tomorrow$/)).toBeVisible()
  await expect(homework.attempt(1)).toContainText('My first try')
  await expect(homework.handIn).toBeHidden()
  await expect(page.locator('#main div[tabindex="-1"]'), 'the form is gone').toBeFocused()
  expect(await attemptsOf(person.streamId, person.ids[0] ?? 0)).toEqual([
    { number: 1, text: 'My first try', files: 2, isReplaced: false, verdict: null },
  ])

  await answerHomework(person.streamId, { verdict: 'FAIL', message: 'Straighten your back' }, ([file]) => [
    { file_id: file, seconds: 1, message: 'Here it bends' },
  ])
  await expect(homework.mark(en('homework.state.FAIL'))).toBeVisible()
  await expect(homework.attempt(1)).toContainText('Straighten your back')
  const moment = homework.attempt(1).getByRole('button', {
    name: en('chat.comment.show', { time: '0:01', text: 'Here it bends' }),
  })
  await expect(homework.attempt(1).locator('video')).toBeVisible()
  await moment.click()
  await expect
    .poll(() =>
      homework
        .attempt(1)
        .locator('video')
        .evaluate((media: HTMLVideoElement) => media.currentTime),
    )
    .toBeGreaterThanOrEqual(1)

  await homework.files.setInputFiles(photo())
  await homework.button(en('homework.form.send')).click()
  await expect(homework.mark(en('homework.state.UPLOADED'))).toBeVisible()
  const room = `chat:${await chatOf(person.streamId)}`
  const rooms = roomsOf(page)
  await page.goto('/home')
  await expect.poll(() => rooms.has(room)).toBe(true)
  await answerHomework(person.streamId, { verdict: 'DONE' })
  const toast = page.getByRole('region', { name: en('ui.notifications') })
  await expect(toast).toContainText(/approved/)
  await toast.getByRole('button', { name: en('homework.toast.open') }).click()
  await expect(homework.mark(en('homework.state.DONE', { points: 40 }))).toBeVisible()
  await expect(shellPage(page, en).points(40)).toBeVisible()
})

test('offline a homework with a photo waits, survives a reload and is sent once [HWK-05] [HWK-11] [ERR-06]', async ({
  page,
  context,
  noise,
}) => {
  noise.expect(noNetwork)
  const person = await newHomework([{ title: 'Film it', answerWith: 'file' }])
  const [id = 0] = person.ids
  await signInByCookie(context, person.id)
  const homework = homeworkPage(page, en)
  await page.goto('/homework')
  await page.getByRole('link', { name: 'Film it', exact: true }).click()
  await expect(homework.text).toBeVisible()
  await page.evaluate(async () => void (await navigator.serviceWorker.ready))
  await expect.poll(() => isKeptOn(page, '/user-homework/:statusId'), 'it is read to be kept').toBe(true)
  await context.setOffline(true)
  await homework.text.fill('From the train')
  await homework.files.setInputFiles(photo())
  await expect(homework.uploads).toHaveCount(1)
  await homework.send.click()
  await expect(homework.mark(en('homework.state.waiting'))).toBeVisible()
  const waits = homework.handIn.getByText(/It will be sent when you are back online: \d/)
  await expect(waits).toBeVisible()
  await page.reload()
  await expect(waits).toBeVisible()
  await expect(homework.handIn).toContainText('From the train')
  expect(await attemptsOf(person.streamId, id)).toEqual([])

  await homework.button(en('homework.waiting.change')).click()
  await expect(homework.text).toHaveValue('From the train')
  await homework.text.fill('From the train, with a better end')
  await homework.send.click()
  await expect(waits).toBeVisible()
  await page.goto('/homework')
  await expect(homework.cardOf('Film it')).toContainText(en('homework.state.waiting'))
  await context.setOffline(false)
  await expect(homework.cardOf('Film it')).toContainText(en('homework.state.UPLOADED'))
  await page.reload()
  await expect(homework.cardOf('Film it')).toContainText(en('homework.state.UPLOADED'))
  expect(await attemptsOf(person.streamId, id)).toEqual([
    { number: 1, text: 'From the train, with a better end', files: 1, isReplaced: false, verdict: null },
  ])
})

test('another device was faster: both versions stay, and the learner replaces, keeps or sends it to the chat [HWK-11]', async ({
  page,
  context,
  noise,
}) => {
  noise.expect(noNetwork)
  noise.expect(/answer: 409 POST|status of 409/)
  const person = await newHomework([
    { title: 'Write it', answerWith: 'message' },
    { title: 'Write more', answerWith: 'message' },
    { title: 'Write last', answerWith: 'message' },
  ])
  const [first = 0, second = 0, third = 0] = person.ids
  await signInByCookie(context, person.id)
  const homework = homeworkPage(page, en)
  for (const [id, mine] of [
    [first, 'Mine of the phone'],
    [second, 'Mine again'],
    [third, 'Mine for the chat'],
  ] as const) {
    await page.goto(`/homework/${person.streamId}/${id}`)
    await expect(homework.text).toBeVisible()
    await page.waitForLoadState('networkidle')
    await context.setOffline(true)
    await homework.text.fill(mine)
    await homework.send.click()
    await expect(homework.mark(en('homework.state.waiting'))).toBeVisible()
    await handInElsewhere(person, id, 'From the laptop')
    await context.setOffline(false)
    await expect(homework.handIn.getByRole('heading', { name: en('homework.conflict.title') })).toBeVisible()
    await expect(homework.handIn).toContainText('From the laptop')
    await expect(homework.handIn).toContainText(mine)
    await page.reload()
    await expect(homework.handIn).toContainText(mine)
    if (id === first) {
      await homework.button(en('homework.conflict.replace')).click()
      await expect(homework.attempt(2)).toContainText(mine)
      await expect(homework.attempt(1)).toContainText(en('homework.attempt.replaced'))
    } else if (id === third) {
      await homework.button(en('homework.conflict.message')).click()
    } else {
      await homework.button(en('homework.conflict.keep')).click()
      await homework.button(en('homework.conflict.keep.yes')).click()
    }
    await expect(homework.handIn).toBeHidden()
  }
  const texts = async (id: number) => (await attemptsOf(person.streamId, id)).map(one => [one.text, one.isReplaced])
  expect(await texts(first)).toEqual([
    ['From the laptop', true],
    ['Mine of the phone', false],
  ])
  for (const id of [second, third]) expect(await texts(id)).toEqual([['From the laptop', false]])
  const said = async () => (await messagesIn(await chatOf(person.streamId))).map(({ text }) => text)
  await expect.poll(said).toContain('Mine for the chat')
})

test('a demo shows what it leaves out without a way to hand it in; what is part of it is open [HWK-09] [HWK-10]', async ({
  page,
  context,
}) => {
  const person = await newHomework([{ title: 'Part of the demo', isDemoAccessible: true }, { title: 'Not part' }], {
    isDemo: true,
  })
  await signInByCookie(context, person.id)
  const homework = homeworkPage(page, en)
  await page.goto('/homework')
  await expect(homework.cardOf('Part of the demo')).toContainText(en('homework.state.NOT_UPLOADED'))
  await expect(homework.cardOf('Not part')).toContainText(en('homework.lock.demo'))
  await page.getByRole('link', { name: 'Not part', exact: true }).click()
  await expect(page.getByText(en('homework.lock.title'))).toBeVisible()
  await expect(homework.handIn).toBeHidden()
  await page.goto(`/homework/${person.streamId}/999999999`)
  await expect(homework.heading).toHaveText(en('homework.missing.title'))
})

test('a homework that is not there stays so while it is looked for again', async ({ page, context }) => {
  const person = await newHomework([{ title: 'Write what you felt' }])
  await signInByCookie(context, person.id)
  const homework = homeworkPage(page, en)
  await page.goto(`/homework/${person.streamId}/999999999`)
  await expect(homework.heading).toHaveText(en('homework.missing.title'))
  let isAskedAgain = false
  // Never answered.
  await page.route('**/user-homework?*', () => {
    isAskedAgain = true
  })
  await expect
    .poll(async () => {
      // Coming back to the tab reads what is no longer fresh.
      await page.evaluate(() => document.dispatchEvent(new Event('visibilitychange', { bubbles: true })))
      return isAskedAgain
    })
    .toBe(true)
  await page.evaluate(() => new Promise(requestAnimationFrame))
  expect(await page.locator('main h1').allTextContents()).toEqual([en('homework.missing.title')])
})

test('an exercise is chosen from those of the days, and the answer names it [HWK-03] [HWK-05]', async ({
  page,
  context,
}) => {
  const person = await newLearner({ daysIn: 3 })
  const { rows } = await withDatabase(client =>
    client.query(
      `select h.id from course_homeworks h join user_streams s on s.course_id = h.course_id
       where s.id = $1 and h.answer_with = 'exercise'`,
      [person.streamId],
    ),
  )
  await signInByCookie(context, person.id)
  const homework = homeworkPage(page, en)
  await page.goto(`/homework/${person.streamId}/${rows[0].id}`)
  await homework.text.fill('In the shoulders')
  await homework.send.click()
  await expect(
    homework.handIn.getByRole('alert').filter({ hasText: en('homework.wrong.exercise_required') }),
  ).toBeVisible()
  const choice = homework.handIn.getByRole('combobox', { name: en('homework.form.exercise') })
  const chosen = await choice.getByRole('option').nth(2).innerText()
  await choice.selectOption({ label: chosen })
  await homework.send.click()
  await expect(homework.mark(en('homework.state.UPLOADED'))).toBeVisible()
  await page.reload()
  await expect(homework.attempt(1)).toContainText(en('homework.attempt.exercise', { title: chosen }))
  await expect(homework.attempt(1)).toContainText('In the shoulders')
})
