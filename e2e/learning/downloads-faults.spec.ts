import type { BrowserContext, Page } from '@playwright/test'
import { changeStored, downloadsPage, privateFiles, storedOn } from '../pages/downloads-page.ts'
import { learningPage } from '../pages/learning-page.ts'
import { type FilmCourse, newFilmCourse } from '../school/film-course.ts'
import { type Line, openLine } from '../school/line.ts'
import { endSessions, newMember, newSession } from '../school/sessions.ts'
import { withDatabase } from '../school/people.ts'
import { essentialOnly, expect, test } from '../test.ts'
import { texts } from '../texts.ts'

test.use({ serviceWorkers: 'allow' })

const en = texts('en')
const noNetwork = /ERR_INTERNET_DISCONNECTED|ERR_FAILED|ERR_NETWORK_CHANGED|ERR_CONNECTION|Failed to fetch|FetchEvent/
const day = 86_400_000

let line: Line
test.beforeEach(async () => {
  line = await openLine()
})
test.afterEach(() => line.close())

async function signIn(context: BrowserContext, userId: number) {
  await context.addCookies([
    { name: 'token', value: await newSession(userId), url: line.origin },
    { name: 'consent', value: essentialOnly(userId), url: line.origin },
  ])
}

async function openCalendar(page: Page, { streamId }: FilmCourse) {
  await page.goto(`${line.origin}/course/${streamId}/calendar`)
  await page.evaluate(async () => void (await navigator.serviceWorker.ready))
}

const openDay = (page: Page, { streamId }: FilmCourse, number: number) =>
  page.goto(`${line.origin}/course/${streamId}/calendar/${number}`)

const statuses = async (page: Page) => (await storedOn(page)).map(({ status }) => status)
const allLoaded = (page: Page) => expect.poll(async () => [...new Set(await statuses(page))]).toEqual(['loaded'])

/** A course on the device, with the page at its calendar. */
async function downloaded(page: Page, context: BrowserContext, sizes: number[]): Promise<FilmCourse> {
  const person = await newFilmCourse(sizes)
  await signIn(context, person.id)
  await openCalendar(page, person)
  await downloadsPage(page, en).download()
  await allLoaded(page)
  await expect(downloadsPage(page, en).part(person.title)).toContainText('On this device')
  return person
}

/** Whether a film of the device plays without a network. */
async function playsOffline(page: Page, person: FilmCourse, number: number) {
  await openDay(page, person, number)
  const learning = learningPage(page, en)
  await learning.start.or(learning.player).first().waitFor()
  if (await learning.start.isVisible()) await learning.start.click()
  await learning.play()
  await learning.watch(1)
}

test('a byte flipped on the way, or on the device, costs its range alone [OFF-09]', async ({
  page,
  context,
  noise,
}) => {
  noise.expect(noNetwork)
  line.toDamage.add('bytes=8388608-16777215')
  const person = await downloaded(page, context, [20])
  expect(line.ranges.map(({ range }) => range)).toEqual([
    'bytes=0-8388607',
    'bytes=8388608-16777215',
    'bytes=8388608-16777215',
    'bytes=16777216-20971519',
  ])
  const [stored] = await storedOn(page)
  await page.evaluate(async path => {
    const steps = path.split('/')
    let folder = await navigator.storage.getDirectory()
    for (const step of steps.slice(0, -1)) folder = await folder.getDirectoryHandle(step)
    const writing = await (await folder.getFileHandle(steps.at(-1) ?? '')).createWritable({ keepExistingData: true })
    await writing.write({ type: 'write', position: 9_000_000, data: new Uint8Array([1, 2, 3]) })
    await writing.close()
  }, stored?.path ?? '')
  await changeStored(page, 'files', { checkedAt: Date.now() - 2 * day })
  line.ranges.length = 0
  await openCalendar(page, person)
  await expect.poll(() => line.ranges.map(({ range }) => range)).toEqual(['bytes=8388608-16777215'])
  await allLoaded(page)
})

test('after the lease nothing plays and the files go; so with the clock set back [OFF-10]', async ({
  page,
  context,
  noise,
}) => {
  noise.expect(noNetwork)
  const person = await downloaded(page, context, [3])
  await context.setOffline(true)
  await playsOffline(page, person, 1)
  const [{ lease } = { lease: undefined }] = await page.evaluate(
    () =>
      new Promise<{ lease: { until: number; server_time: number } }[]>(resolve => {
        const opening = indexedDB.open('kurso-downloads')
        opening.onsuccess = () => {
          const all = opening.result.transaction('leases').objectStore('leases').getAll()
          all.onsuccess = () => resolve(all.result as never[])
        }
      }),
  )
  expect((lease?.until ?? 0) - (lease?.server_time ?? 0)).toBe(7 * 86_400)
  // The device received it eight days ago.
  await changeStored(page, 'leases', { receivedAt: Date.now() - 8 * day })
  await page.reload()
  const learning = learningPage(page, en)
  await expect.poll(() => storedOn(page)).toEqual([])
  await expect.poll(() => privateFiles(page)).toEqual({})
  await learning.play()
  await expect(learning.player.getByRole('alert')).toContainText(en('media.offline'))

  await context.setOffline(false)
  await openCalendar(page, person)
  await downloadsPage(page, en)
    .button(en('downloads.again.of', { title: person.title }))
    .click()
  await allLoaded(page)
  await context.setOffline(true)
  await playsOffline(page, person, 1)
  // This device has shown a time that is two days from now.
  await changeStored(page, 'clock', { value: Date.now() + 2 * day })
  await page.reload()
  await expect.poll(() => storedOn(page)).toEqual([])
  await expect.poll(() => privateFiles(page)).toEqual({})
})

