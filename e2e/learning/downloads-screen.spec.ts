import { downloadsPage, privateFiles, storedOn } from '../pages/downloads-page.ts'
import { demoCourse, doDay, learningPage } from '../pages/learning-page.ts'
import { newFilmCourse } from '../school/film-course.ts'
import { openLine } from '../school/line.ts'
import { newLearner } from '../school/people.ts'
import { signInByCookie } from '../school/sessions.ts'
import { expect, test } from '../test.ts'
import { texts } from '../texts.ts'

test.use({ serviceWorkers: 'allow' })

const en = texts('en')
const course = demoCourse('morning-practice')

const statuses = async (page: Parameters<typeof storedOn>[0]) => [
  ...new Set((await storedOn(page)).map(({ status }) => status)),
]

test('downloads are listed by course with their sizes and the space left; one goes, or all; days come by themselves [OFF-05, OFF-11, RTE-18]', async ({
  page,
  context,
}) => {
  const person = await newFilmCourse([3, 2, 1])
  await signInByCookie(context, person.id)
  const { button, dialog } = downloadsPage(page, en)
  await page.goto('/user/settings')
  await page.getByRole('link', { name: en('shell.title.downloads') }).click()
  await expect(page.getByText(en('downloads.empty'), { exact: true })).toBeVisible()

  // The next days come by themselves, with what is chosen for them.
  const days = page.getByRole('combobox', { name: en('downloads.automatic') })
  await days.selectOption({ label: en('downloads.automatic.days', { count: 3 }) })
  await expect.poll(() => statuses(page)).toEqual(['loaded'])
  expect(await storedOn(page)).toHaveLength(3)
  const own = page.getByRole('region', { name: person.title })
  await expect(own).toContainText(en('downloads.state.loaded', { bytes: '6 MB' }))
  for (const [title, bytes] of [
    ['Film 1', '3 MB'],
    ['Film 2', '2 MB'],
    ['Film 3', '1 MB'],
  ] as const)
    await expect(own.getByRole('listitem').filter({ hasText: title })).toContainText(
      en('downloads.state.loaded', { bytes }),
    )
  await expect(page.getByText(en('downloads.used', { used: '6 MB', budget: '4 GB' }), { exact: true })).toBeVisible()
  await page.getByRole('combobox', { name: en('downloads.budget') }).selectOption({ label: '1 GB' })
  await expect(page.getByText(en('downloads.used', { used: '6 MB', budget: '1 GB' }), { exact: true })).toBeVisible()
  await expect(page.getByText(en('downloads.room', { left: '1,018 MB' }), { exact: true })).toBeVisible()

  await days.selectOption({ label: en('downloads.automatic.none') })
  await button(en('downloads.remove.of', { title: 'Film 2' })).click()
  await expect(own.getByRole('listitem')).toHaveCount(2)
  expect(Object.keys(await privateFiles(page))).toHaveLength(2)
  await page.reload()
  await expect(own.getByRole('listitem')).toHaveCount(2)
  await button(en('downloads.removeAll')).click()
  await dialog.getByRole('button', { name: en('downloads.remove'), exact: true }).click()
  await expect(page.getByText(en('downloads.empty'), { exact: true })).toBeVisible()
  expect(await privateFiles(page)).toEqual({})
})

test('a choice that cannot be asked for says so, and is asked for again by a press [OFF-02]', async ({
  page,
  context,
  noise,
}) => {
  noise.expect(/ERR_FAILED/)
  const person = await newFilmCourse([3])
  await signInByCookie(context, person.id)
  const { button, dialog } = downloadsPage(page, en)
  await page.goto(`/course/${person.streamId}/calendar/1`)
  await button(en('downloads.start.of', { title: 'Film 1' })).waitFor()
  await context.route(/\/downloads/, route => route.abort())
  await button(en('downloads.start.of', { title: 'Film 1' })).click()
  await expect(dialog.getByRole('alert')).toBeVisible()
  await context.unroute(/\/downloads/)
  await dialog.getByRole('button', { name: en('ui.retry') }).click()
  await expect(dialog.getByRole('radio', { name: en('downloads.quality.full') })).toBeChecked()
  await expect(dialog.getByRole('alert')).toHaveCount(0)
})

