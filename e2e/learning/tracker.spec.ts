import { formatLocalDate } from '#kit/copy/format.ts'
import { addDays, localDate } from '#shared/platform/times.ts'
import { addStream, demoCourse, doDay, learningPage } from '../pages/learning-page.ts'
import { newLearner } from '../school/people.ts'
import { newMember, signInByCookie } from '../school/sessions.ts'
import { expect, noNetwork, test } from '../test.ts'
import { texts } from '../texts.ts'

test.use({ serviceWorkers: 'allow' })

const en = texts('en')
const course = demoCourse('morning-practice')
const date = (days: number) => formatLocalDate(addDays(localDate(Date.now(), 'UTC'), days), 'en', 'short')

test('the tracker of a course shows how each day went and when the others open, what was watched and handed in, leads to each, also offline [RTE-18]', async ({
  page,
  context,
  noise,
}) => {
  noise.expect(noNetwork)
  const person = await newLearner({ daysIn: 3 })
  await doDay(person, 1)
  await doDay(person, 3, 'start')
  await signInByCookie(context, person.id)
  await page.goto(`/course/${person.streamId}/calendar`)
  const learning = learningPage(page, en)
  await learning.link(en('streams.calendar.tracker')).click()
  await page.waitForURL(`**/course/${person.streamId}/tracker`)
  await expect(learning.heading).toHaveText(en('progress.tracker.title'))
  const day = (number: number) => {
    const { title } = course.days[number - 1] ?? { title: { en: '' } }
    return page.getByRole('listitem').filter({
      has: page.getByRole('link', { name: `${en('streams.day', { number })} ${title.en}`, exact: true }),
    })
  }
  const shown = async () => {
    await expect(day(1)).toContainText(en('progress.tracker.done', { hasDate: 'yes', date: date(0) }))
    await expect(day(2)).toContainText(en('progress.tracker.skipped'))
    await expect(day(3)).toContainText(en('progress.tracker.started'))
    await expect(day(4)).toContainText(en('streams.day.rest'))
    await expect(day(5)).toContainText(en('streams.lock.not_yet', { when: 'tomorrow', date: date(1) }))
    await expect(day(6)).toContainText(en('streams.lock.not_yet', { when: 'later', date: date(2) }))
    await expect(day(3)).toContainText(/Videos watched: 0 of [1-9]/)
    await expect(day(5)).not.toContainText('Videos watched')
    await expect(day(1)).toContainText(en('progress.tracker.toDo'))
    const progress = page.getByRole('progressbar', { name: en('progress.tracker.label') })
    const days = en('streams.progress', { done: 1, count: course.countedDays })
    await expect(progress).toHaveAttribute('aria-valuetext', days)
    await expect(page.getByRole('listitem').filter({ hasText: 'Homework approved' })).toContainText('0 of')
  }
  await shown()
  await page.evaluate(async () => void (await navigator.serviceWorker.ready))
  await page.waitForLoadState('networkidle')
  await context.setOffline(true)
  await page.reload()
  await shown()
  await context.setOffline(false)
  await day(2).getByRole('link').first().click()
  await expect(learning.heading).toHaveText(course.days[1]?.title.en ?? '')
  await page.goBack()
  await day(1).getByRole('listitem').getByRole('link').click()
  await page.waitForURL(`**/homework/${person.streamId}/*`)
})

test('what was not done before a course ended is told without a date, and why nothing opens any more [RTE-18]', {
  tag: '@once',
}, async ({ page, context }) => {
  const { id } = await newMember('kurso')
  const streamId = await addStream(id, { starts: -70, ends: -5 })
  await signInByCookie(context, id)
  await page.goto(`/course/${streamId}/tracker`)
  await expect(page.getByText(en('streams.closed.ended'), { exact: true })).toBeVisible()
  const missed = page.getByRole('listitem').getByText(en('progress.tracker.missed'), { exact: true })
  await expect(missed).toHaveCount(course.countedDays)
})
