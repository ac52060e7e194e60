import { readFileSync } from 'node:fs'
import type { Page } from '@playwright/test'
import { faultsOf } from '../axe-faults.ts'
import { newStaff, signInToStudio, studioTexts } from '../pages/studio-page.ts'
import { origin } from '../school/sessions.ts'
import { expect, test } from '../test.ts'

const en = studioTexts('en')
const clip = readFileSync(new URL('../clips/wide.mp4', import.meta.url))
const named = `${Date.now()}`
const film = (name: string) => ({ mimeType: 'video/mp4', buffer: clip, name: `${name} ${named}.mp4` })
const pdf = Buffer.from(`%PDF-1.4\n${' '.repeat(500)}\n%%EOF`)
const files = (page: Page) => page.getByRole('list', { name: en('library.title') })

async function openLibrary(page: Page) {
  await page.goto(`${origin}/admin/library?q=${named}`)
  await expect(page.getByRole('heading', { name: en('library.title') })).toBeVisible()
}

const choose = (page: Page, chosen: Parameters<ReturnType<Page['locator']>['setInputFiles']>[0]) =>
  page.locator('input[type=file]').setInputFiles(chosen)

test('files are sent many at once, come ready, and are found, named and deleted', async ({ page, context, noise }) => {
  // A preview whose file has arrived is let go while it loads.
  noise.expect(/blob:/)
  await signInToStudio(context, (await newStaff('author', 'Vera')).id)
  await openLibrary(page)
  await choose(page, [
    film('Kettle'),
    film('Leaves'),
    { name: `Plan ${named}.pdf`, mimeType: 'application/pdf', buffer: pdf },
    { name: `Page ${named}.html`, mimeType: 'text/html', buffer: Buffer.from('<script>alert(1)</script>') },
  ])
  await expect(page.getByText(en('media.failure.kind'))).toBeVisible()
  await expect(files(page).getByRole('listitem')).toHaveCount(3, { timeout: 30_000 })
  await expect(files(page).locator('img')).toHaveCount(2, { timeout: 60_000 })
  expect(await faultsOf(page)).toEqual([])

  await page.getByLabel(en('library.filter.kind')).selectOption('document')
  await expect(files(page).getByRole('listitem')).toHaveCount(1)
  await expect(page).toHaveURL(/kind=document/)
  await page.getByLabel(en('library.filter.kind')).selectOption('')

  await page.getByRole('link', { name: `Kettle ${named}.mp4` }).click()
  await expect(page.locator('video')).toBeVisible()
  await page.getByLabel(en('library.name'), { exact: true }).fill(`Boiling ${named}`)
  await page.getByRole('button', { name: en('library.name.save') }).click()
  await expect(page.getByRole('heading', { name: `Boiling ${named}` })).toBeVisible()
  await expect(page.getByText(en('library.uses.none'))).toBeVisible()
  expect(await faultsOf(page)).toEqual([])
  await page.getByRole('button', { name: en('library.delete') }).click()
  await page
    .getByRole('alertdialog')
    .getByRole('button', { name: en('library.delete') })
    .click()
  await expect(page.getByText(en('library.delete.done'))).toBeVisible()
  await expect(page.getByText(`Boiling ${named}`)).toHaveCount(0)
})

test('what is on its way goes on after a reload and a lost network', async ({ page, context }) => {
  await signInToStudio(context, (await newStaff('author', 'Vera')).id)
  await openLibrary(page)
  await page.route('**/spa/uploads/*', route => route.abort())
  await choose(page, [film('Steam')])
  await expect(page.getByText(en('library.uploads.left', { count: 1 }))).toBeVisible()
  await page.reload()
  await expect(page.getByText(en('library.uploads.left', { count: 1 }))).toBeVisible()
  await page.unroute('**/spa/uploads/*')
  await context.setOffline(true)
  await context.setOffline(false)
  await expect(files(page).getByRole('link', { name: `Steam ${named}.mp4` })).toBeVisible({ timeout: 30_000 })
  await expect(page.getByText(en('library.uploads.left', { count: 1 }))).toHaveCount(0)
})
