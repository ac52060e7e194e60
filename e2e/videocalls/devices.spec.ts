import { callPage, newConsultation, twoBrowsers } from '../pages/call-page.ts'
import { studioTexts } from '../pages/studio-page.ts'
import { expect, test } from '../test.ts'
import { texts } from '../texts.ts'
import { wholeBrowser } from '../whole-browser.ts'

const en = texts('en')
const studio = studioTexts('en')

test('who may not use the camera is told how to allow it here, and joins with the sound [CNS-18]', async ({
  playwright,
}) => {
  const browser = await playwright.chromium.launch(wholeBrowser('--use-fake-device-for-media-stream'))
  const call = await newConsultation()
  const { learner, phone, close } = await twoBrowsers(browser, call)
  const mine = callPage(learner, en)
  const denied = learner.getByRole('status').filter({ hasText: en('videocall.microphone.denied') })
  await expect(denied).toContainText(en('videocall.allow.chrome'))
  await expect(learner.getByText(en('videocall.camera.denied'))).toBeVisible()
  await phone.grantPermissions(['microphone'])
  await denied.getByRole('button', { name: en('ui.retry') }).click()
  await expect(denied).toBeHidden()
  const level = learner.getByRole('meter', { name: en('videocall.level') })
  await expect.poll(() => level.evaluate((meter: HTMLMeterElement) => meter.value)).toBeGreaterThan(0)
  await expect(learner.getByText(en('videocall.camera.denied'))).toBeVisible()
  await mine.join.click()
  await expect(mine.status).toContainText(en('videocall.stage.waiting', { name: call.expert.name }))
  await close()
  await browser.close()
})

test('two people without microphone or camera are told so, are connected, and write in the chat [CNS-18]', async ({
  playwright,
}) => {
  const browser = await playwright.chromium.launch(wholeBrowser('--use-fake-ui-for-media-stream'))
  const call = await newConsultation()
  const { learner, staff, close } = await twoBrowsers(browser, call)
  const [mine, theirs] = [callPage(learner, en), callPage(staff, studio)]
  await expect(learner.getByText(en('videocall.camera.missing'))).toBeVisible()
  await expect(learner.getByText(en('videocall.microphone.missing'))).toBeVisible()
  await Promise.all([mine.join.click(), theirs.join.click()])
  await Promise.all([mine.isTalking(), theirs.isTalking()])
  await expect(mine.status).toContainText(en('videocall.side.muted'))
  await expect(mine.status).toContainText(en('videocall.side.off'))
  await mine.button('videocall.chat').click()
  await learner.getByRole('textbox').fill('I have no microphone here')
  await learner.getByRole('textbox').press('Enter')
  await theirs.button('videocall.chat').click()
  await expect(staff.getByRole('log')).toContainText('I have no microphone here')
  await close()
  await browser.close()
})
