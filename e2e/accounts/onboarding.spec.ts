import { randomUUID } from 'node:crypto'
import type { Page } from '@playwright/test'
import { faultsOf } from '../axe-faults.ts'
import { withDatabase } from '../school/people.ts'
import { newMember, origin, signInByCookie } from '../school/sessions.ts'
import { expect, noNetwork, test } from '../test.ts'
import { texts } from '../texts.ts'

const en = texts('en')
const question = {
  firstName: 'Hello! What is your name?',
  email: 'Which e-mail should we write to?',
  birthday: 'When is your birthday?',
  photo: 'Add a photo, so that the experts know you.',
  push: 'May we remind you of your lessons?',
  goodbye: 'All set. Enjoy your course!',
}
type Row = {
  first_name: string
  email: string
  birthday: string | null
  avatar: string | null
  status: number
  has: boolean
}

async function accountOf(id: number): Promise<Row> {
  const { rows } = await withDatabase(client =>
    client.query(
      `select first_name, email, birthday::text, avatar, status, password_hash is not null as has from users where id = $1`,
      [id],
    ),
  )
  return rows[0] as Row
}

async function remindersOf(id: number): Promise<unknown[]> {
  const sql = 'select weekdays, local_time as time from reminders where user_id = $1 and is_enabled'
  return (await withDatabase(client => client.query(sql, [id]))).rows
}

/** A person who has just signed up: only an e-mail and a password are known. */
async function newcomer(brand = 'kurso', more = '') {
  const member = await newMember(brand)
  await withDatabase(client =>
    client.query(`update users set first_name = '', last_name = '', status = 10 ${more} where id = $1`, [member.id]),
  )
  return member
}

const log = (page: Page) => page.getByRole('log', { name: en('onboarding.log') })
const send = (page: Page) => page.getByRole('button', { name: en('onboarding.send') })

async function reply(page: Page, label: string, text: string) {
  await page.getByLabel(label, { exact: true }).fill(text)
  await page.keyboard.press('Enter')
}

const fillDate = async (page: Page, [day, month, year]: readonly [string, string, string]) => {
  const field = page.getByRole('group', { name: en('onboarding.answer.date') })
  await field.getByLabel(en('onboarding.date.day')).fill(day)
  await field.getByLabel(en('onboarding.date.month')).selectOption({ label: month })
  await field.getByLabel(en('onboarding.date.year')).fill(year)
}

async function answersOf(id: number): Promise<unknown[]> {
  const sql = 'select name, value from onboarding_answers where user_id = $1 order by answered_at'
  return (await withDatabase(client => client.query(sql, [id]))).rows
}

test('a newcomer answers, makes mistakes, is cut off, comes back and finishes [ONB-01, ONB-02, ONB-03, ONB-04]', async ({
  page,
  context,
  noise,
}) => {
  noise.expect(noNetwork)
  const person = await newcomer()
  await signInByCookie(context, person.id)
  await page.goto('/registration')
  await expect(log(page)).toContainText(question.firstName)
  await expect(page.getByLabel(en('onboarding.answer.text'))).toBeFocused()
  expect(await faultsOf(page)).toEqual([])
  await reply(page, en('onboarding.answer.text'), '\u200b')
  await expect(log(page)).toContainText('Please enter your name again')

  // Offline the answer stays, and is sent automatically when back online.
  await page.waitForLoadState('networkidle')
  await context.setOffline(true)
  await reply(page, en('onboarding.answer.text'), 'Lena')
  await expect(page.getByText(en('onboarding.failed'))).toBeVisible()
  expect((await accountOf(person.id)).first_name).toBe('')
  await context.setOffline(false)
  await expect(log(page)).toContainText('Nice to meet you!')
  expect((await accountOf(person.id)).first_name).toBe('Lena')

  // The sign-up already answered e-mail and password: the next question is open, even after a reload.
  await expect(log(page)).not.toContainText(question.email)
  const later = page.getByRole('button', { name: 'Later' })
  await expect(log(page)).toContainText('Link a social network')
  expect(await faultsOf(page)).toEqual([])
  await later.click()
  await expect(log(page)).toContainText('Why do you want to learn?')
  expect(await faultsOf(page)).toEqual([])
  await page.waitForLoadState('networkidle')
  await context.setOffline(true)
  await page.getByRole('button', { name: 'For my health' }).click()
  await expect(page.getByText(en('onboarding.failed'))).toBeVisible()
  await context.setOffline(false)
  await expect(log(page)).toContainText('Thank you, that helps.')
  await expect(log(page)).toContainText('For my health')
  await page.getByRole('button', { name: 'I know the basics' }).dblclick()
  await expect(log(page)).toContainText(question.birthday)
  expect(await answersOf(person.id)).toEqual([
    { name: 'goal', value: 'health' },
    { name: 'level', value: 'basics' },
  ])
  await page.reload()
  await expect(log(page)).toContainText(question.birthday)
  await expect(log(page)).not.toContainText(question.firstName)
  await expect(page.getByLabel(en('onboarding.date.day'))).toBeFocused()
  for (const again of [1, 2]) {
    await fillDate(page, ['31', 'February', '1990'])
    await page.keyboard.press('Enter')
    await expect(log(page).getByText('Please enter a correct date')).toHaveCount(again)
    await expect(send(page), 'above the section links').toBeInViewport({ ratio: 1 })
    const [button, bar] = await Promise.all([send(page).boundingBox(), page.getByRole('navigation').boundingBox()])
    expect((button?.y ?? 0) + (button?.height ?? 0)).toBeLessThanOrEqual(bar?.y ?? 0)
  }
  await fillDate(page, ['2', 'March', '1990'])
  await send(page).dblclick()
  await expect(log(page)).toContainText(question.photo)
  await expect(log(page)).toContainText('2 March 1990')
  expect(await accountOf(person.id)).toMatchObject({ birthday: '1990-03-02', status: 30 })

  await page.getByLabel(en('onboarding.photo'), { exact: true }).setInputFiles({
    name: 'me.png',
    mimeType: 'image/png',
    buffer: Buffer.from(onePixel, 'base64'),
  })
  await page.getByRole('button', { name: 'In the morning' }).click()
  await expect(log(page)).toContainText(question.push)
  await expect(page.getByRole('button', { name: 'Remind me' })).toBeInViewport({ ratio: 1 })
  expect(await accountOf(person.id)).toMatchObject({ status: 40, avatar: expect.any(String) })
  expect(await faultsOf(page)).toEqual([])
  await expect(page.getByLabel(en('onboarding.remind.time'))).toHaveValue('07:30')
  await page.getByRole('button', { name: 'Remind me' }).click()
  await expect(log(page)).toContainText(en('onboarding.remind.refused', { time: '07:30' }))
  expect(await remindersOf(person.id)).toEqual([{ weekdays: [1, 2, 3, 4, 5, 6, 7], time: '07:30' }])
  await expect(log(page)).toContainText(question.goodbye)
  await page.getByRole('button', { name: 'Start' }).click()
  await expect(page).toHaveURL(/\/home$/)
  await page.goto('/registration')
  await expect(page).toHaveURL(/\/home$/)
})

