import type { Page } from '@playwright/test'
import type { Copy } from '#kit/copy/copy.tsx'
import { headingOf } from '../pages/heading.ts'
import { newSelfieDay } from '../school/homework-course.ts'
import { newLearner, withDatabase } from '../school/people.ts'
import { newMember } from '../school/sessions.ts'
import type { Screen } from './screen.ts'

/** The calendars of the demo school's learner, in the order in which its streams were made. */
async function demoCalendars(): Promise<string[]> {
  const { rows } = await withDatabase(client =>
    client.query<{ id: number }>(
      `select s.id::int from user_streams s join users u on u.id = s.user_id
        where u.email = 'learner@example.com' order by s.id`,
    ),
  )
  return rows.map(({ id }) => `/course/${id}/calendar`)
}

async function play(page: Page, t: Copy): Promise<void> {
  const name = t('media.play')
  await page.getByRole('button', { name, exact: true }).filter({ visible: true }).first().click()
  await page.waitForFunction(() => (document.querySelector('video')?.currentTime ?? 0) > 1)
}

/** Does a day of a place from its beginning to its end; each look begins with nothing done. */
function finishDay(streamId: number) {
  return async (page: Page, t: Copy) => {
    await withDatabase(client => client.query('delete from day_statuses where user_stream_id = $1', [streamId]))
    await page.reload()
    await page.getByRole('button', { name: t('progress.start'), exact: true }).click()
    await page.getByRole('button', { name: t('progress.finish'), exact: true }).click()
    await page.getByRole('dialog').waitFor()
  }
}

/** How a week goes, in the middle of a run, and the choice of another goal. */
async function chooseGoal(page: Page, t: Copy): Promise<void> {
  const days = [0, 1, 2, 3, 4, 5, 6].map(day => ({
    date: new Date(Date.UTC(2026, 10, 23 + day)).toISOString().slice(0, 10),
    is_active: day === 0 || day === 2,
    is_free: day === 6,
  }))
  const json = { days: 3, week: { needed: 3, done: 2, days }, run: 4, best: 6, is_new_start: false }
  await page.route(/\/v1\/week-goal(\?|$)/, route => route.fulfill({ json }))
  await page.reload()
  await page.getByRole('button', { name: t('goals.change'), exact: true }).click()
}

/** Opens one homework of the list, counted from either end. */
function openHomework(place: number) {
  return async (page: Page) => {
    await page.locator('main li').getByRole('link').nth(place).click()
    await page.waitForURL(/\/homework\/\d+\/\d+$/)
    await headingOf(page).waitFor()
  }
}

/** What can be added to a course, where the demo school sells nothing of the kind. */
async function sellExtensions(page: Page): Promise<void> {
  const more = { stream_id: 1, description: '', currency: 'EUR', consultations: 0, days: null, ends_on: null }
  const json = [
    {
      ...more,
      id: 1,
      type_code: 'course_subscription',
      title: 'A month more',
      price: 1900,
      days: 30,
      ends_on: '2027-01-09',
    },
    { ...more, id: 2, type_code: 'expert_additional_question', title: 'Ask more', price: 900, consultations: 3 },
  ]
  await page.route(/\/v1\/extend\/\d+/, route => route.fulfill({ json }))
  await page.reload()
  await page.locator('main form').waitFor()
}

/** Courses, their days and homework, with the demo school's learner. */
export async function courseScreens(): Promise<Screen[]> {
  const [halfDone, notStarted, ended, frozen, demo, stopped, ending] = await demoCalendars()
  const { id: newcomer } = await newMember('kurso')
  const selfie = await newSelfieDay()
  const beginner = await newLearner({ daysIn: 0 })
  const tracker = `${halfDone}`.replace('/calendar', '/tracker')
  const extend = `/extend/${ending?.split('/')[2]}`
  const tab = (key: 'active' | 'completed') => async (page: Page, t: Copy) =>
    page.getByRole('tab', { name: t(`streams.tab.${key}`) }).click()
  return [
    { name: 'home', path: '/home' },
    { name: 'home-goal', path: '/home', isAlone: true, prepare: chooseGoal },
    { name: 'home-empty', path: '/home', userId: newcomer },
    { name: 'home-error', path: '/home', isAlone: true, failing: '**/user-course-streams?*' },
    { name: 'courses', path: '/courses' },
    { name: 'courses-active', path: '/courses', prepare: tab('active') },
    { name: 'courses-completed', path: '/courses', prepare: tab('completed') },
    { name: 'courses-empty', path: '/courses', userId: newcomer },
    { name: 'events', path: '/events' },
    { name: 'calendar', path: `${halfDone}` },
    { name: 'calendar-not-started', path: `${notStarted}` },
    { name: 'calendar-ended', path: `${ended}` },
    { name: 'calendar-frozen', path: `${frozen}` },
    { name: 'calendar-demo', path: `${demo}` },
    { name: 'calendar-stopped', path: `${stopped}` },
    { name: 'calendar-ending', path: `${ending}` },
    { name: 'extend', path: extend, isAlone: true, prepare: sellExtensions },
    { name: 'extend-nothing', path: extend },
    { name: 'extend-failed', path: extend, isAlone: true, failing: '**/v1/extend/*' },
    { name: 'calendar-of-another', path: '/course/999999/calendar' },
    { name: 'day-open', path: `${halfDone}/6` },
    { name: 'day-playing', path: `${halfDone}/6`, prepare: play },
    { name: 'day-selfie', path: selfie.address, userId: selfie.id },
    {
      name: 'day-end',
      path: `/course/${beginner.streamId}/calendar/1`,
      userId: beginner.id,
      isAlone: true,
      prepare: finishDay(beginner.streamId),
    },
    { name: 'day-locked', path: `${halfDone}/12` },
    { name: 'day-finished', path: `${halfDone}/1` },
    { name: 'day-by-old-address', path: `${halfDone}`.replace('/calendar', '/stages/1/days/999999') },
    { name: 'day-rest', path: `${halfDone}/7` },
    { name: 'tracker', path: tracker },
    { name: 'tracker-ended', path: `${ended}`.replace('/calendar', '/tracker') },
    { name: 'tracker-demo', path: `${demo}`.replace('/calendar', '/tracker') },
    { name: 'tracker-of-another', path: '/course/999999/tracker' },
    { name: 'materials', path: `${halfDone}`.replace('/calendar', '/materials') },
    { name: 'homework', path: '/homework' },
    { name: 'homework-open', path: '/homework', prepare: openHomework(0) },
    { name: 'homework-locked', path: '/homework', prepare: openHomework(-1) },
  ]
}
