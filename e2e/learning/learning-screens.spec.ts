import type { Page } from '@playwright/test'
import { formatLocalDate } from '#kit/copy/format.ts'
import { addDays, localDate } from '#shared/platform/times.ts'
import { headingOf } from '../pages/heading.ts'
import { waitingOn } from '../device.ts'
import { addStream, dayIds, demoCourse, doDay, learningPage } from '../pages/learning-page.ts'
import { newLearner } from '../school/people.ts'
import { newMember, signInByCookie } from '../school/sessions.ts'
import { overflow, shellPage } from '../pages/shell-page.ts'
import { toldBy } from '../pages/told-events.ts'
import { expect, test } from '../test.ts'
import { texts } from '../texts.ts'

const en = texts('en')
const practice = demoCourse('morning-practice')
const chart = demoCourse('read-a-chart')
const date = (days: number, style: 'long' | 'medium' | 'short' = 'long') =>
  formatLocalDate(addDays(localDate(Date.now(), 'UTC'), days), 'en', style)

test('each status of a stream is named on its card and in its calendar, and tabs and filters sort them [STR-03] [STR-08] [ANL-01] [RTE-18]', {
  tag: '@once',
}, async ({ page, context }) => {
  const { id } = await newMember('kurso')
  const own = { course: 'read-a-chart' } as const
  const ids = {
    open: await addStream(id, { starts: -3, ends: 50 }),
    notStarted: await addStream(id, { ...own, starts: 4, ends: 40 }),
    ended: await addStream(id, { ...own, starts: -70, ends: -5 }),
    freeze: await addStream(id, { ...own, starts: -9, ends: 30, freeze: { starts: -1, ends: 6 } }),
    stopped: await addStream(id, { starts: -20, ends: 70, isOptionalPurchase: true }),
    critical: await addStream(id, { ...own, starts: -11, ends: 1 }),
  }
  await doDay({ id, streamId: ids.open }, 1)
  await signInByCookie(context, id)
  const told = await toldBy(page, 'filter_change')
  await page.goto('/courses')
  const learning = learningPage(page, en)
  const statusIn = (style: 'long' | 'medium') => ({
    open: en('streams.status.open', { date: date(50, style) }),
    critical: en('streams.status.open', { date: date(1, style) }),
    notStarted: en('streams.status.not_started', { date: date(4, style) }),
    freeze: en('streams.status.freeze', { date: date(6, style) }),
    stopped: en('streams.status.stopped'),
    ended: en('streams.status.ended', { date: date(-5, style) }),
  })
  const status = statusIn('medium')
  const panel = page.getByRole('tabpanel')
  const cards = panel.getByRole('listitem').filter({ has: page.getByRole('heading', { level: 2 }) })
  const shown = async (...names: (keyof typeof status)[]) => {
    await expect(cards).toHaveCount(names.length)
    for (const name of names) await expect(cards.filter({ hasText: status[name] })).toHaveCount(1)
  }
  const tab = (key: 'ongoing' | 'active' | 'completed', count: number) =>
    page.getByRole('tab', { name: en('streams.tab.count', { name: en(`streams.tab.${key}`), count }) })
  await shown('open', 'critical', 'notStarted', 'freeze', 'stopped')
  const progressOf = (name: keyof typeof status) => cards.filter({ hasText: status[name] }).getByRole('progressbar')
  const days = (done: number, { countedDays: count }: typeof practice) => en('streams.progress', { done, count })
  await expect(progressOf('open')).toHaveAttribute('aria-valuetext', days(1, practice))
  await expect(progressOf('critical')).toHaveAttribute('aria-valuetext', days(0, chart))
  await expect(cards.filter({ hasText: status.critical })).toContainText(en('streams.critical', { count: 2 }))
  await expect(cards.filter({ hasText: status.open })).not.toContainText(en('streams.critical.text'))
  await tab('active', 2).click()
  await shown('open', 'critical')
  await tab('completed', 1).click()
  await shown('ended')
  await tab('ongoing', 5).click()
  await page.getByText(en('streams.filters'), { exact: true }).click()
  await learning.button('floor').click()
  await shown('open', 'stopped')
  const filtered = { name: 'filter_change', option: expect.any(String), value: expect.any(String) }
  expect(await told()).toEqual([filtered])
  await expect(panel.getByRole('status')).toHaveText(en('streams.filters.found', { count: 2 }))
  const kept = page.waitForResponse(answer => /\/user-course-streams\/\d+\/filters/.test(answer.url()))
  await learning.button('chair').click()
  await kept
  await learning.button('chair').click()
  await shown('open', 'stopped')
  await expect.poll(() => waitingOn(page)).toEqual([])
  await page.reload()
  await shown('open', 'stopped')
  await expect(learning.button('floor')).toHaveAttribute('aria-pressed', 'true')
  await expect(learning.button('chair')).toHaveAttribute('aria-pressed', 'false')
  await learning.button(en('streams.filters.clear')).click()
  await shown('open', 'critical', 'notStarted', 'freeze', 'stopped')
  await expect.poll(() => waitingOn(page)).toEqual([])
  await page.reload()
  await shown('open', 'critical', 'notStarted', 'freeze', 'stopped')

  const closed = { notStarted: 'not_started', ended: 'ended', freeze: 'freeze', stopped: 'stopped' } as const
  for (const name of ['notStarted', 'ended', 'freeze', 'stopped'] as const) {
    await page.goto(`/course/${ids[name]}/calendar`)
    await expect(page.getByText(statusIn('long')[name], { exact: true })).toBeVisible()
    await expect(page.getByText(en(`streams.closed.${closed[name]}`), { exact: true })).toBeVisible()
    await page.goto(`/course/${ids[name]}/calendar/1`)
    await expect(page.getByText(en(`streams.closed.${closed[name]}`), { exact: true })).toBeVisible()
    await expect(learning.start).toHaveCount(0)
  }
})

