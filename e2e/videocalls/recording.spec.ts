import { callPage, fakeDevices, newConsultation, twoBrowsers } from '../pages/call-page.ts'
import { studioTexts } from '../pages/studio-page.ts'
import { faultsOf } from '../axe-faults.ts'
import { withDatabase } from '../school/people.ts'
import { expect, test } from '../test.ts'
import { texts } from '../texts.ts'
import { wholeBrowser } from '../whole-browser.ts'

const en = texts('en')
const studio = studioTexts('en')
test.use({ launchOptions: wholeBrowser(...fakeDevices) })

test('both agree, both see it, a tab crashes, and the film of both plays on the consultation’s screen [CNS-19]', async ({
  browser,
}) => {
  // Films are made in the turns of whatever else the machine does; this only ends what hangs.
  test.setTimeout(600_000)
  const call = await newConsultation()
  const { learner, staff, phone, close } = await twoBrowsers(browser, call)
  const [mine, theirs] = [callPage(learner, en), callPage(staff, studio)]
  await Promise.all([mine.join.click(), theirs.join.click()])
  await Promise.all([mine.isTalking(), theirs.isTalking()])

  await theirs.button('videocall.record').click()
  const question = staff.getByRole('alertdialog')
  await expect(question).toContainText(studio('videocall.record.both', { name: 'Mila Ortega' }))
  await question.getByRole('button', { name: studio('videocall.record.ask.yes'), exact: true }).click()
  await expect(theirs.stage).toContainText(studio('videocall.record.asking', { name: 'Mila Ortega' }))
  const asked = learner
    .getByRole('status')
    .filter({ hasText: en('videocall.record.asked', { name: call.expert.name }) })
  const answer = (key: 'agree' | 'refuse') =>
    asked.getByRole('button', { name: en(`videocall.record.${key}`), exact: true })
  await expect(answer('refuse'), 'on a phone the whole question is seen').toBeInViewport({ ratio: 1 })
  expect(await faultsOf(learner)).toEqual([])
  await expect(theirs.recordingSign(studio)).toBeHidden()
  await answer('agree').press('Enter')
  await Promise.all([expect(mine.recordingSign(en)).toBeVisible(), expect(theirs.recordingSign(studio)).toBeVisible()])
  await mine.button('videocall.chat').click()
  // Neither the sign nor the controls are behind the chat.
  await mine.recordingSign(en).click({ trial: true })
  await mine.button('videocall.record.stop').click({ trial: true })

  // Five seconds of it, in which the camera goes and comes; then the learner's page is gone without a word.
  await mine.hears(2)
  await mine.button('videocall.hide').click()
  await mine.hears(1)
  await mine.button('videocall.show').click()
  await mine.hears(2)
  const crash = (await phone.newCDPSession(learner)).send('Page.crash')
  await Promise.race([crash.catch(() => {}), learner.waitForEvent('crash')])
  await expect(theirs.recordingSign(studio)).toBeHidden()

  // Opened again, it agrees to nothing by itself, and sends what it had recorded.
  const again = await phone.newPage()
  await again.goto(`/videoconsultations/${call.id}`)
  await expect(again.getByText(en('videocall.recordings.until', { date: '' }).slice(0, 12))).toBeVisible()
  const played = again.locator('main video')
  await expect(played).toBeVisible({ timeout: 480_000 })
  await played.evaluate((video: HTMLVideoElement) => video.play())
  await expect.poll(() => played.evaluate((video: HTMLVideoElement) => video.currentTime)).toBeGreaterThan(1)
  expect(await played.evaluate(({ videoWidth, videoHeight }: HTMLVideoElement) => [videoWidth, videoHeight])).toEqual([
    1920, 540,
  ])
  expect(await faultsOf(again)).toEqual([])

  await staff.goto(`/admin/calendar/${call.id}`)
  await expect(staff.locator('main video')).toBeVisible()

  // What each of them sent goes once the film is there.
  const senders = () =>
    withDatabase(client =>
      client.query<{ user_id: string }>(
        `select s.user_id from call_recording_sides s join call_recordings r on r.id = s.recording_id
         where r.consultation_id = $1 and s.media_id is null and s.began_at is not null order by s.agreed_at`,
        [call.id],
      ),
    )
  await expect
    .poll(async () => (await senders()).rows.map(row => Number(row.user_id)))
    .toEqual([call.expert.id, call.person.id])

  await withDatabase(client =>
    client.query(`update user_streams set starts_on = '2020-01-01', ends_on = '2020-02-01' where id = $1`, [
      call.person.streamId,
    ]),
  )
  await again.reload()
  await expect(again.locator('main h1')).toBeVisible()
  await expect(again.getByRole('heading', { name: en('videocall.recordings', { count: 1 }), exact: true })).toHaveCount(
    0,
  )
  await close()
})
