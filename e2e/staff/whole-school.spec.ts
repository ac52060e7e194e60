import { randomUUID } from 'node:crypto'
import { chmod, mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Browser, Page } from '@playwright/test'
import type { Copy } from '#kit/copy/copy.tsx'
import { asBuilt, type ChildServer, fetchCall, startChildServer } from '#server/app/testing/child-server.ts'
import type { CohortLearnerWire } from '#shared/features/cohorts/contract.ts'
import type { DayWire } from '#shared/features/courses/contract.ts'
import type { AttemptWire, UserHomeworkWire } from '#shared/features/homework/contract.ts'
import type { StreamStatusRecordWire, UserStreamWire } from '#shared/features/streams/contract.ts'
import { faultsOf } from '../axe-faults.ts'
import { cellsOf } from '../pages/figure-table.ts'
import { savedBy } from '../pages/saved-file.ts'
import { overflow } from '../pages/shell-page.ts'
import { studioTexts } from '../pages/studio-page.ts'
import { expect, test } from '../test.ts'

const learners = 30
const dayOf = (inDays: number) => new Date(Date.now() + inDays * 86_400_000).toISOString().slice(0, 10)

let dataDir: string
let school: ChildServer
test.beforeEach(async () => {
  dataDir = await mkdtemp(join(tmpdir(), 'kurso-whole-school-'))
  await chmod(dataDir, 0o711)
  school = await startChildServer(dataDir, {}, asBuilt)
})
test.afterEach(async () => {
  await school.stop()
  await rm(dataDir, { recursive: true, force: true })
})

// Each language is walked at both widths: the walk leaves a screen at the other one than it came to it.
for (const [language, first] of [
  ['en', 1244],
  ['ru', 828],
  ['es', 1244],
] as const)
  test.describe(language, () => {
    test.use({ locale: language, viewport: { width: first, height: 900 } })
    test(`from the first link to thirty learners, who keep what they did when day 5 changes under them, in ${language} at 1244 and 828`, async ({
      page,
      browser,
    }) => {
      const t = studioTexts(language)
      await beginSchool(page, t)
      await writeCourse(page, t)
      const links = await enrolThirty(page, browser, t)
      const cohort = Number(new URL(page.url()).pathname.split('/').at(-1))
      const owner = await page.evaluate(() => JSON.parse(localStorage.getItem('studio.token') ?? '""') as string)
      const desk = await openDesk(page, browser, t, owner)
      const [ahead, ...others] = await learn(desk, t, links)
      await desk.context().close()

      const readAll = async () => ({
        some: await Promise.all([ahead, ...others].map(learner => learner.read())),
        all: await cohortOf(owner, cohort),
      })
      const before = await readAll()
      expect(before.some.map(({ points }) => points)).toEqual([30, 10, 0])
      expect(before.some.map(({ attempts }) => attempts.map(({ verdict }) => verdict))).toEqual([['DONE'], [null], []])
      await changeDayFive(page, t)
      expect(await ahead.dayTitles()).toContain('Green leaf')
      expect(await readAll(), 'everybody has what they had').toEqual(before)

      await seeWhereTheyStop(page, t, ahead.courseId, before.all.find(({ reached }) => reached === 5)?.name ?? '')
      await page.goto(`${school.url}/admin/cohorts`)
      await page.getByRole('row').filter({ hasText: 'Morning cup' }).getByRole('link').first().click()
      await expect(page.locator('tbody tr')).toHaveCount(learners)
      await looksRight(page)
      await page.goto('about:blank')
    })
  })

/** Nothing is wider than the window at either width, and axe finds nothing; the walk goes on at the other width. */
async function looksRight(page: Page) {
  expect(await overflow(page)).toBe(0)
  await page.setViewportSize({ width: page.viewportSize()?.width === 1244 ? 828 : 1244, height: 900 })
  expect(await overflow(page)).toBe(0)
  expect(await faultsOf(page)).toEqual([])
}

/** Makes a call as whoever has this token. */
async function ask<Answer>(token: string | undefined, name: string, body?: object): Promise<Answer> {
  const answer = await fetchCall(school.url, token, name, body, body && randomUUID())
  if (!answer.ok) throw new Error(`${name}: ${answer.status} ${await answer.text()}`)
  return answer.json() as Promise<Answer>
}

