import { randomUUID } from 'node:crypto'
import { readFileSync } from 'node:fs'
import type { Page } from '@playwright/test'
import { faultsOf } from '../axe-faults.ts'
import { overflow } from '../pages/shell-page.ts'
import { call, newStaff, placeOf, signInToStudio, studioTexts } from '../pages/studio-page.ts'
import { newHomework } from '../school/homework-course.ts'
import { withDatabase } from '../school/people.ts'
import { origin, signInByCookie } from '../school/sessions.ts'
import { expect, test } from '../test.ts'
import { texts } from '../texts.ts'

const en = studioTexts('en')
const learnerTexts = texts('en')
const clip = (name: string) => readFileSync(new URL(`../clips/${name}`, import.meta.url))

/** A draft in English and Russian with one day, a lesson in it and a homework; answers the addresses of the last two. */
async function newDraft(authorId: number) {
  const write = (method: string, path: string, body?: object) => call(authorId, method, `/studio/courses${path}`, body)
  const { id } = (await write('POST', '', { id: randomUUID(), title: 'Tea', language: 'en' })) as { id: number }
  const { parts } = (await write('GET', `/${id}/draft`)) as { parts: { id: string; kind: string }[] }
  const idOf = (kind: string) => parts.find(part => part.kind === kind)?.id ?? ''
  const [lesson, set, place, homework] = [randomUUID(), randomUUID(), randomUUID(), randomUUID()]
  const both = (title: string) => ({ title: { en: title, ru: title } })
  const added = [
    { id: lesson, kind: 'lesson', parent_id: idOf('course'), sort: 0, content: { title: { en: 'Kettle' } } },
    { id: set, kind: 'set', parent_id: idOf('day'), sort: 0 },
    { id: place, kind: 'place', parent_id: set, sort: 0, content: { lesson } },
    { id: homework, kind: 'homework', parent_id: idOf('day'), sort: 0, content: both('Your cup') },
  ]
  await write('POST', `/${id}/draft/edits`, { revision: 1, added, placed: [] })
  for (const kind of ['course', 'stage', 'day']) {
    const languages = kind === 'course' ? { languages: ['en', 'ru'] } : {}
    const body = { revision: 1, content: { ...both('Tea'), ...languages } }
    await write('PATCH', `/${id}/draft/parts/${idOf(kind)}`, body)
  }
  const address = (part: string) => `${origin}/admin/courses/${id}/draft?part=${part}`
  return { lesson: address(lesson), homework: address(homework) }
}

const isSaved = (page: Page) => expect(page.getByText(en('courses.saving.saved'), { exact: true })).toBeVisible()
const tab = (page: Page, name: string) => page.getByRole('tab', { name, exact: true })
const missing = en('courses.part.untranslated')
const field = (page: Page, name: string) => page.getByRole('textbox', { name, exact: true })

/** The screen at every width has no fault and nothing sticks out. */
async function isWhole(page: Page) {
  for (const [width, height] of [
    [390, 844],
    [828, 900],
    [1244, 900],
  ] as const) {
    await page.setViewportSize({ width, height })
    expect(await faultsOf(page), `at ${width} px`).toEqual([])
    expect(await overflow(page), `at ${width} px`).toBeLessThanOrEqual(0)
  }
}

