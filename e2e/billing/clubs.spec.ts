import { newMember, signInByCookie, userIdOf } from '../school/sessions.ts'
import { signInToStudio } from '../pages/studio-page.ts'
import { expect, test } from '../test.ts'
import { texts } from '../texts.ts'

const t = texts('en')

test('a member opens the club from the menu, finds a film in one article, reads another and keeps it [CLB-01] [RTE-18] @once', async ({
  page,
  context,
}) => {
  await signInByCookie(context, await userIdOf('learner@example.com'))
  await page.goto('/clubs')
  await expect(page.getByRole('heading', { name: 'Morning circle' })).toBeVisible()
  await page.getByRole('button', { name: t('shell.menu'), exact: true }).click()
  await page.getByRole('menuitem', { name: t('shell.title.clubs') }).click()
  await page.getByRole('link', { name: 'Why mornings' }).click()
  const film = page.getByRole('figure', { name: 'How two weeks of practice look' })
  await expect(film.getByRole('button', { name: t('media.play') }).first()).toBeVisible()
  await page.goBack()
  await page.getByLabel(t('articles.search')).fill('breathe')
  await page.getByRole('button', { name: t('articles.find'), exact: true }).click()
  await expect(page.getByRole('heading', { name: 'Why mornings' })).toHaveCount(0)
  await page.getByRole('link', { name: 'Breathing before a hard day' }).click()
  await expect(page.getByText('count to four')).toBeVisible()
  const keep = page.getByRole('button', { name: t('articles.favourite') })
  await keep.click()
  await expect(keep).toHaveAttribute('aria-pressed', 'true')
  await page.getByRole('link', { name: 'Morning circle' }).click()
  await page.getByRole('button', { name: t('articles.favourites') }).click()
  await expect(page.getByRole('heading', { level: 3 })).toHaveText(['Breathing before a hard day'])
})

test('who is a member of no club is told so, and has no entry for clubs in the menu [CLB-01] @once', async ({
  page,
  context,
}) => {
  const { id } = await newMember('kurso')
  await signInByCookie(context, id)
  await page.goto('/clubs')
  await expect(page.getByText(t('clubs.empty.title'))).toBeVisible()
  await page.getByRole('button', { name: t('shell.menu'), exact: true }).click()
  await expect(page.getByRole('menuitem', { name: t('shell.title.homeworks') })).toBeVisible()
  await expect(page.getByRole('menuitem', { name: t('shell.title.clubs') })).toHaveCount(0)
})

test('an administrator adds a club with the product that opens it, changes it and removes it [STF-09] @once', async ({
  page,
  context,
}) => {
  await signInToStudio(context, await userIdOf('admin@example.com'))
  await page.goto('/admin/clubs')
  const row = page.getByRole('row', { name: /Tea circle/ })
  await page.getByRole('button', { name: 'Add a club' }).click()
  const dialog = page.getByRole('dialog')
  await dialog.locator('[type=submit]').click()
  await expect(dialog.getByLabel('Title in English')).toBeFocused()
  await dialog.getByLabel('Title in English').fill('Tea circle')
  await expect(dialog.getByLabel('Name in addresses')).toHaveValue('tea-circle')
  await dialog.getByLabel('Practice every month').check()
  await dialog.getByLabel('The club’s own site').fill('club.example.com')
  await dialog.locator('[type=submit]').click()
  await expect(dialog.getByText('Enter an address that begins with https://')).toBeVisible()
  await dialog.getByLabel('The club’s own site').fill('https://club.example.com/tea')
  await dialog.locator('[type=submit]').click()
  await expect(dialog).toHaveCount(0)
  await expect(row).toContainText('Shown')
  await page.getByRole('button', { name: 'Change “Tea circle”' }).click()
  await dialog.getByLabel('Hidden from learners').check()
  await dialog.locator('[type=submit]').click()
  await expect(row).toContainText('Hidden')
  await page.getByRole('button', { name: 'Remove “Tea circle”' }).click()
  await page.getByRole('alertdialog').getByRole('button', { name: 'Remove' }).click()
  await expect(row).toHaveCount(0)
})

test('staff write the questions of a club, its members read them, and two who write at once see both versions [CLB-07] @once', async ({
  page,
  context,
  browser,
  noise,
}) => {
  // Somebody else was faster.
  noise.expect(/clubs\/\d+\/faq/)
  await signInToStudio(context, await userIdOf('admin@example.com'))
  await page.goto('/admin/clubs')
  await page.getByRole('link', { name: 'Questions of “Morning circle”' }).click()
  await page.getByRole('button', { name: 'Add a question' }).click()
  await page.getByRole('textbox', { name: 'Question 3' }).fill('May I bring a friend?')
  await page.getByRole('button', { name: 'Save the questions' }).click()
  await expect(page.getByRole('textbox', { name: 'Answer 3' })).toBeFocused()
  await page.getByRole('textbox', { name: 'Answer 3' }).fill('To the first hour, **yes**.')
  await page.reload()
  await expect(page.getByRole('textbox', { name: 'Question 3' }), 'what is typed stays').toHaveValue(
    'May I bring a friend?',
  )
  const other = await (await browser.newContext()).newPage()
  await signInToStudio(other.context(), await userIdOf('admin@example.com'))
  await other.goto(page.url())
  await other.getByRole('button', { name: 'Move question 2 up' }).click()
  await other.getByRole('button', { name: 'Save the questions' }).click()
  await expect(other.getByText('Questions saved')).toBeVisible()
  await page.getByRole('button', { name: 'Save the questions' }).click()
  await page.getByRole('button', { name: 'Keep mine' }).click()
  await page.getByRole('button', { name: 'Save the questions' }).click()
  await expect(page.getByText('Questions saved')).toBeVisible()
  const reader = await (await browser.newContext()).newPage()
  await signInByCookie(reader.context(), await userIdOf('learner@example.com'))
  await reader.goto('/clubs')
  await reader.getByRole('link', { name: 'Open the club (Morning circle)' }).click()
  const faq = reader.getByRole('region', { name: 'Questions and answers' })
  await expect(faq.locator('summary')).toHaveText([
    'When do we practise together?',
    'What happens when my subscription ends?',
    'May I bring a friend?',
  ])
  await faq.getByText('May I bring a friend?').click()
  await expect(faq.getByText('To the first hour, yes.')).toBeVisible()
  await page.getByRole('button', { name: 'Remove question 3' }).click()
  await page.getByRole('button', { name: 'Save the questions' }).click()
  await expect(page.getByText('Everything is saved.')).toBeVisible()
  await other.context().close()
  await reader.context().close()
})
