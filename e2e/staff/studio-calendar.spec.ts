import type { Locator, Page } from '@playwright/test'
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

test('an expert works the calendar by keyboard alone: confirms, moves with the learner asked, and sees the answer live', async ({
  page,
  context,
}) => {
  const pending = await newConsultation({ startsAt: tomorrowAt(9), status: 'pending' })
  const { expert } = pending
  const confirmed = await newConsultation({ startsAt: tomorrowAt(11), expert })
  const others = await newConsultation({ startsAt: tomorrowAt(9) })
  await signInToStudio(context, expert.id)
  await page.goto('/admin/reviews')
  await page.getByRole('heading', { level: 1 }).waitFor()
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

test('an administrator declines, cancels, hands over, completes and notes who did not come', async ({
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

  await page.setViewportSize({ width: 390, height: 844 })
  await page.goto(`/admin/calendar?expert=${expert.id}&date=${dateOf(Date.now() - 5 * hour)}`)
  await expect(page.locator(`[data-column] a[href*="/calendar/${missed.id}"]`)).toBeVisible()
  expect(await overflow(page)).toBe(0)
  expect(await faultsOf(page)).toEqual([])
})
