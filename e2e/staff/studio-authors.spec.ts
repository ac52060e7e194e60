import { randomUUID } from 'node:crypto'
import type { Page } from '@playwright/test'
import { faultsOf } from '../axe-faults.ts'
import { overflow } from '../pages/shell-page.ts'
import { call, newStaff, signInToStudio, studioTexts } from '../pages/studio-page.ts'
import { newHomework } from '../school/homework-course.ts'
import { withDatabase } from '../school/people.ts'
import { expect, test } from '../test.ts'

const es = studioTexts('es')

type Added = { id: string; kind: string; parent_id: string; sort: number; content?: object }
type Draft = { revision: number; parts: { id: string; kind: string; parent_id: string | null }[] }

/** A new course whose only stage gets what `planned` makes of it. */
async function newDraft(authorId: number, planned: (root: string, stage: string) => Added[]): Promise<number> {
  const { id } = (await call(authorId, 'POST', '/studio/courses', {
    id: randomUUID(),
    title: `Agua ${Date.now()}`,
    language: 'es',
  })) as { id: number }
  const { revision, parts } = (await call(authorId, 'GET', `/studio/courses/${id}/draft`)) as Draft
  const of = (kind: string) => parts.find(part => part.kind === kind)?.id ?? ''
  const added = planned(of('course'), of('stage'))
  await call(authorId, 'POST', `/studio/courses/${id}/draft/edits`, { revision, added, placed: [] })
  return id
}

const day = (stage: string, title: string, sort: number): Added => ({
  id: randomUUID(),
  kind: 'day',
  parent_id: stage,
  sort,
  content: { title: { es: title } },
})

const row = (page: Page, name: string | RegExp) => page.getByRole('treeitem', { name })

test.use({ locale: 'es' })

test('two authors who have left a stage in different orders see both and choose; at 828 px, in Spanish [STF-15]', async ({
  page,
  context,
  noise,
  browser,
}) => {
  noise.expect(/409|Failed to load resource|got no answer/)
  await page.setViewportSize({ width: 828, height: 1000 })
  const author = await newStaff('author', 'Vera')
  const courseId = await newDraft(author.id, (_root, stage) =>
    ['Grifo', 'Vaso', 'Fuente'].map((title, at) => day(stage, title, at + 1)),
  )
  const path = `/admin/courses/${courseId}/draft`
  await signInToStudio(context, author.id)
  await page.goto(path)
  await row(page, /Grifo/).focus()
  await context.setOffline(true)
  await page.keyboard.press('Alt+ArrowDown')
  await expect(row(page, /Día 3/)).toContainText('Grifo')

  const other = await browser.newContext({ locale: 'es' })
  await signInToStudio(other, (await newStaff('author', 'Olga')).id)
  const theirs = await other.newPage()
  await theirs.goto(path)
  await row(theirs, /Fuente/).focus()
  await theirs.keyboard.press('Alt+ArrowUp')
  await expect(theirs.getByText(es('courses.saving.saved'), { exact: true })).toBeVisible()

  await context.setOffline(false)
  await expect(page.getByText(es('courses.order.conflict.title'))).toBeVisible()
  await expect(page.getByRole('heading', { name: es('courses.conflict.mine') })).toBeVisible()
  expect([await overflow(page), await faultsOf(page)]).toEqual([0, []])
  await page.getByRole('button', { name: es('courses.order.keep.mine') }).press('Enter')
  await expect(page.getByText(es('courses.order.conflict.title'))).toHaveCount(0)
  for (const one of [page, theirs])
    for (const [at, title] of ['Vaso', 'Grifo', 'Fuente'].entries())
      await expect(row(one, new RegExp(`Día ${at + 2} `))).toContainText(title)
  await other.close()
})

