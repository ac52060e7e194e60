import { expect, test } from 'vitest'
import type { StreamStatus } from '#shared/features/streams/rules.ts'
import { dayMarks } from './tracker.ts'

type State = NonNullable<Parameters<typeof dayMarks>[1] extends ReadonlyMap<number, infer Known> ? Known : never>

const states = {
  done: { state: 'done', status: 'finished', isLocked: false },
  shutDone: { state: 'done', status: 'finished', isLocked: true },
  started: { state: 'open', status: 'started', isLocked: false },
  shutStarted: { state: 'locked', status: 'started', isLocked: true },
  current: { state: 'current', status: 'none', isLocked: false },
  open: { state: 'open', status: 'none', isLocked: false },
  locked: { state: 'locked', status: 'none', isLocked: true },
  rest: { state: 'rest', status: 'none', isLocked: false },
} satisfies Record<string, State>

/** The marks of days in these states, the first of which has the id 1. */
function marks(names: readonly (keyof typeof states | 'unknown')[], streamStatus: StreamStatus = 'open') {
  const days = names.map((name, index) => ({ id: index + 1, dayOfRest: name === 'rest' }))
  const known = names.flatMap((name, index) => (name === 'unknown' ? [] : [[index + 1, states[name]] as const]))
  return [...dayMarks(days, new Map<number, State>(known), streamStatus).values()]
}

test('a day is done, under way, open or waits, and a day of rest is one [RTE-18]', () => {
  expect(marks(['done', 'started', 'current', 'open', 'rest', 'locked'])).toEqual([
    'done',
    'started',
    'open',
    'open',
    'rest',
    'locked',
  ])
})

test('a day that was left out on the way can still be done, those after the last one reached are open [RTE-18]', () => {
  expect(marks(['current', 'done', 'open', 'started', 'open'])).toEqual([
    'skipped',
    'done',
    'skipped',
    'started',
    'open',
  ])
  expect(marks(['current', 'open'])).toEqual(['open', 'open'])
})

test('a day that waits was not left out, whatever was done after it [RTE-18]', () => {
  expect(marks(['locked', 'shutStarted', 'done'])).toEqual(['locked', 'locked', 'done'])
})

test('once the course has ended, what is not done was missed; what is done and days of rest stay so [RTE-18]', () => {
  expect(marks(['shutDone', 'shutStarted', 'rest', 'locked', 'unknown'], 'ended')).toEqual([
    'done',
    'missed',
    'rest',
    'missed',
    'missed',
  ])
  for (const status of ['freeze', 'stopped', 'not_started'] as const)
    expect(marks(['shutDone', 'locked'], status)).toEqual(['done', 'locked'])
})

test('a day of which nothing is known waits [RTE-18]', () => {
  expect(marks(['unknown', 'done'])).toEqual(['locked', 'done'])
})
