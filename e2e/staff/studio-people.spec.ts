import { readFileSync } from 'node:fs'
import { headingOf } from '../pages/heading.ts'
import { faultsOf } from '../axe-faults.ts'
import { nextLetter } from '../school/letters.ts'
import { newLearner, withDatabase } from '../school/people.ts'
import { overflow } from '../pages/shell-page.ts'
import { newStaff, signInToStudio, studioTexts } from '../pages/studio-page.ts'
import { expect, test } from '../test.ts'
import { texts } from '../texts.ts'

const en = studioTexts('en')
const app = texts('en')

async function rename(id: number, firstName: string) {
  await withDatabase(client =>
    client.query('update users set first_name = $2, last_name = $3 where id = $1', [id, firstName, `No${id}`]),
  )
  return `${firstName} No${id}`
}

test('one search finds people, courses, cohorts and sections by keys alone, each for whom it is', async ({
  page,
  context,
}) => {
  const learner = await newLearner()
  const name = await rename(learner.id, 'Xenia')
  await signInToStudio(context, (await newStaff('admin', 'Olga')).id)
  await page.goto('/admin/today')
  await headingOf(page).waitFor()
  const dialog = page.getByRole('dialog')
  const search = async (words: string) => {
    await page.keyboard.press('Control+k')
    await dialog.getByRole('searchbox').fill(words)
  }
  await search('morning pract')
  await expect(dialog.getByRole('region', { name: en('courses.title') }).getByRole('link')).toHaveCount(1)
  await expect(
    dialog
      .getByRole('region', { name: en('cohorts.title') })
      .getByRole('link')
      .first(),
  ).toBeVisible()
  expect(await faultsOf(page)).toEqual([])
  await page.keyboard.press('Escape')
  await search('zzzz')
  await expect(dialog.getByText(en('shell.search.found', { count: 0 }))).toBeVisible()
  await page.keyboard.press('Escape')
  await search(`xen no${learner.id}`)
  await expect(dialog.getByRole('link', { name })).toBeVisible()
  await page.keyboard.press('ArrowDown')
  await expect(dialog.getByRole('link', { name })).toBeFocused()
  await page.keyboard.press('Enter')
  await expect(page.getByRole('heading', { level: 1, name })).toBeVisible()
  await expect(dialog).toBeHidden()
  await search('audit')
  await expect(dialog.getByRole('link', { name: en('shell.audit') })).toBeVisible()
  await page.keyboard.press('Enter')
  await expect(page).toHaveURL(/admin\/audit/)

  await signInToStudio(context, (await newStaff('author', 'Vera')).id)
  await page.goto('/admin/courses')
  await headingOf(page).waitFor()
  await search('morning pract')
  await expect(dialog.getByRole('region', { name: en('courses.title') })).toBeVisible()
  await search(`xen no${learner.id}`)
  await expect(dialog.getByText(en('shell.search.found', { count: 0 }))).toBeVisible()
})

