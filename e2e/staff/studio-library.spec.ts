import { randomUUID } from 'node:crypto'
import { readFileSync } from 'node:fs'
import type { Page } from '@playwright/test'
import { faultsOf } from '../axe-faults.ts'
import { call, newStaff, signInToStudio, studioTexts } from '../pages/studio-page.ts'
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
  noise.expect(/422/)
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
  await expect(files(page).locator('img')).toHaveCount(2, { timeout: 180_000 })
  expect(await faultsOf(page)).toEqual([])

  await page.getByLabel(en('library.filter.kind')).selectOption('document')
  await expect(files(page).getByRole('listitem')).toHaveCount(1)
  await expect(page).toHaveURL(/kind=document/)
  await page.getByLabel(en('library.filter.kind')).selectOption('')

  await page.keyboard.press('Control+k')
  await page.getByRole('dialog').getByRole('searchbox').fill(`Kettle ${named}`)
  await page
    .getByRole('region', { name: en('library.title') })
    .getByRole('link', { name: `Kettle ${named}.mp4` })
    .click()
  await expect(page.locator('video')).toBeVisible()
  await page.getByLabel(en('library.name'), { exact: true }).fill(`Boiling ${named}`)
  await page.getByRole('button', { name: en('library.name.save') }).click()
  await expect(page.getByRole('heading', { name: `Boiling ${named}` })).toBeVisible()
  await expect(page.getByText(en('library.uses.none'))).toBeVisible()
  const subtitles = page.getByRole('region', { name: en('library.subtitles') })
  const send = (text: string) =>
    subtitles.locator('input[type=file]').setInputFiles({ name: 'en.srt', mimeType: '', buffer: Buffer.from(text) })
  await send('1\n00:00:05,000 --> 00:00:02,000\nTea\n')
  await expect(subtitles.getByText('Line 2: it ends before it begins')).toBeVisible()
  await send('1\n00:00:01,000 --> 00:00:02,000\nTea\n')
  await expect(subtitles.getByRole('link', { name: 'English' })).toBeVisible()
  const poster = page.getByRole('region', { name: en('library.poster') })
  const before = await poster.getByRole('img').getAttribute('src')
  await poster.getByLabel(en('library.poster.second')).fill('2,5')
  await poster.getByRole('button', { name: en('library.poster.take') }).click()
  await expect(poster.getByRole('img')).not.toHaveAttribute('src', before ?? '')
  await expect(poster.getByRole('button', { name: en('library.poster.own') })).toBeVisible()
  expect(await faultsOf(page)).toEqual([])
  const video = page.locator('video')
  const source = await video.getAttribute('src')
  await page.getByRole('button', { name: en('library.replace.pick') }).click()
  await page.getByRole('dialog').getByRole('searchbox').fill(`Leaves ${named}`)
  await page.getByRole('dialog').getByText(`Leaves ${named}`).click()
  await page
    .getByRole('alertdialog')
    .getByRole('button', { name: en('library.replace.yes') })
    .click()
  await expect(video).not.toHaveAttribute('src', source ?? '')
  await expect(page.getByRole('heading', { name: `Boiling ${named}` })).toBeVisible()
  expect(await faultsOf(page)).toEqual([])

  await page.getByRole('button', { name: en('library.delete') }).click()
  await page
    .getByRole('alertdialog')
    .getByRole('button', { name: en('library.delete') })
    .click()
  await expect(page.getByText(en('library.delete.done'))).toBeVisible()
  await expect(page.getByText(`Boiling ${named}`)).toHaveCount(0)

  await openLibrary(page)
  await choose(page, [{ name: `Map ${named}.pdf`, mimeType: 'application/pdf', buffer: pdf }])
  for (const name of [`Map ${named}.pdf`, `Plan ${named}.pdf`])
    await page.getByRole('checkbox', { name: en('library.choose', { name }) }).check({ timeout: 60_000 })
  expect(await faultsOf(page)).toEqual([])
  const both = en('library.chosen.delete', { count: 2 })
  await page.getByRole('button', { name: both }).click()
  await page.getByRole('alertdialog').getByRole('button', { name: both }).click()
  await expect(page.getByText(en('library.chosen.done', { count: 2 }))).toBeVisible()
  await expect(page.getByText(en('library.none.title'))).toBeVisible()
})

