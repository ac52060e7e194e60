import type { Page } from '@playwright/test'
import { learningPage } from '../pages/learning-page.ts'
import { newStaff, signInToStudio, studioTexts } from '../pages/studio-page.ts'
import { handInElsewhere, newSelfieDay } from '../school/homework-course.ts'
import { withDatabase } from '../school/people.ts'
import { origin, signInByCookie } from '../school/sessions.ts'
import { expect, test } from '../test.ts'
import { texts } from '../texts.ts'
import { wholeBrowser } from '../whole-browser.ts'

const en = texts('en')
const studio = studioTexts('en')
const fakeCamera = ['--use-fake-device-for-media-stream', '--use-fake-ui-for-media-stream']
test.use({ launchOptions: wholeBrowser(...fakeCamera) })

function dayPage(page: Page) {
  const part = page.getByRole('group', { name: en('media.selfie.title'), exact: true })
  return {
    alert: part.getByRole('alert'),
    files: part.getByRole('listitem'),
    dialog: page.getByRole('dialog', { name: en('media.selfie.title') }),
    press: (key: 'take' | 'again' | 'shoot' | 'use' | 'file') =>
      page.getByRole('button', { name: en(`media.selfie.${key}`), exact: true }).click(),
    start: learningPage(page, en).start,
    started: learningPage(page, en).finish,
  }
}

test('a day that asks for a selfie starts with a photo that has arrived; the expert sees it with the homework [PRG-09] [HWK-12] [RTE-18]', async ({
  page,
  context,
  browser,
}) => {
  const person = await newSelfieDay()
  await signInByCookie(context, person.id)
  const day = dayPage(page)
  let letThrough = () => {}
  const isFree = new Promise<void>(resolve => (letThrough = resolve))
  await page.route('**/spa/uploads**', async route => {
    await isFree
    await route.continue()
  })
  await page.goto(person.address)
  await day.start.click()
  await expect(day.alert).toHaveText(en('media.selfie.required'))
  await day.press('take')
  await day.press('shoot')
  await day.press('use')
  await expect(day.files).toHaveCount(1)
  await day.start.click()
  await expect(day.alert).toHaveText(en('media.upload.photo'))
  await page.reload()
  await expect(day.files).toHaveCount(1)
  letThrough()
  await expect(day.files).toContainText(en('media.upload.done'))
  await day.start.click()
  await expect(day.started).toBeVisible()
  await page.reload()
  await expect(day.started).toBeVisible()

  await handInElsewhere(person, person.ids[0] ?? 0, 'Lighter')
  const desk = await browser.newContext({ baseURL: origin, viewport: { width: 1244, height: 900 } })
  const expert = await newStaff('expert', 'Elena')
  await signInToStudio(desk, expert.id)
  const { rows } = await withDatabase(client =>
    client.query(
      `select a.id from homework_attempts a join user_homeworks u on u.id = a.user_homework_id where u.user_stream_id = $1`,
      [person.streamId],
    ),
  )
  const review = await desk.newPage()
  await review.goto(`/admin/reviews/${rows[0].id}`)
  await review.getByText(studio('desk.selfies'), { exact: true }).click()
  const selfie = review.getByRole('img', { name: studio('desk.selfie', { number: 1 }) })
  await expect.poll(() => selfie.evaluate((image: HTMLImageElement) => image.naturalWidth)).toBeGreaterThan(0)
  await desk.close()
})

test('before a day, too, a camera that fails is explained and a photo that cannot be saved is named [PRG-09] [HWK-12] [ERR-04]', async ({
  page,
  context,
  noise,
}) => {
  // What is no picture cannot be shown.
  noise.expect(/blob:/)
  await page.addInitScript(() => {
    navigator.mediaDevices.getUserMedia = () =>
      Promise.reject(new DOMException('', sessionStorage.getItem('camera') ?? 'AbortError'))
  })
  const person = await newSelfieDay()
  await signInByCookie(context, person.id)
  const day = dayPage(page)
  await page.goto(person.address)
  await day.press('take')
  const failures = [
    ['AbortError', 'internal_error'],
    ['NotReadableError', 'application_busy'],
    ['OverconstrainedError', 'invalid_argument'],
    ['NotAllowedError', 'permission_denied'],
    ['NotFoundError', 'not_supported'],
  ] as const
  for (const [name, failure] of failures) {
    await page.evaluate(text => sessionStorage.setItem('camera', text), name)
    await page.getByRole('button', { name: en('media.camera.retry') }).click()
    await expect(day.dialog.getByRole('alert')).toHaveText(en(`media.camera.${failure}`))
  }
  const choose = async (file: { name: string; mimeType: string; buffer: Buffer }) => {
    const chooser = page.waitForEvent('filechooser')
    await day.press('file')
    await (await chooser).setFiles(file)
  }
  await choose({ name: 'me.jpg', mimeType: 'image/jpeg', buffer: Buffer.alloc(0) })
  await expect(day.dialog.getByRole('alert')).toHaveText(en('media.camera.no_media_files'))
  await choose({ name: 'me.jpg', mimeType: 'image/jpeg', buffer: Buffer.from('no picture') })
  await day.press('use')
  await day.start.click()
  await expect(day.alert.filter({ hasText: en('media.selfie.failed') })).toBeVisible()
  await expect(day.started).toHaveCount(0)
})