test('a demo opens its own days and locks the rest, in the browser and on the server [STR-07] [STR-10]', {
  tag: '@once',
}, async ({ page, context }) => {
  const { id } = await newMember('kurso')
  const streamId = await addStream(id, { starts: -5, ends: 20, isDemo: true })
  const token = await signInByCookie(context, id)
  await page.goto(`/course/${streamId}/calendar`)
  const learning = learningPage(page, en)
  const card = (number: number) => learning.cardOf(practice.days[number - 1]?.title.en ?? '')
  await expect(page.getByText(en('streams.demo'), { exact: true })).toBeVisible()
  await expect(card(1)).toContainText(en('streams.day.current'))
  await expect(card(2)).toContainText(en('streams.day.open'))
  await expect(card(3)).toContainText(en('streams.lock.demo'))
  await expect(page.getByText(en('streams.homework.leftOut')).first()).toBeVisible()
  await card(3).getByRole('link').click()
  await expect(headingOf(page)).toHaveText(practice.days[2]?.title.en ?? '')
  await expect(page.getByText(en('streams.lock.demo'))).toBeVisible()
  await expect(learning.start).toHaveCount(0)
  const day = (await dayIds(streamId)).get(3)
  const refused = await page.request.post(`/spa/api/v1/user-course-streams/${streamId}/user-day-status/${day}/start`, {
    headers: { authorization: `Bearer ${token}` },
    data: {},
  })
  expect(refused.status()).toBe(409)
  await learning.link(en('progress.calendar')).click()
  await card(2).getByRole('link').click()
  await learning.start.click()
  await learning.finish.click()
  await expect(learning.wellDone).toBeVisible()
  await learning.closeEnd()
})

test('a status that failed to load is requested again by Try again, then kept for five minutes [STR-05] [ERR-03]', {
  tag: '@once',
}, async ({ page, context, noise }) => {
  noise.expect(/503/)
  const person = await newLearner()
  await signInByCookie(context, person.id)
  await page.clock.install()
  let asked = 0
  let isUp = false
  await context.route(/\/user-course-streams\/\d+\/status/, async route => {
    asked += 1
    await (isUp ? route.continue() : route.fulfill({ status: 503, json: { code: 'unavailable', message: '' } }))
  })
  await page.goto(`/course/${person.streamId}/calendar`)
  await expect(page.getByText(en('streams.calendar.error'))).toBeVisible()
  isUp = true
  await learningPage(page, en).retry.click()
  await expect(learningPage(page, en).heading).toHaveText(practice.title.en)
  const loaded = asked
  const shell = shellPage(page, en)
  const calendar = () => learningPage(page, en).toCalendar(practice.title.en)
  await page.clock.fastForward(200_000)
  await shell.place(en('shell.title.home'))
  await calendar()
  await expect(learningPage(page, en).heading).toHaveText(practice.title.en)
  expect(asked).toBe(loaded)
  await page.clock.fastForward(101_000)
  await shell.place(en('shell.title.home'))
  await calendar()
  await expect.poll(() => asked).toBeGreaterThan(loaded)
})

const damage = {
  garbage: { status: 200, contentType: 'video/mp4', body: 'this was a video once' },
  missing: { status: 404, contentType: 'application/json', body: '{}' },
}

