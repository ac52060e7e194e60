import { randomUUID } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Page } from '@playwright/test'
import { importWithCohorts } from '#server/app/commands/import-with-cohorts.ts'
import { mediaFolder } from '#server/features/media/media-store.ts'
import { courseFolder } from '#server/features/courses/testing/course-folder.ts'
import { djangoGirls, djangoGirlsCourse } from '#server/features/courses/testing/shared-courses.ts'
import { openDatabase } from '#server/platform/database/database.ts'
import { openFileStore } from '#server/platform/storage/file-store.ts'
import { addDays, localDate } from '#shared/platform/times.ts'
import { sharedData } from '#shared/platform/testing/shared-data.ts'
import { dayIds, learningPage } from '../pages/learning-page.ts'
import { newLearner, withDatabase } from '../school/people.ts'
import { e2eDataDir } from '../school/server-place.ts'
import { signInByCookie } from '../school/sessions.ts'
import { overflow, shellPage } from '../pages/shell-page.ts'
import { expect, test } from '../test.ts'
import { languages, texts } from '../texts.ts'

const en = texts('en')

type Strings = { strings: { text: string }[] }

/** Every hostile text a database can store, each once. */
function hostileTexts(): string[] {
  const all = ['naughty-strings', 'injection'].flatMap(name => sharedData<Strings>(`hostile-text/${name}.json`).strings)
  // Invisible texts are replaced by their number, and a zero byte cannot be stored.
  return [...new Set(all.map(({ text }) => text))].filter(
    text => text.trim() && !text.includes('\u0000') && text.isWellFormed(),
  )
}

/**
 * A course with hostile text everywhere, written past all checks: a day for each text, the first with a lesson for
 * each.
 */
async function hostileCourse(strings: string[], markup: string): Promise<string> {
  const key = `hostile-${randomUUID()}`
  const each = JSON.stringify(strings.map(title => ({ en: { title, excerpt: title, text: title } })))
  await withDatabase(async client => {
    const add = async (sql: string, values: unknown[]) => Number((await client.query(sql, values)).rows[0]?.id)
    const course = await add(
      `insert into courses (brand_id, key, languages, texts, licence, attribution, options, days_count)
       values ('kurso', $1, '{en}', $2, $3, $3, $4, $5) returning id`,
      [
        key,
        { en: { title: markup, short_title: markup, short_description: markup } },
        markup,
        JSON.stringify([{ id: 'x', values: [markup], texts: { en: { title: markup } } }]),
        strings.length,
      ],
    )
    const stage = await add(
      `insert into course_stages (course_id, key, sort, texts) values ($1, 's', 1, $2) returning id`,
      [course, { en: { title: markup } }],
    )
    await client.query(
      `insert into course_days (course_id, stage_id, key, day_number, opens_after_days, texts)
       select $1, $2, 'day-' || place, place, 0, text
       from jsonb_array_elements($3::jsonb) with ordinality as one (text, place)`,
      [course, stage, each],
    )
    await client.query(
      `insert into course_lessons (course_id, key, texts, links)
       select $1, 'lesson-' || place, text, $3::jsonb
       from jsonb_array_elements($2::jsonb) with ordinality as one (text, place)`,
      [course, each, JSON.stringify([{ url: 'javascript:alert(1)', texts: { en: { title: markup } } }])],
    )
    const set = await add(
      `insert into course_lesson_sets (day_id, key, sort)
       select id, 'set', 1 from course_days where course_id = $1 and day_number = 1 returning id`,
      [course],
    )
    await client.query(
      `insert into course_lesson_set_lessons (lesson_set_id, lesson_id, sort, survey_form_url)
       select $1, id, substr(key, 8)::int, 'javascript:alert(2)' from course_lessons where course_id = $2`,
      [set, course],
    )
    await client.query(
      `insert into course_documents (course_id, key, sort, texts, url)
       values ($1, 'a', 1, $2, 'javascript:alert(3)'), ($1, 'b', 2, $2, 'data:text/html,<script>alert(4)</script>')`,
      [course, { en: { title: markup } }],
    )
  })
  return key
}

/** Watches for what a page must never do with a text: run it, open a dialog, contact another host. */
function watchFor(page: Page) {
  const seen: string[] = []
  page.on('dialog', dialog => {
    seen.push(`dialog ${dialog.message()}`)
    void dialog.dismiss()
  })
  page.on('request', request => {
    const { protocol, host } = new URL(request.url())
    if (protocol.startsWith('http') && host !== new URL(page.url()).host && page.url() !== 'about:blank')
      seen.push(`request ${request.url()}`)
  })
  return async () => {
    const alive = await page.evaluate(() => {
      const all = [...document.querySelectorAll('body *')]
      const isEvent = (name: string) => name.startsWith('on')
      const addresses = all.flatMap(one => ['href', 'src', 'action'].flatMap(name => one.getAttribute(name) ?? []))
      return [
        ...all.filter(one => one.getAttributeNames().some(isEvent)).map(one => one.outerHTML.slice(0, 200)),
        ...[...document.querySelectorAll('main :is(script, iframe, object, embed, form, base, meta, style)')].map(one =>
          one.outerHTML.slice(0, 200),
        ),
        ...addresses.filter(address => /^\s*(javascript|vbscript|data):/i.test(address)),
      ]
    })
    expect([...seen, ...alive]).toEqual([])
  }
}

const markup = `"><img src=x onerror=alert(1)><script>alert(document.domain)</script>{{7*7}}\${7*7}`

