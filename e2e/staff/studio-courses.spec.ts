import { faultsOf } from '../axe-faults.ts'
import { studioTexts, newStaff, signInToStudio } from '../pages/studio-page.ts'
import { newHomework, newVersions } from '../school/homework-course.ts'
import { withDatabase } from '../school/people.ts'
import { origin } from '../school/sessions.ts'
import { expect, test } from '../test.ts'

const en = studioTexts('en')

test('an author brings an earlier version of a course back, with its effects shown first', async ({
  page,
  context,
}) => {
  const learner = await newHomework([{ title: 'Film it' }])
  const courseId = await newVersions(learner.streamId)
  const author = await newStaff('author', 'Vera')
  await signInToStudio(context, author.id)
  await page.goto(`${origin}/admin?lang=en`)
  await expect(page).toHaveURL(/\/admin\/courses$/)
  await page.locator(`a[href="/admin/courses/${courseId}"]`).click()
  const version = (number: number) =>
    page.locator('li', { has: page.getByRole('heading', { name: en('courses.version', { version: number }) }) })
  await expect(version(1)).toBeVisible()

  await version(1).getByRole('button').press('Enter')
  const dialog = page.getByRole('dialog', { name: en('courses.bringBack.of', { version: 1 }) })
  await expect(dialog.getByText(en('courses.effects.learners', { count: 1 }))).toBeVisible()
  await expect(dialog.getByText('Warming up')).toBeVisible()
  expect(await faultsOf(page)).toEqual([])
  await dialog.getByRole('button', { name: en('courses.bringBack.submit') }).press('Enter')
  await expect(page.getByText(en('courses.bringBack.done', { version: 3 }))).toBeVisible()
  await expect(dialog).toBeHidden()
  await expect(version(3)).toContainText(author.name)
  await expect(version(3)).toContainText(en('courses.broughtBack', { version: 1 }))
  await expect(version(3).getByText(en('courses.current'))).toBeVisible()
  const { rows } = await withDatabase(client =>
    client.query(`select texts -> 'en' ->> 'title' as title from course_stages where course_id = $1 order by sort`, [
      courseId,
    ]),
  )
  expect(rows).toEqual([{ title: 'Warming up' }, { title: 'Second stage' }])
})

test('effects that have become others are shown again before anything is published', async ({
  page,
  context,
  noise,
}) => {
  noise.expect(/409/)
  const learner = await newHomework([{ title: 'Film it' }])
  const courseId = await newVersions(learner.streamId)
  await signInToStudio(context, (await newStaff('author', 'Vera')).id)
  await page.goto(`${origin}/admin/courses/${courseId}?lang=en`)
  await page.getByRole('button', { name: en('courses.bringBack.of', { version: 1 }) }).click()
  const dialog = page.getByRole('dialog')
  await expect(dialog.getByText('Warming up')).toBeVisible()
  await withDatabase(client =>
    client.query(`update course_stages set texts = '{"en": {"title": "Other"}}' where course_id = $1 and sort = 1`, [
      courseId,
    ]),
  )
  await dialog.getByRole('button', { name: en('courses.bringBack.submit') }).click()
  await expect(dialog.getByText(en('courses.bringBack.failed'))).toBeVisible()
  await expect(dialog.getByText('Second stage')).toBeVisible()
  await dialog.getByRole('button', { name: en('courses.bringBack.submit') }).click()
  await expect(page.getByText(en('courses.bringBack.done', { version: 3 }))).toBeVisible()
})
