import type { Page } from '@playwright/test'
import { shownCode } from '#server/app/testing/second-factor.ts'
import { headingOf } from '../pages/heading.ts'
import { faultsOf } from '../axe-faults.ts'
import { newStaff, studioTexts } from '../pages/studio-page.ts'
import { signInPage } from '../pages/sign-in-page.ts'
import { expect, test } from '../test.ts'
import { texts } from '../texts.ts'

const en = studioTexts('en')
const stepMs = 30_000
type Staff = Awaited<ReturnType<typeof newStaff>>

const dialogOf = (page: Page, name: string) => page.getByRole('dialog', { name, exact: true })
const factorDialog = (page: Page) => dialogOf(page, en('accounts.factor.title'))
const menuOf = (page: Page, staff: Staff) =>
  page.getByRole('button', { name: en('shell.profile', { name: staff.name }) })

async function signIn(page: Page, staff: Staff) {
  await page.getByLabel(en('accounts.login.email')).fill(staff.email)
  await page.getByLabel(en('accounts.login.password'), { exact: true }).fill(staff.password)
  await page.keyboard.press('Enter')
}

async function openProfile(page: Page, staff: Staff) {
  await menuOf(page, staff).click()
  await page.getByRole('menuitem', { name: en('shell.profile.own') }).click()
  return dialogOf(page, en('accounts.profile.title'))
}

/** Turns it on; answers the secret and the recovery codes, as the person reads them. */
async function turnOn(page: Page, staff: Staff) {
  const profile = await openProfile(page, staff)
  await profile.getByRole('button', { name: en('accounts.secondFactor.on') }).click()
  const setUp = factorDialog(page)
  await expect(setUp.getByRole('img', { name: en('accounts.secondFactor.qr') })).toBeVisible()
  expect(await faultsOf(page)).toEqual([])
  const secret = (await setUp.locator('code').innerText()).replaceAll(/\s/g, '')
  await expect(setUp.getByLabel(en('accounts.code.label'), { exact: true })).toBeFocused()
  await page.keyboard.type(shownCode(secret, Date.now()))
  await page.keyboard.press('Enter')
  const codes = dialogOf(page, en('accounts.recoveryCodes.title'))
  await expect(codes.getByRole('listitem')).toHaveCount(10)
  expect(await faultsOf(page)).toEqual([])
  const file = page.waitForEvent('download')
  await codes.getByRole('button', { name: en('accounts.recoveryCodes.save') }).click()
  expect((await file).suggestedFilename()).toMatch(/\.txt$/)
  const recoveryCodes = await codes.getByRole('listitem').allInnerTexts()
  await codes.getByRole('button', { name: en('accounts.recoveryCodes.done') }).click()
  await expect(profile.getByText(/10 recovery codes/)).toBeVisible()
  await page.keyboard.press('Escape')
  return { secret, recoveryCodes }
}

test('a second factor is turned on, asked for at the next sign-in, replaced by a recovery code and turned off @once', async ({
  page,
  browser,
  noise,
}) => {
  noise.expect(/403|422/)
  const expert = await newStaff('expert', 'Vera')
  await page.goto('/admin/inbox')
  await signIn(page, expert)
  const { secret, recoveryCodes } = await turnOn(page, expert)
  const [first = '', second = ''] = recoveryCodes

  await menuOf(page, expert).click()
  await page.getByRole('menuitem', { name: en('shell.signOut') }).click()
  await page.waitForURL(/\/admin\/login/)
  await signIn(page, expert)
  const asked = factorDialog(page)
  const code = asked.getByLabel(en('accounts.code.label'), { exact: true })
  await expect(code).toBeFocused()
  await expect(code).toHaveAttribute('autocomplete', 'one-time-code')
  await expect(code).toHaveAttribute('inputmode', 'numeric')
  expect(await faultsOf(page)).toEqual([])
  // That of this step is spent.
  await page.keyboard.type(shownCode(secret, Date.now() - stepMs))
  await page.keyboard.press('Enter')
  await expect(code).toHaveAccessibleDescription('The code is wrong or has expired')
  await page.reload()
  await expect(code).toBeFocused()
  await page.keyboard.type(shownCode(secret, Date.now() + stepMs))
  await page.keyboard.press('Enter')
  await expect(menuOf(page, expert)).toBeVisible()
  await page.reload()
  await expect(menuOf(page, expert)).toBeVisible()
  await expect(asked).toBeHidden()

  const elsewhere = await browser.newContext()
  const learnerApp = await elsewhere.newPage()
  await learnerApp.goto('/')
  const door = signInPage(learnerApp, texts('en'))
  await door.email.fill(expert.email)
  await door.password.fill(expert.password)
  await door.submit.click()
  const there = factorDialog(learnerApp)
  await there.getByRole('button', { name: en('accounts.factor.toRecovery') }).click()
  await there.getByLabel(en('accounts.factor.recovery.label')).fill(first)
  await learnerApp.keyboard.press('Enter')
  await expect(there).toBeHidden()
  await expect(headingOf(learnerApp)).toBeVisible()
  await elsewhere.close()

  const profile = await openProfile(page, expert)
  await expect(profile.getByText(/9 recovery codes/)).toBeVisible()
  await profile.getByRole('button', { name: en('accounts.secondFactor.off') }).click()
  const off = dialogOf(page, en('accounts.secondFactor.off'))
  await off.getByRole('button', { name: en('accounts.factor.toRecovery') }).click()
  await off.getByLabel(en('accounts.factor.recovery.label')).fill(second)
  await page.keyboard.press('Enter')
  await expect(profile.getByRole('button', { name: en('accounts.secondFactor.on') })).toBeVisible()
})

test('who signed in with the password alone can sign out instead @once', async ({ page, browser, noise }) => {
  noise.expect(/403/)
  const expert = await newStaff('expert', 'Nina')
  await page.goto('/admin/inbox')
  await signIn(page, expert)
  await turnOn(page, expert)
  const elsewhere = await browser.newContext()
  const other = await elsewhere.newPage()
  await other.goto('/admin/inbox')
  await signIn(other, expert)
  await factorDialog(other)
    .getByRole('button', { name: en('accounts.factor.signOut') })
    .click()
  await expect(other.getByLabel(en('accounts.login.email'))).toBeVisible()
  await expect(factorDialog(other)).toBeHidden()
  await elsewhere.close()
})
