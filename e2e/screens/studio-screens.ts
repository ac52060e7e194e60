import type { Page } from '@playwright/test'
import { newHomework, newVersions } from '../school/homework-course.ts'
import { withDatabase } from '../school/people.ts'
import { call, handInVideo, newStaff, placeOf } from '../pages/studio-page.ts'
import type { Screen } from './screen.ts'

/** Keys mean the same in each language. */
const press =
  (...keys: string[]) =>
  async (page: Page) => {
    for (const key of keys) await page.keyboard.press(key)
  }

/** The queue is refused as it is to a session that lacks a second factor. */
const lacking = (code: string) => async (page: Page) => {
  await page.route('**/studio/reviews?*', route => route.fulfill({ status: 403, json: { code, message: '' } }))
  await page.reload()
  await page.getByRole('dialog').locator('[name=code]').waitFor()
}

/** The link is taken as it is in a school without an administrator. */
async function withSetupLink(page: Page) {
  await page.route(/\/setup\/check/, route => route.fulfill({ json: {} }))
  await page.reload()
  await page.locator('[name=school_name]').waitFor()
}

async function withInvitation(page: Page) {
  const json = { inviter: 'Olga Pine', role: 'expert', email: 'elena@example.com' }
  await page.route(/\/api\/v1\/invitation/, route => route.fulfill({ json }))
  await page.reload()
  await page.locator('[name=password]').waitFor()
}

/** A second factor of the demo school's administrator is shown as if it were turned on. */
async function withRecoveryCodes(page: Page) {
  await lacking('second_factor_to_set_up')(page)
  const json = { recovery_codes: Array.from({ length: 10 }, (_, index) => `k7mwq${index}-x4ptz9`) }
  await page.route('**/user/second-factor?*', route => route.fulfill({ json }))
  await page.keyboard.type('123456')
  await page.keyboard.press('Enter')
  await page.getByRole('dialog').getByRole('listitem').first().waitFor()
}

async function attemptOf(streamId: number): Promise<number> {
  const { rows } = await withDatabase(client =>
    client.query(
      `select a.id from homework_attempts a join user_homeworks u on u.id = a.user_homework_id
       where u.user_stream_id = $1`,
      [streamId],
    ),
  )
  return Number(rows[0].id)
}

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

/** What naming the first expert of a course does. */
async function openExperts(page: Page) {
  await page.locator('main select').first().selectOption({ index: 1 })
  await page.getByRole('dialog').locator('li').first().waitFor()
}

