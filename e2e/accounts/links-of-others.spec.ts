import type { Page } from '@playwright/test'
import { headingOf } from '../pages/heading.ts'
import { faultsOf } from '../axe-faults.ts'
import { newStaff, signInToStudio, studioTexts } from '../pages/studio-page.ts'
import { newMember, newSession, signInByCookie, transferToken } from '../school/sessions.ts'
import { expect, test } from '../test.ts'
import { texts } from '../texts.ts'

const en = texts('en')
const studio = studioTexts('en')
const linkFor = async (userId: number) => `/auto-login?token=${await transferToken(await newSession(userId))}`
const tokenOf = (page: Page) => page.evaluate(() => localStorage.getItem('token'))
const statusOf = async (page: Page, token: string | null) =>
  (await page.request.get('/spa/api/v1/user', { headers: { authorization: `Bearer ${token}` } })).status()
const draft = 'draft 7 homework 3'
const leaveDraft = (page: Page) => page.evaluate(key => localStorage.setItem(key, 'half a sentence'), draft)
const draftOf = (page: Page) => page.evaluate(key => localStorage.getItem(key), draft)
const homeHeading = (page: Page) => headingOf(page)

test('a link that signs in as somebody else asks first, and Escape keeps the session and its drafts [SEC-09] [ACC-16]', async ({
  page,
  context,
}) => {
  const t = texts('en')
  const [present, offered] = [await newMember('kurso'), await newMember('kurso')]
  await page.addInitScript(chosen => localStorage.setItem('locale', chosen), 'en')
  const token = await signInByCookie(context, present.id)
  await page.goto('/home')
  await expect(homeHeading(page)).toBeVisible()
  await leaveDraft(page)

  await page.goto(await linkFor(offered.id))
  const question = page.getByRole('alertdialog', { name: t('accounts.switch.title') })
  await expect(question).toContainText(present.email)
  await expect(question).toContainText(offered.email.replace(/^(.).*@/, '$1•••@'))
  await expect(question.getByRole('button', { name: t('accounts.stay') })).toBeFocused()
  expect(await faultsOf(page)).toEqual([])
  await page.keyboard.press('Escape')
  await page.waitForURL('**/home')
  expect([await tokenOf(page), await draftOf(page), await statusOf(page, token)]).toEqual([
    token,
    'half a sentence',
    200,
  ])

  await page.goto(await linkFor(offered.id))
  await question.getByRole('button', { name: t('accounts.switch.yes') }).click()
  await page.waitForURL('**/home')
  await expect(homeHeading(page)).toBeVisible()
  expect([await statusOf(page, token), await statusOf(page, await tokenOf(page))]).toEqual([401, 200])
  expect(await draftOf(page)).toBeNull()
})

test('a link asks a signed-out person whether the account is theirs, and declining signs nobody in [SEC-09] [ACC-16]', async ({
  page,
}) => {
  const t = texts('ru')
  const offered = await newMember('kurso')
  await page.addInitScript(chosen => localStorage.setItem('locale', chosen), 'ru')
  await page.goto(await linkFor(offered.id))
  const question = page.getByRole('alertdialog', { name: t('accounts.enter.title') })
  await expect(question).toContainText(offered.email.replace(/^(.).*@/, '$1•••@'))
  expect(await faultsOf(page)).toEqual([])
  await question.getByRole('button', { name: t('accounts.enter.no') }).click()
  await page.waitForURL(url => url.pathname === '/')
  expect(await tokenOf(page)).toBeNull()

  await page.goto(await linkFor(offered.id))
  await question.getByRole('button').last().click()
  await page.waitForURL('**/home')
  await expect(homeHeading(page)).toBeVisible()
})

test('a link that no longer works keeps the session and its drafts, and says so [SEC-09] [ACC-16]', async ({
  page,
  context,
  noise,
}) => {
  noise.expect(/401/)
  const token = await signInByCookie(context, (await newMember('kurso')).id)
  await page.goto('/home')
  await expect(homeHeading(page)).toBeVisible()
  await leaveDraft(page)
  await page.goto('/auto-login?token=stolen')
  await expect(page.getByRole('heading', { name: en('accounts.autoLogin.failed') })).toBeVisible()
  await expect(page.getByText(en('accounts.linkFailed.text'))).toBeVisible()
  expect(await faultsOf(page)).toEqual([])
  await page.getByRole('link', { name: en('accounts.linkFailed.go') }).click()
  await page.waitForURL('**/home')
  expect([await tokenOf(page), await draftOf(page), await statusOf(page, token)]).toEqual([
    token,
    'half a sentence',
    200,
  ])
})

