import type { BrowserContext, Page } from '@playwright/test'
import { downloadsPage, privateFiles, storedOn } from '../pages/downloads-page.ts'
import { waitingOn } from '../device.ts'
import { keptOf, learningPage } from '../pages/learning-page.ts'
import { profileOf } from '../profile.ts'
import { newFilmCourse } from '../school/film-course.ts'
import { openLine } from '../school/line.ts'
import { newSession } from '../school/sessions.ts'
import { essentialOnly, expect, test } from '../test.ts'
import { texts } from '../texts.ts'

test.use({ serviceWorkers: 'allow' })

const en = texts('en')
const rangeBytes = 8 * 1024 * 1024
/** How often the browser is killed; a release should see fifty. */
const kills = Number(process.env['DOWNLOAD_KILLS'] ?? 4)

async function signIn(context: BrowserContext, userId: number, url: string) {
  const expires = Date.now() / 1000 + 86_400
  await context.addCookies([
    { name: 'token', value: await newSession(userId), url, expires },
    { name: 'consent', value: essentialOnly(userId), url, expires },
  ])
}

/** The calendar of a course, once it is on the device itself. */
async function openCalendar(page: Page, origin: string, streamId: number) {
  await page.goto(`${origin}/course/${streamId}/calendar`)
  await downloadsPage(page, en).start.waitFor()
  await page.evaluate(async () => void (await navigator.serviceWorker.ready))
}

const allLoaded = (page: Page) =>
  expect.poll(async () => [...new Set((await storedOn(page)).map(({ status }) => status))]).toEqual(['loaded'])

/** How long the shown film takes to go to a place, in ms. */
const seek = (page: Page, seconds: number) =>
  page.evaluate(async place => {
    const video = document.querySelector('video') as HTMLVideoElement
    const from = performance.now()
    const done = new Promise(resolve => video.addEventListener('seeked', resolve, { once: true }))
    video.currentTime = place
    await done
    return performance.now() - from
  }, seconds)

/** The longest task of a page while `work` goes on, in ms; 0 where none takes 50 (Long Tasks, section 3). */
async function longestTask(page: Page, work: () => Promise<void>): Promise<number> {
  await page.evaluate(() => {
    if (!PerformanceObserver.supportedEntryTypes.includes('longtask')) throw new Error('Long tasks are not observed')
    const times: number[] = []
    new PerformanceObserver(list => times.push(...list.getEntries().map(({ duration }) => duration))).observe({
      type: 'longtask',
    })
    Object.assign(window, { times })
  })
  await work()
  return page.evaluate(() => Math.max(0, ...(window as unknown as { times: number[] }).times))
}

test('a course is downloaded, the browser restarted without a network: it plays, seeks at once, and counts once [OFF-02, OFF-08, OFF-09] @once', async ({
  playwright,
  launchOptions,
}, info) => {
  const person = await newFilmCourse([20, 5])
  const line = await openLine()
  const { origin } = line
  const profile = profileOf(playwright, launchOptions, `downloads-${info.project.name}`)
  try {
    const first = await profile.open()
    await signIn(first, person.id, origin)
    const page = await first.newPage()
    await openCalendar(page, origin, person.streamId)
    const longest = await longestTask(page, async () => {
      await downloadsPage(page, en).download()
      await allLoaded(page)
    })
    info.annotations.push({ type: 'longest task while downloading', description: `${Math.round(longest)} ms` })
    // Alone none takes 50 ms; other walks beside it may interrupt one.
    expect(longest, 'downloading holds no frame up').toBeLessThan(200)
    await expect(downloadsPage(page, en).part(person.title)).toContainText(
      en('downloads.state.loaded', { bytes: '25 MB' }),
    )
    const stored = await storedOn(page)
    expect(stored.map(({ url }) => url).toSorted()).toEqual(person.urls.toSorted())
    expect(await privateFiles(page)).toEqual(Object.fromEntries(stored.map(({ path, bytes }) => [path, bytes])))
    for (const file of stored) {
      expect(file.path).toMatch(new RegExp(`^${person.id}/videos/${person.courseId}/\\d+\\.mp4$`))
      expect(file).toMatchObject({ localUrl: file.url, request: `stream ${person.streamId}` })
    }
    expect(line.ranges.map(({ bytes }) => bytes)).toEqual([rangeBytes, rangeBytes, 4 * 1024 * 1024, 5 * 1024 * 1024])
    await page.waitForLoadState('networkidle')
    await first.close()
    line.close()

    const second = await profile.open()
    await second.setOffline(true)
    const later = await second.newPage()
    await later.goto(`${origin}/course/${person.streamId}/calendar/1`, { waitUntil: 'commit' })
    const learning = learningPage(later, en)
    await learning.start.waitFor()
    const shown = await later.evaluate(() => performance.now())
    info.annotations.push({ type: 'offline start', description: `${Math.round(shown)} ms` })
    // Alone half a second.
    expect(shown).toBeLessThan(3000)
    await learning.start.click()
    await learning.play()
    await learning.watch(6)
    expect(await learning.source()).toBe(origin + person.urls[0])
    const took = await seek(later, 12)
    info.annotations.push({ type: 'seek', description: `${Math.round(took)} ms` })
    expect(took).toBeLessThan(300)
    await later.locator('video').evaluate((video: HTMLVideoElement) => video.pause())
    await learning.finish.click()
    await expect(learning.kept).toBeVisible()
    const waiting = await waitingOn(later)
    expect(waiting.some(({ call }) => call.endsWith('/save-lesson-stat'))).toBe(true)
    expect((await keptOf(person)).events).toEqual([])
    const again = await openLine(origin)
    await second.setOffline(false)
    await expect.poll(async () => (await keptOf(person)).days).toEqual([{ day: 1, isStarted: true, isFinished: true }])
    const { events } = await keptOf(person)
    expect(events.map(({ key }) => key.split(':').at(-1))).toEqual(waiting.map(write => write.idempotencyKey))
    await second.close()
    again.close()
  } finally {
    line.close()
    profile.remove()
  }
})