const printedLink = () => /http\S+\/admin\/setup\?code=\S+/.exec(school.said())?.[0] ?? ''

async function beginSchool(page: Page, t: Copy) {
  await page.goto(printedLink())
  await page.getByLabel(t('setup.schoolName'), { exact: true }).fill('Tea school')
  await page.getByLabel(t('setup.firstName'), { exact: true }).fill('Inés')
  await page.getByLabel(t('setup.lastName'), { exact: true }).fill('Ruiz')
  await page.getByLabel(t('setup.email'), { exact: true }).fill('ines@tea-school.example.com')
  await page.getByLabel(t('setup.password'), { exact: true }).fill('mangos under the bridge')
  await page.keyboard.press('Enter')
  await expect(page.getByRole('heading', { name: t('today.steps') })).toBeVisible()
  await looksRight(page)
}

const row = (page: Page, name: RegExp) => page.getByRole('treeitem', { name })
const isSaved = (page: Page, t: Copy) =>
  expect(page.getByText(t('courses.saving.saved'), { exact: true })).toBeVisible()

/** Two weeks of days from a pasted list, points for the first, a lesson in it and the fifth, and homework in that one. */
async function writeCourse(page: Page, t: Copy) {
  await page.goto(`${school.url}/admin/courses`)
  await page.getByRole('button', { name: t('courses.new') }).click()
  await page.getByRole('textbox', { name: t('courses.new.title') }).fill('Morning cup')
  await page.getByRole('textbox', { name: t('courses.new.title') }).press('Enter')
  await expect(page.getByRole('heading', { name: t('courses.draft.of', { title: 'Morning cup' }) })).toBeVisible()
  const title = page.getByLabel(t('courses.field.title'), { exact: true })
  await row(page, new RegExp(t('courses.tree.untitled.stage'))).click()
  await title.fill('Two weeks')
  await isSaved(page, t)
  await row(page, /Two weeks/).press('ArrowRight')
  await row(page, new RegExp(t('courses.tree.untitled.day'))).click()
  await title.fill('Water')
  await page.getByLabel(t('courses.field.points'), { exact: true }).fill('10')
  await isSaved(page, t)
  await page.getByRole('button', { name: t('courses.tree.add'), exact: true }).click()
  await page.getByRole('menuitem', { name: t('courses.tree.add.list') }).click()
  const days = Array.from({ length: 13 }, (_, index) => `Leaf ${index + 2}`)
  await page.getByLabel(t('courses.tree.list')).fill(days.join('\n'))
  await page.getByRole('button', { name: t('courses.tree.list.day', { count: days.length }) }).click()
  await expect(row(page, /Leaf 14/)).toBeVisible()
  const add = async (kind: 'lesson' | 'homework', name: string) => {
    await page.getByRole('button', { name: t('courses.tree.add'), exact: true }).click()
    await page.getByRole('menuitem', { name: t(`courses.tree.add.${kind}`), exact: true }).click()
    await title.fill(name)
    await isSaved(page, t)
  }
  for (const day of [/Water/, /Leaf 5/]) {
    await row(page, day).click()
    await add('lesson', `The kettle of ${day.source}`)
  }
  await add('homework', 'Your first cup')
  await page.getByLabel(t('courses.field.points'), { exact: true }).fill('20')
  await isSaved(page, t)
  await looksRight(page)
  await publish(page, t, 1, [t('courses.effects.learners', { count: 0 })])
}

/** Publishes the draft, once what that does has been said. */
async function publish(page: Page, t: Copy, version: number, effects: string[]) {
  await page.getByRole('button', { name: t('courses.draft.publish') }).click()
  const dialog = page.getByRole('dialog')
  for (const effect of effects) await expect(dialog.getByText(effect, { exact: true })).toBeVisible()
  await looksRight(page)
  await dialog.getByRole('button', { name: t('courses.draft.publish.submit'), exact: true }).click()
  await expect(page.getByText(t('courses.bringBack.done', { version }))).toBeVisible()
}

