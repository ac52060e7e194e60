import fc from 'fast-check'
import { expect, test } from 'vitest'
import { areConsultationsOver, consultationCounter } from './rules.ts'

test.each([
  [null, 5, 0, { kind: 'none' }],
  [undefined, 5, 2, { kind: 'none' }],
  [0, 5, 5, { kind: 'none' }],
  [3, 5, 0, { kind: 'maximum', count: 5 }],
  [3, 1, 0, { kind: 'maximum', count: 1 }],
  [3, 5, 1, { kind: 'left', count: 4 }],
  [3, 5, 4, { kind: 'left', count: 1 }],
  [3, 5, 5, { kind: 'over' }],
  [3, 5, 7, { kind: 'over' }],
  [3, 0, 0, { kind: 'over' }],
])('with a limit of %s, %s in the stream and %s used the counter says %o [CNS-03]', (limit, max, used, said) => {
  expect(consultationCounter({ consultationLimit: limit, maxConsultationCount: max }, used)).toEqual(said)
})

test('without a stream or course nothing is left, without a limit there is always something [CNS-03]', () => {
  const stream = { maxConsultationCount: 2 }
  expect(areConsultationsOver(undefined, { consultationLimit: 3 }, 0)).toBe(true)
  expect(areConsultationsOver(stream, undefined, 0)).toBe(true)
  expect(areConsultationsOver(undefined, undefined, 0)).toBe(true)
  expect(areConsultationsOver(undefined, { consultationLimit: null }, 0)).toBe(false)
  expect(areConsultationsOver(stream, { consultationLimit: null }, 9)).toBe(false)
  expect([0, 1, 2, 3].map(used => areConsultationsOver(stream, { consultationLimit: 3 }, used))).toEqual([
    false,
    false,
    true,
    true,
  ])
})

test('the counter says over just when nothing is left [CNS-03]', () => {
  fc.assert(
    fc.property(fc.nat(9), fc.nat(20), fc.nat(25), (limit, max, used) => {
      const counter = consultationCounter({ consultationLimit: limit, maxConsultationCount: max }, used)
      const isOver = areConsultationsOver({ maxConsultationCount: max }, { consultationLimit: limit }, used)
      expect(counter.kind === 'over').toBe(isOver)
      if (counter.kind === 'left') expect(counter.count).toBe(max - used)
    }),
  )
})
