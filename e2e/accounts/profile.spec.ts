import type { Page } from '@playwright/test'
import { headingOf } from '../pages/heading.ts'
import { photo } from '../school/homework-course.ts'
import { newLearner, withDatabase } from '../school/people.ts'
import { newMember, newSession, origin, signInByCookie } from '../school/sessions.ts'
import { overflow, shellPage } from '../pages/shell-page.ts'
import { signInPage } from '../pages/sign-in-page.ts'
import { expect, noNetwork, test } from '../test.ts'
import { texts } from '../texts.ts'

const en = texts('en')
const field = (page: Page, name: Parameters<typeof en>[0]) =>
  page.getByRole('textbox', { name: new RegExp(`^${en(name)}( \\*)?$`) })
const save = (page: Page) => page.getByRole('button', { name: en('profile.save'), exact: true })
const alerts = (page: Page) => page.locator('form').getByRole('alert')

async function columnsOf(id: number) {
  const { rows } = await withDatabase(client =>
    client.query(
      'select first_name, birthday::text, phone, instagram, timezone, avatar, is_notification_disabled as "isOff" from users where id = $1',
      [id],
    ),
  )
  return rows[0]
}

/** Fields of the screen over which something else lies while they have the focus. */
const coveredFields = (page: Page): Promise<string[]> =>
  page.evaluate(() =>
    [...document.querySelectorAll<HTMLElement>('#main :is(input:not([type=file]), select, textarea)')]
      .filter(control => {
        control.focus()
        const { left, right, top, bottom } = control.getBoundingClientRect()
        const onTop = document.elementFromPoint((left + right) / 2, (top + bottom) / 2)
        return onTop !== control
      })
      .map(({ outerHTML }) => outerHTML),
  )

test('a demanded profile comes before everything, wants a name, and once saved leads on [PRO-06]', async ({
  page,
  context,
}) => {
  const person = await newMember('kurso')
  const demanded = `update users set is_require_update_profile = true, first_name = '' where id = $1`
  await withDatabase(client => client.query(demanded, [person.id]))
  await signInByCookie(context, person.id)
  await page.goto('/user/points')
  await page.waitForURL('**/updateProfile')
  await expect(headingOf(page)).toHaveText(en('profile.forced.title'))
  await save(page).click()
  await expect(alerts(page)).toHaveText([en('profile.error.name_required')])
  const name = field(page, 'profile.name')
  await expect(name).toBeFocused()
  await name.fill('Vera')
  await page.reload()
  await expect(name).toHaveValue('Vera')
  const sent = page.waitForRequest(request => request.method() === 'POST' && /\/user(\?|$)/.test(request.url()))
  await save(page).click()
  expect((await sent).headers()['content-type']).toMatch(/^multipart\/form-data/)
  await expect(page).not.toHaveURL(/updateProfile/)
  expect((await columnsOf(person.id)).first_name).toBe('Vera')
  await page.goto('/user/points')
  await expect(page).toHaveURL(/user\/points$/)
})

test('a learner fills in the profile: wrong fields, counters, a draft across a reload, offline, a photo [PRO-06, PRO-08, VAL-01, VAL-09, VAL-11, VAL-13, VAL-14, RTE-04]', async ({
  page,
  context,
  noise,
}) => {
  noise.expect(noNetwork)
  const person = await newLearner()
  await signInByCookie(context, person.id)
  await page.goto('/home')
  const shell = shellPage(page, en)
  await shell.profile.click()
  await shell.item(en('shell.title.userEdit')).click()
  await page.waitForURL('**/user/edit')

  const name = field(page, 'profile.name')
  await name.waitFor()
  expect(await coveredFields(page)).toEqual([])
  await name.fill('Véra 𝒱𝒱')
  await expect(page.getByText('/ 100')).toHaveCount(0)
  await name.fill('𝒱'.repeat(120))
  await expect(name).toHaveValue('𝒱'.repeat(100))
  await expect(page.getByText('100 / 100')).toBeVisible()
  await name.fill('')
  await field(page, 'profile.birthday').pressSequentially('31021990')
  await expect(field(page, 'profile.birthday')).toHaveValue('31.02.1990')
  await field(page, 'profile.instagram').fill('your.name')
  await save(page).click()
  await expect(alerts(page)).toHaveText([
    en('profile.error.name_required'),
    en('profile.error.wrong_birthday'),
    en('profile.error.wrong_instagram'),
  ])
  await expect(name).toBeFocused()
  expect((await columnsOf(person.id)).first_name).toBe('Vera')

  await name.fill('Véra')
  await field(page, 'profile.birthday').fill('28.02.1990')
  await field(page, 'profile.instagram').fill('@vera_w')
  await field(page, 'profile.phone').fill('8 912 345 67 89')
  await page.getByLabel(en('profile.timezone'), { exact: true }).selectOption('Asia/Tokyo')
  await page.reload()
  await expect(name).toHaveValue('Véra')
  await expect(page.getByText(en('profile.unsaved'))).toBeVisible()
  await shell.place(en('shell.title.courses'))
  await page.getByRole('button', { name: en('profile.unsaved.back') }).click()
  await expect(name).toHaveValue('Véra')

  await context.setOffline(true)
  await save(page).click()
  await expect(page.getByRole('alert').filter({ hasText: en('profile.kept') })).toBeVisible()
  await context.setOffline(false)
  await save(page).click()
  await expect(page.getByText(en('profile.saved'), { exact: true })).toBeVisible()
  await expect(page.getByText(en('profile.unsaved'))).toBeHidden()
  expect(await columnsOf(person.id)).toMatchObject({
    first_name: 'Véra',
    birthday: '1990-02-28',
    phone: '+79123456789',
    instagram: 'vera_w',
    timezone: 'Asia/Tokyo',
  })

  await page.locator('input[type=file]').setInputFiles(photo())
  await expect(page.getByText(en('profile.avatar.saved'))).toBeVisible()
  const { avatar } = await columnsOf(person.id)
  await expect(shell.profile.locator('img')).toHaveAttribute('src', new RegExp(`${avatar}$`))
  expect((await fetch(new URL(avatar, page.url()))).status).toBe(200)
  expect(await overflow(page)).toBeLessThanOrEqual(0)
})

