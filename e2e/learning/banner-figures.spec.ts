import { signInToStudio } from '../pages/studio-page.ts'
import { newMember, origin, signInByCookie } from '../school/sessions.ts'
import { withDatabase } from '../school/people.ts'
import { expect, test } from '../test.ts'
import { texts } from '../texts.ts'

const t = texts('en')
// A brand that keeps figures of its own.
const school = origin.replace('127.0.0.1', 'dev.localhost')

test.use({ hasDecided: false })

test('staff make a banner, a learner who allows figures sees it in its place and follows it, and staff see both counted [BAN-06] @once', async ({
  page,
  context,
  browser,
}) => {
  const staff = await newMember('dev')
  await withDatabase(client => client.query(`update users set role = 'admin' where id = $1`, [staff.id]))
  const studio = await browser.newContext({ baseURL: school, locale: 'en' })
  await signInToStudio(studio, staff.id)
  const desk = await studio.newPage()
  await desk.goto('/admin/banners')
  await desk.getByRole('button', { name: 'Add a banner' }).click()
  const dialog = desk.getByRole('dialog')
  await dialog.getByRole('group', { name: 'English' }).getByLabel('Title').fill('A week of figures')
  await dialog.getByRole('group', { name: 'Places on phones' }).getByLabel('Support: at the top').check()
  await dialog.getByRole('group', { name: 'Places on desktops' }).getByLabel('Support: at the top').check()
  await dialog.getByLabel('Where it leads').fill('/courses')
  await dialog.locator('[type=submit]').click()
  await expect(dialog).toHaveCount(0)
  const row = desk.getByRole('row', { name: /A week of figures/ })
  await row.getByRole('button', { name: 'Show: “A week of figures”' }).click()
  await expect(row).toContainText('Shown')

  const { id } = await newMember('dev')
  await signInByCookie(context, id, school)
  await page.goto(`${school}/support`)
  await page.getByRole('button', { name: t('consent.acceptAll'), exact: true }).click()
  // What is new to the device waits for the next screen, where its room is kept.
  await expect.poll(() => page.evaluate(() => localStorage.getItem('late-slots'))).toContain('support top')
  await page.reload()
  const place = page.getByRole('region', { name: t('shell.title.banners') })
  await place.getByRole('link', { name: 'A week of figures' }).click()
  await page.waitForURL('**/courses')

  await row.getByRole('link', { name: 'Figures of “A week of figures”' }).click()
  await expect(async () => {
    await desk.reload()
    await expect(desk.getByText(/^Seen 1, followed 1:/)).toBeVisible({ timeout: 2000 })
  }).toPass({ timeout: 30_000 })
  await studio.close()
})
