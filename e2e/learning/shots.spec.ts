import { test } from '../test.ts'
import { newLearner } from '../school/people.ts'
import { signInByCookie, origin } from '../school/sessions.ts'
import { downloadsPage, storedOn, changeStored } from '../pages/downloads-page.ts'
import { doDay } from '../pages/learning-page.ts'
import { essentialOnly, expect } from '../test.ts'
import { texts } from '../texts.ts'
test.use({ serviceWorkers: 'allow' })
const en = texts('en')
test('shots', async ({ page, context }) => {
  const person = await newLearner({ daysIn: 2 })
  await doDay(person, 1, 'start')
  await signInByCookie(context, person.id)
  await context.addCookies([{ name: 'consent', value: essentialOnly(person.id), url: origin }])
  const shot = async (name: string) => {
    for (const width of [390, 1244])
      for (const scheme of ['light', 'dark'] as const) {
        await page.setViewportSize({ width, height: width === 390 ? 844 : 900 })
        await page.emulateMedia({ colorScheme: scheme })
        await page.waitForTimeout(300)
        await page.screenshot({ path: `/tmp/pocket-shots/${name}-${width}-${scheme}.png` })
      }
    await page.setViewportSize({ width: 390, height: 844 })
  }
  await page.goto('/user/downloads')
  await page.getByText(en('downloads.empty'), { exact: true }).waitFor()
  await shot('empty')
  await page.goto(`/course/${person.streamId}/calendar`)
  await downloadsPage(page, en).start.waitFor()
  await downloadsPage(page, en).start.click()
  await downloadsPage(page, en).dialog.getByRole('radio').first().waitFor()
  await page.waitForTimeout(1500)
  await shot('dialog')
  await downloadsPage(page, en)
    .dialog.getByRole('button', { name: en('downloads.start'), exact: true })
    .click()
  await expect.poll(async () => [...new Set((await storedOn(page)).map(({ status }) => status))]).toEqual(['loaded'])
  await shot('calendar')
  await page.goto(`/course/${person.streamId}/calendar/1`)
  await page.locator('video').waitFor()
  await page.getByRole('heading', { name: en('progress.lessons') }).scrollIntoViewIfNeeded()
  await shot('day')
  await page.goto('/user/downloads')
  const [first] = await storedOn(page)
  await changeStored(page, 'files', { status: 'fail', failure: 'space', code: 10 }, first?.key)
  await page.reload()
  await page.getByRole('heading', { level: 2 }).first().waitFor()
  await shot('full')
  await page.mouse.wheel(0, 900)
  await shot('full-end')
  await page.goto('/logout')
  await page.getByRole('button', { name: en('accounts.signOut'), exact: true }).click()
  await downloadsPage(page, en)
    .dialog.getByRole('button', { name: en('downloads.leave.keep') })
    .waitFor()
  await shot('leave')
})
