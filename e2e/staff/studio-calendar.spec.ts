import type { Locator, Page } from '@playwright/test'
import { headingOf } from '../pages/heading.ts'
import { faultsOf } from '../axe-faults.ts'
import { newConsultation } from '../pages/call-page.ts'
import { overflow } from '../pages/shell-page.ts'
import { call, newStaff, signInToStudio, studioTexts } from '../pages/studio-page.ts'
import { expect, test } from '../test.ts'

test.use({ locale: 'en', timezoneId: 'UTC' })

const t = studioTexts('en')
const minute = 60_000
const hour = 60 * minute

/** A full hour in the morning of tomorrow, by UTC, which is the zone of those in the walks. */
const tomorrowAt = (clock: number) => new Date().setUTCHours(24 + clock, 0, 0, 0)
const dateOf = (at: number) => new Date(at).toISOString().slice(0, 10)

/** Presses Tab until something has the focus. */
async function tabTo(page: Page, target: Locator) {
  await target.waitFor()
  for (let presses = 0; presses < 60; presses += 1) {
    if (await target.evaluate(element => element === document.activeElement)) return
    await page.keyboard.press('Tab')
  }
  throw new Error(`Tab does not reach ${target.toString()}`)
}

const button = (page: Page, name: string) => page.getByRole('button', { name, exact: true })

test('an expert works the calendar by keyboard alone: confirms, moves with the learner asked, and sees the answer live [CNS-20, STF-07]', async ({
  page,
  context,
}) => {
  const pending = await newConsultation({ startsAt: tomorrowAt(9), status: 'pending' })
  const { expert } = pending
  const confirmed = await newConsultation({ startsAt: tomorrowAt(11), expert })
  const others = await newConsultation({ startsAt: tomorrowAt(9) })
  await signInToStudio(context, expert.id)
  await page.goto('/admin/reviews')
  await headingOf(page).waitFor()
  await page.keyboard.press('v')
  await expect(page.getByRole('heading', { level: 1, name: t('video.title') })).toBeVisible()

  const waiting = page.getByRole('region', { name: t('video.waiting') })
  await expect(waiting.getByRole('listitem')).toHaveCount(1)
  await tabTo(page, waiting.getByRole('button').first())
  await page.keyboard.press('Enter')
  await expect(page.getByText(t('video.confirmed'))).toBeVisible()
  await expect(page.getByText(t('video.waiting.none'))).toBeVisible()

  const entries = page.locator('[data-column] a')
  await page.keyboard.press('1')
  await page.keyboard.press('n')
  await page.keyboard.press('j')
  await expect(page).toHaveURL(new RegExp(`date=${dateOf(tomorrowAt(9))}`))
  await expect(entries).toHaveCount(2)
  await page.keyboard.press('2')
  await expect(page.locator('[data-column]')).toHaveCount(7)
  await expect(page.locator(`a[href*="/calendar/${others.id}"]`)).toHaveCount(0)
  await tabTo(page, entries.first())
  await page.keyboard.press('ArrowDown')
  await expect(page.locator(`[data-column] a[href*="/calendar/${confirmed.id}"]`)).toBeFocused()
  await page.keyboard.press('Enter')
  await expect(page).toHaveURL(new RegExp(`/admin/calendar/${confirmed.id}`))

  await tabTo(page, page.getByRole('button', { name: /^Move: / }))
  await page.keyboard.press('Enter')
  const dialog = page.getByRole('dialog')
  await tabTo(page, dialog.getByLabel(t('video.time'), { exact: true }))
  await page.keyboard.press('ArrowUp')
  await expect(dialog.getByLabel(t('video.time'), { exact: true })).toHaveValue('12:00')
  await tabTo(page, button(page, t('video.move.ask')))
  await page.keyboard.press('Enter')
  await expect(page.getByText(t('video.proposed'))).toBeVisible()
  await expect(button(page, t('video.withdraw'))).toBeVisible()
  expect(await faultsOf(page)).toEqual([])

  await call(confirmed.person.id, 'POST', `/online-consultation/${confirmed.id}/request/answer`, { is_agreed: true })
  await expect(button(page, t('video.withdraw'))).toHaveCount(0)
  await expect(page.getByText(/12:00–12:30/)).toBeVisible()
  await page
    .getByRole('link', { name: t('video.title') })
    .first()
    .focus()
  await page.keyboard.press('Enter')
  await expect(page.getByRole('heading', { level: 1, name: t('video.title') })).toBeVisible()
})