test('what is on its way goes on after a reload and a lost network [STF-03]', async ({ page, context, noise }) => {
  noise.expect(/spa\/uploads|blob:/)
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

test('a film goes on while its author works elsewhere, is shown in the frame, and is then in its lesson [STF-03]', async ({
  page,
  context,
  noise,
}) => {
  noise.expect(/spa\/uploads|blob:/)
  const author = await newStaff('author', 'Vera')
  await signInToStudio(context, author.id)
  const body = { id: randomUUID(), title: `Walk ${named}`, language: 'en' }
  const { id } = (await call(author.id, 'POST', '/studio/courses', body)) as { id: number }
  await page.goto(`${origin}/admin/courses/${id}/draft`)
  await page.getByRole('button', { name: en('courses.tree.add'), exact: true }).click()
  await page.getByRole('menuitem', { name: en('courses.tree.add.document'), exact: true }).click()
  await page.route('**/spa/uploads/*', route => route.abort())
  const name = `Guide ${named}.pdf`
  await choose(page, { name, mimeType: 'application/pdf', buffer: pdf })
  await expect(page.getByText(en('library.frame.left', { count: 1 }))).toBeVisible()
  const part = page.url()

  await page
    .getByRole('navigation')
    .getByRole('link', { name: en('cohorts.title') })
    .click()
  const frame = page.getByRole('complementary', { name: en('library.uploads') })
  await expect(frame).toContainText(en('library.frame.left', { count: 1 }))
  await expect(frame.getByRole('progressbar')).toBeVisible()
  expect(await faultsOf(page)).toEqual([])
  const asksBeforeItCloses = await page.evaluate(() => !dispatchEvent(new Event('beforeunload', { cancelable: true })))
  expect(asksBeforeItCloses).toBe(true)

  await page.reload()
  await expect(frame).toContainText(en('library.frame.left', { count: 1 }))
  await page.unroute('**/spa/uploads/*')
  await context.setOffline(true)
  await context.setOffline(false)
  await expect(frame).toHaveCount(0, { timeout: 30_000 })
  expect(await page.evaluate(() => dispatchEvent(new Event('beforeunload', { cancelable: true })))).toBe(true)
  await page.goto(part)
  await expect(page.getByRole('link', { name })).toBeVisible()
})

test('a material takes a document of the library, which is then shown as used', async ({ page, context, noise }) => {
  noise.expect(/blob:/)
  const author = await newStaff('author', 'Vera')
  await signInToStudio(context, author.id)
  await openLibrary(page)
  const name = `Recipe ${named}.pdf`
  await choose(page, [{ name, mimeType: 'application/pdf', buffer: pdf }])
  await expect(files(page).getByRole('link', { name })).toBeVisible({ timeout: 30_000 })
  const body = { id: randomUUID(), title: `Tea ${named}`, language: 'en' }
  const { id } = (await call(author.id, 'POST', '/studio/courses', body)) as { id: number }
  await page.goto(`${origin}/admin/courses/${id}/draft`)
  await page.getByRole('button', { name: en('courses.tree.add'), exact: true }).click()
  await page.getByRole('menuitem', { name: en('courses.tree.add.document'), exact: true }).click()
  await page.getByRole('button', { name: en('courses.media.pick.of', { label: en('courses.field.file') }) }).click()
  const dialog = page.getByRole('dialog')
  await dialog.getByRole('searchbox').fill(named)
  expect(await faultsOf(page)).toEqual([])
  await dialog.getByRole('button', { name }).click()
  await expect(page.getByRole('link', { name })).toBeVisible()
  await expect(page.getByText(en('courses.saving.saved'), { exact: true })).toBeVisible()
  await page.getByRole('link', { name }).click()
  await expect(page.getByText(en('library.place.draft'))).toBeVisible()
  await expect(page.getByText(en('library.delete.used'))).toBeVisible()
})