test('a link that signs out asks first, and Escape keeps the session and its drafts [SEC-09] [ACC-17]', async ({
  page,
  context,
}) => {
  const t = texts('es')
  await page.addInitScript(chosen => localStorage.setItem('locale', chosen), 'es')
  const token = await signInByCookie(context, (await newMember('kurso')).id)
  await page.goto('/home')
  await expect(homeHeading(page)).toBeVisible()
  await leaveDraft(page)
  await page.goto('/logout')
  const question = page.getByRole('alertdialog', { name: t('accounts.signOutByLink.title') })
  await expect(question.getByRole('button', { name: t('accounts.stay') })).toBeFocused()
  expect(await faultsOf(page)).toEqual([])
  await page.keyboard.press('Escape')
  await page.waitForURL('**/home')
  expect([await draftOf(page), await statusOf(page, token)]).toEqual(['half a sentence', 200])
})

test('a link into the studio keeps who is there until they agree, and when it no longer works [SEC-09] [STF-01]', async ({
  page,
  context,
  noise,
}) => {
  noise.expect(/401/)
  const [present, offered, learner] = [
    await newStaff('expert', 'Vera'),
    await newStaff('expert', 'Pavel'),
    await newMember('kurso'),
  ]
  await signInToStudio(context, present.id)
  const studioLink = async (userId: number) => `/admin/login?token=${await transferToken(await newSession(userId))}`
  const profileOf = ({ name }: { name: string }) =>
    page.getByRole('button', { name: studio('shell.profile', { name }) })

  for (const [address, reason] of [
    ['/admin/login?token=stolen', 'spent'],
    [await studioLink(learner.id), 'notStaff'],
  ] as const) {
    await page.goto(address)
    await expect(page.getByRole('alert')).toContainText(studio(`accounts.${reason}.title`))
    await expect(page.getByText(studio('accounts.stillIn.text', { present: present.email }))).toBeVisible()
    expect(new URL(page.url()).search).toBe('')
    expect(await faultsOf(page)).toEqual([])
    await page.getByRole('button', { name: studio('accounts.stillIn.go') }).click()
    await expect(profileOf(present)).toBeVisible()
  }

  const question = page.getByRole('alertdialog', { name: studio('accounts.switch.title') })
  await page.goto(await studioLink(offered.id))
  await expect(question).toContainText(present.email)
  await expect(question).toContainText(offered.email.replace(/^(.).*@/, '$1•••@'))
  await expect(question.getByRole('button', { name: studio('accounts.switch.no') })).toBeFocused()
  expect(await faultsOf(page)).toEqual([])
  await page.keyboard.press('Escape')
  await expect(profileOf(present)).toBeVisible()
  await page.goto(await studioLink(offered.id))
  await question.getByRole('button', { name: studio('accounts.switch.yes') }).click()
  await expect(profileOf(offered)).toBeVisible()
})

test('a link into the studio asks a signed-out person whether the account is theirs, and once only in a browser [SEC-09] [STF-01]', async ({
  page,
}) => {
  const t = studioTexts('ru')
  const offered = await newStaff('expert', 'Pavel')
  const studioLink = async () => `/admin/login?token=${await transferToken(await newSession(offered.id))}`
  await page.addInitScript(chosen => localStorage.setItem('locale', chosen), 'ru')
  await page.goto(await studioLink())
  const question = page.getByRole('alertdialog', { name: t('accounts.enter.title') })
  await expect(question).toContainText(offered.email.replace(/^(.).*@/, '$1•••@'))
  expect(await faultsOf(page)).toEqual([])
  await question.getByRole('button', { name: t('accounts.enter.no') }).click()
  await expect(page.getByRole('heading', { name: t('accounts.login.title') })).toBeVisible()
  expect(await page.evaluate(() => localStorage.getItem('studio.token'))).toBeNull()

  await page.goto(await studioLink())
  await question.getByRole('button').last().click()
  const profile = page.getByRole('button', { name: t('shell.profile', { name: offered.name }) })
  await expect(profile).toBeVisible()
  await page.evaluate(() => localStorage.removeItem('studio.token'))
  await page.goto(await studioLink())
  await expect(profile).toBeVisible()
})