test('an administrator declines, cancels, hands over, completes and notes who did not come [CNS-20, STF-07]', async ({
  page,
  context,
}) => {
  const pending = await newConsultation({ startsAt: tomorrowAt(9), status: 'pending' })
  const { expert } = pending
  const asked = await newConsultation({ startsAt: tomorrowAt(10), expert })
  const past = await newConsultation({ startsAt: Date.now() - 3 * hour, expert })
  const missed = await newConsultation({ startsAt: Date.now() - 5 * hour, expert })
  const second = await newStaff('expert', 'Elena')
  await call(asked.person.id, 'POST', `/online-consultation/${asked.id}/request`, {
    kind: 'cancel',
    reason: 'I am ill',
  })
  await signInToStudio(context, (await newStaff('admin', 'Olga')).id)
  const dialog = page.getByRole('dialog')
  const state = page.getByRole('banner').or(page.locator('#main header'))

  await page.goto(`/admin/calendar/${pending.id}`)
  await page.getByRole('button', { name: /^Decline/ }).click()
  await dialog.getByRole('button', { name: t('video.decline'), exact: true }).click()
  await expect(dialog.getByText(t('video.reason.needed'))).toBeVisible()
  expect(await faultsOf(page)).toEqual([])
  await dialog.getByLabel(t('video.reason'), { exact: true }).fill('The expert is away')
  await dialog.getByRole('button', { name: t('video.decline'), exact: true }).click()
  await expect(page.getByText(t('video.declined'))).toBeVisible()
  await expect(page.getByText('The expert is away')).toBeVisible()

  await page.goto(`/admin/calendar/${asked.id}`)
  await expect(page.getByText('I am ill')).toBeVisible()
  await page.getByRole('button', { name: /^Hand over: / }).click()
  await dialog.getByLabel(t('video.expert'), { exact: true }).selectOption({ label: second.name })
  await dialog.getByRole('button', { name: t('video.handOver'), exact: true }).click()
  await expect(page.getByText(t('video.handedOver'))).toBeVisible()
  await expect(page.locator('dd', { hasText: second.name })).toBeVisible()
  await page.getByRole('button', { name: /^Cancel as asked/ }).click()
  await expect(state.getByText(t('video.state.cancelled'))).toBeVisible()

  await page.goto(`/admin/calendar/${past.id}`)
  await button(page, t('video.complete')).click()
  await expect(state.getByText(t('video.state.complete'))).toBeVisible()
  await page.goto(`/admin/calendar/${missed.id}`)
  await button(page, t('video.missed.learner')).click()
  await page
    .getByRole('alertdialog')
    .getByRole('button', { name: t('video.missed.learner'), exact: true })
    .click()
  await expect(state.getByText(t('video.state.missed'))).toBeVisible()

  await page.goto('/admin/calendar/experts')
  const had = page.getByRole('row', { name: expert.name }).getByRole('cell')
  await expect(had, 'two took place, or should have; one was declined').toHaveText([
    '0 min',
    '1 h 0 min',
    '2',
    '1',
    '1',
    '1',
    '—',
  ])

  await page.setViewportSize({ width: 390, height: 844 })
  await page.goto(`/admin/calendar?expert=${expert.id}&date=${dateOf(Date.now() - 5 * hour)}`)
  // Around midnight it stands in two days.
  await expect(page.locator(`[data-column] a[href*="/calendar/${missed.id}"]`).first()).toBeVisible()
  expect(await overflow(page)).toBe(0)
  expect(await faultsOf(page)).toEqual([])
})

test('an administrator adds a kind of consultations, changes it and hides it, and learners are offered it as it stands', async ({
  page,
  context,
}) => {
  const { person, expert } = await newConsultation({ startsAt: tomorrowAt(9) })
  await signInToStudio(context, (await newStaff('admin', 'Olga')).id)
  const title = `Talk with No${expert.id}`
  const offered = async () => {
    const places = (await call(person.id, 'GET', '/course/online-consultations')) as {
      kinds: { title: string; length_minutes: number }[]
    }[]
    return places.flatMap(({ kinds }) => kinds).find(kind => kind.title === title)?.length_minutes
  }
  const dialog = page.getByRole('dialog')
  const row = page.getByRole('row', { name: title })
  const save = () => dialog.getByRole('button', { name: t('video.save'), exact: true }).click()

  await page.goto('/admin/calendar/kinds')
  await button(page, t('video.kinds.add')).click()
  await dialog.getByLabel(t('shop.texts.title')).first().fill(title)
  await save()
  await expect(dialog.getByText(t('video.kinds.fault.nobody'))).toBeVisible()
  await dialog.getByLabel(expert.name).check()
  await save()
  await expect(row).toContainText(t('video.kinds.shown'))
  expect(await offered()).toBe(30)

  const change = () => page.getByRole('button', { name: t('video.kinds.change.of', { title }) }).click()
  await change()
  await dialog.getByLabel(t('video.kinds.length_minutes')).fill('45')
  await save()
  await expect(row).toContainText('45')
  expect(await offered()).toBe(45)
  await change()
  await dialog.getByLabel(t('video.kinds.isShown')).uncheck()
  await save()
  await expect(row).toContainText(t('video.kinds.hidden'))
  expect(await offered()).toBeUndefined()
})

