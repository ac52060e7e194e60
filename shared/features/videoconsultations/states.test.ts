import { expect, test } from 'vitest'
import { consultationStatuses, mayJoin, mayStep, stateOf } from './states.ts'

const startsAt = Date.parse('2027-03-01T10:00:00Z')
const minute = 60_000
const booked = { startsAt, endsAt: startsAt + 60 * minute, learnerId: 1, expertId: 2, status: 'confirmed' as const }

test('the call is open to its two people from ten minutes before to half an hour after', () => {
  const at = (minutes: number) => startsAt + minutes * minute
  for (const person of [1, 2]) {
    expect(mayJoin(booked, person, at(-10) - 1)).toBe('early')
    expect(mayJoin(booked, person, at(-10))).toBe('yes')
    expect(mayJoin(booked, person, at(90) - 1)).toBe('yes')
    expect(mayJoin(booked, person, at(90))).toBe('over')
  }
  expect(mayJoin(booked, 3, at(0))).toBe('nobody')
  expect(mayJoin({ ...booked, status: 'pending' }, 1, at(0))).toBe('early')
  for (const status of ['cancelled', 'declined', 'complete', 'held', 'lapsed', 'missed', 'rated'] as const)
    expect(mayJoin({ ...booked, status }, 1, at(0))).toBe('over')
})

test('a consultation waits, is available, is complete or cancelled [CNS-10]', () => {
  expect(consultationStatuses.map(status => [status, stateOf(status)])).toEqual([
    ['held', 'waiting'],
    ['lapsed', 'cancelled'],
    ['pending', 'waiting'],
    ['confirmed', 'available'],
    ['declined', 'cancelled'],
    ['cancelled', 'cancelled'],
    ['complete', 'complete'],
    ['missed', 'complete'],
    ['rated', 'complete'],
  ])
})

test('each step is possible from some statuses alone [CNS-16]', () => {
  const from = (step: Parameters<typeof mayStep>[0], now = startsAt) =>
    consultationStatuses.filter(status => mayStep(step, status, { startsAt, now }))
  expect(from('book')).toEqual(['held', 'lapsed'])
  expect(from('release')).toEqual(['held'])
  expect(from('confirm')).toEqual(['pending'])
  expect(from('decline')).toEqual(['pending'])
  for (const step of ['move', 'cancel', 'hand_over'] as const) expect(from(step)).toEqual(['pending', 'confirmed'])
  for (const step of ['complete', 'miss'] as const) {
    expect(from(step)).toEqual(['confirmed'])
    expect(from(step, startsAt - 1)).toEqual([])
  }
  expect(from('rate')).toEqual(['complete'])
})
