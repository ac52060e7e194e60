import type { BrowserContext, Page } from '@playwright/test'
import { newLearner, withDatabase } from '../school/people.ts'
import { givePoints, newMember, signInByCookie } from '../school/sessions.ts'
import { shellPage } from '../pages/shell-page.ts'
import { signInPage } from '../pages/sign-in-page.ts'
import { expect, test } from '../test.ts'
import { languages, texts } from '../texts.ts'

const en = texts('en')

async function learnerIn(context: BrowserContext, daysIn = 2) {
  const person = await newLearner({ daysIn })
  await signInByCookie(context, person.id)
  return person
}

const at = (page: Page, path: string) => page.waitForURL(url => url.pathname === path)

test('home, courses and events share one screen, the catalogue has its own; old addresses lead on [RTE-07] [RTE-08] [RTE-10]', {
  tag: '@once',
}, async ({ page, context }) => {
  const { streamId } = await learnerIn(context)
  const calendar = `/course/${streamId}/calendar`
  const course = 'Morning practice: two weeks of gentle movement'
  for (const [path, end, title] of [
    ['/home', '/home', en('streams.greeting.text', { count: 1 })],
    ['/courses', '/courses', en('streams.mine')],
    ['/events', '/events', en('shell.title.events')],
    ['/catalog', '/catalog', en('billing.catalogue.title')],
    ['/course', '/home', en('streams.greeting.text', { count: 1 })],
    [calendar, calendar, course],
    [`/course/${streamId}/stages`, calendar, course],
    [`/course/${streamId}/freeze`, calendar, course],
    [`/course/${streamId}/materials`, `/course/${streamId}/materials`, en('courses.materials.title')],
  ] as const) {
    await page.goto(path)
    await at(page, end)
    await expect(page.locator('main').getByText(title, { exact: true }).first()).toBeVisible()
  }
})

test('the old address of a day leads to the one by its number [RTE-09]', { tag: '@once' }, async ({
  page,
  context,
}) => {
  const { streamId } = await learnerIn(context)
  const { rows } = await withDatabase(client =>
    client.query<{ id: string; stage_id: string }>(
      `select d.id, d.stage_id from course_days d join courses c on c.id = d.course_id
        where c.key = 'morning-practice' and d.day_number = 3`,
    ),
  )
  await page.goto(`/course/${streamId}/stages/${rows[0]?.stage_id}/days/${rows[0]?.id}`)
  await at(page, `/course/${streamId}/calendar/3`)
  await expect(shellPage(page, en).heading).toHaveText('Wake the hips')
})

test('any other address says so, with a button back to home [RTE-17]', { tag: '@once' }, async ({
  page,
  context,
  speak,
}) => {
  await speak('es')
  const t = texts('es')
  await learnerIn(context)
  for (const path of ['/no/such/page', '/course/x/calendar', '/course/0/calendar', '/homework-of-nobody']) {
    await page.goto(path)
    await expect(page.getByRole('heading', { level: 1, name: t('shell.title.notFound') })).toBeVisible()
    expect(new URL(page.url()).pathname).toBe(path)
  }
  await page.getByRole('link', { name: t('shell.notFound.home') }).click()
  await at(page, '/home')
})

test('the points label has the right plural form in each language, and opens the points [SHL-01] [SHL-02] [LNG-04]', {
  tag: '@once',
}, async ({ page, context, speak }) => {
  await speak('ru')
  const shown = {
    en: ['0 points', '1 point', '2 points', '5 points', '21 points'],
    ru: ['0 баллов', '1 балл', '2 балла', '5 баллов', '21 балл'],
    es: ['0 puntos', '1 punto', '2 puntos', '5 puntos', '21 puntos'],
  }
  const counts = [0, 1, 2, 5, 21]
  for (const language of languages) {
    expect(counts.map(count => texts(language)('shell.points', { count }))).toEqual(shown[language])
  }
  const { id } = await newMember('kurso')
  await signInByCookie(context, id)
  for (const [index, step] of [0, 1, 1, 3, 16].entries()) {
    if (step > 0) await givePoints(id, step)
    await page.goto('/home')
    await expect(page.locator('header').first().getByRole('link', { name: shown.ru[index], exact: true })).toBeVisible()
  }
  await page.locator('header').first().getByRole('link', { name: shown.ru[4] }).click()
  await at(page, '/user/points')
  await expect(shellPage(page, texts('es')).heading).toHaveText(texts('ru')('points.title'))
})

test('a phone has back, avatar, title, points and burger; a desk logo, name, avatar and points [SHL-01]', async ({
  page,
  context,
  isMobile,
}) => {
  const { streamId } = await learnerIn(context)
  const { header, back, profile, settings, points } = shellPage(page, en)
  await page.goto(`/course/${streamId}/calendar`)
  await expect(back).toBeVisible()
  await expect(points(0)).toBeVisible()
  await expect(header.getByRole('img', { name: 'Kurso' })).toBeVisible({ visible: !isMobile })
  await expect(header.getByText('Vera Walker')).toBeVisible({ visible: !isMobile })
  await expect(header.getByText('Morning practice: two weeks of gentle movement')).toBeVisible({ visible: isMobile })
  await expect(profile).toHaveAccessibleName('Profile menu of Vera Walker')
  await expect(settings).toHaveAccessibleName(isMobile ? en('shell.menu') : 'Profile menu of Vera Walker')
  await back.click()
  await at(page, '/home')
  await expect(back).toBeHidden()
})

test('at 828 px the places move from the bar below to the header [SHL-03]', { tag: '@once' }, async ({
  page,
  context,
}) => {
  await learnerIn(context)
  await page.goto('/home')
  const { places, header } = shellPage(page, en)
  const inHeader = header.getByRole('navigation')
  for (const [width, isWide] of [
    [827, false],
    [828, true],
    [1244, true],
  ] as const) {
    await page.setViewportSize({ width, height: 900 })
    await expect(places).toHaveCount(1)
    await expect(inHeader).toBeVisible({ visible: isWide })
  }
})

test('at 1244 px the sign-in gets a second column [SHL-03]', { tag: '@once' }, async ({ page }) => {
  const columns = () =>
    page.getByRole('main').evaluate(main => {
      const frame = main.parentElement
      return frame ? getComputedStyle(frame).gridTemplateColumns.split(' ').length : 0
    })
  await page.goto('/')
  await signInPage(page, en).email.waitFor()
  for (const [width, count] of [
    [828, 1],
    [1243, 1],
    [1244, 2],
  ] as const) {
    await page.setViewportSize({ width, height: 900 })
    await expect.poll(columns).toBe(count)
  }
})

test('each section returns to where the learner was in it; its own button leads to its start [SHL-04] [SHL-05]', async ({
  page,
  context,
}) => {
  const { streamId } = await learnerIn(context)
  const shell = shellPage(page, en)
  const [home, courses, catalog] = (['home', 'courses', 'catalog'] as const).map(key => en(`shell.title.${key}`))
  await page.goto(`/course/${streamId}/calendar/1`)
  await shell.heading.waitFor()
  await shell.place(home ?? '')
  await at(page, '/home')
  await shell.place(catalog ?? '')
  await at(page, '/catalog')
  await shell.place(courses ?? '')
  await at(page, `/course/${streamId}/calendar/1`)
  await expect(shell.places.getByRole('link', { name: courses, exact: true })).toHaveAttribute('aria-current', 'page')
  await shell.place(courses ?? '')
  await at(page, '/courses')
  await page.reload()
  await shell.heading.waitFor()
  await shell.place(home ?? '')
  await at(page, '/home')
  await shell.place(courses ?? '')
  await at(page, '/courses')
})
