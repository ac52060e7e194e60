import type { Page } from '@playwright/test'
import { zipOf } from '#server/features/courses/archives/testing/archives.ts'
import { faultsOf } from '../axe-faults.ts'
import { newStaff, signInToStudio, studioTexts } from '../pages/studio-page.ts'
import { origin } from '../school/sessions.ts'
import { expect, test } from '../test.ts'

const en = studioTexts('en')

const manifest = (title: string) => `<manifest><metadata><title><string>${title}</string></title></metadata>
  <organizations><organization><item><item><title>Week</title><item identifierref="p"><title>Boil it</title></item>
  <item identifierref="t"><title>Calculator</title></item></item></item></organization></organizations>
  <resources><resource identifier="p" type="webcontent" href="p.html"/>
  <resource identifier="t" type="imsbasiclti_xmlv1p0" href="t.xml"/></resources></manifest>`
const cartridge = (title: string) =>
  zipOf([
    { name: 'imsmanifest.xml', content: manifest(title) },
    { name: 'p.html', content: '<p>Wait for bubbles</p>' },
    { name: 't.xml', content: '<x/>' },
  ])

async function openImports(page: Page) {
  await page.goto(`${origin}/admin/courses?lang=en`)
  await page.getByRole('link', { name: en('courses.import') }).click()
  await expect(page.getByRole('heading', { level: 1, name: en('courses.import') })).toBeVisible()
}

const choose = (page: Page, name: string, buffer: Buffer) =>
  page.locator('input[type=file]').setInputFiles({ name, mimeType: 'application/zip', buffer })

test('an author imports a cartridge, reads what became of each item, and goes on in the draft', async ({
  page,
  context,
}) => {
  await signInToStudio(context, (await newStaff('author', 'Vera')).id)
  const title = `Tea ${Date.now()}`
  await openImports(page)
  expect(await faultsOf(page)).toEqual([])
  await choose(page, 'tea.imscc', cartridge(title))
  const found = page.getByRole('link', { name: title })
  await expect(found).toContainText(en('courses.import.counts', { imported: 1, changed: 0, skipped: 1 }), {
    timeout: 60_000,
  })
  await found.click()
  await expect(page.getByRole('row')).toHaveCount(3)
  expect(await faultsOf(page)).toEqual([])
  await page.getByLabel(en('courses.import.outcome')).selectOption('skipped')
  await expect(page.getByRole('row')).toHaveCount(2)
  await expect(page.getByRole('row', { name: /Calculator/ })).toContainText('outside tool')
  await page.reload()
  await expect(page.getByRole('row')).toHaveCount(2)
  const saving = page.waitForEvent('download')
  await page.getByRole('button', { name: en('shell.csv') }).click()
  expect((await saving).suggestedFilename()).toBe('tea.imscc.csv')
  await page.getByRole('link', { name: en('courses.import.draft') }).click()
  await expect(page).toHaveURL(/\/admin\/courses\/\d+\/draft/)
  await expect(page.getByText('Week').first()).toBeVisible()
})

test('a file that is no course, and an archive that is built to do harm, say why; the second can be tried again', async ({
  page,
  context,
  noise,
}) => {
  noise.expect(/422/)
  await signInToStudio(context, (await newStaff('author', 'Vera')).id)
  await openImports(page)
  await choose(page, 'page.html', Buffer.from('<p>No course</p>'))
  await expect(page.getByText(en('media.failure.course'))).toBeVisible()
  const name = `harm-${Date.now()}.zip`
  await choose(page, name, zipOf([{ name: '../up.txt', content: 'x'.repeat(500) }]))
  const found = page.getByRole('link', { name })
  await expect(found).toContainText('../up.txt: would be written outside the folder', { timeout: 60_000 })
  await found.click()
  await page.getByRole('button', { name: en('courses.import.again') }).click()
  await expect(page.getByRole('status').filter({ hasText: 'would be written outside' })).toBeVisible({
    timeout: 60_000,
  })
  expect(await faultsOf(page)).toEqual([])
})
