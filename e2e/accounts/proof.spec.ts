import type { BrowserContext, Page } from '@playwright/test'
import { faultsOf } from '../axe-faults.ts'
import { signInPage } from '../pages/sign-in-page.ts'
import { codeIn, nextLetter } from '../school/letters.ts'
import { withDatabase } from '../school/people.ts'
import { newMember, origin, signInByCookie } from '../school/sessions.ts'
import { essentialOnly, expect, test } from '../test.ts'
import { texts } from '../texts.ts'

const en = texts('en')

/** Presses "Delete my account" and confirms it; the dialog that then asks who one is. */
async function deleteAccount(page: Page) {
  await page.getByRole('button', { name: en('profile.delete.submit') }).click()
  const sure = page.getByRole('alertdialog').getByRole('button', { name: en('profile.delete.yes') })
  await sure.click()
  return page.getByRole('dialog', { name: en('accounts.proof.title') })
}

/** Somebody without a fresh proof, whose account has the decision of this device: nothing of it is under way when it ends. */
async function comeBack(context: BrowserContext, userId: number) {
  await context.addCookies([{ name: 'consent', value: essentialOnly(userId), url: origin }])
  await signInByCookie(context, userId, origin, { isProven: false })
}

const statusOf = async (userId: number) => {
  const { rows } = await withDatabase(client => client.query('select status from users where id = $1', [userId]))
  return Number(rows[0]?.status)
}

test('an open session is not enough to delete an account: the password is asked for, and who declines keeps it @once', async ({
  page,
  context,
  noise,
}) => {
  noise.expect(/403|422/)
  // What is just being read as the account ends.
  noise.expect(/401 GET|status of 401/)
  const person = await newMember('kurso')
  await comeBack(context, person.id)
  await page.goto('/delete')
  const dialog = await deleteAccount(page)
  await expect(dialog).toBeVisible()
  expect(await faultsOf(page)).toEqual([])
  await page.keyboard.press('Escape')
  await expect(dialog).toBeHidden()
  expect(await statusOf(person.id)).toBe(10)

  await deleteAccount(page)
  const password = dialog.getByLabel(en('accounts.login.password'), { exact: true })
  await expect(password).toBeFocused()
  await page.keyboard.type('not this one')
  await page.keyboard.press('Enter')
  await expect(password).toHaveAccessibleDescription('The current password is wrong')
  expect(await statusOf(person.id)).toBe(10)
  await password.fill(person.password)
  await page.keyboard.press('Enter')
  await expect(signInPage(page, en).heading).toBeVisible()
  expect(await statusOf(person.id)).toBe(0)
})

test('without a password a code by e-mail is asked for, in the words of the person @once', async ({
  page,
  context,
  noise,
}) => {
  // What the page asked for a moment before the account was gone.
  noise.expect(/401|403|422/)
  const person = await newMember('kurso')
  await withDatabase(client => client.query('update users set password_hash = null where id = $1', [person.id]))
  await comeBack(context, person.id)
  await page.goto('/delete')
  const dialog = await deleteAccount(page)
  await expect(dialog).toContainText('m•••@example.com')
  await expect(dialog.getByRole('button', { name: /Resend in \d+ s/ })).toBeDisabled()
  await dialog.getByLabel(en('accounts.code.label')).fill(codeIn((await nextLetter(person.email)).text))
  await dialog.getByRole('button', { name: en('accounts.code.submit') }).click()
  await expect(signInPage(page, en).heading).toBeVisible()
  expect(await statusOf(person.id)).toBe(0)
})
