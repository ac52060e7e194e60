import { expect, test } from 'vitest'
import { marksOf } from './part-marks.ts'

const namesOf = (parts: Parameters<typeof marksOf>[0]) => marksOf(parts).map(({ mark, isOn }) => [mark.name, isOn])

test('chosen parts can have the marks that one of their kinds knows; a mark is on when all that can have it do', () => {
  const day = { kind: 'day' as const, content: { requiredToComplete: true, isDemoAccessible: true } }
  const task = { kind: 'homework' as const, content: { required: true } }
  expect(namesOf([day, task])).toEqual([
    ['required', true],
    ['rest', false],
    ['demo', false],
    ['selfie', false],
  ])
  expect(namesOf([{ kind: 'stage', content: {} }, task])).toEqual([
    ['required', true],
    ['demo', false],
    ['selfie', false],
  ])
  expect(namesOf([{ kind: 'lesson', content: {} }])).toEqual([])
})