test('an expert sets hours and an absence, and says what becomes of each consultation that is booked then [CNS-20, STF-07]', async ({
  page,
  context,
}) => {
  const first = await newConsultation({ startsAt: tomorrowAt(9) })
  const { expert } = first
  const second = await newConsultation({ startsAt: tomorrowAt(11), expert })
  const date = dateOf(tomorrowAt(9))
  await signInToStudio(context, expert.id)
  await page.goto('/admin/calendar')
  await page.getByRole('link', { name: t('video.hours.own') }).click()
  await page.getByRole('button', { name: t('video.hours.add.to', { day: 'Monday' }) }).click()
  await page.getByRole('button', { name: t('video.hours.add.to', { day: 'Monday' }) }).click()
  await page.getByLabel(t('video.hours.from', { name: 'Monday 2' })).selectOption('16:00')
  await page.getByRole('button', { name: t('video.hours.save') }).click()
  await expect(page.getByText(t('video.hours.fault.overlap')).first()).toBeVisible()
  expect(await faultsOf(page)).toEqual([])
  await page.getByRole('button', { name: t('video.hours.remove', { name: 'Monday 2' }) }).click()
  await page.getByRole('button', { name: t('video.hours.save') }).click()
  await expect(page.getByText(t('video.hours.saved'))).toBeVisible()
  await page.reload()
  await expect(page.getByLabel(t('video.hours.until', { name: 'Monday' }))).toHaveValue('17:00')

  await page.getByRole('button', { name: t('video.absences.add') }).click()
  const add = page.getByRole('dialog', { name: t('video.absences.add') })
  const field = (of: 'from' | 'until', what: 'date' | 'time') =>
    add.getByLabel(`${t(`video.absences.${of}`)}: ${t(`video.${what}`).toLowerCase()}`)
  for (const [of, time] of [
    ['from', '08:00'],
    ['until', '13:00'],
  ] as const) {
    await field(of, 'date').fill(date)
    await field(of, 'time').fill(time)
  }
  await add.getByRole('button', { name: t('video.absences.submit'), exact: true }).click()
  const booked = page.getByRole('dialog', { name: t('video.booked', { count: 2, name: expert.name }) })
  await expect(booked.getByRole('listitem')).toHaveCount(2)
  expect(await faultsOf(page)).toEqual([])
  await booked
    .getByRole('button', { name: /^Cancel the consultation: / })
    .first()
    .click()
  const why = page.getByRole('dialog', { name: /^Cancel the consultation\?/ })
  await why.getByLabel(t('video.reason'), { exact: true }).fill('I am away')
  await why.getByRole('button', { name: t('video.cancel'), exact: true }).click()
  await expect(booked.getByText(t('video.state.cancelled'))).toBeVisible()
  await booked.getByRole('button', { name: /^Move: / }).click()
  const move = page.getByRole('dialog', { name: /^Move: / })
  await move.getByLabel(t('video.time'), { exact: true }).fill('15:00')
  await move.getByRole('checkbox').check()
  await move.getByRole('button', { name: t('video.move'), exact: true }).click()
  await expect(booked.getByText(/15:00/)).toBeVisible()
  await booked.getByRole('button', { name: t('video.booked.done') }).click()
  await expect(page.getByRole('listitem').filter({ hasText: t('video.absences.absence') })).toBeVisible()
  await page.goto(`/admin/calendar?date=${date}`)
  await expect(page.locator(`[data-column] a[href*="/calendar/${second.id}"]`)).toContainText('15:00')
  await expect(page.locator(`[data-column] a[href*="/calendar/${first.id}"]`)).toHaveCount(0)
})

test('a consultation is dragged to another time; its learner is asked there, and Escape leaves it', async ({
  page,
  context,
}) => {
  const { id, expert } = await newConsultation({ startsAt: tomorrowAt(10) })
  await signInToStudio(context, expert.id)
  await page.goto(`/admin/calendar?view=day&date=${dateOf(tomorrowAt(10))}`)
  const entry = page.locator(`[data-column] a[href*="/calendar/${id}"]`)
  const box = async () => {
    await entry.scrollIntoViewIfNeeded()
    const { x = 0, y = 0 } = (await entry.boundingBox()) ?? {}
    return { x: x + 20, y: y + 10 }
  }
  const scale = await page.locator('[data-hours]').evaluate(body => {
    return body.clientHeight / Number((body as HTMLElement).dataset['hours'])
  })
  const drag = async () => {
    const { x, y } = await box()
    await page.mouse.move(x, y)
    await page.mouse.down()
    await page.mouse.move(x, y + scale / 2)
    await page.mouse.move(x, y + scale * 1.5)
  }
  await drag()
  await page.keyboard.press('Escape')
  await page.mouse.up()
  await expect(page.getByRole('dialog')).toHaveCount(0)
  await drag()
  await page.mouse.up()
  const dialog = page.getByRole('dialog')
  await expect(dialog.getByLabel(t('video.time'), { exact: true })).toHaveValue('11:30')
  await dialog.getByRole('button', { name: t('video.move.ask') }).click()
  await expect(page.getByText(t('video.proposed'))).toBeVisible()
  await expect(entry.getByText(t('video.state.proposed'))).toBeVisible()
  await expect(entry).toContainText('10:00')
})