test('an administrator reads what archiving a course means, archives it and brings it back; at 828 px, in Spanish [STF-24]', async ({
  page,
  context,
}) => {
  await page.setViewportSize({ width: 828, height: 1000 })
  const learner = await newHomework([{ title: 'Film it' }])
  const { rows } = await withDatabase(client =>
    client.query<{ id: number }>('select course_id as id from user_streams where id = $1', [learner.streamId]),
  )
  await signInToStudio(context, (await newStaff('admin', 'Olga')).id)
  await page.goto(`/admin/courses/${rows[0]?.id}`)
  await page.getByRole('button', { name: es('courses.archive'), exact: true }).press('Enter')
  const dialog = page.getByRole('dialog', { name: es('courses.archive.ask') })
  await expect(dialog.getByText(es('courses.archive.learners', { count: 1 }))).toBeVisible()
  expect([await overflow(page), await faultsOf(page)]).toEqual([0, []])
  await dialog.getByRole('button', { name: es('courses.archive'), exact: true }).press('Enter')
  await expect(page.getByText(es('courses.archived.title'))).toBeVisible()
  await expect(dialog).toBeHidden()
  expect(await faultsOf(page)).toEqual([])
  await page.getByRole('button', { name: es('courses.restore'), exact: true }).press('Enter')
  await expect(page.getByText(es('courses.archived.title'))).toHaveCount(0)
  await expect(page.getByRole('button', { name: es('courses.archive'), exact: true })).toBeVisible()
})

test('the tree of 60 days and 500 lessons is drawn, and a lesson is moved through its day by keys, in three languages [STF-15]', async ({
  browser,
}) => {
  const author = await newStaff('author', 'Vera')
  const courseId = await newDraft(author.id, (root, stage) => {
    const days = Array.from({ length: 60 }, (_, at) => day(stage, `Jornada ${at}`, at + 1))
    const sets = days.map(({ id }) => ({ id: randomUUID(), kind: 'set', parent_id: id, sort: 0 }))
    const lessons = Array.from({ length: 500 }, (_, at) => {
      const lesson = randomUUID()
      const content = { title: { es: `Agua ${at}` } }
      const place = { id: randomUUID(), kind: 'place', parent_id: sets[at % 60]?.id ?? '', sort: Math.floor(at / 60) }
      return [
        { id: lesson, kind: 'lesson', parent_id: root, sort: at, content },
        { ...place, content: { lesson } },
      ]
    })
    return [...days, ...sets, ...lessons.flat()]
  })
  for (const language of ['ru', 'en', 'es'] as const) {
    const t = studioTexts(language)
    const context = await browser.newContext({ locale: language })
    await signInToStudio(context, author.id)
    const page = await context.newPage()
    await page.goto('/admin/courses')
    await page.locator(`a[href^="/admin/courses/${courseId}"]`).waitFor()
    const drawn = await page.evaluate(async address => {
      const start = performance.now()
      history.pushState(null, '', address)
      dispatchEvent(new PopStateEvent('popstate'))
      while (document.querySelectorAll('[role=treeitem]').length < 62) await new Promise(requestAnimationFrame)
      return Math.round(performance.now() - start)
    }, `/admin/courses/${courseId}/draft`)
    test.info().annotations.push({ type: 'figure', description: `${language}: drawn in ${drawn} ms` })
    const first = row(page, /Jornada 0$/)
    await first.focus()
    await page.keyboard.press('ArrowRight')
    const lessons = page.locator('[role=treeitem][aria-level="3"]')
    await expect(lessons).toHaveCount(9)
    const said = page.getByRole('status')
    for (let at = 0; at < 8; at++) {
      const name = (await lessons.nth(at).textContent()) ?? ''
      await lessons.nth(at).focus()
      await page.keyboard.press('Alt+ArrowDown')
      const words = t('courses.tree.moved', { name, place: at + 2, count: 9, holder: 'Jornada 0' })
      await expect(said.filter({ hasText: words })).toBeAttached()
    }
    await context.close()
  }
})
