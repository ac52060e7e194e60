import type { Page } from '@playwright/test'
import { call, newStaff } from '../pages/studio-page.ts'
import { newHomework, newVersions } from '../school/homework-course.ts'
import { withDatabase } from '../school/people.ts'
import type { Screen } from './screen.ts'

async function cohortOf(streamId: number): Promise<number> {
  const { rows } = await withDatabase(client =>
    client.query('select stream_id as id from user_streams where id = $1', [streamId]),
  )
  return Number(rows[0].id)
}

/** A film that a course shows. */
async function aFilm(): Promise<number> {
  const { rows } = await withDatabase(client =>
    client.query(`select id from media where type = 1 and is_in_library and brand_id = 'kurso' order by id limit 1`),
  )
  return Number(rows[0].id)
}

/** A course that was brought in. */
async function anImport(): Promise<number> {
  const line = (title: string, kind: string, outcome: string, code?: string) => ({
    title,
    kind,
    outcome,
    why: code ? [{ code, of: 'lti' }] : [],
  })
  const report = [
    line('Water', 'page', 'imported'),
    line('The kettle', 'film', 'changed', 'film_elsewhere'),
    line('Calculator', 'tool', 'skipped', 'nothing_like_it'),
  ]
  const { rows } = await withDatabase(client =>
    client.query(
      `insert into course_imports (brand_id, file_id, name, language, state, title, counts, report, course_id)
       select 'kurso', -random() * 1000000000, 'tea.imscc', 'en', 'done', 'A good cup of tea',
         '{"imported": 1, "changed": 1, "skipped": 1}', $1, max(id) from courses returning id`,
      [JSON.stringify(report)],
    ),
  )
  return Number(rows[0].id)
}

/** What naming the first expert of a course does. */
async function openExperts(page: Page) {
  await page.locator('main select').first().selectOption({ index: 1 })
  await page.getByRole('dialog').locator('li').first().waitFor()
}

