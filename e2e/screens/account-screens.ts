import type { Page } from '@playwright/test'
import type { Copy } from '#kit/copy/copy.tsx'
import { newMember } from '../school/sessions.ts'
import { withDatabase } from '../school/people.ts'
import { shellPage } from '../pages/shell-page.ts'
import type { Screen } from './screen.ts'

async function refuseProfile(page: Page, t: Copy): Promise<void> {
  await page.getByLabel(t('profile.name')).fill('')
  await page.getByLabel(t('profile.birthday')).fill('31.02.2000')
  await page.getByRole('button', { name: t('profile.save'), exact: true }).click()
  await page.getByRole('alert').first().waitFor()
}

async function openMenu(page: Page, t: Copy): Promise<void> {
  const shell = shellPage(page, t)
  await shell.settings.click()
  await shell.menu.waitFor()
}

async function openPreferences(page: Page, t: Copy): Promise<void> {
  await openMenu(page, t)
  await shellPage(page, t).item(t('shell.menu.preferences')).click()
  await page.getByRole('dialog').waitFor()
}

async function goOffline(page: Page, t: Copy): Promise<void> {
  await page.context().setOffline(true)
  await shellPage(page, t).banner.waitFor()
}

/** Asks who it is before the account is deleted, which no server hears of. */
const askForProof = (way: 'password' | 'code') => async (page: Page, t: Copy) => {
  await page.route('**/api/v1/user', route =>
    route.request().method() === 'DELETE'
      ? route.fulfill({ status: 403, json: { code: 'proof_needed' } })
      : route.fallback(),
  )
  const asked = { way, email: 'l•••@example.com', retry_after: 60 }
  await page.route('**/user/request-proof*', route => route.fulfill({ json: asked }))
  await page.getByRole('button', { name: t('profile.delete.submit') }).click()
  await page
    .getByRole('alertdialog')
    .getByRole('button', { name: t('profile.delete.yes') })
    .click()
  await page.getByRole('dialog', { name: t('accounts.proof.title') }).waitFor()
}

/** Somebody of whom something is demanded before anything else. */
async function demanded(
  column: 'is_require_update_password' | 'is_require_update_profile' | 'is_require_email_validate',
) {
  const { id } = await newMember('kurso')
  await withDatabase(client => client.query(`update users set ${column} = true where id = $1`, [id]))
  return id
}

/** A person's own screens, with the demo school's learner. */
export async function accountScreens(): Promise<Screen[]> {
  return [
    { name: 'join', path: '/join' },
    { name: 'join-refused', path: '/join?code=AAAAAAAA' },
    { name: 'profile', path: '/user/edit' },
    { name: 'profile-error', path: '/user/edit', isAlone: true, prepare: refuseProfile },
    { name: 'profile-demanded', path: '/updateProfile', userId: await demanded('is_require_update_profile') },
    { name: 'email-demanded', path: '/emailVerification', userId: await demanded('is_require_email_validate') },
    { name: 'phone-code', path: '/phoneVerification' },
    { name: 'password-demanded', path: '/resetPassword', userId: await demanded('is_require_update_password') },
    { name: 'setting-menu', path: '/user/setting' },
    { name: 'navigation', path: '/navigation' },
    { name: 'settings', path: '/user/settings' },
    { name: 'settings-password', path: '/user/settings/password' },
    { name: 'settings-notifications', path: '/user/settings/notifications' },
    { name: 'settings-cookies', path: '/user/settings/cookie' },
    { name: 'settings-devices', path: '/user/settings/devices' },
    { name: 'settings-payment', path: '/user/settings/user-payment-methods' },
    { name: 'proof-password', path: '/delete', isAlone: true, prepare: askForProof('password') },
    { name: 'proof-code', path: '/delete', isAlone: true, prepare: askForProof('code') },
    { name: 'social-networks', path: '/user/social-networks' },
    { name: 'link-network', path: '/linksocialnetworks' },
    { name: 'subscriptions', path: '/user/subscriptions' },
    { name: 'subscriptions-warned', path: '/subscriptions' },
    { name: 'points', path: '/user/points' },
    { name: 'points-history', path: '/user/points/history' },
    { name: 'statistics', path: '/user/statistics' },
    { name: 'referrals', path: '/user/referrals' },
    { name: 'bonuses', path: '/user/bonuses' },
    { name: 'delete', path: '/delete' },
    { name: 'document', path: '/document?url=/brands/kurso.svg' },
    { name: 'document-refused', path: '/document?url=javascript:1' },
    { name: 'menu', path: '/home', isPlaced: true, prepare: openMenu },
    { name: 'preferences', path: '/home', isPlaced: true, prepare: openPreferences },
    { name: 'offline', path: '/home', prepare: goOffline },
  ]
}
