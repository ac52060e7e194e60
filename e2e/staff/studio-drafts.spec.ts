import { readFileSync } from 'node:fs'
import type { Page } from '@playwright/test'
import { faultsOf } from '../axe-faults.ts'
import { newStaff, signInToStudio, studioTexts } from '../pages/studio-page.ts'
import { newHomework } from '../school/homework-course.ts'
import { withDatabase } from '../school/people.ts'
import { origin } from '../school/sessions.ts'
import { expect, test } from '../test.ts'

const en = studioTexts('en')

const row = (page: Page, name: string | RegExp) => page.getByRole('treeitem', { name })
const isSaved = (page: Page) => expect(page.getByText(en('courses.saving.saved'), { exact: true })).toBeVisible()
const titleField = (page: Page) => page.getByLabel(en('courses.field.title'), { exact: true })

async function addPart(page: Page, kind: 'stage' | 'day' | 'lesson' | 'homework' | 'document') {
  await page.getByRole('button', { name: en('courses.tree.add'), exact: true }).click()
  await page.getByRole('menuitem', { name: en(`courses.tree.add.${kind}`), exact: true }).click()
}

test('an author writes a course from nothing in the browser and publishes it [STF-02]', async ({ page, context }) => {
  await signInToStudio(context, (await newStaff('author', 'Vera')).id)
  await page.goto(`${origin}/admin/courses`)
  await page.getByRole('button', { name: en('courses.new') }).click()
  await page.getByRole('button', { name: en('courses.new.submit') }).click()
  await expect(page.getByText(en('courses.new.missing'))).toBeVisible()
  const title = `Tea ${Date.now()}`
  await page.getByRole('textbox', { name: en('courses.new.title') }).fill(title)
  await page.getByRole('textbox', { name: en('courses.new.title') }).press('Enter')
  await expect(page.getByRole('heading', { name: en('courses.draft.of', { title }) })).toBeVisible()
  expect(await faultsOf(page)).toEqual([])

  await page.getByRole('button', { name: en('courses.draft.publish') }).click()
  const dialog = page.getByRole('dialog')
  await expect(dialog.getByText(en('courses.problems.text', { count: 2 }))).toBeVisible()
  expect(await faultsOf(page)).toEqual([])
  await dialog.getByRole('button', { name: en('courses.tree.untitled.stage') }).click()
  await titleField(page).fill('Week one')
  await isSaved(page)
  await row(page, /Week one/).press('ArrowRight')
  await row(page, new RegExp(en('courses.tree.untitled.day'))).click()
  await titleField(page).fill('Water')
  await isSaved(page)

  await page.getByRole('button', { name: en('courses.tree.course') }).click()
  await page.getByRole('button', { name: en('courses.field.option.add') }).click()
  await page.getByLabel(en('courses.field.option.title'), { exact: true }).fill('Heat')
  await page.getByLabel(en('courses.field.option.values')).fill('Gas\nFire')
  await isSaved(page)
  expect(await faultsOf(page)).toEqual([])
  await row(page, /Water/).click()
  await addPart(page, 'lesson')
  await titleField(page).fill('The kettle')
  await page.getByRole('group', { name: 'Heat' }).getByLabel('Fire').check()
  await page.getByLabel(en('courses.field.text'), { exact: true }).fill('Boil **fresh** water.')
  await expect(page.getByRole('region', { name: en('courses.text.preview') }).locator('strong')).toHaveText('fresh')
  await isSaved(page)
  await addPart(page, 'homework')
  await titleField(page).fill('Your first cup')
  await isSaved(page)
  await expect(row(page, /Your first cup/)).toBeVisible()
  expect(await faultsOf(page)).toEqual([])

  await page.getByRole('button', { name: en('courses.draft.publish') }).click()
  await dialog.getByRole('button', { name: en('courses.draft.publish.submit'), exact: true }).click()
  await expect(page.getByText(en('courses.bringBack.done', { version: 1 }))).toBeVisible()
  await expect(page.getByText(en('courses.current'))).toBeVisible()
  const { rows } = await withDatabase(client =>
    client.query(
      `select (select count(*)::int from course_lessons l where l.course_id = c.id) as lessons,
         (select count(*)::int from course_homeworks h where h.course_id = c.id) as homeworks,
         (select l.options from course_lessons l where l.course_id = c.id) as options
       from courses c where c.texts -> 'en' ->> 'title' = $1`,
      [title],
    ),
  )
  expect(rows).toEqual([{ lessons: 1, homeworks: 1, options: ['Fire'] }])
})