/** The screens of the studio for those who write courses, fill cohorts and look at figures. */
export async function schoolScreens(): Promise<Screen[]> {
  const learner = await newHomework([{ title: 'Film the exercise', answerWith: 'file', points: 40 }])
  const staff = { isStaff: true }
  const course = `/admin/courses/${await newVersions(learner.streamId)}`
  await call((await newStaff('author', 'Vera')).id, 'POST', `/studio/courses/${course.split('/').at(-1)}/draft`, {})
  const cohort = `/admin/cohorts/${await cohortOf(learner.streamId)}`
  const choosing = async (page: Page) => page.locator('tbody input[type=checkbox]').first().check()
  return [
    { ...staff, name: 'studio-courses', path: '/admin/courses' },
    { ...staff, name: 'studio-course', path: course },
    {
      ...staff,
      name: 'studio-bring-back',
      path: course,
      isPlaced: true,
      prepare: page => page.locator('main li button').first().click(),
    },
    {
      ...staff,
      name: 'studio-new-course',
      path: '/admin/courses',
      isPlaced: true,
      prepare: page => page.locator('main button').first().click(),
    },
    { ...staff, name: 'studio-draft', path: `${course}/draft` },
    {
      ...staff,
      name: 'studio-draft-homework',
      path: `${course}/draft`,
      prepare: async page => {
        await page.getByRole('treeitem', { name: 'Film the exercise' }).click()
        await page.locator('textarea').first().fill('Stand with your back to the **wall**.')
        await page.locator('ol + div button').click()
        await page.locator('ol textarea').fill('The back touches the wall from the heels to the head')
        await page.locator('textarea').last().fill('Heels first, then the **shoulders**.')
      },
    },
    {
      ...staff,
      name: 'studio-draft-films',
      path: `${course}/draft`,
      isPlaced: true,
      prepare: async page => {
        await page.locator('[role=toolbar] button').first().click()
        await page.getByRole('menuitem').last().click()
        const films = ['10_arms.mp4', '2_legs.mp4'].map(name => ({
          name,
          mimeType: 'video/mp4',
          buffer: Buffer.from('-'),
        }))
        await page.getByRole('dialog').locator('input[type=file]').setInputFiles(films)
        await page.getByRole('dialog').getByRole('combobox').last().selectOption('spread')
      },
    },
    {
      ...staff,
      name: 'studio-draft-publish',
      path: `${course}/draft`,
      isPlaced: true,
      prepare: async page => {
        await page.locator('main header button').last().click()
        await page.getByRole('dialog').locator('li').first().waitFor()
      },
    },
    {
      ...staff,
      name: 'studio-draft-trial',
      path: `${course}/draft`,
      isPlaced: true,
      prepare: async page => {
        const tools = page.locator('main header button')
        // The button that tries the draft is loaded after the others; the last one publishes.
        await tools.nth(4).waitFor()
        await tools.nth(3).click()
        await page.getByRole('dialog').locator('select').first().waitFor()
      },
    },
    { ...staff, name: 'studio-draft-gone', path: '/admin/courses/987654321/draft' },
    { ...staff, name: 'studio-imports', path: '/admin/course-imports' },
    { ...staff, name: 'studio-import', path: `/admin/course-imports/${await anImport()}` },
    { ...staff, name: 'studio-import-gone', path: '/admin/course-imports/987654321' },
    { ...staff, name: 'studio-library', path: '/admin/library?view=list' },
    { ...staff, name: 'studio-library-file', path: `/admin/library/${await aFilm()}` },
    { ...staff, name: 'studio-library-gone', path: '/admin/library/987654321' },
    {
      ...staff,
      name: 'studio-uploads-in-frame',
      path: '/admin/library',
      isAlone: true,
      prepare: async page => {
        await page.route('**/spa/uploads/*', route => route.abort())
        const file = {
          name: 'Guide.pdf',
          mimeType: 'application/pdf',
          buffer: Buffer.from(`%PDF-1.4${' '.repeat(900)}`),
        }
        await page.locator('input[type=file]').setInputFiles(file)
        await page.getByRole('progressbar').first().waitFor()
        await page.locator('nav a[href="/admin/cohorts"]').first().click()
        await page.locator('aside').waitFor()
      },
    },
    { ...staff, name: 'studio-library-none', path: '/admin/library?q=nothing-of-this-name' },
    { ...staff, name: 'studio-experts', path: course, isPlaced: true, prepare: openExperts },
    { ...staff, name: 'studio-workload', path: '/admin/workload' },
    { ...staff, name: 'studio-figures', path: '/admin/figures' },
    { ...staff, name: 'studio-course-figures', path: course.replace('courses', 'figures/courses') },
    { ...staff, name: 'studio-counted', path: '/admin/figures/people?kind=learners&course_id=1' },
    { ...staff, name: 'studio-sales', path: '/admin/figures/sales?by=month' },
    { ...staff, name: 'studio-subscriptions', path: '/admin/figures/subscriptions?by=month' },
    { ...staff, name: 'studio-sales-none', path: '/admin/figures/sales?service=987654321' },
    { ...staff, name: 'studio-subscriptions-none', path: '/admin/figures/subscriptions?service=987654321' },
    {
      ...staff,
      name: 'studio-sales-failed',
      path: '/admin/figures/sales',
      failing: '**/studio/figures/sales*',
      isAlone: true,
    },
    {
      ...staff,
      name: 'studio-orders-happened',
      path: '/admin/orders?happened=ended&sandbox=yes&from=2026-01-01',
    },
    { ...staff, name: 'studio-lesson-figures-gone', path: '/admin/figures/courses/987654321/lessons/987654321' },
    { ...staff, name: 'studio-course-figures-gone', path: '/admin/figures/courses/987654321' },
    { ...staff, name: 'studio-cohorts', path: '/admin/cohorts' },
    { ...staff, name: 'studio-cohort', path: cohort },
    { ...staff, name: 'studio-cohort-learners', path: cohort, isPlaced: true, prepare: choosing },
    { ...staff, name: 'studio-cohort-gone', path: '/admin/cohorts/987654321' },
    { ...staff, name: 'studio-course-gone', path: '/admin/courses/987654321' },
  ]
}
