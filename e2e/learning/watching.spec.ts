import { waitingOn } from '../device.ts'
import { learningPage } from '../pages/learning-page.ts'
import { toldBy } from '../pages/told-events.ts'
import { newLearner } from '../school/people.ts'
import { signInByCookie } from '../school/sessions.ts'
import { expect, test } from '../test.ts'
import { texts } from '../texts.ts'

const en = texts('en')

for (const [what, answer, reason] of [
  ['is refused', { status: 409, json: { message: 'No', code: 'day_locked' } }, 'day_locked'],
  ['is answered without a day status', { status: 200, json: {} }, 'no day status id'],
] as const)
  test(`a report of watching that ${what} is told to the learner and the school, and is gone [PRG-05]`, {
    tag: '@once',
  }, async ({ page, context, noise }) => {
    noise.expect(/save-lesson-stat/)
    const person = await newLearner()
    await signInByCookie(context, person.id)
    let tries = 0
    await page.route('**/save-lesson-stat*', route => {
      tries += 1
      return route.fulfill(answer)
    })
    const report = page.waitForRequest('**/error-reports*')
    await page.goto(`/course/${person.streamId}/calendar/1`)
    const learning = learningPage(page, en)
    await learning.start.click()
    await learning.play()
    await learning.watch(2.4)
    await page.keyboard.press('k')
    await expect(page.getByText(en('progress.statistics.failed')).first()).toBeVisible()
    expect((await report).postDataJSON()).toMatchObject({
      reports: [{ kind: 'error', message: `Something went wrong sending statistics: ${reason}` }],
    })
    await expect.poll(() => waitingOn(page)).toEqual([])
    expect(tries).toBe(1)
  })

test('the statuses of a stream are loaded again after a day is started, and after it is finished [PRG-01]', {
  tag: '@once',
}, async ({ page, context }) => {
  const person = await newLearner()
  await signInByCookie(context, person.id)
  await page.goto(`/course/${person.streamId}/calendar/1`)
  const learning = learningPage(page, en)
  const answerOf = (mark: 'start' | 'finish') => page.waitForResponse(answer => answer.url().includes(`/${mark}?`))
  const statusAfter = async (mark: 'start' | 'finish', press: () => Promise<void>) => {
    const marked = answerOf(mark)
    const status = marked.then(() =>
      page.waitForResponse(answer => answer.url().includes(`/user-course-streams/${person.streamId}/status`)),
    )
    await press()
    const { days } = (await (await status).json()) as { days: { status: string }[] }
    return days[0]?.status
  }
  expect(await statusAfter('start', () => learning.start.click())).toBe('started')
  expect(await statusAfter('finish', () => learning.finish.click())).toBe('finished')
})

test('what is watched reaches the figures: each milestone of a video once, its end and its speed [PLY-03] [ANL-01]', {
  tag: '@once',
}, async ({ page, context }) => {
  const person = await newLearner()
  await signInByCookie(context, person.id)
  const told = await toldBy(page, 'video_start', 'video_progress', 'video_complete', 'video_speed')
  await page.goto(`/course/${person.streamId}/calendar/1`)
  const learning = learningPage(page, en)
  await learning.start.click()
  await learning.button(en('media.settings')).filter({ visible: true }).first().click()
  for (const speed of ['1.25×', '1.5×']) await page.getByRole('radio', { name: speed, exact: true }).check()
  await page.keyboard.press('Escape')
  await learning.play()
  // Less than two seconds on a clock are not reported, and this plays half as fast again.
  await learning.watch(2.5)
  const jump = (share: number) =>
    learning.video.evaluate((video: HTMLVideoElement, to) => {
      video.currentTime = video.duration * to
    }, share)
  for (const share of [0.3, 0.6, 0.3, 0.6, 0.9]) {
    await jump(share)
    await learning.watch(0.4)
  }
  await jump(0.99)
  const names = async () => {
    const all = (await told()).map(({ name, percent }) => (name === 'video_progress' ? `${name} ${percent}` : name))
    // What follows is of the next video.
    return all.slice(0, all.indexOf('video_complete') + 1)
  }
  await expect.poll(names).toContain('video_complete')
  expect(await names()).toEqual([
    'video_speed',
    'video_start',
    'video_progress 10',
    'video_progress 25',
    'video_progress 50',
    'video_progress 75',
    'video_complete',
  ])
  await expect.poll(() => waitingOn(page)).toEqual([])
  const time = page.locator('dl > div').filter({ hasText: en('profile.statistics.time') })
  // The last seconds are reported while the page is being left.
  await expect(async () => {
    await page.goto('/user/statistics')
    await expect(time).toContainText('1 min', { timeout: 5000 })
  }).toPass()
})
