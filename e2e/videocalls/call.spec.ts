import { headingOf } from '../pages/heading.ts'
import { callPage, fakeDevices, newConsultation, signalsOf, twoBrowsers } from '../pages/call-page.ts'
import { studioTexts } from '../pages/studio-page.ts'
import { startRelay, whyNoRelay } from '../school/relay.ts'
import { expect, test } from '../test.ts'
import { texts } from '../texts.ts'
import { wholeBrowser } from '../whole-browser.ts'

const en = texts('en')
const studio = studioTexts('en')
test.use({ launchOptions: wholeBrowser(...fakeDevices) })
// One relay at one port serves them all.
test.describe.configure({ mode: 'default' })

const missing = whyNoRelay()
/** How often the relay is killed during a call. */
const kills = Number(process.env['RELAY_KILLS'] ?? 1)
let relay: Awaited<ReturnType<typeof startRelay>>
test.beforeAll(async () => {
  if (!missing) relay = await startRelay()
})
test.beforeEach(() => {
  test.skip(missing !== undefined, missing)
  relay.lose(0)
})
test.afterAll(() => relay?.stop())

/** Kept with the report of the walk. */
const figure = (description: string) => void test.info().annotations.push({ type: 'figure', description })

async function inCall(browser: Parameters<typeof twoBrowsers>[0]) {
  const call = await newConsultation()
  const pages = await twoBrowsers(browser, call, { viaRelay: true })
  const [mine, theirs] = [callPage(pages.learner, en), callPage(pages.staff, studio)]
  // Both at once, as people do.
  await Promise.all([mine.join.click(), theirs.join.click()])
  await Promise.all([mine.isTalking(), theirs.isTalking()])
  return { ...pages, call, mine, theirs }
}

test('who comes first waits; with the other they see each other through a relay within three seconds; what they then change leaves no gap, and the server rests [CNS-18]', async ({
  browser,
}) => {
  const call = await newConsultation()
  const { learner, staff, close } = await twoBrowsers(browser, call, { viaRelay: true })
  const [mine, theirs] = [callPage(learner, en), callPage(staff, studio)]
  const signals = signalsOf(learner, staff)
  const title = en('videocall.check.title', { name: call.expert.name })
  await expect(headingOf(learner)).toHaveText(title)
  await mine.join.click()
  await expect(mine.status).toHaveText(en('videocall.stage.waiting', { name: call.expert.name }))
  await expect(theirs.join).toBeVisible()
  expect(signals.all, 'who waits says once that they are there').toEqual(['here'])
  const from = Date.now()
  await theirs.join.click()
  await Promise.all([mine.isTalking(), theirs.isTalking()])
  const connected = Date.now() - from
  const seen = await Promise.all([mine.pictureAfter(from), theirs.pictureAfter(from)])
  const bare = Math.max(...(await Promise.all([mine.connectsBare(), theirs.connectsBare()])))
  figure(`Connected after ${connected} ms, pictures after ${seen.join(' and ')} ms, ${signals.all.length} signals`)
  figure(`Without a server, a page or a camera two connect within ${Math.round(bare)} ms at that time`)
  expect(connected).toBeLessThan(Math.max(3000, 6 * bare))
  await expect(mine.status).toContainText(en('videocall.stage.talking', { name: call.expert.name }))
  const said = signals.all.length
  expect(said).toBeLessThanOrEqual(15)

  await theirs.stage.press('m')
  await expect(mine.status).toContainText(en('videocall.side.muted'))
  await expect(theirs.button('videocall.unmute')).toBeVisible()
  await theirs.stage.press('m')
  await expect(mine.status).not.toContainText(en('videocall.side.muted'))
  await theirs.button('videocall.hide').click()
  await expect(mine.status).toContainText(en('videocall.side.off'))
  await theirs.stage.press('v')
  await expect(mine.status).not.toContainText(en('videocall.side.off'))

  await theirs.button('videocall.screen.share').click()
  await expect(mine.status).toContainText(en('videocall.side.sharing'))
  await mine.pictureAfter()
  await theirs.button('videocall.screen.stop').click()
  await expect(mine.status).not.toContainText(en('videocall.side.sharing'))

  await theirs.button('videocall.devices').click()
  const dialog = staff.getByRole('dialog', { name: studio('videocall.devices') })
  const usual = await mine.longestGap(2000)
  const gaps = mine.longestGap(4000)
  await dialog.getByRole('combobox', { name: studio('videocall.camera') }).selectOption({ label: 'fake_device_1' })
  const gap = await gaps
  figure(`Longest time without a frame while the camera changed: ${Math.round(gap)} ms, before ${Math.round(usual)} ms`)
  expect(gap).toBeLessThan(Math.max(1000, 3 * usual))
  const choose = async (key: 'videocall.microphone' | 'videocall.speaker', label: string) => {
    const choice = dialog.getByRole('combobox', { name: studio(key) })
    const [id = ''] = await choice.selectOption({ label })
    await expect(choice).toHaveValue(id)
    return id
  }
  await choose('videocall.microphone', 'Fake Audio Input 2')
  await mine.hears(1)
  const speaker = await choose('videocall.speaker', 'Fake Audio Output 2')
  const sound = staff.locator('audio')
  await expect.poll(() => sound.evaluate((audio: HTMLAudioElement) => audio.sinkId)).toBe(speaker)
  await theirs.hears(1)
  await dialog.getByRole('button', { name: studio('ui.close') }).click()
  expect(signals.all.length, 'a call that goes on says nothing to the server').toBe(said)

  await theirs.button('videocall.chat').click()
  await staff.getByRole('textbox').fill('See page 4')
  await staff.getByRole('textbox').press('m')
  await expect(theirs.button('videocall.mute'), 'a letter that is written mutes nothing').toBeVisible()
  await close()
})