const onePixel = 'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg=='

test('all questions in their order, each asked again in its own words after a wrong answer [ONB-02, ONB-04]', async ({
  page,
  context,
  noise,
}) => {
  noise.expect(/answer: 4|status of 4/)
  const person = await newcomer('kurso', `, email = null, password_hash = null`)
  await signInByCookie(context, person.id)
  await page.goto('/registration')
  const [text, email, password] = (['text', 'email', 'password'] as const).map(kind =>
    en(`onboarding.answer.${kind}`),
  ) as [string, string, string]
  const mistake = async (label: string, entered: string, again: string) => {
    await reply(page, label, entered)
    await expect(log(page)).toContainText(again)
  }
  await mistake(text, '\u200b', 'Please enter your name again')
  await reply(page, text, 'Lena')
  await mistake(email, 'lena', 'Please enter a correct e-mail')
  await reply(page, email, `lena-${randomUUID()}@example.com`)
  await mistake(password, 'short', 'Please enter a correct password')
  await reply(page, password, 'a walk in the rain')
  await expect(log(page)).toContainText('Link a social network')
  expect(await accountOf(person.id)).toMatchObject({ status: 20, has: true })

  // The network sends the person back without a link.
  await page.goto('/registration?action=login&method=google&status=fail&errorCode=link_social_id_already_taken')
  await page
    .getByRole('dialog')
    .getByRole('button', { name: en('ui.ok') })
    .click()
  await expect(log(page)).toContainText('Please link the account again')
  const later = page.getByRole('button', { name: 'Later' })
  for (const asked of ['Why do you want to learn?', 'How much do you know already?', question.birthday]) {
    await later.click()
    await expect(log(page)).toContainText(asked)
  }
  await fillDate(page, ['31', 'February', '1990'])
  await page.keyboard.press('Enter')
  await expect(log(page)).toContainText('Please enter a correct date')
  await fillDate(page, ['2', 'March', '1990'])
  await page.keyboard.press('Enter')
  await expect(log(page)).toContainText(question.photo)
  expect(await accountOf(person.id)).toMatchObject({ status: 30 })

  const photo = page.getByLabel(en('onboarding.photo'), { exact: true })
  await photo.setInputFiles({ name: 'me.png', mimeType: 'image/png', buffer: Buffer.from('no picture') })
  await expect(log(page)).toContainText('Please upload the photo again')
  await photo.setInputFiles({ name: 'me.png', mimeType: 'image/png', buffer: Buffer.from(onePixel, 'base64') })
  await page.getByRole('button', { name: 'It varies' }).click()
  await expect(log(page)).toContainText(question.push)
  await expect(page.getByLabel(en('onboarding.remind.time'))).toHaveValue('19:00')
  expect(await accountOf(person.id)).toMatchObject({ status: 40 })
  expect(await answersOf(person.id)).toEqual([])
  await later.click()
  await expect(log(page)).toContainText(question.goodbye)
  await page.getByRole('button', { name: 'Start' }).click()
  await expect(page).toHaveURL(/\/home$/)
})

test('e-mail and password in one step: the password that is shown signs in [ONB-05]', async ({ page, context }) => {
  const school = origin.replace('127.0.0.1', 'iqface.localhost')
  const person = await newcomer('iqface', `, email = null, password_hash = null`)
  await signInByCookie(context, person.id, school)
  await page.goto(`${school}/registration`)
  await reply(page, en('onboarding.answer.text'), 'Lena')
  const email = `lena-${randomUUID()}@example.com`
  await reply(page, en('onboarding.answer.email'), email)
  const password = await log(page).locator('code').innerText()
  expect(password).toMatch(/^(\w{4}-){3}\w{4}$/)
  await expect(log(page)).toContainText('Keep this password safe')
  expect(await accountOf(person.id)).toMatchObject({ email, status: 20, has: true })
  const answer = await fetch(`${origin}/spa/api/v1/auth/login`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', 'x-app-id': 'iqface' },
    body: JSON.stringify({ email, password }),
  })
  expect(answer.status).toBe(200)
})
