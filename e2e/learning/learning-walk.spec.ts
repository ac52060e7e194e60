import { formatLocalDate } from '#kit/copy/format.ts'
import { addDays, localDate } from '#shared/platform/times.ts'
import { demoCourse, doDay, keptOf, learningPage } from '../pages/learning-page.ts'
import { newLearner } from '../school/people.ts'
import { shellPage } from '../pages/shell-page.ts'
import { signInPage } from '../pages/sign-in-page.ts'
import { expect, test } from '../test.ts'
import { texts } from '../texts.ts'

test.use({ serviceWorkers: 'allow' })

const course = demoCourse('morning-practice')
const [, today, tomorrow, rest] = course.days
const titleOf = (key: string, language: 'en' | 'ru' | 'es') =>
  course.lessons.find(lesson => lesson.key === key)?.title[language].replace(/ \([^)]*\)$/, '') ?? ''

test(`a learner signs in, takes today's lessons and finishes the day [STR-10] [PLY-01] [PLY-02] [PRG-01] [PRG-03] [PRG-06] [PRG-08] [PRG-11] [PTS-02]`, async ({
  page,
  speak,
}) => {
  const t = texts('ru')
  await speak('ru')
  const person = await newLearner({ daysIn: 1 })
  await doDay(person, 1)
  const learning = learningPage(page, t)
  const shell = shellPage(page, t)
  const done = (count: number) => t('streams.progress', { done: count, count: course.countedDays })
  const title = course.title.ru
  const day = (date: number, style: 'long' | 'short') =>
    formatLocalDate(addDays(localDate(Date.now(), 'UTC'), date), 'ru', style)

  await page.goto('/')
  await signInPage(page, t).signIn(person)
  await page.waitForURL('**/home')
  await expect(shell.points(20)).toBeVisible()
  const next = learning.nextStep(title)
  await expect(next.getByRole('heading', { name: today?.title.ru })).toBeVisible()
  await expect(next.getByRole('progressbar')).toHaveAttribute('aria-valuetext', done(1))
  await learning.toCalendar(title)

  await page.waitForURL(`**/course/${person.streamId}/calendar`)
  await expect(learning.heading).toHaveText(title)
  const dayCard = (one: typeof today) => learning.cardOf(one?.title.ru ?? '')
  await expect(dayCard(course.days[0])).toContainText(t('streams.day.done'))
  await expect(dayCard(today)).toContainText(t('streams.day.current'))
  await expect(dayCard(today).getByRole('link')).toHaveAttribute('aria-current', 'step')
  await expect(dayCard(tomorrow)).toContainText(t('streams.lock.not_yet', { when: 'tomorrow', date: '' }))
  await expect(dayCard(rest).first()).toContainText(
    `${t('streams.day.rest')} · ${t('streams.lock.not_yet', { when: 'later', date: day(2, 'short') })}`,
  )
  await dayCard(today).getByRole('link').click()

  await expect(learning.heading).toHaveText(today?.title.ru ?? '')
  await expect(learning.video).toHaveCount(0)
  await learning.start.click()
  const rounds = page.getByRole('group', { name: t('progress.rounds.of', { number: 2 }) })
  const more = rounds.getByRole('button', { name: t('progress.rounds.more') })
  await expect(rounds).toContainText(t('progress.rounds.count', { count: 2 }))
  for (const count of [3, 4]) {
    await more.click()
    await expect(rounds).toContainText(t('progress.rounds.count', { count }))
  }
  await expect(more).toHaveAttribute('aria-disabled', 'true')
  await more.click({ force: true })
  await expect(rounds).toContainText(t('progress.rounds.count', { count: 4 }))

  await learning.play()
  await expect(learning.title).toHaveText(titleOf('breath', 'ru'))
  await learning.watch(2.3)
  expect(await learning.source()).toMatch(/\/media\/.*\.mp4$/)
  await page.keyboard.press('Digit9')
  await expect(page.getByRole('radio', { name: t('player.type.simple') })).toBeChecked()
  await learning.watch(0.5)
  await page.keyboard.press('Digit9')
  await expect(learning.title).toHaveText(titleOf('shoulders', 'ru'))
  await expect(learning.player).toContainText(t('player.repeat', { repeat: 1, count: 4 }))
  await learning.watch(2.3)
  expect(await learning.source()).toMatch(/^blob:/)
  await page.keyboard.press('Digit9')
  await expect(learning.player).toContainText(t('player.repeat', { repeat: 2, count: 4 }))
  await learning.watch(0.3)
  await expect
    .poll(async () => (await keptOf(person)).lessons)
    .toEqual([
      { lesson: 'breath', viewed: expect.any(Number), plays: 2 },
      { lesson: 'shoulders', viewed: expect.any(Number), plays: expect.any(Number) },
    ])
  for (const { viewed, plays } of (await keptOf(person)).lessons) {
    expect(viewed).toBeGreaterThanOrEqual(2)
    expect(viewed).toBeLessThan(20)
    expect(plays).toBeGreaterThanOrEqual(1)
  }
  expect((await keptOf(person)).scores).toHaveLength(1)

  await learning.finish.click()
  await expect(learning.wellDone).toContainText(t('progress.finished.points', { count: 15 }))
  await expect(learning.wellDone).toContainText(tomorrow?.title.ru ?? '')
  await expect(learning.wellDone).toContainText(t('streams.lock.not_yet', { when: 'tomorrow', date: '' }))
  await expect(learning.button(t('progress.end.close'))).toBeFocused()
  await page.keyboard.press('Enter')
  await expect(learning.wellDone).toHaveCount(0)
  await expect(page.getByRole('region', { name: t('progress.finished.before') })).toBeFocused()
  await expect(shell.points(35)).toBeVisible()
  const ahead = page
    .getByRole('region')
    .or(page.locator('section'))
    .filter({
      has: page.getByText(t('progress.next', { number: 3 }), { exact: true }),
    })
  await expect(ahead.last()).toContainText(t('streams.lock.not_yet', { when: 'tomorrow', date: '' }))
  expect(await doDay(person, 2)).toBe(0)
  const kept = await keptOf(person)
  expect(kept.scores.map(({ amount }) => amount)).toEqual([20, 15])
  expect(kept.days.map(one => [one.day, one.isFinished])).toEqual([
    [1, true],
    [2, true],
  ])

  await learning.link(tomorrow?.title.ru ?? '').click()
  await expect(page.getByText(t('progress.locked.title'))).toBeVisible()
  await expect(page.getByText(t('streams.lock.not_yet', { when: 'tomorrow', date: '' }))).toBeVisible()
  await expect(learning.start).toHaveCount(0)
  await learning.link(t('progress.calendar')).click()
  await expect(dayCard(today)).toContainText(t('streams.day.done'))
  await expect(learning.heading.locator('..').getByRole('progressbar')).toHaveAttribute('aria-valuetext', done(2))
  await shell.place(t('shell.title.home'))
  await expect(learning.nextStep(title).getByRole('progressbar')).toHaveAttribute('aria-valuetext', done(2))
  await shell.points(35).click()
  await expect(page.locator('main')).toContainText(`35 ${t('points.unit', { count: 35 })}`)
  await learning.link(t('points.history')).click()
  await expect(page.locator('main li')).toHaveCount(2)
  await expect(page.locator('main li').first()).toContainText(`+${t('points.amount', { count: 15 })}`)
})