test('hostile course texts are shown as they are, run nothing and break no layout at 390 px [STR-10]', async ({
  page,
  context,
}) => {
  test.slow()
  await page.setViewportSize({ width: 390, height: 844 })
  const strings = hostileTexts()
  expect(strings.length).toBeGreaterThan(700)
  const person = await newLearner({ course: await hostileCourse(strings, markup) })
  await signInByCookie(context, person.id)
  const expectNothingRun = watchFor(page)
  const learning = learningPage(page, en)

  await page.goto('/home')
  await expect(learning.nextStep(markup)).toBeVisible()
  await expect(learning.link(markup)).toBeVisible()
  expect(await overflow(page)).toBeLessThanOrEqual(0)
  await expectNothingRun()

  await page.goto(`/course/${person.streamId}/calendar`)
  await expect(learning.heading).toHaveText(markup)
  const days = page.locator('main ol').first().locator('h3 a')
  await expect(days).toHaveCount(strings.length)
  expect(await days.allTextContents()).toEqual(strings)
  expect(await overflow(page)).toBeLessThanOrEqual(0)
  await expectNothingRun()

  await page.goto(`/course/${person.streamId}/calendar/1`)
  await learning.start.click()
  const lessons = page.locator('main article article h3')
  await expect(lessons).toHaveCount(strings.length)
  expect(await lessons.allTextContents()).toEqual(strings)
  expect(await page.locator('main article article').first().getByRole('link').count()).toBe(0)
  const shown = await page.locator('main').innerText()
  for (const tag of ['<script>', '<svg', '<iframe', 'onerror=', 'javascript:']) expect(shown).toContain(tag)
  expect(await overflow(page)).toBeLessThanOrEqual(0)
  await expectNothingRun()

  await page.goto(`/course/${person.streamId}/materials`)
  for (const place of [0, 1]) {
    await page.getByRole('link', { name: markup }).nth(place).click()
    await expect(page.getByText(en('shell.document.wrong'))).toBeVisible()
    await expectNothingRun()
    await page.goBack()
  }
})

test('a hostile name is shown literally, runs nothing and breaks no layout at 390 px [SHL-02]', async ({
  page,
  context,
}) => {
  await page.setViewportSize({ width: 390, height: 844 })
  const person = await newLearner()
  await signInByCookie(context, person.id)
  const strings = hostileTexts()
  const names = [
    markup,
    strings.reduce((longest, text) => (text.length > longest.length ? text : longest), ''),
    strings.find(text => /[\u0591-\u07ff]/.test(text)) ?? '',
    strings.find(text => /\p{M}{4}/u.test(text)) ?? '',
    'W'.repeat(300),
    '{name, select, yes {#} other {%s}}',
  ]
  const expectNothingRun = watchFor(page)
  for (const name of names) {
    await withDatabase(client =>
      client.query('update users set first_name = $2, last_name = $2 where id = $1', [person.id, name]),
    )
    await page.goto('/home')
    await expect.poll(() => page.locator('h1').first().textContent()).toContain(name)
    await shellPage(page, en).settings.click()
    await page.keyboard.press('Escape')
    expect(await overflow(page), name).toBeLessThanOrEqual(0)
    await expectNothingRun()
  }
})

/** Imports the tutorial as `npm run course` would, under a key of its own. */
async function importTutorial(): Promise<string> {
  const lines = readFileSync(join(e2eDataDir, 'postgres/postmaster.pid'), 'utf8').split('\n')
  const connection = { host: lines[4] ?? '', port: Number(lines[3]), user: 'kurso', database: 'kurso' }
  const database = openDatabase(connection, () => undefined, 2)
  const key = `tutorial-${randomUUID()}`
  const { file, remove } = await courseFolder({ ...djangoGirlsCourse(), key })
  try {
    const today = localDate(Date.now(), 'UTC')
    const cohort = { file, brandId: 'kurso', today, starts: [addDays(today, -90)], days: 180 }
    await importWithCohorts(database, openFileStore(mediaFolder(e2eDataDir)), cohort)
  } finally {
    await remove()
    await database.close()
  }
  return key
}

test('a real course is imported and read in three languages, with its attribution [LNG-04] [PLY-02]', async ({
  page,
  context,
  speak,
}) => {
  test.slow()
  const source = djangoGirls()
  const person = await newLearner({ course: await importTutorial(), daysIn: 40 })
  await signInByCookie(context, person.id)
  const command = source.stages
    .flatMap(stage => stage.days)
    .find(day => day.lessons?.en?.some(one => /```/.test(one.body)))
  const number = command?.dayNumber ?? 0
  expect((await dayIds(person.streamId)).has(number)).toBe(true)
  for (const language of languages) {
    const t = texts(language)
    await speak(language)
    const learning = learningPage(page, t)
    await page.goto(`/course/${person.streamId}/calendar`)
    await expect(learning.heading).toHaveText(source.title[language] ?? '')
    await expect(page.getByText(source.attribution)).toBeVisible()
    await expect(page.getByText(t('ui.licence', { licence: source.licence }))).toBeVisible()
    await learning
      .cardOf(command?.title[language] ?? '')
      .getByRole('link')
      .click()
    await expect(learning.heading).toHaveText(command?.title[language] ?? '')
    if (language === languages[0]) await learning.start.click()
    const articles = page.locator('main article article')
    await expect(articles.first()).toBeVisible()
    await expect(articles.locator('pre code').first()).toBeVisible()
    await expect(articles.locator('p, li').first()).toBeVisible()
    expect(await articles.locator('a[href^="http"]').count()).toBeGreaterThan(0)
    expect(await page.locator('main').innerText()).not.toMatch(/```|^#{1,6} /m)
    await expect(page.getByText(source.attribution)).toBeVisible()
    expect(await overflow(page)).toBeLessThanOrEqual(0)
  }
  await learningPage(page, texts('es')).play()
  await learningPage(page, texts('es')).watch(0.5)
})