test('the focus leads a keyboard from a new course to titles, criteria and back to the tree [STF-02, STF-15]', async ({
  page,
  context,
}) => {
  await signInToStudio(context, (await newStaff('author', 'Vera')).id)
  await page.goto(`${origin}/admin/courses`)
  await page.getByRole('button', { name: en('courses.new') }).click()
  const title = `Keys ${Date.now()}`
  await page.getByRole('textbox', { name: en('courses.new.title') }).fill(title)
  await page.getByRole('textbox', { name: en('courses.new.title') }).press('Enter')
  await expect(titleField(page)).toBeFocused()
  await expect(titleField(page)).toHaveValue(title)

  await addPart(page, 'day')
  await expect(page.getByRole('heading', { name: en('courses.tree.untitled.day') })).toBeVisible()
  await expect(titleField(page)).toBeFocused()
  await page.keyboard.type('Leaves')
  await page.keyboard.press('Escape')
  await expect(row(page, /Leaves/)).toBeFocused()
  await page.keyboard.press('ArrowUp')
  await page.keyboard.press('Enter')
  await expect(page.getByRole('heading', { name: en('courses.tree.untitled.day') })).toBeVisible()
  await expect(titleField(page)).toBeFocused()
  await page.keyboard.type('Water')
  await page.keyboard.press('Escape')
  await expect(row(page, /Water/)).toBeFocused()
  // What is open already can be named otherwise by the same key: its title is chosen whole.
  await page.keyboard.press('Enter')
  await expect(titleField(page)).toBeFocused()
  await page.keyboard.type('Springs')
  await expect(row(page, /Day 1 Springs/)).toBeVisible()
  await page.keyboard.press('Escape')
  await page.keyboard.press('?')
  await expect(page.getByRole('dialog').getByText(en('courses.keys.title'))).toBeVisible()
  await page.keyboard.press('Escape')

  for (const kind of ['lesson', 'homework'] as const) {
    await addPart(page, kind)
    await expect(page.getByRole('heading', { name: en(`courses.tree.untitled.${kind}`) })).toBeVisible()
    await expect(titleField(page)).toBeFocused()
  }
  for (const number of [1, 2]) {
    await page.getByRole('button', { name: en('courses.field.criterion.add') }).click()
    const name = en('courses.field.criterion', { number })
    await expect(page.getByRole('textbox', { name, exact: true })).toBeFocused()
  }
})

async function openDraft(page: Page) {
  const learner = await newHomework([{ title: 'Film it' }])
  const { rows } = await withDatabase(client =>
    client.query<{ id: number }>('select course_id as id from user_streams where id = $1', [learner.streamId]),
  )
  const courseId = rows[0]?.id ?? 0
  await page.goto(`${origin}/admin/courses/${courseId}`)
  await page.getByRole('button', { name: en('courses.edit') }).click()
  await expect(page.getByRole('tree')).toBeVisible()
  return courseId
}

test('an author tries a draft as a learner on its second day [STF-16]', async ({ page, context }) => {
  await signInToStudio(context, (await newStaff('author', 'Vera')).id)
  await openDraft(page)
  await row(page, /Day 2/).click()
  await titleField(page).fill('Springs')
  await page.getByLabel(en('courses.field.opensAfterDays')).fill('1')
  // What is still being written is saved before it is tried.
  await page.getByRole('button', { name: en('trials.open') }).click()
  const dialog = page.getByRole('dialog')
  await dialog
    .getByLabel(en('trials.moment'))
    .selectOption({ label: en('trials.day', { number: 2, title: 'Springs' }) })
  await dialog.getByRole('button', { name: en('trials.start') }).click()
  const [trial] = await Promise.all([
    context.waitForEvent('page'),
    dialog.getByRole('link', { name: en('trials.enter') }).click(),
  ])
  await trial.getByRole('button', { name: /Trial learner/ }).click()
  await expect(trial.getByText('Springs').first()).toBeVisible()
  await expect(dialog).toBeHidden()
  await page.reload()
  await expect(page.getByRole('tree')).toBeVisible()
})

