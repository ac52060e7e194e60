import { faultsOf } from '../axe-faults.ts'
import { overflow } from '../pages/shell-page.ts'
import { signInPage } from '../pages/sign-in-page.ts'
import { call, newStaff, signInToStudio, studioTexts } from '../pages/studio-page.ts'
import { newHomework } from '../school/homework-course.ts'
import { withDatabase } from '../school/people.ts'
import { newMember } from '../school/sessions.ts'
import { expect, test } from '../test.ts'
import { texts } from '../texts.ts'

const en = studioTexts('en')
const app = texts('en')

/** A cohort with seats, and an administrator of its school. */
async function openCohort() {
  const { streamId } = await newHomework([{ title: 'Film it' }])
  const { rows } = await withDatabase(client =>
    client.query('select course_id::int as id from user_streams where id = $1', [streamId]),
  )
  const admin = await newStaff('admin', 'Olga')
  const starts_on = new Date(Date.now() - 3 * 86_400_000).toISOString().slice(0, 10)
  const body = { course_id: rows[0].id, starts_on, seats: 5 }
  const { id } = (await call(admin.id, 'POST', '/studio/cohorts', body)) as { id: number }
  return { admin, id }
}

test('an administrator makes a code; a learner opens its link signed out, signs in, sees the course and joins; then it is withdrawn [STF-18]', async ({
  page,
  context,
  browser,
  noise,
}) => {
  noise.expect(/409|422/)
  const { admin, id } = await openCohort()
  await signInToStudio(context, admin.id)
  await page.goto(`/admin/cohorts/${id}`)
  await page.getByRole('button', { name: en('cohorts.codes.add') }).click()
  const dialog = page.getByRole('dialog')
  await dialog.getByLabel(en('cohorts.codes.name')).fill('Spring class')
  await dialog.getByLabel(en('cohorts.seats')).fill('1')
  expect(await faultsOf(page)).toEqual([])
  await dialog.getByRole('button', { name: en('cohorts.codes.add') }).click()
  const made = page.getByRole('listitem').filter({ hasText: 'Spring class' })
  await expect(made).toBeVisible()
  const code = (await made.locator('strong').textContent()) ?? ''

  const phone = await browser.newContext({ viewport: { width: 390, height: 844 } })
  const learner = await phone.newPage()
  const member = await newMember('kurso')
  await learner.goto(`/join?code=${code}`)
  await signInPage(learner, app).signIn(member)
  await expect(learner, 'the intent is kept over the sign-in').toHaveURL(new RegExp(`/join\\?code=${code}`))
  await expect(learner.getByRole('heading', { name: 'Homework walk' })).toBeVisible()
  expect(await faultsOf(learner)).toEqual([])
  expect(await overflow(learner)).toBe(0)
  await learner.getByRole('button', { name: app('cohorts.join.submit') }).click()
  await expect(learner).toHaveURL(/\/course\/\d+\/calendar$/)
  await learner.goto(`/join?code=${code.toLowerCase()}`)
  await expect(learner, 'who is in is led into the course').toHaveURL(/\/course\/\d+\/calendar$/)
  await learner.goto('/join')
  await learner.getByLabel(app('streams.code')).fill('AAAA AAAA')
  await learner.getByRole('button', { name: app('streams.code.submit') }).click()
  await expect(learner.getByText(app('cohorts.join.refused'))).toBeVisible()
  await expect(learner.getByLabel(app('streams.code'))).toHaveValue('AAAA AAAA')
  await phone.close()

  await page.reload()
  await made.getByText(en('cohorts.codes.who')).click()
  await expect(made.getByRole('listitem')).toHaveCount(1)
  await made.getByRole('button', { name: en('cohorts.codes.withdraw') }).click()
  await page
    .getByRole('alertdialog')
    .getByRole('button', { name: en('cohorts.codes.withdraw') })
    .click()
  await expect(made.getByText(en('cohorts.codes.withdrawn'))).toBeVisible()
  for (const width of [320, 390, 828, 1244]) {
    await page.setViewportSize({ width, height: 900 })
    expect([width, await overflow(page)]).toEqual([width, 0])
  }
  expect(await faultsOf(page)).toEqual([])
})
