import { chmod, mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Browser, Page } from '@playwright/test'
import type { Copy } from '#kit/copy/copy.tsx'
import { asBuilt, type ChildServer, startChildServer } from '#server/app/testing/child-server.ts'
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

for (const [language, width] of [
  ['en', 1244],
  ['ru', 828],
  ['es', 1244],
] as const)
  test.describe(language, () => {
    test.use({ locale: language, viewport: { width, height: 900 } })
    test(`from the first link to thirty learners, and a change of day 5 under them, in ${language} at ${width}`, async ({
      page,
      browser,
    }) => {
      const t = studioTexts(language)
      await beginSchool(page, t)
      await writeCourse(page, t)
      await enrolThirty(page, browser, t)
      await changeDayFive(page, t)
      await page.goto(`${school.url}/admin/cohorts`)
      await page.getByRole('row').filter({ hasText: 'Morning cup' }).getByRole('link').first().click()
      await expect(page.locator('tbody tr')).toHaveCount(learners)
      expect(await overflow(page)).toBe(0)
      await page.goto('about:blank')
    })
  })

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
}

const row = (page: Page, name: RegExp) => page.getByRole('treeitem', { name })
const isSaved = (page: Page, t: Copy) =>
  expect(page.getByText(t('courses.saving.saved'), { exact: true })).toBeVisible()

/** Two weeks of days from a pasted list, a lesson in the first and the fifth. */
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
  await isSaved(page, t)
  await page.getByRole('button', { name: t('courses.tree.add'), exact: true }).click()
  await page.getByRole('menuitem', { name: t('courses.tree.add.list') }).click()
  const days = Array.from({ length: 13 }, (_, index) => `Leaf ${index + 2}`)
  await page.getByLabel(t('courses.tree.list')).fill(days.join('\n'))
  await page.getByRole('button', { name: t('courses.tree.list.day', { count: days.length }) }).click()
  await expect(row(page, /Leaf 14/)).toBeVisible()
  for (const day of [/Water/, /Leaf 5/]) {
    await row(page, day).click()
    await page.getByRole('button', { name: t('courses.tree.add'), exact: true }).click()
    await page.getByRole('menuitem', { name: t('courses.tree.add.lesson'), exact: true }).click()
    await title.fill(`The kettle of ${day.source}`)
    await isSaved(page, t)
  }
  await publish(page, t, 1, 0)
}

async function publish(page: Page, t: Copy, version: number, learning: number) {
  await page.getByRole('button', { name: t('courses.draft.publish') }).click()
  const dialog = page.getByRole('dialog')
  await expect(dialog.getByText(t('courses.effects.learners', { count: learning }))).toBeVisible()
  await dialog.getByRole('button', { name: t('courses.draft.publish.submit'), exact: true }).click()
  await expect(page.getByText(t('courses.bringBack.done', { version }))).toBeVisible()
}

/** A cohort that began four days ago, and thirty people from a list. */
async function enrolThirty(page: Page, browser: Browser, t: Copy) {
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
  await handOverLink(page, browser, t)
}

/** Without a mail server the links are saved to be handed over: one of the thirty comes in by theirs. */
async function handOverLink(page: Page, browser: Browser, t: Copy) {
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
}

async function changeDayFive(page: Page, t: Copy) {
  await page.goto(`${school.url}/admin/courses`)
  await page.getByRole('link', { name: /^Morning cup / }).click()
  await page.getByRole('button', { name: t('courses.edit') }).click()
  await row(page, /Two weeks/).press('ArrowRight')
  await row(page, /Leaf 5/).click()
  await page.getByLabel(t('courses.field.title'), { exact: true }).fill('Green leaf')
  await isSaved(page, t)
  await publish(page, t, 2, learners)
}
