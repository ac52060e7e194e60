import { demoCourse, learningPage } from '../pages/learning-page.ts'
import { newLearner } from '../school/people.ts'
import { signInByCookie } from '../school/sessions.ts'
import { expect, test } from '../test.ts'
import { texts } from '../texts.ts'
import { wholeBrowser } from '../whole-browser.ts'

const en = texts('en')
const practice = demoCourse('morning-practice')
test.use({ launchOptions: wholeBrowser() })

test('the materials of a course open in the document viewer [CRS-08] [SHL-06]', async ({ page, context }) => {
  const person = await newLearner()
  await signInByCookie(context, person.id)
  await page.goto(`/course/${person.streamId}/calendar`)
  const learning = learningPage(page, en)
  await learning.link(en('streams.calendar.materials')).click()
  await expect(page.getByText(en('courses.materials.of', { title: practice.title.en }))).toBeVisible()
  const card = learning.cardOf(practice.documents[0]?.title.en ?? '')
  await expect(card).toContainText(en('courses.materials.file', { type: 'PDF' }))
  const file = page.waitForResponse(/\/media\/.+\.pdf/)
  await card.getByRole('link').click()
  expect((await file).headers()['content-type']).toBe('application/pdf')
  const frame = page.locator('main').locator('iframe')
  await expect(frame).toHaveAttribute('src', /\/media\/.+\.pdf$/)
  const box = await frame.boundingBox()
  const size = page.viewportSize()
  expect(box?.width).toBeGreaterThan((size?.width ?? 0) * 0.8)
  expect(box?.height).toBeGreaterThan((size?.height ?? 0) * 0.6)
  await expect(page.getByRole('link', { name: en('shell.document.window') })).toHaveAttribute('target', '_blank')
  await page.goBack()
  await expect(card).toBeVisible()
})
