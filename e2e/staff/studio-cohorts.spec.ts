import { faultsOf } from '../axe-faults.ts'
import { savedBy } from '../pages/saved-file.ts'
import { overflow } from '../pages/shell-page.ts'
import { newStaff, signInToStudio, studioTexts } from '../pages/studio-page.ts'
import { newHomework } from '../school/homework-course.ts'
import { withDatabase } from '../school/people.ts'
import { newMember } from '../school/sessions.ts'
import { expect, test } from '../test.ts'

const dayOf = (inDays: number) => new Date(Date.now() + inDays * 86_400_000).toISOString().slice(0, 10)

test.use({ locale: 'ru' })

test('an administrator opens a cohort, enrols somebody found and a list, moves one learner and pauses three [STF-18]', async ({
  page,
  context,
}) => {
  const t = studioTexts('ru')
  const courseId = await courseOf((await newHomework([{ title: 'Film it' }])).streamId)
  await signInToStudio(context, (await newStaff('admin', 'Olga')).id)
  await page.goto('/admin/cohorts')
  const open = async (inDays: number) => {
    await page.getByRole('button', { name: t('cohorts.open'), exact: true }).click()
    const dialog = page.getByRole('dialog')
    await dialog.getByRole('combobox').selectOption(String(courseId))
    await dialog.getByLabel(t('cohorts.column.starts'), { exact: true }).fill(dayOf(inDays))
    await dialog.getByRole('button', { name: t('cohorts.open'), exact: true }).click()
    await expect(page.getByText(t('cohorts.nobody.title'))).toBeVisible()
  }
  await open(60)
  await page.getByRole('button', { name: t('cohorts.delete'), exact: true }).click()
  const sure = page.getByRole('alertdialog').filter({ hasText: t('cohorts.delete.text') })
  await sure.getByRole('button', { name: t('cohorts.delete'), exact: true }).click()
  await expect(page.getByText(t('cohorts.delete.done'))).toBeVisible()
  await open(40)
  await page.getByRole('link', { name: t('cohorts.back') }).click()
  await open(-3)
  expect(await faultsOf(page)).toEqual([])

  const enrol = page.getByRole('button', { name: t('cohorts.enrol'), exact: true })
  const { email } = await newMember('kurso')
  await enrol.click()
  await page.getByRole('searchbox', { name: t('cohorts.enrol.search') }).fill(email)
  await page
    .getByRole('list', { name: t('cohorts.enrol.found') })
    .getByRole('checkbox')
    .check()
  expect(await faultsOf(page)).toEqual([])
  await page.getByRole('button', { name: t('cohorts.enrol.submit', { count: 1 }) }).click()
  await expect(page.getByText(t('cohorts.enrol.done', { count: 1 }))).toBeVisible()

  await enrol.click()
  await page.getByRole('button', { name: t('cohorts.list') }).click()
  const list = page.getByRole('dialog', { name: t('cohorts.list') })
  const mark = `list-${Date.now()}`
  const lines = [
    'Имя;Почта',
    `Анна;anna-${mark}@example.com`,
    'Бо;bo@',
    `Вера;vera-${mark}@example.com`,
    ';g@example.com',
  ]
  await list
    .locator('input[type=file]')
    .setInputFiles({ name: 'list.csv', mimeType: 'text/csv', buffer: Buffer.from(lines.join('\r\n')) })
  const wrong = list.getByRole('list', { name: t('cohorts.list.wrongLines') }).getByRole('listitem')
  await expect(wrong).toContainText([
    t('cohorts.list.line', { line: 3, problem: t('cohorts.problem.email_wrong') }),
    t('cohorts.list.line', { line: 5, problem: t('cohorts.problem.name_missing') }),
  ])
  await expect(list.locator('input[type=file]'), 'the same file can be chosen again').toHaveValue('')
  const saved = await savedBy(page, list.getByRole('button', { name: t('cohorts.list.wrongLines.save') }))
  expect(saved.trim().split('\r\n').slice(1)).toEqual([
    `Бо,bo@,,${t('cohorts.problem.email_wrong')},3`,
    `,g@example.com,,${t('cohorts.problem.name_missing')},5`,
  ])
  await list.getByRole('textbox', { name: t('cohorts.list.paste') }).fill(lines.join('\n').replaceAll(';', '\t'))
  await expect(wrong, 'what is written next is not checked yet').toHaveCount(0)
  await list.getByRole('button', { name: t('cohorts.list.check') }).click()
  await expect(wrong).toHaveCount(2)
  expect(await faultsOf(page)).toEqual([])
  await list.getByRole('button', { name: t('cohorts.list.submit', { count: 2 }) }).click()
  await expect(list.getByText(t('cohorts.list.enrolled', { count: 2 }))).toBeVisible()
  expect(await faultsOf(page)).toEqual([])
  const links = await savedBy(page, list.getByRole('button', { name: t('cohorts.links.save') }))
  expect(links.match(/\/reset\?invited=on&token=/g)).toHaveLength(2)
  await list.getByRole('button', { name: t('ui.close') }).click()

  const rows = page.locator('tbody tr')
  await expect(rows).toHaveCount(3)
  await page.getByRole('checkbox', { name: t('shell.rows.all') }).check()
  await choose('freeze', 3)
  const dialog = page.getByRole('dialog')
  await dialog.getByLabel(t('cohorts.act.from'), { exact: true }).fill(dayOf(1))
  await dialog.getByLabel(t('cohorts.act.to'), { exact: true }).fill(dayOf(3))
  await expect(dialog.getByText(t('cohorts.effects.changed', { count: 3 }))).toBeVisible()
  expect(await faultsOf(page)).toEqual([])
  await dialog.getByRole('button', { name: t('cohorts.act.submit', { count: 3 }) }).click()
  await expect(page.getByText(t('cohorts.done', { count: 3 }))).toBeVisible()

  await page.getByRole('checkbox', { name: t('shell.rows.chooseOne', { name: 'Анна' }) }).check()
  const desk = page.viewportSize()
  await page.setViewportSize({ width: 390, height: 844 })
  await page.getByRole('heading', { level: 1 }).scrollIntoViewIfNeeded()
  const acting = page.getByRole('button', { name: t('cohorts.act.of', { count: 1 }) })
  await expect(acting, 'on a phone it stays in sight').toBeInViewport({ ratio: 1 })
  expect(await faultsOf(page)).toEqual([])
  if (desk) await page.setViewportSize(desk)
  await choose('move', 1)
  await dialog.getByRole('combobox').selectOption({ index: 1 })
  await dialog.getByRole('button', { name: t('cohorts.act.submit', { count: 1 }) }).click()
  await expect(rows).toHaveCount(2)
  await page.getByRole('button', { name: t('cohorts.learner.points'), exact: true }).click()
  await expect(page).toHaveURL(/sort=points&order=desc/)

  const column = page.getByRole('columnheader', { name: t('cohorts.learner.seen') })
  const shown = page.getByRole('menuitemcheckbox', { name: t('cohorts.learner.seen') })
  await page.getByRole('button', { name: t('shell.columns') }).press('Enter')
  await shown.press('Space')
  await expect(shown).not.toBeChecked()
  expect(await faultsOf(page)).toEqual([])
  await page.keyboard.press('Escape')
  await expect(column).toHaveCount(0)
  await page.reload()
  await expect(rows).toHaveCount(2)
  await expect(column).toHaveCount(0)
  await page.getByRole('button', { name: t('shell.columns') }).click()
  await shown.click()
  await expect(column).toHaveCount(1)
  await page.keyboard.press('Escape')
  await page.setViewportSize({ width: 390, height: 800 })
  expect(await overflow(page)).toBe(0)

  async function choose(action: 'freeze' | 'move', count: number) {
    await page.getByRole('button', { name: t('cohorts.act.of', { count }) }).click()
    await page.getByRole('menuitem', { name: t(`cohorts.act.${action}`), exact: true }).click()
  }
})

async function courseOf(streamId: number): Promise<number> {
  const { rows } = await withDatabase(client =>
    client.query('select course_id from user_streams where id = $1', [streamId]),
  )
  return Number(rows[0].course_id)
}