for (const [name, answer] of Object.entries(damage)) {
  test(`a ${name} video says so with a way to try again, and the day stays usable [ERR-06] [PLY-01]`, {
    tag: '@once',
  }, async ({ page, context, noise }) => {
    noise.expect(/404/)
    const person = await newLearner()
    await signInByCookie(context, person.id)
    const videos = /\/media\/.+\.mp4/
    let first: string | undefined
    let isMended = false
    // Only the first request is answered: the next may be prefetched.
    await page.route(videos, route => {
      const url = route.request().url()
      first ??= url
      return isMended && url === first ? route.continue() : route.fulfill(answer)
    })
    await page.goto(`/course/${person.streamId}/calendar/1`)
    const learning = learningPage(page, en)
    await learning.start.click()
    await learning.play()
    const alert = learning.player.getByRole('alert')
    await expect(alert).toContainText(en('media.error'))
    isMended = true
    await alert.getByRole('button', { name: en('ui.retry') }).click()
    await learning.watch(0.5)
    await expect(alert).toHaveCount(0)
    await page
      .getByRole('button', { name: en('media.next') })
      .last()
      .click()
    await expect(alert).toContainText(en('media.error'))
    await learning.finish.click()
    await expect(learning.wellDone).toContainText(en('progress.finished.points', { count: 20 }))
    await learning.closeEnd()
  })
}

test('a broken HLS stream falls back to the MP4 [PLY-02]', { tag: '@once' }, async ({ page, context }) => {
  const person = await newLearner({ daysIn: 1 })
  await signInByCookie(context, person.id)
  await page.route(/\.m3u8/, route => route.fulfill({ status: 200, body: 'not a playlist' }))
  await page.goto(`/course/${person.streamId}/calendar/1`)
  const learning = learningPage(page, en)
  await learning.start.click()
  await learning.finish.click()
  await learning.closeEnd()
  await learning.link(practice.days[1]?.title.en ?? '').click()
  await learning.start.click()
  const shoulders = practice.lessons.find(({ key }) => key === 'shoulders')?.title.en ?? ''
  await page.getByRole('button', { name: shoulders }).first().click()
  await expect(learning.title).toHaveText(shoulders)
  await learning.watch(0.5)
  expect(await learning.source()).toMatch(/\.mp4$/)
})

/** The addresses the app requested with an invalid id. */
function nonsenseOf(page: Page): string[] {
  const asked: string[] = []
  page.on('request', request => {
    if (/\/spa\/.*\/(NaN|undefined|null|0|-1)(\/|\?|$)/.test(new URL(request.url()).pathname)) asked.push(request.url())
  })
  return asked
}

test('missing, wrong or foreign ids lead to a clear page, never a blank one [CRS-10] [CRS-09] [RTE-17] [ERR-03]', {
  tag: '@once',
}, async ({ page, context, noise }) => {
  noise.expect(/404/)
  const person = await newLearner()
  const stranger = await newLearner({ course: 'read-a-chart' })
  await signInByCookie(context, person.id)
  const asked = nonsenseOf(page)
  const places: [string, string][] = [
    ['/course/abc/calendar', en('shell.title.notFound')],
    ['/course//calendar', en('shell.title.notFound')],
    ['/course/0/calendar', en('shell.title.notFound')],
    ['/course/-1/calendar/1', en('shell.title.notFound')],
    ['/course/1e3/materials', en('shell.title.notFound')],
    ['/course/99999999999999999999/calendar', en('shell.title.notFound')],
    [`/course/${person.streamId}/calendar/x`, en('shell.title.notFound')],
    ['/course/999999999/calendar', en('streams.calendar.missing.title')],
    ['/course/999999999/calendar/1', en('streams.calendar.missing.title')],
    ['/course/999999999/materials', en('courses.materials.missing')],
    [`/course/${stranger.streamId}/calendar`, en('streams.calendar.missing.title')],
    [`/course/${stranger.streamId}/calendar/1`, en('streams.calendar.missing.title')],
    [`/course/${stranger.streamId}/materials`, en('courses.materials.missing')],
    [`/course/${person.streamId}/calendar/999`, en('progress.missing.title')],
  ]
  for (const [path, words] of places) {
    await page.goto(path)
    await expect(page.getByText(words, { exact: true }).last(), path).toBeVisible()
    await expect(page.locator('body'), path).not.toContainText(chart.title.en)
    expect(await overflow(page), path).toBeLessThanOrEqual(0)
  }
  expect(asked).toEqual([])
})