test('a lesson, a day and a course: each is offered with its size, and what is here already is used [OFF-02, OFF-11]', async ({
  page,
  context,
}) => {
  const person = await newFilmCourse([3, 2])
  const line = await openLine()
  await signInByCookie(context, person.id, line.origin)
  const { button, dialog, part, start } = downloadsPage(page, en)
  const begin = dialog.getByRole('button', { name: en('downloads.start'), exact: true })
  const fetched = () => line.ranges.map(({ path }) => path)
  await page.goto(`${line.origin}/course/${person.streamId}/calendar/1`)
  await button(en('downloads.start.of', { title: 'Film 1' })).click()
  await expect(dialog.getByRole('radio', { name: en('downloads.quality.full') })).toBeChecked()
  await expect(dialog).toContainText('3 MB')
  await begin.click()
  await expect(part('Film 1')).toContainText(en('downloads.state.loaded', { bytes: '3 MB' }))
  const [first] = await storedOn(page)
  // The day is not there because its one lesson is: nobody has asked for the day.
  await start.click()
  await begin.click()
  await expect(part('Film day 1')).toContainText(en('downloads.state.loaded', { bytes: '3 MB' }))
  await page.goto(`${line.origin}/course/${person.streamId}/calendar`)
  await start.click()
  await expect(dialog).toContainText('5 MB')
  await begin.click()
  await expect(part(person.title)).toContainText(en('downloads.state.loaded', { bytes: '5 MB' }))
  expect(fetched()).toEqual(person.urls)
  const { request, addedAt } = first ?? {}
  expect((await storedOn(page)).find(({ key }) => key === first?.key)).toMatchObject({ request, addedAt })
  line.close()
})

test('the small picture and the sound alone are offered with their sizes, and play instead of the film [OFF-11]', async ({
  page,
  context,
}) => {
  const person = await newLearner({ daysIn: 1 })
  await doDay(person, 1)
  await doDay(person, 2, 'start')
  await signInByCookie(context, person.id)
  const { button, dialog, part } = downloadsPage(page, en)
  const learning = learningPage(page, en)
  await page.goto(`/course/${person.streamId}/calendar/2`)
  await page.evaluate(async () => void (await navigator.serviceWorker.ready))
  const title = course.lessons.find(({ key }) => key === 'shoulders')?.title.en ?? ''
  const row = page.getByRole('listitem').filter({ hasText: title })
  for (const [quality, file] of [
    ['sound', 'sound.m4a'],
    ['small', 'small.mp4'],
  ] as const) {
    await button(en('downloads.start.of', { title })).click()
    await dialog.getByRole('radio').first().waitFor()
    const sizes = await dialog.locator('label').allInnerTexts()
    expect(sizes).toHaveLength(3)
    const bytes = sizes.map(text => Number(/([\d.]+) kB/.exec(text)?.[1]))
    expect(bytes).toEqual(bytes.toSorted((one, other) => other - one))
    await dialog.getByRole('radio', { name: en(`downloads.quality.${quality}`) }).check()
    await dialog.getByRole('button', { name: en('downloads.start'), exact: true }).click()
    await expect(part(title)).toContainText('On this device')
    const [film] = (await storedOn(page)).filter(({ path }) => path.includes('/videos/'))
    expect(film?.url).toMatch(new RegExp(`/downloads/${file}$`))
    await page.reload()
    await expect(part(title)).toContainText('On this device')
    await row.getByRole('button', { name: title }).first().click()
    await learning.watch(1)
    expect(await learning.source()).toContain(film?.url)
    await button(en('downloads.remove.of', { title })).click()
    await dialog.getByRole('button', { name: en('downloads.remove'), exact: true }).click()
    await expect.poll(() => storedOn(page)).toEqual([])
  }
})