/** Every screen of the studio, with a submission and a question that wait. */
export async function studioScreens(): Promise<Screen[]> {
  const learner = await newHomework([{ title: 'Film the exercise', answerWith: 'file', points: 40 }])
  await handInVideo(learner, learner.ids[0] ?? 0)
  const { chatId } = await placeOf(learner.streamId)
  await call(learner.id, 'POST', `/chats/${chatId}/messages`, { message: 'My knee hurts when I bend it. Go on?' })
  const desk = `/admin/reviews/${await attemptOf(learner.streamId)}`
  const atVideo = async (page: Page) => page.locator('video').first().waitFor({ timeout: 30_000 })
  const staff = { isStaff: true }
  const course = `/admin/courses/${await newVersions(learner.streamId)}`
  await call((await newStaff('author', 'Vera')).id, 'POST', `/studio/courses/${course.split('/').at(-1)}/draft`, {})
  const cohort = `/admin/cohorts/${await cohortOf(learner.streamId)}`
  const choosing = async (page: Page) => page.locator('tbody input[type=checkbox]').first().check()
  return [
    { name: 'studio-sign-in', path: '/admin', isVisitor: true },
    { name: 'studio-invitation-over', path: '/admin/invitation?token=used', isVisitor: true },
    {
      name: 'studio-invitation',
      path: '/admin/invitation?token=new',
      isVisitor: true,
      isAlone: true,
      prepare: withInvitation,
    },
    { name: 'studio-setup-over', path: '/admin/setup?code=used', isVisitor: true },
    { name: 'studio-setup', path: '/admin/setup?code=new', isVisitor: true, isAlone: true, prepare: withSetupLink },
    { ...staff, name: 'studio-today', path: '/admin/today' },
    {
      ...staff,
      name: 'studio-search',
      path: '/admin/today',
      isPlaced: true,
      prepare: async page => {
        await page.locator('main h1').waitFor()
        await page.keyboard.press('Control+k')
        await page.getByRole('searchbox').fill('mila')
        await page.getByRole('dialog').getByRole('link').first().waitFor()
      },
    },
    { name: 'studio-letter', path: '/admin/letter?token=used', isVisitor: true },
    { ...staff, name: 'studio-reviews', path: '/admin/reviews' },
    { ...staff, name: 'studio-desk', path: desk, prepare: atVideo },
    {
      ...staff,
      name: 'studio-desk-comment',
      path: desk,
      prepare: async page => {
        await atVideo(page)
        await press('ArrowRight', 'c')(page)
        await page.keyboard.type('Here the back bends')
      },
    },
    {
      ...staff,
      name: 'studio-desk-confirm',
      path: desk,
      isPlaced: true,
      prepare: async page => {
        await atVideo(page)
        await press('a')(page)
        await page.getByRole('alertdialog').waitFor()
      },
    },
    { ...staff, name: 'studio-keys', path: desk, isPlaced: true, prepare: press('?') },
    { ...staff, name: 'studio-phrases', path: desk, isPlaced: true, prepare: press('/') },
    {
      ...staff,
      name: 'studio-second-factor',
      path: '/admin/reviews',
      isPlaced: true,
      isAlone: true,
      prepare: lacking('second_factor_needed'),
    },
    {
      ...staff,
      name: 'studio-second-factor-set-up',
      path: '/admin/reviews',
      isPlaced: true,
      isAlone: true,
      prepare: lacking('second_factor_to_set_up'),
    },
    {
      ...staff,
      name: 'studio-recovery-codes',
      path: '/admin/reviews',
      isPlaced: true,
      isAlone: true,
      prepare: withRecoveryCodes,
    },
    { ...staff, name: 'studio-inbox', path: '/admin/inbox?show=all' },
    { ...staff, name: 'studio-chat', path: `/admin/inbox/${chatId}?show=all` },
    { ...staff, name: 'studio-users', path: '/admin/users' },
    { ...staff, name: 'studio-user', path: `/admin/users/${learner.id}` },
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
      },
    },
    {
      ...staff,
      name: 'studio-draft-publish',
      path: `${course}/draft`,
      isPlaced: true,
      prepare: async page => {
        await page.locator('header button').last().click()
        await page.getByRole('dialog').locator('li').first().waitFor()
      },
    },
    {
      ...staff,
      name: 'studio-draft-trial',
      path: `${course}/draft`,
      isPlaced: true,
      prepare: async page => {
        await page.locator('header button').nth(-2).click()
        await page.getByRole('dialog').locator('select').first().waitFor()
      },
    },
    { ...staff, name: 'studio-draft-gone', path: '/admin/courses/987654321/draft' },
    { ...staff, name: 'studio-library', path: '/admin/library?view=list' },
    { ...staff, name: 'studio-library-file', path: `/admin/library/${await aFilm()}` },
    { ...staff, name: 'studio-library-gone', path: '/admin/library/987654321' },
    { ...staff, name: 'studio-library-none', path: '/admin/library?q=nothing-of-this-name' },
    { ...staff, name: 'studio-experts', path: course, isPlaced: true, prepare: openExperts },
    { ...staff, name: 'studio-workload', path: '/admin/workload' },
    { ...staff, name: 'studio-figures', path: '/admin/figures' },
    { ...staff, name: 'studio-course-figures', path: course.replace('courses', 'figures/courses') },
    { ...staff, name: 'studio-counted', path: '/admin/figures/people?kind=learners&course_id=1' },
    { ...staff, name: 'studio-course-figures-gone', path: '/admin/figures/courses/987654321' },
    { ...staff, name: 'studio-cohorts', path: '/admin/cohorts' },
    { ...staff, name: 'studio-cohort', path: cohort },
    { ...staff, name: 'studio-cohort-learners', path: cohort, isPlaced: true, prepare: choosing },
    { ...staff, name: 'studio-cohort-gone', path: '/admin/cohorts/987654321' },
    { ...staff, name: 'studio-course-gone', path: '/admin/courses/987654321' },
    { ...staff, name: 'studio-brand', path: '/admin/brand' },
    { ...staff, name: 'studio-audit', path: '/admin/audit' },
    { ...staff, name: 'studio-not-found', path: '/admin/nowhere' },
  ]
}