test('a lesson is written in two languages with films, a picture, a link and a survey, and previewed on phone and desk [STF-17]', async ({
  page,
  context,
  noise,
}) => {
  noise.expect(/blob:/)
  const author = await newStaff('author', 'Vera')
  await signInToStudio(context, author.id)
  await page.goto((await newDraft(author.id)).lesson)

  await expect(tab(page, 'English')).toHaveAttribute('aria-selected', 'true')
  await expect(tab(page, `Russian · ${missing}`)).toBeVisible()
  const text = field(page, en('courses.field.text'))
  await text.fill('Boil it.')
  await text.selectText()
  const tools = page.getByRole('toolbar', { name: en('courses.text.format', { label: en('courses.field.text') }) })
  await tools.getByRole('button', { name: en('courses.text.bold') }).click()
  await expect(text).toHaveValue('**Boil it.**')
  const preview = page.getByRole('region', { name: en('courses.text.preview') })
  await expect(preview.locator('strong')).toHaveText('Boil it.')
  const widthOf = async () => (await preview.locator('[data-width]').boundingBox())?.width ?? 0
  const onPhone = await widthOf()
  await preview.getByRole('button', { name: en('courses.text.desk') }).click()
  expect(await widthOf()).toBeGreaterThan(onPhone)
  await isSaved(page)

  await tab(page, `Russian · ${missing}`).click()
  await expect(text).toHaveAccessibleDescription(en('courses.text.untranslated'))
  await field(page, en('courses.field.title')).fill('Чайник')
  await expect(tab(page, `Russian · ${missing}`), 'its text is missing still').toBeVisible()
  await text.fill('Вскипятите.')
  await expect(tab(page, 'Russian')).toBeVisible()
  await tab(page, 'English').press('Enter')
  await expect(text).toHaveValue('**Boil it.**')

  const slots = page.getByRole('group', { name: en('courses.field.videos') })
  const names = (['main', 'vertical', 'analysis', 'verticalAnalysis'] as const).map(slot => en(`courses.video.${slot}`))
  for (const name of names) await expect(slots.getByRole('group', { name, exact: true })).toBeVisible()
  const slot = slots.getByRole('group', { name: names[0] ?? '', exact: true })
  let isConverting = true
  await page.route(/\/studio\/library\/\d+\?lang=/, async route => {
    const response = await route.fetch()
    const file = (await response.json()) as object
    await route.fulfill({ response, json: isConverting ? { ...file, status: 'UPLOADED', progress: 42 } : file })
  })
  await slot
    .locator('input[type=file]')
    .setInputFiles({ name: 'kettle.mp4', mimeType: 'video/mp4', buffer: clip('wide.mp4') })
  await expect(slot.getByText(en('library.converting.percent', { percent: 0.42 }))).toBeVisible()
  isConverting = false
  await expect(slot.getByText(en('library.film.subtitles.none'))).toBeVisible()
  await expect(slot.getByRole('link', { name: 'kettle.mp4' })).toBeVisible()
  await slot.getByText(en('library.film')).click()
  await expect(slot.locator('video')).toBeVisible()
  const srt = Buffer.from('1\n00:00:01,000 --> 00:00:02,000\nTea\n')
  const subtitles = slot.getByRole('region', { name: en('library.subtitles') })
  await subtitles.locator('input[type=file]').setInputFiles({ name: 'en.srt', mimeType: '', buffer: srt })
  await expect(subtitles.getByRole('link', { name: 'English' })).toBeVisible()
  await expect(slot.getByText(en('library.film.subtitles', { languages: 'English' }))).toBeVisible()
  const poster = slot.getByRole('region', { name: en('library.poster') })
  const before = (await poster.getByRole('img').getAttribute('src')) ?? ''
  await poster.getByLabel(en('library.poster.second')).fill('1,5')
  await poster.getByRole('button', { name: en('library.poster.take') }).click()
  await expect(poster.getByRole('img')).not.toHaveAttribute('src', before)
  await isWhole(page)

  const picture = page.getByRole('group', { name: en('courses.field.image'), exact: true })
  await picture
    .locator('input[type=file]')
    .setInputFiles({ name: 'cup.jpg', mimeType: 'image/jpeg', buffer: clip('poster.jpg') })
  await expect(picture.locator('img')).toBeVisible()
  await page.getByRole('button', { name: en('courses.field.link.add') }).click()
  await field(page, en('courses.field.link.title')).fill('More')
  await expect(tab(page, `Russian · ${missing}`), 'a link has a title in each language').toBeVisible()
  await field(page, en('courses.field.surveyFormUrl')).fill('https://example.com/survey')
  await isSaved(page)
  await page.reload()
  await expect(slot.getByText(en('library.film.subtitles', { languages: 'English' }))).toBeVisible()
  await expect(field(page, en('courses.field.surveyFormUrl'))).toHaveValue('https://example.com/survey')
})

