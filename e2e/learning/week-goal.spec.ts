import { faultsOf } from '../axe-faults.ts'
import { learningPage } from '../pages/learning-page.ts'
import { newLearner, withDatabase } from '../school/people.ts'
import { signInByCookie } from '../school/sessions.ts'
import { expect, test } from '../test.ts'
import { texts } from '../texts.ts'

const t = texts('en')

test('a learner sets a goal of days a week at home, keeps the week by finishing a day, and another device shows it [PRG-10] [PRG-11]', async ({
  page,
  context,
  browser,
}) => {
  // Whatever the day of the week, all of it has something to do.
  const person = await newLearner({ daysIn: 7 })
  await signInByCookie(context, person.id)
  const learning = learningPage(page, t)
  const week = page.getByRole('region', { name: t('goals.title') })
  const choose = (count: number) => week.getByRole('button', { name: t('goals.choice', { count }) }).click()
  await page.goto('/home')
  await expect(week).toContainText(t('goals.question'))
  await choose(3)
  await expect(week).toContainText(t('goals.done', { state: 'open', done: 0, count: 3 }))
  expect(await faultsOf(page)).toEqual([])
  await week.getByRole('button', { name: t('goals.change') }).click()
  await choose(1)
  await expect(week).toContainText(t('goals.done', { state: 'open', done: 0, count: 1 }))

  await page.goto(`/course/${person.streamId}/calendar/1`)
  await learning.start.click()
  await learning.finish.click()
  await expect(learning.wellDone).toContainText(t('goals.done', { state: 'kept', done: 1, count: 1 }))
  await expect(learning.wellDone).toContainText(t('goals.run', { count: 1 }))
  await learning.closeEnd()

  const other = await browser.newContext()
  await signInByCookie(other, person.id)
  const there = await other.newPage()
  await there.goto('/home')
  const shown = there.getByRole('region', { name: t('goals.title') })
  await expect(shown).toContainText(t('goals.done', { state: 'kept', done: 1, count: 1 }))
  await shown.getByRole('button', { name: t('goals.change') }).click()
  await shown.getByRole('button', { name: t('goals.end') }).click()
  await expect(shown).toContainText(t('goals.question'))
  await other.close()
})

test('a run of weeks that has ended is told as a new beginning with the best so far, and a day learned leads back [PRG-10]', async ({
  page,
  context,
}) => {
  const person = await newLearner({ daysIn: 35 })
  await withDatabase(async client => {
    await client.query(
      `insert into week_goals (user_id, from_week, days) values ($1, date_trunc('week', current_date)::date - 28, 1)`,
      [person.id],
    )
    await client.query(
      `insert into active_days (course_id, on_date, user_id)
       select course_id, date_trunc('week', current_date)::date - ago, user_id
       from user_streams, unnest(array[28, 21]) ago where id = $1`,
      [person.streamId],
    )
  })
  await signInByCookie(context, person.id)
  const learning = learningPage(page, t)
  const week = page.getByRole('region', { name: t('goals.title') })
  await page.goto('/home')
  await expect(week).toContainText(t('goals.newStart', { count: 2 }))
  await learning.link(t('streams.today.start')).click()
  await learning.finish.click()
  await expect(learning.wellDone).toContainText(t('goals.run', { count: 1 }))
  await expect(learning.wellDone).not.toContainText(t('goals.newStart', { count: 2 }))
})
