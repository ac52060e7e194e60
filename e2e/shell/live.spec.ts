import { headingOf } from '../pages/heading.ts'
import { liveOf } from '../pages/live-page.ts'
import { newLearner } from '../school/people.ts'
import { endSessions, signInByCookie } from '../school/sessions.ts'
import { signInPage } from '../pages/sign-in-page.ts'
import { expect, test } from '../test.ts'
import { texts } from '../texts.ts'

const en = texts('en')

test('a session ended from another device: back to sign-in with a notice, and after it to the same place [ACC-19]', async ({
  page,
  context,
}) => {
  const person = await newLearner({ daysIn: 2 })
  await signInByCookie(context, person.id)
  const live = liveOf(page)
  const place = `/course/${person.streamId}/calendar?from=mail`
  await page.goto(place)
  await expect(headingOf(page)).toBeVisible()
  await expect.poll(() => live.size).toBe(1)
  await endSessions(person.id)
  await page.waitForURL(url => url.pathname === '/')
  await expect(page.getByText(en('accounts.login.loggedInOtherDevice'))).toHaveCount(1)
  expect(await page.evaluate(() => localStorage.getItem('token'))).toBeNull()
  // Connections that end with their page are not always reported.
  live.clear()
  await signInPage(page, en).signIn(person)
  await page.waitForURL(`**${place}`)
  await expect.poll(() => live.size).toBe(1)
  await page.reload()
  await expect(page.getByText(en('accounts.login.loggedInOtherDevice'))).toHaveCount(0)
})

test('the tabs of a browser share one live connection, which another tab takes over when its own is closed [CHT-09]', async ({
  page,
  context,
}) => {
  const person = await newLearner({ daysIn: 2 })
  await signInByCookie(context, person.id)
  const first = liveOf(page)
  await page.goto('/home')
  await expect.poll(() => first.size).toBe(1)
  const other = await context.newPage()
  const second = liveOf(other)
  await other.goto('/user/points')
  await expect(headingOf(other)).toBeVisible()
  const waiting = () => other.evaluate(async () => (await navigator.locks.query()).pending?.length)
  await expect.poll(waiting, 'it stands in line for the connection').toBe(1)
  expect([first.size, second.size]).toEqual([1, 0])
  await page.close()
  await expect.poll(() => second.size).toBe(1)
})
