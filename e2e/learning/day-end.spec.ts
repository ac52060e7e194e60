import { faultsOf } from '../axe-faults.ts'
import { doDay, demoCourse, learningPage } from '../pages/learning-page.ts'
import { overflow } from '../pages/shell-page.ts'
import { newLearner } from '../school/people.ts'
import { signInByCookie } from '../school/sessions.ts'
import { expect, test } from '../test.ts'
import { texts } from '../texts.ts'

const t = texts('en')
const days = demoCourse('morning-practice').days

test('the end of a day counts its points up, says what tomorrow brings and leads on; one press closes it [PRG-11]', async ({
  page,
  context,
}) => {
  const person = await newLearner({ daysIn: 0 })
  await signInByCookie(context, person.id)
  await page.addInitScript(() => {
    const shown: string[] = []
    Object.assign(window, { shown })
    new MutationObserver(() => {
      const text = document.querySelector('dialog p > span[aria-hidden]')?.textContent
      if (text && shown.at(-1) !== text) shown.push(text)
    }).observe(document, { subtree: true, childList: true, characterData: true })
  })
  const learning = learningPage(page, t)
  await page.goto(`/course/${person.streamId}/calendar/1`)
  await learning.start.click()
  await learning.finish.click()
  await expect(learning.wellDone).toContainText(t('progress.finished.points', { count: 20 }))
  const shown = () => page.evaluate(() => (window as unknown as { shown: string[] }).shown)
  await expect.poll(async () => (await shown()).at(-1)).toBe(t('progress.finished.points', { count: 20 }))
  expect((await shown()).length).toBeGreaterThan(3)
  await expect(learning.wellDone).toContainText(days[1]?.title.en ?? '')
  await expect(learning.wellDone).toContainText(t('streams.lock.not_yet', { when: 'tomorrow', date: '' }))
  for (const way of ['progress.end.homework', 'progress.end.reminder', 'progress.calendar'] as const)
    await expect(learning.wellDone.getByRole('link', { name: t(way) })).toBeVisible()
  expect(await faultsOf(page)).toEqual([])
  expect(await overflow(page)).toBeLessThanOrEqual(0)
  await page.keyboard.press('Escape')
  await expect(learning.wellDone).toHaveCount(0)
  await page.reload()
  await expect(learning.isDone).toBeVisible()
  await expect(learning.wellDone).toHaveCount(0)
})

test('where motion is reduced the points stand at once, and a press on what comes next leads there [PRG-11]', async ({
  page,
  context,
}) => {
  await page.emulateMedia({ reducedMotion: 'reduce' })
  const person = await newLearner({ daysIn: 3 })
  await doDay(person, 1)
  await signInByCookie(context, person.id)
  const learning = learningPage(page, t)
  await page.goto(`/course/${person.streamId}/calendar/2`)
  await learning.start.click()
  await learning.finish.click()
  await learning.wellDone.waitFor()
  const points = await page.locator('dialog p > span[aria-hidden]').textContent()
  expect(points).toBe(t('progress.finished.points', { count: 15 }))
  await learning.wellDone.getByRole('link', { name: t('progress.end.next', { number: 3 }) }).click()
  await expect(learning.heading).toHaveText(days[2]?.title.en ?? '')
  await expect(learning.wellDone).toHaveCount(0)
})