/** A cohort that began four days ago, and thirty people from a list, who come in by the links that it answers. */
async function enrolThirty(page: Page, browser: Browser, t: Copy): Promise<string[]> {
  await page.goto(`${school.url}/admin/cohorts`)
  await page.getByRole('button', { name: t('cohorts.open'), exact: true }).click()
  const opening = page.getByRole('dialog')
  await opening.getByRole('combobox').selectOption({ label: 'Morning cup' })
  await opening.getByLabel(t('cohorts.column.starts'), { exact: true }).fill(dayOf(-4))
  await opening.getByRole('button', { name: t('cohorts.open'), exact: true }).click()
  await expect(page.getByText(t('cohorts.nobody.title'))).toBeVisible()
  await page.getByRole('button', { name: t('cohorts.enrol'), exact: true }).click()
  await page.getByRole('button', { name: t('cohorts.list') }).click()
  const list = page.getByRole('dialog', { name: t('cohorts.list') })
  const lines = Array.from({ length: learners }, (_, index) => `Ann ${index};ann-${index}@tea.example.com`)
  const buffer = Buffer.from(['Name;E-mail', ...lines].join('\r\n'))
  await list.locator('input[type=file]').setInputFiles({ name: 'list.csv', mimeType: 'text/csv', buffer })
  await list.getByRole('button', { name: t('cohorts.list.submit', { count: learners }) }).click()
  await expect(list.getByText(t('cohorts.list.enrolled', { count: learners }))).toBeVisible()
  await looksRight(page)
  return handOverLinks(page, browser, t)
}

/** Without a mail server the links are saved to be handed over: one of the thirty comes in by theirs. */
async function handOverLinks(page: Page, browser: Browser, t: Copy) {
  const list = page.getByRole('dialog', { name: t('cohorts.list') })
  const file = await savedBy(page, list.getByRole('button', { name: t('cohorts.links.save') }))
  const links = file.match(/http\S+/g) ?? []
  expect(new Set(links).size).toBe(learners)
  await expect(page.getByText(t('cohorts.links.saved', { count: learners }))).toBeVisible()
  await page.keyboard.press('Escape')
  const phone = await browser.newPage()
  await phone.goto(links[0] ?? '')
  const passwords = phone.locator('input[type=password]')
  await expect(passwords).toHaveCount(2)
  for (const field of await passwords.all()) await field.fill('rivers under the moon')
  await phone.keyboard.press('Enter')
  await expect(phone.getByText('Morning cup').first()).toBeVisible()
  await phone.close()
  return links
}

/** Comes in by a link of an invitation, as its page does. */
async function comeIn(link: string): Promise<string> {
  const password = 'rivers under the moon'
  const body = { token: new URL(link).searchParams.get('token'), password, password_repeat: password }
  return (await ask<{ token: string }>(undefined, 'POST /auth/reset-password', body)).token
}

/** The queue of an expert whom the owner has invited, in a window of theirs. */
async function openDesk(page: Page, browser: Browser, t: Copy, owner: string): Promise<Page> {
  const person = { first_name: 'Elena', email: 'elena@tea-school.example.com', role: 'expert' }
  const { id } = await ask<{ id: number }>(owner, 'POST /studio/users', person)
  const invited = { user_ids: [id] }
  const { links } = await ask<{ links: { url: string }[] }>(owner, 'POST /studio/invitation-links', invited)
  const context = await browser.newContext({ locale: t.language, viewport: page.viewportSize() })
  const token = await comeIn(links[0]?.url ?? '')
  await context.addInitScript(value => localStorage.setItem('studio.token', JSON.stringify(value)), token)
  const desk = await context.newPage()
  await desk.goto(`${school.url}/admin/reviews`)
  await expect(desk.getByText(t('reviews.empty.waiting'))).toBeVisible()
  return desk
}

/**
 * Three of the thirty learn: two finish the first day and hand in the homework of day 5, on which one of them has begun; the
 * third has only begun. What is handed in comes to the expert by itself, who approves the first.
 */
