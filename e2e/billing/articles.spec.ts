import { signInToStudio } from '../pages/studio-page.ts'
import { userIdOf } from '../school/sessions.ts'
import { expect, test } from '../test.ts'

test('an administrator writes an article, another one saves before it, both versions are shown, and it is published [CLB-09, STF-09] @once', async ({
  page,
  context,
  noise,
}) => {
  noise.expect(/409/)
  // A page that is only being opened.
  noise.expect(/'localStorage' property/)
  await signInToStudio(context, await userIdOf('admin@example.com'))
  await page.goto('/admin/clubs')
  await page.getByRole('link', { name: 'Articles of “Morning circle”' }).click()
  await page.getByRole('button', { name: 'Write an article' }).click()
  const dialog = page.getByRole('dialog')
  await dialog.getByLabel('Title').fill('Tea at dawn')
  await dialog.locator('[type=submit]').click()
  await expect(page.getByRole('heading', { level: 1, name: 'Tea at dawn' })).toBeVisible()
  await page.getByRole('button', { name: 'Save and publish now' }).click()
  await expect(page.getByText('Write the article before it is published')).toBeVisible()

  const other = await context.newPage()
  await other.goto(page.url())
  await other.getByLabel('Introduction').fill('Theirs')
  await other.getByRole('button', { name: 'Save', exact: true }).click()
  await expect(other.getByText('Article saved')).toBeVisible()
  await other.close()

  await page.getByRole('textbox', { name: 'Text of the article' }).fill('Pour **slowly**.')
  const place = page.getByLabel('Place in the list')
  await place.clear()
  await place.pressSequentially('-5')
  await page.getByRole('button', { name: 'Save', exact: true }).click()
  await expect(page.getByText(/en: Tea at dawn\s+Theirs/)).toBeVisible()
  await expect(page.getByText('Place in the list: -5')).toBeVisible()
  await page.getByRole('button', { name: 'Keep mine' }).click()
  await page.getByRole('button', { name: 'Save and publish now' }).click()
  await expect(page.getByText('Article published')).toBeVisible()
  await expect(page.getByText('Everything is saved.')).toBeVisible()
  await page.goto('/admin/clubs')
  await page.getByRole('link', { name: 'Articles of “Morning circle”' }).click()
  await expect(page.getByRole('row', { name: /Tea at dawn/ })).toContainText('Published')
  await page.getByRole('button', { name: 'Remove “Tea at dawn”' }).click()
  await page.getByRole('alertdialog').getByRole('button', { name: 'Remove' }).click()
  await expect(page.getByRole('row', { name: /Tea at dawn/ })).toHaveCount(0)
})