test('parts are moved, doubled, taken out and brought back by keys alone, and every step is said [STF-15]', async ({
  page,
  context,
}) => {
  await signInToStudio(context, (await newStaff('author', 'Vera')).id)
  await openDraft(page)
  const said = page.locator('[role=status]', { hasText: /./ })
  const days = row(page, /Day \d/)
  const stage = page.getByRole('treeitem').first()
  await stage.focus()
  await expect(days.first()).toBeVisible()
  const count = await days.count()
  await page.keyboard.press('ArrowDown')
  const first = (await days.first().textContent()) ?? ''
  await page.keyboard.press('Control+d')
  await expect(days).toHaveCount(count + 1)
  // The copy is what is open and what the keys go on with: the first one, which learners know, stays.
  await expect(days.nth(1)).toBeFocused()
  await expect(days.nth(1)).toHaveAttribute('aria-selected', 'true')
  await page.keyboard.press('Alt+ArrowDown')
  await expect(said.filter({ hasText: /: 1 of 2 in/ })).toBeAttached()
  await page.keyboard.press('Delete')
  await expect(days).toHaveCount(count)
  await expect(days.first()).toHaveText(first)
  await expect(row(page, /^Second stage/)).toBeFocused()
  await page.getByRole('button', { name: en('courses.draft.undo') }).click()
  await expect(days).toHaveCount(count + 1)
  await page.getByRole('button', { name: en('courses.draft.undo') }).click()
  await page.getByRole('button', { name: en('courses.draft.undo') }).click()
  await expect(days).toHaveCount(count)
  await expect(days.first()).toHaveText(first)
  await page.getByRole('button', { name: en('courses.draft.redo') }).click()
  await expect(days).toHaveCount(count + 1)
})

test('what is written without a connection is kept, and two authors of one text see both [STF-15]', async ({
  page,
  context,
  noise,
  browser,
}) => {
  noise.expect(/409|Failed to load resource|got no answer/)
  await signInToStudio(context, (await newStaff('author', 'Vera')).id)
  const courseId = await openDraft(page)
  const field = page.getByLabel(en('courses.field.shortTitle'))
  await context.setOffline(true)
  await field.fill('Mine')
  await expect(page.getByText(en('courses.saving.offline'))).toBeVisible()

  const other = await browser.newContext()
  await signInToStudio(other, (await newStaff('author', 'Olga')).id)
  const theirs = await other.newPage()
  await theirs.goto(`${origin}/admin/courses/${courseId}/draft`)
  await theirs.getByLabel(en('courses.field.shortTitle')).fill('Theirs')
  await isSaved(theirs)
  await other.close()

  await context.setOffline(false)
  await expect(page.getByText(en('courses.conflict.title'))).toBeVisible()
  await expect(page.getByText('en: Theirs')).toBeVisible()
  await expect(field).toHaveValue('Mine')
  expect(await faultsOf(page)).toEqual([])
  await page.getByRole('button', { name: en('courses.conflict.keep.mine') }).click()
  await isSaved(page)
  await page.reload()
  await expect(field).toHaveValue('Mine')
})

