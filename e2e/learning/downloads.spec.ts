import { rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { BrowserContext, Page } from '@playwright/test'
import { changeStored, downloadsPage, privateFiles, storedOn } from '../pages/downloads-page.ts'
import { keptOf, learningPage } from '../pages/learning-page.ts'
import { newFilmCourse } from '../school/film-course.ts'
import { type Line, openLine } from '../school/line.ts'
import { newSession } from '../school/sessions.ts'
import { essentialOnly, expect, test } from '../test.ts'
import { texts } from '../texts.ts'

test.use({ serviceWorkers: 'allow' })

const en = texts('en')
const noNetwork = /ERR_INTERNET_DISCONNECTED|ERR_FAILED|ERR_NETWORK_CHANGED|ERR_CONNECTION|Failed to fetch/

async function signIn(context: BrowserContext, userId: number, url: string) {
  const expires = Date.now() / 1000 + 86_400
  await context.addCookies([
    { name: 'token', value: await newSession(userId), url, expires },
    { name: 'consent', value: essentialOnly(userId), url, expires },
  ])
}

async function openCalendar(page: Page, line: Pick<Line, 'origin'>, streamId: number) {
  await page.goto(`${line.origin}/course/${streamId}/calendar`)
  await expect(downloadsPage(page, en).start.or(page.getByRole('group'))).toBeVisible()
}

const allLoaded = (page: Page) =>
  expect.poll(async () => [...new Set((await storedOn(page)).map(({ status }) => status))]).toEqual(['loaded'])

test('a course is downloaded, the browser restarted without a network: it plays, seeks at once, and counts once [OFF-02, OFF-08, OFF-09]', async ({
  playwright,
  launchOptions,
}, info) => {
  const person = await newFilmCourse([20, 5])
  const line = await openLine()
  const folder = join(tmpdir(), `kurso-e2e-downloads-${info.project.name}-${process.pid}`)
  const open = () => playwright.chromium.launchPersistentContext(folder, { ...launchOptions })
  try {
    const first = await open()
    await signIn(first, person.id, line.origin)
    const page = await first.newPage()
    await openCalendar(page, line, person.streamId)
    await downloadsPage(page, en).download()
    await allLoaded(page)
    await expect(downloadsPage(page, en).part(person.title)).toContainText('On this device')
    const stored = await storedOn(page)
    expect(stored.map(({ url }) => url).toSorted()).toEqual(person.urls.toSorted())
    expect(await privateFiles(page)).toEqual(Object.fromEntries(stored.map(({ path, bytes }) => [path, bytes])))
    for (const file of stored)
      expect(file.path).toMatch(new RegExp(`^${person.id}/videos/${person.courseId}/\\d+\\.mp4$`))
    expect(line.ranges.map(({ range }) => range).toSorted()).toEqual(
      ['bytes=0-5242879', 'bytes=0-8388607', 'bytes=8388608-16777215', 'bytes=16777216-20971519'].toSorted(),
    )
    await page.waitForLoadState('networkidle')
    await first.close()
    line.close()

    const second = await open()
    await second.setOffline(true)
    const later = await second.newPage()
    await later.goto(`${line.origin}/course/${person.streamId}/calendar/1`)
    const learning = learningPage(later, en)
    await learning.start.click()
    await learning.play()
    await learning.watch(2.5)
    expect(await learning.source()).toBe(line.origin + person.urls[0])
    const seek = await later.evaluate(async () => {
      const video = document.querySelector('video') as HTMLVideoElement
      const from = performance.now()
      const done = new Promise(resolve => video.addEventListener('seeked', resolve, { once: true }))
      video.currentTime = 12
      await done
      return performance.now() - from
    })
    expect(seek).toBeLessThan(300)
    info.annotations.push({ type: 'seek', description: `${Math.round(seek)} ms` })
    await second.close()
  } finally {
    line.close()
    rmSync(folder, { recursive: true, force: true })
  }
  expect((await keptOf(person)).events).toEqual([])
})
