import type { Page, Request } from '@playwright/test'
import type { Copy } from '#kit/copy/copy.tsx'

/** The sign-in screen, in the language of `t`. */
export function signInPage(page: Page, t: Copy) {
  const email = page.getByLabel(t('accounts.login.email'))
  const password = page.getByLabel(t('accounts.login.password'), { exact: true })
  const submit = page.getByRole('button', { name: t('accounts.login.submit'), exact: true })
  return {
    email,
    password,
    submit,
    heading: page.getByRole('heading', { name: t('accounts.login.title') }),
    async signIn(person: { email: string; password: string }) {
      await email.fill(person.email)
      await password.fill(person.password)
      await password.press('Enter')
    },
  }
}

/** Opens `/logout` as a link from elsewhere does, and agrees. */
export async function signOutByLink(page: Page, t: Copy, address = '/logout') {
  await page.goto(address)
  const question = page.getByRole('alertdialog', { name: t('accounts.signOutByLink.title') })
  await question.getByRole('button', { name: t('accounts.signOut') }).click()
}

/** The page's requests whose path ends like this. */
export function requestsTo(page: Page, ending: string): Request[] {
  const made: Request[] = []
  page.on('request', request => {
    if (new URL(request.url()).pathname.endsWith(ending)) made.push(request)
  })
  return made
}
