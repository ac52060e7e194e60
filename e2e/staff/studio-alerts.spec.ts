import { faultsOf } from '../axe-faults.ts'
import { newStaff, signInToStudio, studioTexts } from '../pages/studio-page.ts'
import { handInElsewhere, newHomework } from '../school/homework-course.ts'
import { expect, test } from '../test.ts'

test('an expert chooses how and when to hear of homework [STF-21]', async ({ page, context }) => {
  const t = studioTexts('en')
  const expert = await newStaff('expert', 'Vera')
  await signInToStudio(context, expert.id)
  const openProfile = async () => {
    await page.goto('/admin/reviews?lang=en')
    await page.getByRole('button', { name: t('shell.profile', { name: expert.name }) }).click()
    await page.getByRole('menuitem', { name: t('shell.profile.own') }).click()
    await expect(page.getByRole('heading', { name: t('alerts.title') })).toBeVisible()
  }
  const learner = await newHomework([{ title: 'Film it' }])
  await handInElsewhere(learner, learner.ids[0] ?? 0, 'Here it is')
  const badge = page.getByRole('navigation', { name: t('shell.navigation') }).getByRole('link', { name: /\d+ waiting/ })
  await openProfile()
  await expect(badge).toBeVisible()
  expect(await faultsOf(page)).toEqual([])
  await page.getByLabel(t('alerts.by_badge'), { exact: true }).uncheck()
  await page.getByLabel(t('alerts.by_letter'), { exact: true }).uncheck()
  await page.getByLabel('Sunday').uncheck()
  await page.getByLabel(t('alerts.until_time'), { exact: true }).fill('18:30')
  await page.getByRole('button', { name: t('alerts.save') }).click()
  await expect(page.getByText(t('alerts.saved'))).toBeVisible()
  await openProfile()
  await expect(page.getByLabel(t('alerts.by_letter'), { exact: true })).not.toBeChecked()
  await expect(page.getByLabel('Sunday')).not.toBeChecked()
  await expect(page.getByLabel('Monday')).toBeChecked()
  await expect(page.getByLabel(t('alerts.until_time'), { exact: true })).toHaveValue('18:30')
  await expect(badge).toHaveCount(0)
})