test('an administrator finds, changes, signs in as, blocks, exports and erases a person; all of it is logged [STF-11]', async ({
  page,
  context,
  noise,
}) => {
  noise.expect(/401|404|422/)
  const admin = await newStaff('admin', 'Olga')
  const learner = await newLearner()
  const name = await rename(learner.id, 'Zelda')
  await signInToStudio(context, admin.id)
  await page.goto('/admin/users')
  // A table, or cards on a phone.
  const rows = page.getByLabel(en('people.title')).locator('tbody tr, li')
  await rows.first().waitFor()
  await page.keyboard.press('/')
  await page.keyboard.type(`zel no${learner.id}`)
  await expect(rows).toHaveCount(1)
  await expect(rows).toContainText([name])
  expect(await faultsOf(page)).toEqual([])
  await page.keyboard.press('ArrowDown')
  await page.keyboard.press('Enter')
  await expect(page.getByRole('heading', { level: 1, name })).toBeVisible()
  await expect(page.getByText('Morning practice')).toBeVisible()

  const email = page.getByRole('textbox', { name: en('people.form.email'), exact: true })
  await email.fill('nonsense')
  await page.getByRole('button', { name: en('people.form.save') }).click()
  await expect(email).toHaveAttribute('aria-invalid', 'true')
  await email.fill(learner.email)
  await page.getByLabel(en('people.form.role')).selectOption('expert')
  await page.getByLabel(en('people.form.is_require_update_profile')).check()
  await page.getByLabel(en('people.form.segments')).fill('Evening, evening, ')
  await page.getByRole('button', { name: en('people.form.save') }).click()
  await expect(page.getByText(en('people.form.saved'), { exact: true })).toBeVisible()
  await expect(page.getByLabel(en('people.form.segments'))).toHaveValue('evening')
  // What changes nothing once it is tidied is shown tidied too.
  await page.getByLabel(en('people.form.segments')).fill('evening,, evening ')
  await page.getByRole('button', { name: en('people.form.save') }).click()
  await expect(page.getByLabel(en('people.form.segments'))).toHaveValue('evening')
  await page.getByLabel(en('people.form.role')).selectOption('learner')
  await page.getByLabel(en('people.form.is_require_update_profile')).uncheck()
  await page.getByRole('button', { name: en('people.form.save') }).click()
  await expect(page.getByText(en('people.form.saved'), { exact: true })).toBeVisible()

  await context.clearCookies({ name: 'consent' })
  await page.getByRole('button', { name: en('people.act.signInAs') }).click()
  const entrance = page.waitForEvent('popup')
  await page.getByRole('link', { name: en('people.act.signInAs.open', { name }) }).click()
  const asLearner = await entrance
  const question = asLearner.getByRole('alertdialog', { name: app('accounts.enter.title') })
  await question.getByRole('button').last().click()
  await expect(asLearner).toHaveURL(/\/home$/)
  const bar = asLearner.getByRole('complementary', { name: app('settings.acting.text', { name, by: admin.name }) })
  await expect(bar).toBeVisible()
  expect(await faultsOf(asLearner)).toEqual([])
  const cookies = asLearner.getByRole('region', { name: app('consent.banner.title') })
  await cookies.getByRole('button', { name: app('consent.dismiss'), exact: true }).click()
  await expect(cookies, 'answered for the device; the account of the learner is left alone').toBeHidden()
  await asLearner.goto(`/course/${learner.streamId}/calendar`)
  await expect(bar, 'it is on every screen').toBeVisible()
  await page.reload()
  await expect(page.getByText(en('people.devices.staff', { name: admin.name }))).toBeVisible()
  await bar.getByRole('link', { name: app('settings.acting.leave') }).click()
  await expect(asLearner.getByLabel(app('accounts.login.email'))).toBeVisible()
  await expect(bar).toBeHidden()
  await asLearner.close()

  await page.getByRole('button', { name: en('people.act.block'), exact: true }).click()
  await page.getByLabel(en('people.act.block.reason')).fill('Too loud')
  await page.keyboard.press('Enter')
  await expect(page.getByText(/Too loud/).first()).toBeVisible()
  await page.getByRole('button', { name: en('people.act.unblock') }).click()
  await expect(page.getByRole('button', { name: en('people.act.block'), exact: true })).toBeVisible()

  const saving = page.waitForEvent('download')
  await page.getByRole('button', { name: en('people.act.export') }).click()
  const file = await (await saving).path()
  expect(readFileSync(file, 'utf8')).toContain(learner.email)

  await page.getByRole('button', { name: en('people.act.erase'), exact: true }).click()
  const last = page.getByRole('button', { name: en('people.act.erase.submit') })
  await expect(last).toBeDisabled()
  await page.getByLabel(en('people.act.erase.confirm', { called: learner.email })).fill(learner.email)
  await last.click()
  await expect(page).toHaveURL('/admin/users')
  await page.goto(`/admin/users/${learner.id}`)
  await expect(page.getByText(en('people.gone.title'))).toBeVisible()
  await page.goto('/admin/audit')
  await expect(page.getByText(en('audit.user.erase', { id: String(learner.id) }))).toBeVisible()
  await expect(page.getByText(en('audit.impersonation.start', { id: String(learner.id) }))).toBeVisible()
})

test('an administrator invites a colleague by e-mail; support can only view; everything works on a phone [STF-01] [STF-11]', async ({
  page,
  context,
  browser,
  noise,
}) => {
  noise.expect(/422/)
  const admin = await newStaff('admin', 'Olga')
  await signInToStudio(context, admin.id)
  await page.goto('/admin/users')
  await page.getByRole('button', { name: en('people.add') }).click()
  const email = `colleague-${Date.now()}@example.com`
  await page.getByLabel(en('people.form.firstName')).fill('Nadia')
  const form = page.getByRole('group', { name: en('people.add') })
  await form.getByLabel(en('people.form.role')).selectOption('expert')
  await page.getByRole('textbox', { name: en('people.form.email'), exact: true }).fill(admin.email)
  await page.getByRole('button', { name: en('people.add.submit.noMail'), exact: true }).click()
  await expect(page.getByRole('textbox', { name: en('people.form.email'), exact: true })).toHaveAttribute(
    'aria-invalid',
    'true',
  )
  await page.getByRole('textbox', { name: en('people.form.email'), exact: true }).fill(email)
  await page.getByRole('button', { name: en('people.add.submit.noMail'), exact: true }).click()
  await expect(page).toHaveURL(/\/admin\/users\/\d+$/)
  await expect(page.getByText(en('people.facts.password.no'))).toBeVisible()
  await expect(page.getByRole('button', { name: en('people.act.withdraw') })).toBeVisible()
  const address = page.url()
  expect((await nextLetter(email)).links.join(' ')).toMatch(/\/admin\/invitation\?token=/)
  await page.getByRole('button', { name: en('people.act.link') }).click()
  const link = page.getByRole('dialog').getByRole('textbox', { name: en('people.act.link') })
  await expect(link).toHaveValue(/\/admin\/invitation\?token=/)
  expect(await faultsOf(page)).toEqual([])
  await page.keyboard.press('Escape')

  await page.setViewportSize({ width: 390, height: 844 })
  expect(await overflow(page)).toBe(0)
  expect(await faultsOf(page)).toEqual([])

  const second = await browser.newContext()
  await signInToStudio(second, (await newStaff('support', 'Sven')).id)
  const desk = await second.newPage()
  await desk.goto(address)
  await expect(headingOf(desk)).toHaveText(/Nadia/)
  await expect(desk.getByText(email)).toBeVisible()
  await expect(desk.getByRole('button', { name: en('people.form.save') })).toHaveCount(0)
  await expect(desk.getByRole('button', { name: en('people.act.erase'), exact: true })).toHaveCount(0)
  await second.close()
})
