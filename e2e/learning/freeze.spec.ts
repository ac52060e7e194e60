import { formatLocalDate } from '#kit/copy/format.ts'
import { addDays, localDate } from '#shared/platform/times.ts'
import { learningPage } from '../pages/learning-page.ts'
import { newLearner } from '../school/people.ts'
import { origin, signInByCookie } from '../school/sessions.ts'
import { essentialOnly, expect, noNetwork, test } from '../test.ts'
import { texts } from '../texts.ts'

test.use({ serviceWorkers: 'allow' })

const today = () => localDate(Date.now(), 'UTC')

const t = texts('en')
const label = (freeze: string) => t('streams.pause', { freeze })
const long = (days: number) => formatLocalDate(addDays(today(), days), 'en')

test('a learner freezes a course and ends the freeze; another device sees both at once [STR-06] [STR-03] [RTE-18]', async ({
  page,
  context,
  browser,
  noise,
}) => {
  const person = await newLearner({ daysIn: 2 })
  await signInByCookie(context, person.id)
  const address = `/course/${person.streamId}/calendar`
  const otherDevice = await browser.newContext({ baseURL: origin })
  await otherDevice.addCookies([{ name: 'consent', value: essentialOnly(person.id), url: origin }])
  await signInByCookie(otherDevice, person.id)
  const other = await otherDevice.newPage()
  await other.goto(address)
  const begun = learningPage(page, t)
  await page.goto(`/course/${person.streamId}/freeze`)
  await page.waitForURL(`**${address}`)
  await begun.button(label('none')).click()
  const dialog = page.getByRole('dialog')
  await expect(dialog.getByRole('status')).toHaveText(t('streams.freeze.result', { count: 7, date: long(67) }))
  await dialog.getByLabel(t('streams.freeze.to')).fill(addDays(today(), 1))
  await expect(dialog.getByRole('status')).toHaveText(t('streams.freeze.result', { count: 2, date: long(62) }))
  noise.expect(/freeze\/create/)
  const submit = dialog.getByRole('button', { name: t('streams.freeze.submit'), exact: true })
  // Too long, and over before it begins.
  for (const days of [40, -1]) {
    await dialog.getByLabel(t('streams.freeze.to')).fill(addDays(today(), days))
    await expect(dialog.getByLabel(t('streams.freeze.to'))).not.toHaveAttribute('aria-invalid', 'true')
    await submit.click()
    await expect(dialog.getByLabel(t('streams.freeze.to'))).toHaveAttribute('aria-invalid', 'true')
    await expect(dialog.getByLabel(t('streams.freeze.to'))).toBeFocused()
  }
  await dialog.getByLabel(t('streams.freeze.to')).fill(addDays(today(), 1))
  // What the page reads by itself may be under way.
  noise.expect(noNetwork)
  await context.setOffline(true)
  await expect(dialog.getByRole('button', { name: t('accounts.offline'), exact: true })).toBeDisabled()
  await context.setOffline(false)
  await submit.click()
  await expect(dialog).toHaveCount(0)
  const closed = (on: typeof page) => on.getByText(t('streams.closed.freeze'), { exact: true })
  for (const device of [page, other]) await expect(closed(device)).toBeVisible()
  await page.reload()
  await expect(page.getByText(t('streams.status.freeze', { date: long(1) }), { exact: true })).toBeVisible()
  await begun.button(label('active')).click()
  await dialog.getByRole('button', { name: t('streams.freeze.goOn'), exact: true }).click()
  await expect(page.getByText(t('streams.freeze.ended'), { exact: true })).toBeVisible()
  for (const device of [page, other]) await expect(closed(device)).toHaveCount(0)
  await expect(begun.button(label('none'))).toBeFocused()
  await otherDevice.close()
})