test('what ends on the school’s side goes from the device at the next visit [OFF-05, OFF-10]', async ({
  page,
  context,
}) => {
  const person = await downloaded(page, context, [3])
  await withDatabase(client =>
    client.query('update user_streams set stopped_at = now() where id = $1', [person.streamId]),
  )
  await page.goto(`${line.origin}/user/downloads`)
  await expect.poll(() => storedOn(page)).toEqual([])
  await expect.poll(() => privateFiles(page)).toEqual({})
})

test('what the browser has removed is noticed and offered again, not fetched unasked [OFF-10]', async ({
  page,
  context,
}) => {
  const person = await downloaded(page, context, [3])
  const client = await context.newCDPSession(page)
  await page.goto('about:blank')
  await client.send('Storage.clearDataForOrigin', { origin: line.origin, storageTypes: 'file_systems,indexeddb' })
  line.ranges.length = 0
  await openCalendar(page, person)
  await expect(downloadsPage(page, en).part(person.title)).toContainText(en('downloads.failure.gone'))
  expect(line.ranges).toEqual([])
  await downloadsPage(page, en)
    .button(en('downloads.again.of', { title: person.title }))
    .click()
  await allLoaded(page)
})

test('two tabs fetch each range once [OFF-09]', async ({ page, context }) => {
  const person = await newFilmCourse([20, 20])
  await signIn(context, person.id)
  const other = await context.newPage()
  for (const tab of [page, other]) await openCalendar(tab, person)
  for (const tab of [page, other]) await downloadsPage(tab, en).start.click()
  const start = (tab: Page) =>
    downloadsPage(tab, en).dialog.getByRole('button', { name: en('downloads.start'), exact: true })
  for (const tab of [page, other]) await downloadsPage(tab, en).dialog.getByRole('radio').first().waitFor()
  await Promise.all([start(page).click(), start(other).click()])
  await allLoaded(page)
  await expect(downloadsPage(other, en).part(person.title)).toContainText('On this device')
  expect(line.ranges).toHaveLength(6)
})

test('pause, going on and cancelling [OFF-02]', async ({ page, context }) => {
  const person = await newFilmCourse([40])
  await signIn(context, person.id)
  await openCalendar(page, person)
  line.pace = 10 * 1024 * 1024
  const { download, button, part, start } = downloadsPage(page, en)
  await download()
  await expect.poll(() => line.ranges.length).toBeGreaterThan(0)
  await button(en('downloads.pause.of', { title: person.title })).click()
  await expect(part(person.title)).toContainText('Paused')
  await expect.poll(() => statuses(page)).toEqual(['pending'])
  const sent = line.ranges.length
  await page.reload()
  await expect(part(person.title)).toContainText('Paused')
  line.pace = 0
  await button(en('downloads.resume.of', { title: person.title })).click()
  await allLoaded(page)
  expect(line.ranges.length - sent).toBeLessThanOrEqual(5)
  await button(en('downloads.remove.of', { title: person.title })).click()
  await downloadsPage(page, en)
    .dialog.getByRole('button', { name: en('downloads.remove'), exact: true })
    .click()
  await expect(start).toBeVisible()
  line.pace = 10 * 1024 * 1024
  await download()
  await button(en('downloads.cancel.of', { title: person.title })).click()
  await expect(start).toBeVisible()
  await expect.poll(() => privateFiles(page)).toEqual({})
})

test('signing out asks: kept downloads are sealed for others and play again for their owner; removed ones are gone [OFF-05, OFF-12]', async ({
  page,
  context,
  noise,
}) => {
  noise.expect(noNetwork)
  noise.expect(/404 GET|status of 404/)
  const person = await downloaded(page, context, [3])
  const { dialog } = downloadsPage(page, en)
  const leave = async (answer: 'downloads.leave.keep' | 'downloads.leave.remove') => {
    await page.goto(`${line.origin}/logout`)
    await page.getByRole('button', { name: en('accounts.signOut'), exact: true }).click()
    await dialog.getByRole('button', { name: en(answer), exact: true }).click()
    await page.waitForURL(`${line.origin}/`)
  }
  await leave('downloads.leave.keep')
  expect(Object.keys(await privateFiles(page))).toHaveLength(1)

  const stranger = await newMember('kurso')
  await signIn(context, stranger.id)
  await page.goto(`${line.origin}/user/downloads`)
  await expect(page.getByText(en('downloads.empty'), { exact: true })).toBeVisible()
  const url = person.urls[0] ?? ''
  expect(await page.evaluate(async address => (await fetch(address)).status, url)).toBe(404)
  await page.goto(`${line.origin}/logout`)
  await page.getByRole('button', { name: en('accounts.signOut'), exact: true }).click()
  await page.waitForURL(`${line.origin}/`)

  await signIn(context, person.id)
  await page.goto(`${line.origin}/user/downloads`)
  await expect(page.getByRole('heading', { name: person.title })).toBeVisible()
  await context.setOffline(true)
  await expect
    .poll(() => page.evaluate(async address => (await fetch(address).catch(() => ({ status: 0 }))).status, url))
    .toBe(200)
  await context.setOffline(false)
  await leave('downloads.leave.remove')
  expect(await privateFiles(page)).toEqual({})
})

test('a session that was ended elsewhere leaves the downloads sealed on the device [OFF-12]', async ({
  page,
  context,
  noise,
}) => {
  noise.expect(/401|not_signed_in/)
  noise.expect(/404 GET|status of 404/)
  const person = await downloaded(page, context, [3])
  await endSessions(person.id)
  await page.waitForURL(`${line.origin}/`)
  expect(Object.keys(await privateFiles(page))).toHaveLength(1)
  expect(await storedOn(page)).toHaveLength(1)
  expect(await page.evaluate(async address => (await fetch(address)).status, person.urls[0] ?? '')).toBe(404)
})
