import { addStream, demoCourse, learningPage } from '../pages/learning-page.ts'
import { shellPage } from '../pages/shell-page.ts'
import { newLearner, withDatabase } from '../school/people.ts'
import { signInByCookie, userIdOf } from '../school/sessions.ts'
import { expect, test } from '../test.ts'
import { texts } from '../texts.ts'

const t = texts('en')
const [practice, chart] = [demoCourse('morning-practice'), demoCourse('read-a-chart')]

test('home has one hero, the other courses as rows without the hero’s, and no title twice; all of them are at /courses [STR-12]', async ({
  page,
  context,
}) => {
  const person = await newLearner({ daysIn: 0 })
  await addStream(person.id, { course: 'read-a-chart', starts: -3, ends: 20 })
  await addStream(person.id, { course: 'read-a-chart', starts: -90, ends: -20 })
  await signInByCookie(context, person.id)
  const learning = learningPage(page, t)
  await page.goto('/home')
  const hero = learning.nextStep(chart.title.en).or(learning.nextStep(practice.title.en))
  await expect(hero).toHaveCount(1)
  const others = page.getByRole('region', { name: t('streams.others') })
  await expect(others.getByRole('listitem')).toHaveCount(1)
  const texts = await page.locator('main').locator('h1, h2, h3, section > div > header > a').allTextContents()
  expect(texts.filter((text, index) => texts.indexOf(text) !== index)).toEqual([])
  await expect(page.getByRole('button', { name: t('ui.back') })).toHaveCount(0)
  await others.getByRole('link', { name: t('streams.all') }).click()
  await expect(learning.heading).toHaveText(t('streams.mine'))
  await expect(page.getByRole('tabpanel').getByRole('listitem')).toHaveCount(2)
})

test('what waits for the learner stands on home, each with the way there [STR-12]', async ({ page, context }) => {
  await signInByCookie(context, await userIdOf('learner@example.com'))
  const soon = Math.floor(Date.now() / 1000) + 3600
  await page.route(/\/v1\/events(\?|$)/, route =>
    route.fulfill({
      json: {
        events: [
          {
            key: 'c',
            kind: 'consultation',
            starts_at: soon,
            ends_at: soon + 1800,
            title: 'Talk',
            course_title: '',
            stream_id: 1,
            day_id: null,
            consultation_id: 7,
            reminder_id: null,
          },
        ],
      },
    }),
  )
  const order = { id: 5, title: 'A year of practice', payable: 4900, currency: 'EUR', is_spare: false }
  await page.route(/\/v1\/orders(\?|$)/, route => route.fulfill({ json: [order] }))
  await page.goto('/home')
  const needs = page.getByRole('region', { name: t('needs.title') })
  await expect(needs.getByRole('link', { name: t('needs.sentBack', { count: 1 }) })).toHaveAttribute(
    'href',
    '/homework',
  )
  await expect(needs.getByRole('link', { name: /new message/ })).toHaveAttribute('href', /^\/chat/)
  await expect(needs.getByRole('link', { name: /Video consultation/ })).toHaveAttribute('href', '/videoconsultations/7')
  await expect(needs.getByRole('link', { name: /A year of practice/ })).toHaveAttribute('href', '/user/orders/5')
})

test('nothing stands there for a learner for whom nothing waits [STR-12]', async ({ page, context }) => {
  const person = await newLearner({ daysIn: 0 })
  await signInByCookie(context, person.id)
  await page.goto('/home')
  await expect(page.getByRole('region', { name: t('goals.title') })).toBeVisible()
  await expect(page.getByRole('region', { name: t('needs.title') })).toHaveCount(0)
})

test('the calendar opens at today, and the way back and the title stand there once [STR-11] [STR-12]', async ({
  page,
  context,
  isMobile,
}) => {
  const person = await newLearner({ daysIn: 8 })
  await withDatabase(client =>
    client.query(
      `insert into day_statuses (user_stream_id, day_id, started_at, finished_at)
       select $1, d.id, now(), now() from course_days d join user_streams s using (course_id)
       where s.id = $1 and d.day_number < 6 and not d.is_rest`,
      [person.streamId],
    ),
  )
  await signInByCookie(context, person.id)
  const learning = learningPage(page, t)
  await page.goto(`/course/${person.streamId}/calendar`)
  const today = learning.cardOf(practice.days[5]?.title.en ?? '')
  await expect(today).toBeInViewport()
  await expect(today).toContainText(t('streams.day.current'))
  await expect(learning.cardOf(practice.days[7]?.title.en ?? '')).toContainText('when your homework is approved')
  await expect(page.getByRole('button', { name: t('ui.back') })).toHaveCount(1)
  await today.getByRole('link').click()
  await expect(learning.heading).toHaveText(practice.days[5]?.title.en ?? '')
  await expect(page.getByRole('button', { name: t('ui.back') })).toHaveCount(1)
  // The header of a phone repeats the title only once the heading has scrolled away.
  const title = page.locator('header > div > p').first()
  await expect(title).toHaveCSS('opacity', '0')
  if (!isMobile) return
  await page.evaluate(() => scrollTo(0, document.documentElement.scrollHeight))
  await expect(title).toHaveCSS('opacity', '1')
})

test('a day that was closed meanwhile says by the server’s reason why it did not start [STR-11]', async ({
  page,
  context,
  noise,
}) => {
  noise.expect(/409/)
  const person = await newLearner({ daysIn: 0 })
  await signInByCookie(context, person.id)
  const learning = learningPage(page, t)
  await page.goto(`/course/${person.streamId}/calendar/1`)
  await learning.start.waitFor()
  await withDatabase(client =>
    client.query(
      `insert into stream_freezes (user_stream_id, status, starts_on, ends_on)
       values ($1, 1, current_date - 1, current_date + 3)`,
      [person.streamId],
    ),
  )
  await learning.start.click()
  const reason = t('progress.write.failed', { reason: t('streams.lock.stream') })
  await expect(page.getByText(reason)).toBeVisible()
  await expect(page.getByText(t('streams.closed.freeze'), { exact: true })).toBeVisible()
  await expect(shellPage(page, t).heading).toBeVisible()
})
