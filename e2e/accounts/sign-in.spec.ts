import { accounts } from '#shared/features/accounts/contract.ts'
import { newLearner } from '../school/people.ts'
import { newMember } from '../school/sessions.ts'
import { requestsTo, signInPage } from '../pages/sign-in-page.ts'
import { expect, test } from '../test.ts'
import { texts } from '../texts.ts'

const en = texts('en')

test('the button waits for both fields, Enter submits, one request however often it is pressed [ACC-02] [ACC-03]', async ({
  page,
  context,
}) => {
  const person = await newMember('kurso')
  const asked = requestsTo(page, '/auth/login')
  let release = () => {}
  const held = new Promise<void>(resolve => {
    release = resolve
  })
  await page.route('**/auth/login**', async route => {
    await held
    await route.continue()
  })
  await page.goto('/')
  const { email, password, submit } = signInPage(page, en)
  await expect(submit).toBeDisabled()
  await email.fill(`  ${person.email.toUpperCase()} `)
  await expect(submit).toBeDisabled()
  await password.fill(person.password)
  await expect(submit).toBeEnabled()
  await email.fill('   ')
  await expect(submit).toBeDisabled()
  await email.fill(`  ${person.email.toUpperCase()} `)
  await password.press('Enter')
  await password.press('Enter')
  await submit.click({ force: true })
  await email.press('Enter')
  release()
  await page.waitForURL('**/home')
  expect(asked).toHaveLength(1)
  expect(asked[0]?.postDataJSON()).toEqual({ email: person.email, password: person.password })
  const token = await page.evaluate(() => localStorage.getItem('token'))
  expect(token).toMatch(/^[\w-]{43}$/)
  const cookie = (await context.cookies()).find(({ name }) => name === 'token')
  expect(cookie).toMatchObject({ value: token, sameSite: 'Strict' })
  expect(cookie?.expires).toBeGreaterThan(Date.now() / 1000 + 29.9 * 86_400)
})

test('an invalid address is reported before anything is sent [ACC-02]', async ({ page }) => {
  const asked = requestsTo(page, '/auth/login')
  await page.goto('/')
  const { email, signIn } = signInPage(page, en)
  await signIn({ email: 'nobody at example', password: 'x' })
  await expect(email).toHaveAccessibleDescription(en('accounts.login.invalidEmail'))
  await expect(email).toBeFocused()
  expect(asked).toEqual([])
})

test('shows and hides the password [ACC-02]', async ({ page }) => {
  await page.goto('/')
  const { password } = signInPage(page, en)
  await password.fill('open sesame')
  await expect(password).toHaveAttribute('type', 'password')
  await page.getByRole('button', { name: en('ui.showPassword') }).click()
  await expect(password).toHaveAttribute('type', 'text')
  await page.getByRole('button', { name: en('ui.hidePassword') }).click()
  await expect(password).toHaveAttribute('type', 'password')
  await expect(password).toHaveValue('open sesame')
})

const wrong = accounts.refusals.wrong_credentials.text

test('a wrong password is told at its field, and the next try works [ACC-04] [ANL-01]', async ({
  page,
  speak,
  noise,
}) => {
  noise.expect(/422/)
  await speak('ru')
  const person = await newMember('kurso')
  await page.goto('/')
  const { password, signIn } = signInPage(page, texts('ru'))
  const event = page.evaluate(
    () =>
      new Promise(resolve =>
        addEventListener('kurso:analytics', told => resolve((told as CustomEvent<unknown>).detail), { once: true }),
      ),
  )
  await signIn({ email: person.email, password: 'wrong' })
  await expect(password).toHaveAccessibleDescription(wrong.ru)
  await expect(password).toBeFocused()
  expect(await event).toEqual({ name: 'restore-password' })
  await signIn(person)
  await page.waitForURL('**/home')
})

test('an unreachable school is one notice [ACC-04] [ERR-01]', async ({ page, speak, noise }) => {
  noise.expect(/ERR_FAILED/)
  await speak('ru')
  const t = texts('ru')
  await page.route('**/auth/login**', route => route.abort())
  await page.goto('/')
  const { signIn, submit } = signInPage(page, t)
  await signIn({ email: 'someone@example.com', password: 'x' })
  await expect(page.getByRole('alert')).toContainText(t('accounts.login.failed'))
  await expect(submit).toBeEnabled()
})

test('a server error shows a notice without internal details [ACC-04] [ERR-01]', async ({ page, noise }) => {
  noise.expect(/500/)
  await page.route('**/auth/login**', route => route.fulfill({ status: 500, json: { code: 'failure', message: '' } }))
  await page.goto('/')
  await signInPage(page, en).signIn({ email: 'someone@example.com', password: 'x' })
  await expect(page.getByRole('alert')).toHaveText(en('accounts.login.failed'))
})

test('opens the returnUrl of the address, with its query [ACC-05]', async ({ page }) => {
  const person = await newLearner()
  await page.goto(`/?returnUrl=${encodeURIComponent('/user/points/history?from=mail')}`)
  await signInPage(page, en).signIn(person)
  await page.waitForURL('**/user/points/history?from=mail')
  await expect(page.getByRole('heading', { level: 1, name: en('points.history.title') })).toBeVisible()
})

test('a protected place is remembered during sign-in and opened afterwards, once [GRD-03] [ACC-05]', async ({
  page,
}) => {
  const person = await newLearner()
  await page.goto(`/course/${person.streamId}/materials?from=mail`)
  await page.waitForURL(url => url.pathname === '/')
  await signInPage(page, en).signIn(person)
  await page.waitForURL(`**/course/${person.streamId}/materials?from=mail`)
  await expect(page.getByRole('heading', { level: 1, name: en('courses.materials.title') })).toBeVisible()
  await page.goto('/')
  await page.waitForURL('**/home')
})

test('sign-in with a session leads home without waiting for a request [GRD-04] [RTE-01]', async ({ page }) => {
  const person = await newMember('kurso')
  await page.goto('/')
  await signInPage(page, en).signIn(person)
  await page.waitForURL('**/home')
  const asked = requestsTo(page, '/auth/login')
  await page.goto('/')
  await page.waitForURL('**/home')
  await expect(signInPage(page, en).heading).toBeHidden()
  expect(asked).toEqual([])
})