test('settings lead everywhere; notifications, statistics, the own link and its jumps [PRO-04, PRO-09, PRO-11, PRO-12, MNU-02, RTE-18]', async ({
  page,
  context,
  browser,
}) => {
  const person = await newMember('kurso')
  await signInByCookie(context, person.id)
  await page.goto('/user')
  await page.waitForURL('**/home')
  await page.goto('/user/setting')
  await page
    .getByRole('main')
    .getByRole('link', { name: en('shell.title.userSettings'), exact: true })
    .click()
  await page.getByRole('link', { name: en('settings.notifications') }).click()
  const all = page.getByRole('switch', { name: en('settings.notifications.all') })
  await all.click()
  await expect(page.getByText(en('settings.notifications.off'))).toBeVisible()
  await expect.poll(async () => (await columnsOf(person.id)).isOff).toBe(true)
  await page.goto('/user/settings/user-payment-methods')
  await expect(page.getByRole('heading', { name: en('settings.payment.none') })).toBeVisible()

  await page.goto('/user/referrals')
  const address = (await page.locator('main bdi').innerText()).replace(/^https?:\/\/[^/]+/, '')
  const visit = await browser.newContext({ baseURL: origin })
  for (let twice = 0; twice < 2; twice++) {
    const friend = await visit.newPage()
    const told = friend.waitForResponse(/referral-jumps/)
    await friend.goto(address)
    await told
    await friend.close()
  }
  await visit.close()
  await page.reload()
  const jumps = page.locator('dl > div').filter({ hasText: en('profile.referrals.jumps') })
  await expect(jumps).toContainText('1')
  await page.goto('/user/statistics')
  await expect(page.getByRole('heading', { name: en('profile.statistics.none') })).toBeVisible()
  await page.goto('/user/bonuses')
  await page.getByRole('link', { name: en('profile.bonuses.points') }).click()
  await page.waitForURL('**/user/points')
})

test('another device is signed out from here at once [ACC-19, PRO-11]', async ({ page, context, browser, noise }) => {
  noise.expect(/401/)
  const person = await newMember('kurso')
  await signInByCookie(context, person.id)
  const phone = await browser.newContext({ userAgent: 'Mozilla/5.0 (Linux; Android 14) Chrome/130.0 Mobile' })
  await newSession(person.id)
  const other = await phone.newPage()
  await other.goto(`${origin}/`)
  await signInPage(other, en).signIn(person)
  await other.waitForURL('**/home')
  await page.goto('/user/settings/devices')
  await page.getByRole('button', { name: en('settings.devices.end', { name: 'Chrome, Android' }) }).click()
  await page
    .getByRole('alertdialog')
    .getByRole('button', { name: en('ui.yes') })
    .click()
  await expect(page.getByText(en('settings.devices.done'))).toBeVisible()
  await expect(signInPage(other, en).heading).toBeVisible()
  await expect(page.getByText('Chrome, Android')).toBeHidden()
  await expect(page.getByRole('main').getByRole('listitem')).toHaveCount(2)
  await phone.close()
})

test('a password changed in the settings signs in, the old one no longer does [PRO-08, RTE-04]', async ({
  page,
  context,
  browser,
  noise,
}) => {
  noise.expect(/422/)
  const person = await newMember('kurso')
  await signInByCookie(context, person.id)
  await page.goto('/user/settings/password')
  const secret = (name: Parameters<typeof en>[0]) => page.getByLabel(en(name), { exact: true })
  await secret('profile.currentPassword').fill(person.password)
  await secret('joining.password.new').fill('a walk in the rain')
  await secret('joining.password.repeat').fill('a walk in the rain')
  await page.getByRole('button', { name: en('settings.password.save'), exact: true }).click()
  await expect(page.getByText(en('settings.password.saved'))).toBeVisible()

  const other = await browser.newContext({ baseURL: origin })
  const door = await other.newPage()
  await door.goto('/')
  const signIn = signInPage(door, en)
  await signIn.signIn(person)
  await expect(signIn.password).toHaveAttribute('aria-invalid', 'true')
  await expect(signIn.password).toBeFocused()
  await signIn.signIn({ ...person, password: 'a walk in the rain' })
  await door.waitForURL('**/home')
  await other.close()
})