async function learn(desk: Page, t: Copy, links: string[]) {
  const [ahead, behind, slow] = await Promise.all([enter(links[1]), enter(links[2]), enter(links[3])])
  const waiting = desk.getByRole('list', { name: t('reviews.show.waiting') }).getByRole('listitem')
  const finishAndHandIn = async ({ mark, handIn }: typeof ahead) => {
    await mark(1, 'start')
    await mark(1, 'finish')
    await handIn()
    await expect(waiting).toContainText(['Your first cup'])
  }
  await finishAndHandIn(ahead)
  await looksRight(desk)
  await desk.keyboard.press('n')
  await expect(desk.getByRole('button', { name: t('desk.approve') })).toBeEnabled()
  await looksRight(desk)
  await desk.keyboard.press('a')
  await desk.keyboard.press('Enter')
  await expect(desk.getByText(t('reviews.empty.waiting'))).toBeVisible()
  await finishAndHandIn(behind)
  await ahead.mark(5, 'start')
  await slow.mark(1, 'start')
  return [ahead, behind, slow] as const
}

/** One of the thirty, by the calls that the app makes. */
async function enter(link = '') {
  const token = await comeIn(link)
  const [place] = await ask<UserStreamWire[]>(token, 'GET /user-course-streams')
  const { id = 0, course_id: courseId = 0 } = place ?? {}
  const path = `/user-course-streams/${id}`
  const status = () => ask<StreamStatusRecordWire>(token, `GET ${path}/status?expand=days,homeworks`)
  const { days = [] } = await status()
  const [homework] = await ask<UserHomeworkWire[]>(token, `GET ${path}/user-homework`)
  const homeworkPath = `${path}/user-homework/${homework?.id ?? 0}`
  return {
    courseId,
    mark: (number: number, what: 'start' | 'finish') =>
      ask(token, `POST ${path}/user-day-status/${days[number - 1]?.stage_day_id ?? 0}/${what}`, {}),
    handIn: () => ask(token, `POST ${homeworkPath}`, { message: 'It was still hot' }),
    async dayTitles() {
      const stage = days[0]?.stage_id ?? 0
      return (await ask<DayWire[]>(token, `GET /courses/${courseId}/stages/${stage}/days`)).map(({ title }) => title)
    },
    /** Where they are with every day and homework, what they handed in, and their points. */
    async read() {
      const { stream, ...states } = await status()
      const { attempts } = await ask<{ attempts: AttemptWire[] }>(token, `GET ${homeworkPath}`)
      const { amount: points } = await ask<{ amount: number }>(token, 'GET /user-score/amount')
      return { progress: stream.progress, ...states, attempts, points }
    },
  }
}

/** How far everybody is, as the owner sees it; when they were last there may change. */
async function cohortOf(owner: string, id: number) {
  const rows = await ask<CohortLearnerWire[]>(owner, `GET /studio/cohorts/${id}/learners`)
  return rows.map(row => ({ ...row, seen_at: null }))
}

async function changeDayFive(page: Page, t: Copy) {
  await page.goto(`${school.url}/admin/courses`)
  await page.getByRole('link', { name: /^Morning cup / }).click()
  await page.getByRole('button', { name: t('courses.edit') }).click()
  await row(page, /Two weeks/).press('ArrowRight')
  await row(page, /Leaf 5/).click()
  await page.getByLabel(t('courses.field.title'), { exact: true }).fill('Green leaf')
  await isSaved(page, t)
  await publish(page, t, 2, [
    t('courses.effects.learners', { count: learners }),
    t('courses.effects.falling', { count: 0 }),
  ])
}

/** The figures say how far the learners came, under the title that the day has now, and who has come furthest. */
async function seeWhereTheyStop(page: Page, t: Copy, courseId: number, name: string) {
  await page.goto(`${school.url}/admin/figures/courses/${courseId}`)
  const title = t('figures.stops')
  await expect(page.getByRole('group', { name: title, exact: true })).toBeVisible()
  const days = await cellsOf(page, title)
  expect([days[0], days[4]]).toEqual([
    ['1. Water', '3', '2', '2'],
    ['5. Green leaf', '1', '0', '1'],
  ])
  await looksRight(page)
  await page
    .getByRole('row', { name: /Green leaf/ })
    .getByRole('link')
    .last()
    .click()
  await expect(page.getByRole('heading', { name: t('figures.people.furthest') })).toBeVisible()
  await expect(page.getByText(t('figures.people.count', { count: 1 }))).toBeVisible()
  await expect(page.getByRole('link', { name, exact: true })).toBeVisible()
}