test('a relay that dies during the call, another network, both sides seeking a new way at once: the pictures are back within ten seconds without a press [CNS-18]', async ({
  browser,
}) => {
  const { mine, theirs, close } = await inCall(browser)
  await Promise.all([mine.pictureAfter(), theirs.pictureAfter()])
  const times: number[] = []
  for (let round = 0; round < kills; round++) {
    await relay.kill()
    const from = Date.now()
    const last = await Promise.all([mine.hearsNothing(), theirs.hearsNothing()])
    await relay.startAgain()
    times.push(...(await Promise.all([mine.backAfter(from, last[0]), theirs.backAfter(from, last[1])])))
    await Promise.all([mine.isTalking(), theirs.isTalking()])
  }
  relay.move()
  const moved = Date.now()
  const last = await Promise.all([mine.hearsNothing(), theirs.hearsNothing()])
  times.push(...(await Promise.all([mine.backAfter(moved, last[0]), theirs.backAfter(moved, last[1])])))
  figure(`Pictures back after ${times.join(', ')} ms`)
  expect(times.every(time => time < 10_000)).toBe(true)
  for (let round = 0; round < 2; round++) {
    const soon = Date.now() + 500
    await Promise.all([mine.seekWay(soon), theirs.seekWay(soon)])
    await Promise.all([mine.hears(2), theirs.hears(2)])
    await Promise.all([mine.pictureAfter(), theirs.pictureAfter()])
  }
  await close()
})

test('of three packets one is lost: the sound goes on, the warning shows, and the picture comes back with the line [CNS-18]', async ({
  browser,
}) => {
  const { mine, theirs, close } = await inCall(browser)
  await Promise.all([mine.pictureAfter(), theirs.pictureAfter()])
  const usual = await mine.hears(2)
  relay.lose(0.3)
  await expect(mine.stage).toHaveAttribute('data-line', 'bad')
  await expect(mine.stage.getByText(en('videocall.bad'))).toBeVisible()
  await expect(theirs.status).toContainText(studio('videocall.side.saved'))
  const took = await mine.hears(3)
  figure(`A second of sound heard in ${(took / 1000).toFixed(2)} s, before in ${(usual / 1000).toFixed(2)} s`)
  expect(took).toBeLessThan(1.25 * Math.max(1000, usual))
  await expect(mine.stage).toHaveAttribute('data-call', 'talking')
  relay.lose(0)
  await expect(mine.stage).toHaveAttribute('data-line', 'good')
  await Promise.all([mine.pictureAfter(), theirs.pictureAfter()])
  await close()
})

test('a third page takes over and the one before says so; who leaves and comes back goes on talking [CNS-18]', async ({
  browser,
}) => {
  const { phone, learner, mine, theirs, call, close } = await inCall(browser)
  const third = await phone.newPage()
  await third.goto(`/videoconsultations/${call.id}/call`)
  const again = callPage(third, en)
  await again.join.click()
  await again.isTalking()
  await expect(learner.getByRole('heading', { name: en('videocall.stage.elsewhere') })).toBeVisible()
  await theirs.isTalking()
  await learner.getByRole('button', { name: en('videocall.here') }).click()
  await mine.isTalking()
  await expect(third.getByRole('heading', { name: en('videocall.stage.elsewhere') })).toBeVisible()
  await third.close()

  await mine.button('videocall.leave').click()
  await expect(theirs.status).toContainText(studio('videocall.stage.left', { name: 'Mila Ortega' }))
  await learner.getByRole('button', { name: en('videocall.again') }).click()
  await Promise.all([mine.isTalking(), theirs.isTalking()])
  await learner.reload()
  await expect(theirs.status).toContainText(studio('videocall.stage.left', { name: 'Mila Ortega' }))
  await mine.join.click()
  await Promise.all([mine.isTalking(), theirs.isTalking()])
  await Promise.all([mine.pictureAfter(), theirs.pictureAfter()])
  await close()
})
