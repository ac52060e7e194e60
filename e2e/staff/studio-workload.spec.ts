import { readFile } from 'node:fs/promises'
import { faultsOf } from '../axe-faults.ts'
import { overflow } from '../pages/shell-page.ts'
import { handInVideo, newStaff, placeOf, signInToStudio, studioTexts } from '../pages/studio-page.ts'
import { newHomework } from '../school/homework-course.ts'
import { expect, test } from '../test.ts'

test.use({ locale: 'es' })

test('an administrator names an expert and sees how much they have [STF-20, STF-21]', async ({ page, context }) => {
  const t = studioTexts('es')
  const learner = await newHomework([{ title: 'Film it', answerWith: 'file' }])
  await handInVideo(learner, learner.ids[0] ?? 0)
  const { courseId } = await placeOf(learner.streamId)
  const expert = await newStaff('expert', 'Vera')
  await signInToStudio(context, (await newStaff('admin', 'Olga')).id)

  await page.goto(`/admin/courses/${courseId}`)
  await expect(page.getByText(t('workload.experts.all'))).toBeVisible()
  await page.getByLabel(t('workload.experts.name')).selectOption({ label: expert.name })
  const dialog = page.getByRole('dialog')
  await expect(dialog.getByText(t('workload.change.closes'))).toBeVisible()
  expect(await faultsOf(page)).toEqual([])
  await dialog.getByRole('button', { name: t('workload.change.submit') }).click()
  await expect(page.getByText(t('workload.experts.changed'))).toBeVisible()
  await page.getByRole('link', { name: expert.name }).click()

  const named = page.getByRole('switch', { checked: true })
  await expect(named).toHaveCount(1)
  expect(await faultsOf(page)).toEqual([])

  await page.goto('/admin/workload?sort=waiting')
  const table = page.getByRole('group', { name: t('workload.byExpert') })
  const row = table.getByRole('row', { name: expert.name })
  await expect(row).toBeVisible()
  await expect(table.locator('th[aria-sort=descending]')).toHaveText(/.+/)
  expect(await faultsOf(page)).toEqual([])
  await page.setViewportSize({ width: 390, height: 844 })
  expect(await overflow(page)).toBe(0)
  const saving = page.waitForEvent('download')
  await page.getByRole('button', { name: t('shell.csv.of', { title: t('workload.byExpert') }) }).click()
  const lines = (await readFile((await (await saving).path()) ?? '', 'utf8')).split('\r\n')
  const cells = await row.getByRole('cell').allTextContents()
  expect(lines.find(line => line.startsWith(expert.name))).toBe([expert.name, ...cells].join(','))

  await page.locator(`a[href*="expert=${expert.id}"][href$="course=${courseId}"]`).click()
  await expect(page).toHaveURL(new RegExp(`/admin/reviews\\?expert=${expert.id}&course=${courseId}$`))
  await expect(page.getByText(t('reviews.narrowed.expert', { name: expert.name }))).toBeVisible()
  await expect(page.getByRole('list', { name: t('reviews.show.waiting') }).getByRole('listitem')).toHaveCount(1)
  expect(await faultsOf(page)).toEqual([])
})
