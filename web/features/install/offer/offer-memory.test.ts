import { expect, test } from 'vitest'
import { isOfferDue, memoryFrom, memoryText, nothing, withVisit } from './offer-memory.ts'

const minute = 60_000
const day = 1440 * minute
const now = Date.UTC(2026, 10, 28)

test('the offer is due on a second visit, or once a lesson is finished [OFF-01]', () => {
  const first = withVisit(nothing, now)
  expect(isOfferDue(first, now)).toBe(false)
  expect(isOfferDue({ ...first, hasFinished: true }, now)).toBe(true)
  expect(isOfferDue(withVisit(first, now + day), now + day)).toBe(true)
})

test('a reload, or another page within half an hour, is the same visit', () => {
  let memory = withVisit(nothing, now)
  for (let at = now; at < now + 300 * minute; at += 29 * minute) memory = withVisit(memory, at)
  expect(memory.visits).toBe(1)
})

test('who said no is not asked for 60 days, and a clock set back does not lengthen that [OFF-01]', () => {
  const memory = { visits: 2, lastAt: now, hasFinished: true, dismissedAt: now }
  expect(isOfferDue(memory, now + 60 * day - 1)).toBe(false)
  expect(isOfferDue(memory, now + 60 * day)).toBe(true)
  expect(isOfferDue(memory, now - 1)).toBe(true)
})

test('what is stored is read back, and anything else is nothing', () => {
  const memory = { visits: 3, lastAt: now, hasFinished: true, dismissedAt: now - day }
  expect(memoryFrom(memoryText(memory))).toEqual(memory)
  for (const text of [null, '', '1', 'a b c d', '1 2 3 4', '-1 2 0 4', '{}']) expect(memoryFrom(text)).toEqual(nothing)
})