test('the browser is killed again and again: at most one range is fetched twice each time, and every byte is right [OFF-09] @once', async ({
  playwright,
  launchOptions,
}, info) => {
  const person = await newFilmCourse([8 * (kills + 2)])
  const line = await openLine()
  const profile = profileOf(playwright, launchOptions, `kills-${info.project.name}`)
  try {
    line.pace = 12 * 1024 * 1024
    let context = await profile.open()
    await signIn(context, person.id, line.origin)
    let page = await context.newPage()
    await openCalendar(page, line.origin, person.streamId)
    await downloadsPage(page, en).download()
    let sent = 0
    for (let killed = 0; killed < kills; killed += 1) {
      await expect.poll(() => line.ranges.length, { intervals: [50] }).toBeGreaterThan(sent)
      await new Promise(resolve => setTimeout(resolve, 700 * Math.random()))
      profile.kill()
      await context.close().catch(() => {})
      sent = line.ranges.length
      context = await profile.open()
      page = await context.newPage()
      await page.goto(`${line.origin}/course/${person.streamId}/calendar`)
    }
    line.pace = 0
    await allLoaded(page)
    const counts = new Map<string, number>()
    for (const { range } of line.ranges) counts.set(range, (counts.get(range) ?? 0) + 1)
    const twice = [...counts.values()].reduce((sum, count) => sum + count - 1, 0)
    info.annotations.push({ type: 'fetched again', description: `${twice} ranges after ${kills} kills` })
    expect(counts.size).toBe(kills + 2)
    expect(twice).toBeLessThanOrEqual(kills)
    const isRight = await page.evaluate(async () => {
      const rows = await new Promise<{ path: string; hashes: string[] }[]>(resolve => {
        const opening = indexedDB.open('kurso-downloads')
        opening.onsuccess = () => {
          const all = opening.result.transaction('files').objectStore('files').getAll()
          all.onsuccess = () => resolve(all.result as never[])
        }
      })
      for (const { path, hashes } of rows) {
        let folder = await navigator.storage.getDirectory()
        const steps = path.split('/')
        for (const step of steps.slice(0, -1)) folder = await folder.getDirectoryHandle(step)
        const file = await (await folder.getFileHandle(steps.at(-1) ?? '')).getFile()
        for (const [index, wanted] of hashes.entries()) {
          const part = await file.slice(index * 8_388_608, (index + 1) * 8_388_608).arrayBuffer()
          const digest = new Uint8Array(await crypto.subtle.digest('SHA-256', part))
          const found = Array.from(digest, byte => byte.toString(16).padStart(2, '0')).join('')
          if (found !== wanted) return `${path} ${index}`
        }
      }
      return 'right'
    })
    expect(isRight).toBe('right')
    await context.close()
  } finally {
    line.close()
    profile.kill()
    profile.remove()
  }
})

test('a full device says so with code 10; what was there still plays [OFF-04, ERR-06] @once', async ({
  playwright,
  launchOptions,
}, info) => {
  const person = await newFilmCourse([3, 40])
  const line = await openLine()
  const profile = profileOf(playwright, launchOptions, `full-${info.project.name}`)
  try {
    const context = await profile.open()
    await signIn(context, person.id, line.origin)
    const page = await context.newPage()
    const day = (number: number) => page.goto(`${line.origin}/course/${person.streamId}/calendar/${number}`)
    await day(1)
    await downloadsPage(page, en).download()
    await allLoaded(page)
    await page.evaluate(async () => void (await navigator.serviceWorker.ready))
    const client = await context.newCDPSession(page)
    await client.send('Storage.overrideQuotaForOrigin', { origin: line.origin, quotaSize: 24 * 1024 * 1024 })
    await day(2)
    await downloadsPage(page, en).download()
    const part = downloadsPage(page, en).part('Film day 2')
    await expect(part).toContainText(en('downloads.failure.space'))
    const failed = (await storedOn(page)).find(({ status }) => status === 'fail')
    expect(failed).toMatchObject({ code: 10, failure: 'space' })
    await context.setOffline(true)
    await day(1)
    const learning = learningPage(page, en)
    await learning.start.click()
    await learning.play()
    await learning.watch(1)
    await context.setOffline(false)
    await client.send('Storage.overrideQuotaForOrigin', { origin: line.origin })
    await day(2)
    await downloadsPage(page, en)
      .part('Film day 2')
      .getByRole('button', { name: en('downloads.again.of', { title: 'Film day 2' }) })
      .click()
    await allLoaded(page)
    await context.close()
  } finally {
    line.close()
    profile.remove()
  }
})
