import { attemptsOf, homeworkPage, newHomework } from '../school/homework-course.ts'
import { signInByCookie } from '../school/sessions.ts'
import { expect, test } from '../test.ts'
import { texts } from '../texts.ts'
import { wholeBrowser } from '../whole-browser.ts'

const en = texts('en')
const fakeCamera = ['--use-fake-device-for-media-stream', '--use-fake-ui-for-media-stream']
test.use({ launchOptions: wholeBrowser(...fakeCamera) })

test('a selfie is taken with the camera, seen, retaken and handed in with the answer [HWK-12] [RTE-18]', async ({
  page,
  context,
}) => {
  const person = await newHomework([{ title: 'Show yourself', answerWith: 'message', selfie: true }])
  const [id = 0] = person.ids
  await signInByCookie(context, person.id)
  const homework = homeworkPage(page, en)
  const dialog = page.getByRole('dialog', { name: en('media.selfie.title') })
  const button = (key: 'shoot' | 'retake' | 'use' | 'take') =>
    page.getByRole('button', { name: en(`media.selfie.${key}`) })
  await page.goto(`/homework/${person.streamId}/${id}`)
  await homework.text.fill('It is me')
  await homework.send.click()
  await expect(homework.handIn.getByRole('alert')).toHaveText(en('media.selfie.required'))
  await button('take').click()
  await button('shoot').click()
  await expect(dialog.getByRole('img', { name: en('media.selfie.photo') })).toBeVisible()
  await button('retake').click()
  await expect(dialog.getByLabel(en('media.selfie.preview'))).toBeVisible()
  await button('shoot').click()
  await button('use').click()
  await expect(homework.uploads).toHaveCount(1)
  await homework.send.click()
  await expect(homework.mark(en('homework.state.UPLOADED'))).toBeVisible()
  expect(await attemptsOf(person.streamId, id)).toMatchObject([{ text: 'It is me', files: 1 }])
})

test('a blocked, busy or missing camera is explained, and a photo can be chosen instead [HWK-12] [ERR-04]', async ({
  page,
  context,
}) => {
  await page.addInitScript(() => {
    navigator.mediaDevices.getUserMedia = () =>
      Promise.reject(new DOMException('', sessionStorage.getItem('camera') ?? 'NotAllowedError'))
  })
  const person = await newHomework([{ title: 'Show yourself', answerWith: 'message', selfie: true }])
  await signInByCookie(context, person.id)
  const homework = homeworkPage(page, en)
  await page.goto(`/homework/${person.streamId}/${person.ids[0]}`)
  await page.getByRole('button', { name: en('media.selfie.take') }).click()
  const dialog = page.getByRole('dialog', { name: en('media.selfie.title') })
  for (const [name, failure] of [
    ['NotReadableError', 'application_busy'],
    ['NotFoundError', 'not_supported'],
  ] as const) {
    await expect(dialog.getByRole('alert')).toBeVisible()
    if (failure === 'application_busy')
      await expect(dialog.getByRole('alert')).toHaveText(en('media.camera.permission_denied'))
    await page.evaluate(text => sessionStorage.setItem('camera', text), name)
    await page.getByRole('button', { name: en('media.camera.retry') }).click()
    await expect(dialog.getByRole('alert')).toHaveText(en(`media.camera.${failure}`))
  }
  const chooser = page.waitForEvent('filechooser')
  await page.getByRole('button', { name: en('media.selfie.file') }).click()
  await (await chooser).setFiles('e2e/clips/poster.jpg')
  await page.getByRole('button', { name: en('media.selfie.use') }).click()
  await expect(homework.uploads).toHaveCount(1)
})
