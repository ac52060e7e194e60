import { faultsOf } from '../axe-faults.ts'
import { newStaff, signInToStudio, studioTexts } from '../pages/studio-page.ts'
import { expect, test } from '../test.ts'

test('an expert chooses how and when to hear of homework', async ({ page, context }) => {
  const t = studioTexts('en')
  const expert = await newStaff('expert', 'Vera')
  await signInToStudio(context, expert.id)
  const openProfile = async () => {
    await page.goto('/admin/reviews?lang=en')
    await page.getByRole('button', { name: t('shell.profile', { name: expert.name }) }).click()
    await page.getByRole('menuitem', { name: t('shell.profile.own') }).click()
    await expect(page.getByRole('heading', { name: t('alerts.title') })).toBeVisible()
  }
  await openProfile()
  expect(await faultsOf(page)).toEqual([])
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
})
