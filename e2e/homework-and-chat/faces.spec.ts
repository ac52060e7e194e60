import { chatPage } from '../pages/chat-page.ts'
import { newStaff, signInToStudio, studioTexts } from '../pages/studio-page.ts'
import { chatOf, expertWith } from '../school/chat-people.ts'
import { photo } from '../school/homework-course.ts'
import { newLearner, tellMessage } from '../school/people.ts'
import { origin, signInByCookie } from '../school/sessions.ts'
import { expect, test } from '../test.ts'
import { texts } from '../texts.ts'

const en = texts('en')
const studio = studioTexts('en')

test('the photo that an expert sets in the studio stands with their name at an answer and at its notice, initials before [CHT-01, PRO-14]', async ({
  page,
  context,
  browser,
}) => {
  const expert = await newStaff('expert', 'Nora')
  const learner = await newLearner()
  const chatId = await chatOf(learner.streamId)
  const writing = await expertWith(expert.id)
  const { id } = await writing.write(chatId, 'Well done')
  await tellMessage(learner.id, id)

  /** The conversation on another device of the learner's, which keeps nothing of what the ones before have read. */
  const onDevice = async () => {
    const theirs = await browser.newContext({ baseURL: origin })
    await signInByCookie(theirs, learner.id)
    const app = await theirs.newPage()
    await app.goto(`/chat/${chatId}`)
    return { theirs, app, chat: chatPage(app) }
  }
  const { theirs: first, chat } = await onDevice()
  await expect(chat.row('Well done')).toContainText('Nora')
  await expect(chat.row('Well done').locator('[data-initials]')).toBeVisible()

  await signInToStudio(context, expert.id)
  await page.goto('/admin/inbox?show=mine')
  await page.getByRole('button', { name: studio('shell.profile', { name: expert.name }) }).click()
  await page.getByRole('menuitem', { name: studio('shell.profile.own') }).click()
  const profile = page.getByRole('dialog')
  await expect(profile.getByText(studio('profile.photo.hint'))).toBeVisible()
  await profile.locator('input[type=file]').setInputFiles(photo())
  await expect(page.getByText(studio('profile.avatar.saved'))).toBeVisible()

  await first.close()
  const { theirs: second, app, chat: later } = await onDevice()
  const face = later.row('Well done').locator('img')
  await expect(face).toHaveAttribute('src', /^\/media\/[\w-]+\/small\.webp$/)
  await expect.poll(() => face.evaluate((img: HTMLImageElement) => img.naturalWidth)).toBeGreaterThan(0)
  await app.goto('/notifications')
  const notice = app.getByRole('link', { name: /Well done/ })
  await expect(notice).toContainText('Nora')
  await expect(notice.locator('img')).toHaveAttribute('src', /small\.webp$/)
  await expect(app.getByRole('heading', { name: en('shell.title.notices') })).toBeVisible()

  const own = profile.locator('img')
  await expect.poll(() => own.evaluate((img: HTMLImageElement) => img.naturalWidth)).toBeGreaterThan(0)
  await profile.getByRole('button', { name: studio('profile.avatar.remove') }).click()
  await expect(profile.getByRole('button', { name: studio('profile.avatar.choose') })).toBeVisible()
  await expect(profile.locator('[data-initials]')).toBeVisible()
  await second.close()
  const { theirs: third, chat: last } = await onDevice()
  await expect(last.row('Well done').locator('[data-initials]')).toBeVisible()
  await third.close()
})
