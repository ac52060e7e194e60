import { demoCourse } from '../pages/learning-page.ts'
import { newMember, signInByCookie } from '../school/sessions.ts'
import { expect, test } from '../test.ts'
import { texts } from '../texts.ts'

const t = texts('en')
const course = demoCourse('morning-practice')

test('the demo that a newcomer is given while no screen shows courses is there after a reload a moment later [GRD-07] [REQ-03]', async ({
  page,
  context,
}) => {
  const newcomer = await newMember('kurso')
  await signInByCookie(context, newcomer.id)
  const given = page.waitForResponse(/user-course-streams\/demo/)
  const reread = given.then(() => page.waitForResponse(/\/user-course-streams\?/))
  await page.goto('/user/settings')
  expect(await (await reread).json()).toHaveLength(1)
  await page.waitForLoadState('networkidle')
  // What the device has stored answers first: it must know of the demo, or that it does not know.
  await page.goto('/home')
  await expect(page.getByRole('link', { name: course.title.en }).first()).toBeVisible()
  await expect(page.getByText(t('streams.empty.all.title'))).toHaveCount(0)
})
