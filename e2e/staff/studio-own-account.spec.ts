import { nextLetter } from '../school/letters.ts'
import { withDatabase } from '../school/people.ts'
import { overflow } from '../pages/shell-page.ts'
import { newStaff, signInToStudio, studioTexts } from '../pages/studio-page.ts'
import { expect, test } from '../test.ts'

const en = studioTexts('en')

test('a member of staff who forgot the password gets a link, and sets name and time zone in their profile [STF-01, STF-23]', {
  tag: '@once',
}, async ({ page, context }) => {
  const expert = await newStaff('expert', 'Elena')
  await page.goto('/admin/login')
  await page.getByLabel(en('accounts.login.email')).fill(expert.email)
  await page.getByRole('button', { name: en('accounts.forgot') }).click()
  await expect(page.getByLabel(en('accounts.login.email'))).toHaveValue(expert.email)
  await page.getByRole('button', { name: en('accounts.forgot.submit') }).click()
  await expect(page.getByText(en('accounts.forgot.done'))).toBeVisible()
  expect((await nextLetter(expert.email)).links.join(' ')).toMatch(/\/reset\?token=/)

  await signInToStudio(context, expert.id)
  await page.goto('/admin/inbox?show=mine')
  await page.getByRole('button', { name: en('shell.profile', { name: expert.name }) }).click()
  await page.getByRole('menuitem', { name: en('shell.profile.own') }).click()
  await page.getByLabel(en('accounts.profile.firstName')).fill('Alena')
  await page.getByLabel(en('accounts.profile.timezone')).selectOption('Asia/Tokyo')
  await page.getByRole('button', { name: en('accounts.profile.save'), exact: true }).click()
  await expect(page.getByRole('button', { name: /Alena/ })).toBeVisible()
  const { rows } = await withDatabase(client =>
    client.query('select first_name, timezone from users where id = $1', [expert.id]),
  )
  expect(rows).toEqual([{ first_name: 'Alena', timezone: 'Asia/Tokyo' }])
})

test('an author begins with the courses, and can write one [STF-01]', { tag: '@once' }, async ({ page, context }) => {
  await signInToStudio(context, (await newStaff('author', 'Vera')).id)
  await page.goto('/admin')
  await expect(page.getByRole('heading', { name: en('courses.title') })).toBeVisible()
  await expect(page.getByText(en('courses.lead'))).toBeVisible()
  await expect(page.getByRole('button', { name: en('courses.new') })).toBeVisible()
})

test('every part of the brand’s editor is in sight, and on a phone the section that one is in [STF-10]', async ({
  page,
  context,
  noise,
}) => {
  // The preview is a frame without scripts.
  noise.expect(/Blocked script execution in 'about:blank'/)
  await page.setViewportSize({ width: 390, height: 844 })
  await signInToStudio(context, (await newStaff('admin', 'Olga')).id)
  await page.goto('/admin/brand')
  const tabs = page.getByRole('tablist', { name: en('brand.groups') }).getByRole('tab')
  await expect(tabs).toHaveCount(10)
  for (const tab of await tabs.all()) await expect(tab).toBeInViewport({ ratio: 1 })
  const current = page.getByRole('navigation', { name: en('shell.navigation') }).locator('[aria-current]')
  await expect(current).toBeInViewport({ ratio: 0.9 })
  await expect(page.getByText('7 / 7')).toHaveCount(0)
  expect(await overflow(page)).toBe(0)
})
