import { newLearner } from '../school/people.ts'
import { signInByCookie, userIdOf } from '../school/sessions.ts'
import { shellPage } from '../pages/shell-page.ts'
import { signInToStudio } from '../pages/studio-page.ts'
import { expect, test } from '../test.ts'
import { texts } from '../texts.ts'

const t = texts('en')

test('a banner has its room kept where it stood before, leads on, and is closed for good [BAN-02] [BAN-05]', async ({
  page,
  context,
}) => {
  const { id } = await newLearner({ daysIn: 2 })
  await signInByCookie(context, id)
  await page.goto('/home')
  await shellPage(page, t).heading.waitFor()
  await expect.poll(() => page.evaluate(() => localStorage.getItem('late-slots'))).toContain('home top')
  const place = page.getByRole('region', { name: t('shell.title.banners') })
  await expect(place, 'what is new to the device waits for the next screen').toBeHidden()
  await page.reload()
  const heading = shellPage(page, t).heading
  await heading.waitFor()
  const before = await heading.boundingBox()
  await expect(place).toBeVisible()
  expect((await heading.boundingBox())?.y).toBe(before?.y)
  await place.getByRole('link', { name: 'A new course every season' }).click()
  await page.waitForURL('**/catalog')
  await page.goto('/banners')
  await expect(page.getByRole('listitem').filter({ hasText: 'A new course every season' })).toBeVisible()
  await expect(page.getByRole('listitem').filter({ hasText: 'Stuck on a day?' })).toBeVisible()
  await page.goto('/home')
  await place.getByRole('button', { name: `${t('ui.close')}: A new course every season` }).click()
  await expect(place).toHaveCount(0)
  await page.reload()
  await heading.waitFor()
  await expect.poll(() => page.evaluate(() => localStorage.getItem('late-slots'))).not.toContain('home top')
  await expect(place).toHaveCount(0)
})

test('staff make a banner with its places before their eyes, show it, and see its figures [BAN-06, STF-09] @once', async ({
  page,
  context,
}) => {
  await signInToStudio(context, await userIdOf('admin@example.com'))
  await page.goto('/admin/banners')
  await page.getByRole('button', { name: 'Add a banner' }).click()
  const dialog = page.getByRole('dialog')
  const submit = dialog.locator('[type=submit]')
  await submit.click()
  const english = dialog.getByRole('group', { name: 'English' })
  await expect(english.getByLabel('Title')).toBeFocused()
  await english.getByLabel('Title').fill('A week of tea')
  await submit.click()
  await expect(dialog.getByText('Choose at least one place')).toBeVisible()
  await dialog.getByRole('group', { name: 'Places on phones' }).getByLabel('Support: at the top').check()
  await dialog.getByRole('group', { name: 'Places on desktops' }).getByLabel('Support: at the top').check()
  await expect(dialog.getByRole('figure')).toHaveCount(2)
  await expect(dialog.getByRole('figure').first()).toContainText('A week of tea')
  await dialog.getByLabel('Where it leads').fill('javascript:alert(1)')
  await dialog.getByLabel('Shown from').fill('2030-01-02T10:00')
  await dialog.getByLabel('Shown until').fill('2030-01-01T10:00')
  await submit.click()
  await expect(dialog.getByText(/Enter an address that begins with https/)).toBeVisible()
  await dialog.getByLabel('Where it leads').fill('/courses')
  await submit.click()
  await expect(dialog.getByText('The end has to be after the beginning')).toBeVisible()
  await dialog.getByLabel('Shown from').fill('')
  await submit.click()
  await expect(dialog).toHaveCount(0)
  const row = page.getByRole('row', { name: /A week of tea/ })
  await expect(row).toContainText('Hidden')
  await row.getByRole('button', { name: 'Show: “A week of tea”' }).click()
  await expect(row).toContainText('Shown')
  await row.getByRole('link', { name: 'Figures of “A week of tea”' }).click()
  await expect(page.getByText('Nobody has been counted yet')).toBeVisible()
  await page.goBack()
  await row.getByRole('button', { name: 'Hide: “A week of tea”' }).click()
  await row.getByRole('button', { name: 'Remove: “A week of tea”' }).click()
  await page.getByRole('alertdialog').getByRole('button', { name: 'Remove' }).click()
  await expect(row).toHaveCount(0)
})
