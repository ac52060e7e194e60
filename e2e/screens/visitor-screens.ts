import type { Page } from '@playwright/test'
import type { Copy } from '#kit/copy/copy.tsx'
import { signInPage } from '../pages/sign-in-page.ts'
import { withDatabase } from '../school/people.ts'
import { newMember, newSession, transferToken } from '../school/sessions.ts'
import type { Screen } from './screen.ts'

async function refuse(page: Page, t: Copy): Promise<void> {
  await signInPage(page, t).signIn({ email: 'nobody@example.com', password: 'wrong' })
  await page.getByRole('alert').waitFor()
}

async function refuseSignUp(page: Page, t: Copy): Promise<void> {
  await page.getByLabel(t('joining.name')).fill('Vera')
  await page.getByLabel(t('accounts.login.email')).fill('vera@@example')
  await page.getByLabel(t('accounts.login.password'), { exact: true }).fill('12345678')
  await page.getByLabel(t('joining.password.repeat'), { exact: true }).fill('12345679')
  await page.keyboard.press('Enter')
  await page.getByRole('alert').first().waitFor()
}

async function askForLanguage(page: Page, t: Copy): Promise<void> {
  const other = t.language === 'en' ? 'es' : 'en'
  await page.getByRole('combobox', { name: t('brands.language') }).selectOption(other)
  await page.getByRole('alertdialog').waitFor()
}

async function openHelp(page: Page, t: Copy): Promise<void> {
  await page.getByRole('button', { name: t('accounts.login.help') }).click()
  await page.getByRole('dialog').waitFor()
}

async function enterNoName(page: Page, t: Copy): Promise<void> {
  await page.getByLabel(t('onboarding.answer.text')).fill('\u200b')
  await page.getByRole('button', { name: t('onboarding.send') }).click()
}

/** Somebody who has just signed up; `status` is how far the registration chat is. */
async function newcomer(status: number, firstName = ''): Promise<number> {
  const { id } = await newMember('kurso')
  await withDatabase(client =>
    client.query(`update users set first_name = $2, last_name = '', status = $3 where id = $1`, [
      id,
      firstName,
      status,
    ]),
  )
  return id
}

/** A link with a token that signs in, of another person than the one who opens it. */
async function linkOfAnother(): Promise<string> {
  const { id } = await newMember('kurso')
  return `/auto-login?token=${await transferToken(await newSession(id))}`
}

/** The page of an article of the demo school that is for everybody. */
async function publicArticle(): Promise<string> {
  const find = `select min(id)::int as id from articles where is_public and published_at < now()`
  return withDatabase(async client => `/explore/en/articles/${(await client.query<{ id: number }>(find)).rows[0]?.id}`)
}

/** What somebody sees who has not signed in, or only just signed up. */
export async function visitorScreens(): Promise<Screen[]> {
  const visitor = { isVisitor: true }
  return [
    { ...visitor, name: 'sign-in', path: '/' },
    { ...visitor, name: 'sign-in-error', path: '/', prepare: refuse },
    { ...visitor, name: 'sign-in-help', path: '/', isAlone: true, isPlaced: true, prepare: openHelp },
    { ...visitor, name: 'language', path: '/', isAlone: true, isPlaced: true, prepare: askForLanguage },
    { ...visitor, name: 'sign-up', path: '/signup' },
    { ...visitor, name: 'sign-up-error', path: '/signup', prepare: refuseSignUp },
    { ...visitor, name: 'reset', path: '/reset' },
    { ...visitor, name: 'reset-by-link', path: '/reset?token=none' },
    { ...visitor, name: 'code', path: '/code' },
    { ...visitor, name: 'unsubscribe', path: '/unsubscribe?token=x' },
    { ...visitor, name: 'unsubscribe-digest', path: `/unsubscribe?token=digest-1.${'A'.repeat(43)}` },
    { ...visitor, name: 'explore', path: '/explore' },
    { ...visitor, name: 'public-course', path: '/explore/read-a-chart' },
    { ...visitor, name: 'public-article', path: await publicArticle() },
    { ...visitor, name: 'public-course-gone', path: '/explore/nothing-here' },
    { ...visitor, name: 'not-found', path: '/no/such/page' },
    { name: 'sign-in-link', path: await linkOfAnother(), isAlone: true },
    { name: 'sign-out-link', path: '/logout' },
    { name: 'registration', path: '/registration', userId: await newcomer(10), prepare: enterNoName },
    { name: 'registration-photo', path: '/registration', userId: await newcomer(30, 'Lena') },
  ]
}
