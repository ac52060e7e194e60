import { faultsOf } from '../axe-faults.ts'
import { cellsOf, chartOf, fileOf } from '../pages/figure-table.ts'
import { overflow } from '../pages/shell-page.ts'
import { call, newStaff, placeOf, signInToStudio, studioTexts } from '../pages/studio-page.ts'
import { newHomework } from '../school/homework-course.ts'
import { withDatabase } from '../school/people.ts'
import { expect, test } from '../test.ts'

async function firstDayOf(courseId: number): Promise<number> {
  const { rows } = await withDatabase(client =>
    client.query('select id from course_days where course_id = $1 order by day_number limit 1', [courseId]),
  )
  return Number(rows[0].id)
}

/** Gives a day a lesson with a film of eight seconds, of which the learner has played the first two; its place in the day. */
async function playFilm(streamId: number, courseId: number, dayId: number): Promise<number> {
  const { rows } = await withDatabase(client =>
    client.query(
      `with film as (
         insert into media (key, type, name, mime, bytes, files, brand_id, status, duration_ms)
         values (gen_random_uuid(), 1, 'a.mp4', 'video/mp4', 10, '{}', 'kurso', 'DONE', 8000) returning id
       ), lesson as (
         insert into course_lessons (course_id, key, texts, video_id)
         select $2, 'film', '{"en": {"title": "Breathing"}}', id from film returning id
       ), lessons as (
         insert into course_lesson_sets (day_id, key, sort) values ($3, 'films', 1) returning id
       ), place as (
         insert into course_lesson_set_lessons (lesson_set_id, lesson_id, sort)
         select lessons.id, lesson.id, 0 from lessons, lesson returning id
       )
       insert into film_seconds (user_stream_id, lesson_set_lesson_id, film_id, seconds)
       select $1, place.id, film.id, '{[0,2)}' from place, film returning lesson_set_lesson_id as id`,
      [streamId, courseId, dayId],
    ),
  )
  return Number(rows[0].id)
}

test('an administrator sees where learners stop and who they are [STF-12, STF-20]', async ({ page, context }) => {
  const t = studioTexts('en')
  const learner = await newHomework([{ title: 'Film it' }])
  const { courseId } = await placeOf(learner.streamId)
  const day = await firstDayOf(courseId)
  const lesson = await playFilm(learner.streamId, courseId, day)
  const path = `/user-course-streams/${learner.streamId}/user-day-status/${day}/start`
  await call(learner.id, 'POST', path, { occurred_at: Math.floor(Date.now() / 1000) })
  await signInToStudio(context, (await newStaff('admin', 'Olga')).id)

  await page.goto(`/admin/figures?course=${courseId}`)
  await expect(page.getByRole('heading', { name: t('figures.activity') })).toBeVisible()
  expect(await faultsOf(page)).toEqual([])
  const active = await cellsOf(page, t('figures.activity'))
  expect(active).toHaveLength(28)
  expect(active[0]?.[1]).toBe('1')
  expect((await fileOf(page, t('shell.csv.of', { title: t('figures.activity') }))).slice(1)).toEqual(active)
  const answers = t('figures.answers')
  expect((await fileOf(page, t('shell.csv.of', { title: answers }))).slice(1)).toEqual(await cellsOf(page, answers))
  for (const title of [t('figures.activity'), answers]) await expect(chartOf(page, title)).toBeVisible()
  await page.setViewportSize({ width: 390, height: 844 })
  expect(await overflow(page)).toBe(0)

  await page.locator(`a[href="/admin/figures/courses/${courseId}"]`).click()
  await expect(page.getByRole('heading', { name: t('figures.stops') })).toBeVisible()
  await expect(page.getByRole('heading', { name: t('figures.watched') })).toBeVisible()
  expect(await faultsOf(page)).toEqual([])
  expect(await overflow(page)).toBe(0)
  for (const title of [t('figures.stops'), t('figures.watched')]) {
    expect((await fileOf(page, t('shell.csv.of', { title }))).slice(1)).toEqual(await cellsOf(page, title))
    await expect(chartOf(page, title)).toBeVisible()
  }
  await page.locator(`a[href="/admin/figures/courses/${courseId}/lessons/${lesson}"]`).click()
  const film = t('courses.video.main')
  await expect(page.getByRole('heading', { name: film, exact: true })).toBeVisible()
  expect(await faultsOf(page)).toEqual([])
  expect(await overflow(page)).toBe(0)
  const moments = await cellsOf(page, film)
  expect(moments).toHaveLength(8)
  expect([moments[1], moments[2]]).toEqual([
    ['0:01', '1', '0', '100%'],
    ['0:02', '0', '1', '0%'],
  ])
  expect((await fileOf(page, t('shell.csv.of', { title: film }))).slice(1)).toEqual(moments)
  await expect(chartOf(page, film)).toBeVisible()
  await page.getByRole('row', { name: '0:02' }).getByRole('link', { name: '1', exact: true }).click()
  await expect(page.getByRole('heading', { name: t('figures.people.missed') })).toBeVisible()
  await expect(page.locator(`a[href="/admin/users/${learner.id}"]`)).toBeVisible()
  await page.getByRole('link', { name: t('figures.back') }).click()
  await page.getByRole('link', { name: t('figures.lesson.back') }).click()
  await page
    .getByRole('group', { name: t('figures.stops') })
    .getByRole('link', { name: '1', exact: true })
    .first()
    .click()
  await expect(page.getByRole('heading', { name: t('figures.people.begun') })).toBeVisible()
  await expect(page.getByText(t('figures.people.count', { count: 1 }))).toBeVisible()
  expect(await faultsOf(page)).toEqual([])
  await page.locator(`a[href="/admin/users/${learner.id}"]`).click()
  await expect(page).toHaveURL(new RegExp(`/admin/users/${learner.id}$`))
})

test('an author sees the figures of a course without the people', async ({ page, context }) => {
  const t = studioTexts('en')
  const { courseId } = await placeOf((await newHomework([{ title: 'Film it' }])).streamId)
  await signInToStudio(context, (await newStaff('author', 'Vera')).id)
  await page.goto(`/admin/figures/courses/${courseId}?lang=en`)
  await expect(page.getByRole('heading', { name: t('figures.stops') })).toBeVisible()
  await expect(page.locator('a[href^="/admin/figures/people"]')).toHaveCount(0)
})