test('a homework is written with an exercise, criteria in their order and a solution that staff see [STF-17]', async ({
  page,
  context,
}) => {
  const author = await newStaff('author', 'Vera')
  await signInToStudio(context, author.id)
  await page.goto((await newDraft(author.id)).homework)
  await page.getByLabel(en('courses.field.answerWith')).selectOption('exercise')
  const exercises = page.getByRole('group', { name: en('courses.field.exercises') })
  await expect(exercises.getByRole('listitem')).toHaveText(['Kettle'])

  const criterion = (number: number) => field(page, en('courses.field.criterion', { number }))
  for (const [index, words] of ['It is hot', 'It is clear', 'It is full'].entries()) {
    await page.getByRole('button', { name: en('courses.field.criterion.add') }).press('Enter')
    await criterion(index + 1).fill(words)
  }
  await page.getByRole('button', { name: en('courses.field.criterion.up', { number: 2 }) }).press('Enter')
  await expect(criterion(1)).toHaveValue('It is clear')
  await page.getByRole('button', { name: en('courses.field.criterion.remove', { number: 3 }) }).press('Enter')
  await expect(criterion(3)).toHaveCount(0)
  await expect(tab(page, `Russian · ${missing}`)).toBeVisible()
  await field(page, en('courses.field.solution')).fill('Use _less_ water.')
  await expect(page.getByRole('region', { name: en('courses.text.preview.staff') }).locator('em')).toHaveText('less')
  await isSaved(page)
  await isWhole(page)

  await page.reload()
  await expect(criterion(1)).toHaveValue('It is clear')
  await expect(criterion(2)).toHaveValue('It is hot')
  await tab(page, `Russian · ${missing}`).click()
  await expect(criterion(1)).toHaveAccessibleDescription(en('courses.text.untranslated'))
  await page.getByRole('button', { name: en('courses.draft.publish') }).click()
  const problem = `${en('courses.problem.is_untranslated')} (Russian)`
  await expect(page.getByRole('dialog').getByText(problem).first()).toBeVisible()
})

/** A learner who has handed in a homework with two criteria and a solution. */
async function handedIn() {
  const criteria = ['The back is straight', 'The knees stay out']
  const learner = await newHomework([{ title: 'Film it', criteria, solution: 'Slowly' }])
  const { rows } = await withDatabase(client =>
    client.query<{ id: number }>('select id from user_homeworks where user_stream_id = $1', [learner.streamId]),
  )
  const path = `/user-course-streams/${learner.streamId}/user-homework/${rows[0]?.id}`
  await call(learner.id, 'POST', path, { message: 'Here it is' })
  return { ...learner, ...(await placeOf(learner.streamId)) }
}

test('an expert ticks criteria by keys, with the solution at hand, and the learner hears which are met [STF-17]', async ({
  page,
  context,
  browser,
}) => {
  const learner = await handedIn()
  await signInToStudio(context, (await newStaff('expert', 'Elena')).id)
  await page.goto(`${origin}/admin/reviews?course=${learner.courseId}`)
  await page
    .getByRole('list', { name: en('reviews.show.waiting') })
    .getByRole('link')
    .first()
    .click()
  await expect(page.getByRole('button', { name: en('desk.approve') })).toBeEnabled()
  await page.getByText(en('desk.solution')).press('Enter')
  await expect(page.getByText('Slowly')).toBeVisible()
  const criteria = page.getByRole('group', { name: en('criteria.title') })
  await criteria.getByLabel('The knees stay out').press('Space')
  await expect(criteria.getByLabel('The knees stay out')).toBeChecked()
  await page.getByLabel(en('desk.message')).fill('Straighten your back')
  await isWhole(page)
  await page.reload()
  await expect(criteria.getByLabel('The knees stay out'), 'it is kept until it is sent').toBeChecked()
  await page.getByRole('button', { name: en('desk.sendBack') }).click()
  const dialog = page.getByRole('alertdialog')
  await expect(dialog).toContainText(en('desk.confirm.criteria', { met: 1, count: 2 }))
  await dialog.getByRole('button', { name: en('desk.confirm.FAIL.yes') }).click()
  await expect(page.getByText(en('reviews.empty.filtered.waiting'))).toBeVisible()

  const phone = await browser.newContext({ viewport: { width: 390, height: 844 } })
  await signInByCookie(phone, learner.id)
  const theirs = await phone.newPage()
  await theirs.goto(`${origin}/homework/${learner.streamId}/${learner.ids[0]}`)
  const told = theirs.getByRole('list', { name: learnerTexts('criteria.title') }).getByRole('listitem')
  await expect(told).toHaveText(['The back is straight', 'The knees stay out'])
  await expect(told.nth(0).getByRole('img', { name: learnerTexts('criteria.unmet') })).toBeVisible()
  await expect(told.nth(1).getByRole('img', { name: learnerTexts('criteria.met') })).toBeVisible()
  await isWhole(theirs)
  await phone.close()
})