test('two authors see each other at a part, and one changes the order under the eyes of the other [STF-15]', async ({
  page,
  context,
  browser,
}) => {
  await signInToStudio(context, (await newStaff('author', 'Vera')).id)
  const courseId = await openDraft(page)
  const other = await browser.newContext()
  await signInToStudio(other, (await newStaff('author', 'Olga')).id)
  const theirs = await other.newPage()
  await theirs.goto(`${origin}/admin/courses/${courseId}/draft`)
  await expect(page.getByText(en('courses.authors.here', { names: 'Olga' }))).toBeVisible()
  await expect(theirs.getByText(en('courses.authors.here', { names: 'Vera' }))).toBeVisible()
  await row(theirs, /Day 1/).click()
  await expect(row(page, /Day 1.*Olga/)).toBeVisible()
  expect(await faultsOf(page)).toEqual([])
  await addPart(theirs, 'stage')
  await expect(row(page, new RegExp(en('courses.tree.untitled.stage')))).toBeVisible()
  await other.close()
})

test('several days are pasted from a list, marked, moved by pointer, and copied and moved to another course [STF-15]', async ({
  page,
  context,
}) => {
  await signInToStudio(context, (await newStaff('author', 'Vera')).id)
  const title = `Other ${Date.now()}`
  await page.goto(`${origin}/admin/courses`)
  await page.getByRole('button', { name: en('courses.new') }).click()
  await page.getByRole('textbox', { name: en('courses.new.title') }).fill(title)
  await page.getByRole('textbox', { name: en('courses.new.title') }).press('Enter')
  await expect(page.getByRole('heading', { name: en('courses.draft.of', { title }) })).toBeVisible()
  const target = page.url()
  await openDraft(page)
  await row(page, /Day \d/)
    .first()
    .click()
  await page.setViewportSize({ width: 828, height: 900 })
  const buttons = page.getByRole('toolbar', { name: en('courses.tree.tools') }).getByRole('button')
  const tops = await buttons.evaluateAll(all => all.slice(1).map(button => button.getBoundingClientRect().top))
  expect(new Set(tops).size, 'what is done to parts stands in one row').toBe(1)
  await page.setViewportSize({ width: 1244, height: 900 })
  await page.getByRole('button', { name: en('courses.tree.add'), exact: true }).click()
  await page.getByRole('menuitem', { name: en('courses.tree.add.list') }).click()
  await page.getByLabel(en('courses.tree.list')).fill('Leaves\n\n Milk \n')
  await page.getByRole('button', { name: en('courses.tree.list.day', { count: 2 }) }).click()
  await expect(row(page, /Milk/)).toBeVisible()
  const days = row(page, /Day \d/)
  const count = await days.count()
  await row(page, /Milk/).dragTo(days.first(), { targetPosition: { x: 60, y: 3 } })
  await expect(days.first()).toHaveText(/Day 1 Milk/)

  const more = async (name: string) => {
    await page.getByRole('button', { name: en('courses.tree.more') }).click()
    await page.getByRole('menuitem', { name, exact: true }).click()
  }
  await days.first().click()
  await days.nth(1).click({ modifiers: ['Control'] })
  const marks = ['required', 'rest', 'demo'] as const
  for (const mark of marks) {
    await more(en('courses.tree.mark', { mark: en(`courses.tree.${mark}`) }))
    for (const day of [days.first(), days.nth(1)]) await expect(day).toContainText(en(`courses.tree.${mark}`))
  }
  // The second day was in the demo before; to be a day of rest both were marked together.
  for (const way of ['undo', 'redo'] as const) {
    for (const _mark of ['demo', 'rest']) await page.getByRole('button', { name: en(`courses.draft.${way}`) }).click()
    for (const day of [days.first(), days.nth(1)]) {
      const isBack = expect(day)
      await (way === 'undo' ? isBack.not : isBack).toContainText(en('courses.tree.rest'))
      await expect(day).toContainText(en('courses.tree.required'))
    }
  }
  expect(await faultsOf(page)).toEqual([])

  const send = async (way: 'copy' | 'move') => {
    await more(en('courses.send'))
    const dialog = page.getByRole('dialog')
    await dialog.getByLabel(en('courses.send.course'), { exact: true }).selectOption({ label: title })
    await dialog.getByRole('button', { name: en('courses.send.on') }).click()
    await expect(dialog.getByLabel(en('courses.send.place', { course: title }))).toBeVisible()
    expect(await faultsOf(page)).toEqual([])
    await dialog.getByRole('button', { name: en(`courses.send.${way}`), exact: true }).click()
    await expect(page.getByText(en(`courses.send.${way}.done`, { count: 2, course: title }))).toBeVisible()
  }
  await send('copy')
  await expect(days).toHaveCount(count)
  await send('move')
  await expect(days).toHaveCount(count - 2)
  await page.getByRole('button', { name: en('courses.draft.undo') }).click()
  await expect(days).toHaveCount(count)
  await row(page, /Leaves/).click()
  await page.getByLabel(en('courses.field.opensAfterDays')).fill('3')
  await expect(row(page, new RegExp(en('courses.tree.opensAfter', { count: 3 })))).toHaveCount(1)
  await isSaved(page)
  await page.goto(target)
  await row(page, new RegExp(en('courses.tree.untitled.stage'))).press('ArrowRight')
  await expect(row(page, new RegExp(en('courses.tree.rest')))).toHaveCount(4)
})

