import { rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { BrowserContext, Page } from '@playwright/test'
import { isKeptOn, type Waiting, waitingOn } from '../device.ts'
import { demoCourse, doDay, keptOf, learningPage } from '../pages/learning-page.ts'
import { newLearner } from '../school/people.ts'
import { newSession, origin, signInByCookie } from '../school/sessions.ts'
import { shellPage } from '../pages/shell-page.ts'
import { expect, noNetwork, test } from '../test.ts'
import { texts } from '../texts.ts'

test.use({ serviceWorkers: 'allow' })

const en = texts('en')
const course = demoCourse('morning-practice')
const { days } = course
const points = (...dayNumbers: number[]) =>
  dayNumbers.map(number => days.find(day => day.dayNumber === number)?.points ?? 0)

const kindOf = ({ call }: Waiting) =>
  call.endsWith('/start') ? 'day_started' : call.endsWith('/finish') ? 'day_finished' : 'lesson_viewed'

/** Records the writes a context's pages send, by their keys. */
function sentBy(context: BrowserContext): string[] {
  const keys: string[] = []
  context.on('requestfinished', request => {
    const key = request.headers()['idempotency-key']
    if (request.method() === 'POST' && key) keys.push(key)
  })
  return keys
}

/** The app after a visit: cached by its worker, with what the calendar shows stored on the device. */
async function visitCalendar(page: Page, streamId: number) {
  await page.goto('/home')
  await learningPage(page, en).nextStep(course.title.en).getByRole('heading', { level: 2 }).waitFor()
  // What home alone reads is stored a moment after it is shown.
  await expect.poll(() => isKeptOn(page, '/courses'), 'home is read to be kept').toBe(true)
  await page.goto(`/course/${streamId}/calendar`)
  await learningPage(page, en)
    .cardOf(days[0]?.title.en ?? '')
    .waitFor()
  await page.evaluate(async () => void (await navigator.serviceWorker.ready))
  await page.waitForLoadState('networkidle')
}

async function openDay(page: Page, dayNumber: number) {
  const title = days.find(day => day.dayNumber === dayNumber)?.title.en ?? ''
  await learningPage(page, en).cardOf(title).getByRole('link').click()
  await expect(learningPage(page, en).heading).toHaveText(title)
}

/** The server has exactly what the device held, in order, each once. */
async function expectAllKept(person: { id: number; streamId: number }, before: number, waiting: Waiting[]) {
  await expect.poll(async () => (await keptOf(person)).events.length).toBe(before + waiting.length)
  const late = (await keptOf(person)).events.slice(before)
  expect(late.map(({ kind, key }) => `${kind} ${key.split(':').at(-1)}`)).toEqual(
    waiting.map(write => `${kindOf(write)} ${write.idempotencyKey}`),
  )
}

test('the network drops in the middle of a lesson: the day is finished offline, survives a reload and is sent once, in order [SHL-09] [PLY-02] [PRG-05] [PRG-06] [REQ-03] [REL-02]', async ({
  page,
  context,
  noise,
}) => {
  noise.expect(noNetwork)
  const person = await newLearner({ daysIn: 1 })
  await doDay(person, 1)
  await signInByCookie(context, person.id)
  await visitCalendar(page, person.streamId)
  const learning = learningPage(page, en)
  const shell = shellPage(page, en)
  await openDay(page, 2)
  await learning.start.click()
  await learning.play()
  await learning.watch(1.2)
  await expect.poll(() => waitingOn(page), 'the start has been sent').toEqual([])

  await context.setOffline(true)
  await expect(shell.banner).toBeVisible()
  const before = await keptOf(person)
  await learning.watch(1.5)
  await page
    .getByRole('button', { name: en('media.next') })
    .last()
    .click()
  await expect(learning.player.getByRole('alert')).toContainText(en('media.offline'))
  await learning.finish.click()
  await expect(learning.wellDone).toContainText(en('progress.finished.points', { count: 15 }))
  await learning.closeEnd()
  await expect(learning.kept).toBeVisible()
  const waiting = await waitingOn(page)
  // At most one report every five seconds; a slow machine may see two.
  const reports = waiting.slice(0, -1)
  expect(waiting.map(kindOf)).toEqual([...reports.map(() => 'lesson_viewed'), 'day_finished'])
  const watched = reports.reduce((sum, write) => sum + (write.input.body.viewed_seconds ?? 0), before.viewed)
  expect(watched).toBeGreaterThanOrEqual(2)
  expect((await keptOf(person)).events).toEqual(before.events)

  await page.reload()
  await expect(learning.isDone).toBeVisible()
  await expect(learning.kept).toBeVisible()
  await expect(shell.banner).toContainText(en('shell.waiting', { count: waiting.length }))
  await page.goto('/home')
  await expect(learning.nextStep(course.title.en).getByRole('progressbar')).toHaveAttribute(
    'aria-valuetext',
    en('streams.progress', { done: 2, count: course.countedDays }),
  )

  const sent = sentBy(context)
  await context.setOffline(false)
  await expect(shell.points(35)).toBeVisible()
  await expect(shell.banner).toBeHidden()
  await expectAllKept(person, before.events.length, waiting)
  await expect.poll(() => sent).toEqual(waiting.map(write => write.idempotencyKey))
  expect(await waitingOn(page)).toEqual([])
  const kept = await keptOf(person)
  expect(kept.scores.map(({ amount }) => amount)).toEqual(points(1, 2))
  expect(kept.days.map(({ isFinished }) => isFinished)).toEqual([true, true])
  expect(kept.viewed).toBe(watched)
})

test('two days are done offline, the tab crashes and the browser is closed: the next start sends everything in order [PRG-01] [PRG-05] [PRG-07] [REL-02]', async ({
  playwright,
  launchOptions,
  viewport,
  isMobile,
  hasTouch,
}, info) => {
  const person = await newLearner({ daysIn: 2 })
  const folder = join(tmpdir(), `kurso-e2e-profile-${info.project.name}-${process.pid}`)
  const open = () =>
    playwright.chromium.launchPersistentContext(folder, {
      ...launchOptions,
      baseURL: origin,
      viewport,
      isMobile,
      hasTouch,
    })
  try {
    const first = await open()
    await first.addCookies([
      { name: 'token', value: await newSession(person.id), url: origin, expires: Date.now() / 1000 + 3600 },
    ])
    const page = await first.newPage()
    await visitCalendar(page, person.streamId)
    const learning = learningPage(page, en)
    await first.setOffline(true)
    await openDay(page, 1)
    for (const day of [1, 2]) {
      await learning.start.click()
      await learning.finish.click()
      await expect(learning.wellDone).toContainText(en('progress.finished.points', { count: points(day)[0] ?? 0 }))
      await learning.closeEnd()
      await learning.link(days[day]?.title.en ?? '').click()
    }
    await expect(learning.start).toBeVisible()
    const waiting = await waitingOn(page)
    expect(waiting.map(kindOf)).toEqual(['day_started', 'day_finished', 'day_started', 'day_finished'])
    await page.goto('chrome://crash').catch(() => {})
    await first.close()
    expect((await keptOf(person)).events).toEqual([])

    const second = await open()
    const next = await second.newPage()
    await next.goto(`/course/${person.streamId}/calendar`)
    await expect(shellPage(next, en).points(35)).toBeVisible()
    await expectAllKept(person, 0, waiting)
    for (const number of [0, 1]) {
      const card = learningPage(next, en).cardOf(days[number]?.title.en ?? '')
      await expect(card).toContainText(en('streams.day.done'))
    }
    const kept = await keptOf(person)
    expect(kept.scores.map(({ amount }) => amount)).toEqual(points(1, 2))
    await second.close()
  } finally {
    rmSync(folder, { recursive: true, force: true })
  }
})

test('with two tabs open only one sends pending writes, and both show them [PRG-05] [REL-02] [SHL-09]', async ({
  page,
  context,
  noise,
}) => {
  noise.expect(noNetwork)
  const person = await newLearner()
  await signInByCookie(context, person.id)
  const other = await context.newPage()
  for (const tab of [page, other]) {
    await visitCalendar(tab, person.streamId)
    await openDay(tab, 1)
  }
  const learning = learningPage(page, en)
  await context.setOffline(true)
  await learning.start.click()
  await learning.finish.click()
  await learning.closeEnd()
  await expect(learning.kept).toBeVisible()
  await expect(shellPage(other, en).banner).toContainText(en('shell.waiting', { count: 2 }))
  const waiting = await waitingOn(other)
  const sent = sentBy(context)
  await context.setOffline(false)
  await expect(shellPage(page, en).points(20)).toBeVisible()
  await expect(learningPage(other, en).isDone).toBeVisible()
  await expect(shellPage(other, en).points(20)).toBeVisible()
  await expectAllKept(person, 0, waiting)
  await expect.poll(() => sent).toEqual(waiting.map(write => write.idempotencyKey))
  expect((await keptOf(person)).scores.map(({ amount }) => amount)).toEqual(points(1))
})

test('a lost answer: the report and the finish are sent again with their keys and count once [PRG-05] [PRG-06] [REL-02]', async ({
  page,
  context,
  noise,
}) => {
  noise.expect(noNetwork)
  const person = await newLearner()
  await signInByCookie(context, person.id)
  const tries: { key: string; viewed: number }[] = []
  const handled: number[] = []
  await context.route(/\/spa\/.*(save-lesson-stat|finish)/, async route => {
    const request = route.request()
    const key = request.headers()['idempotency-key'] ?? ''
    const isFirst = !tries.some(one => one.key === key)
    tries.push({ key, viewed: (request.postDataJSON() as { viewed_seconds?: number }).viewed_seconds ?? 0 })
    const answer = await route.fetch()
    handled.push(answer.status())
    await (isFirst ? route.abort() : route.fulfill({ response: answer }))
  })
  await page.goto(`/course/${person.streamId}/calendar/1`)
  const learning = learningPage(page, en)
  await learning.start.click()
  await learning.play()
  await learning.watch(2.4)
  await page
    .getByRole('button', { name: en('media.next') })
    .last()
    .click()
  await page.keyboard.press('k')
  await learning.finish.click()
  await expect(learning.wellDone).toContainText(en('progress.finished.points', { count: 20 }))
  await learning.closeEnd()
  await expect(shellPage(page, en).points(20)).toBeVisible()
  await expect.poll(() => waitingOn(page)).toEqual([])
  const keys = [...new Set(tries.map(({ key }) => key))]
  expect(tries.map(({ key }) => key)).toEqual(keys.flatMap(key => [key, key]))
  expect(handled).toEqual(tries.map(() => 200))
  const kept = await keptOf(person)
  expect(kept.events.map(({ kind }) => kind)).toEqual([
    'day_started',
    ...keys.slice(1).map(() => 'lesson_viewed'),
    'day_finished',
  ])
  expect(kept.viewed).toBe(tries.reduce((sum, { viewed }) => sum + viewed, 0) / 2)
  expect(kept.scores.map(({ amount }) => amount)).toEqual(points(1))
})

test('what was read stays readable offline; what was not says so [REQ-03] [SHL-09] [ERR-03] [OFF-01]', async ({
  page,
  context,
  noise,
}) => {
  noise.expect(noNetwork)
  const person = await newLearner()
  await doDay(person, 1)
  await signInByCookie(context, person.id)
  await visitCalendar(page, person.streamId)
  await page.goto('/user/points/history')
  const entries = page.locator('main li')
  await expect(entries).toHaveCount(1)
  await expect.poll(() => isKeptOn(page, '/user-score')).toBe(true)
  await context.setOffline(true)
  for (const path of ['/user/points/history', '/home', `/course/${person.streamId}/calendar`]) {
    await page.goto(path)
    await expect(shellPage(page, en).heading).toBeVisible()
    await expect(shellPage(page, en).banner).toBeVisible()
    if (path.endsWith('history')) await expect(entries).toHaveCount(1)
    if (path === '/home')
      await expect(learningPage(page, en).nextStep(course.title.en).getByRole('progressbar')).toHaveAttribute(
        'aria-valuetext',
        en('streams.progress', { done: 1, count: course.countedDays }),
      )
  }
  await expect(learningPage(page, en).cardOf(days[0]?.title.en ?? '')).toContainText(en('streams.day.done'))
  await page.goto(`/course/${person.streamId}/materials`)
  await expect(page.getByText(en('courses.materials.offline'))).toBeVisible()
  await context.setOffline(false)
  await expect(entries).toHaveCount(1)
  await expect(page.getByText(en('courses.materials.offline'))).toBeHidden()
})

test('on a first visit a screen not opened before still opens when the network goes [SHL-09] [SHL-10]', async ({
  page,
  context,
  noise,
}) => {
  noise.expect(noNetwork)
  const person = await newLearner()
  await signInByCookie(context, person.id)
  await page.goto('/home')
  const shell = shellPage(page, en)
  await expect(shell.points(0)).toBeVisible()
  await page.waitForFunction(() => navigator.serviceWorker.controller !== null)
  await context.setOffline(true)
  await shell.points(0).click()
  await expect(shell.heading).toHaveText(en('points.title'))
})