test('a part that was just added is what the buttons act on, and a pressed day shows what is in it [STF-15]', async ({
  page,
  context,
}) => {
  await signInToStudio(context, (await newStaff('author', 'Vera')).id)
  await openDraft(page)
  const days = row(page, /Day \d/)
  const count = await days.count()
  await days.first().click()
  await addPart(page, 'lesson')
  await titleField(page).fill('Kettle')
  await isSaved(page)
  await expect(row(page, 'Kettle')).toHaveAttribute('aria-selected', 'true')
  await page.getByRole('button', { name: en('courses.tree.remove') }).click()
  await expect(row(page, 'Kettle')).toHaveCount(0)
  await expect(days).toHaveCount(count)
  await page.getByRole('button', { name: en('courses.draft.undo') }).click()
  await expect(row(page, 'Kettle')).toBeVisible()
  await days.first().press('ArrowLeft')
  await expect(row(page, 'Kettle')).toHaveCount(0)
  await days.first().click()
  await expect(row(page, 'Kettle')).toBeVisible()
})

test('chosen films become lessons, one a day, and are in them once they have arrived [STF-02, STF-03]', async ({
  page,
  context,
  noise,
}) => {
  noise.expect(/blob:/)
  await signInToStudio(context, (await newStaff('author', 'Vera')).id)
  await openDraft(page)
  await row(page, /Day \d/)
    .first()
    .click()
  await page.getByRole('button', { name: en('courses.tree.add'), exact: true }).click()
  await page.getByRole('menuitem', { name: en('courses.tree.add.films') }).click()
  const dialog = page.getByRole('dialog')
  const buffer = readFileSync(new URL('../clips/wide.mp4', import.meta.url))
  const films = ['10_arms.mp4', '2_legs.mp4'].map(name => ({ name, mimeType: 'video/mp4', buffer }))
  await dialog.locator('input[type=file]').setInputFiles(films)
  await dialog.getByLabel(en('courses.tree.films.where')).selectOption('spread')
  await expect(dialog.getByRole('list').getByRole('listitem')).toHaveText(['2 legs', '10 arms'])
  expect(await faultsOf(page)).toEqual([])
  await dialog.getByRole('button', { name: en('courses.tree.list.lesson', { count: 2 }) }).click()
  const rows = page.getByRole('treeitem')
  const titles = async () => (await rows.allTextContents()).filter(text => /^Day|legs|arms/.test(text))
  await expect
    .poll(titles)
    .toEqual([expect.stringMatching(/^Day 1/), '2 legs', expect.stringMatching(/^Day 2/), '10 arms'])
  await expect(page.getByRole('link', { name: '2_legs.mp4' })).toBeVisible({ timeout: 30_000 })
  // Where the button was that had the focus a file has come; the keyboard goes on from its place.
  await row(page, '10 arms').click()
  await expect(page.getByRole('link', { name: '10_arms.mp4' })).toBeVisible({ timeout: 30_000 })
  await isSaved(page)
  const label = en('courses.video.main')
  await page.getByRole('button', { name: en('courses.media.remove', { label }) }).press('Enter')
  await expect(page.getByRole('group', { name: label }).locator(':focus')).toBeAttached()
})
