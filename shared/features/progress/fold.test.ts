import fc from 'fast-check'
import { expect, test } from 'vitest'
import { foldProgress, type ProgressEvent } from './fold.ts'

const drawnEvent = fc.oneof(
  fc.record({
    kind: fc.constantFrom('day_started' as const, 'day_finished' as const),
    dayId: fc.integer({ min: 1, max: 3 }),
    occurredAt: fc.integer({ min: 0, max: 6 }),
  }),
  fc.record({
    kind: fc.constant('lesson_viewed' as const),
    dayId: fc.integer({ min: 1, max: 3 }),
    lessonSetLessonId: fc.integer({ min: 1, max: 4 }),
    viewedSeconds: fc.nat(60),
    playCount: fc.nat(3),
    positionSeconds: fc.nat(600),
    occurredAt: fc.integer({ min: 0, max: 6 }),
  }),
)

const drawnEvents = fc
  .array(drawnEvent, { maxLength: 25 })
  .map(events => events.map((event, index): ProgressEvent => ({ ...event, key: `e${index}` })))

const shuffledWithRepeats = drawnEvents.chain(events =>
  fc.tuple(
    fc.constant(events),
    fc.shuffledSubarray([...events, ...events, ...events], { minLength: events.length * 3 }),
  ),
)

test('progress is the same in any order and with any repetition of what happened [PRG-03]', () => {
  fc.assert(
    fc.property(shuffledWithRepeats, ([events, arrived]) => {
      expect(foldProgress(arrived)).toEqual(foldProgress(events))
    }),
  )
})

test('progress is the same however the events were split into batches, sent again or not [PRG-03]', () => {
  const split = drawnEvents.chain(events =>
    fc.tuple(fc.constant(events), fc.array(fc.subarray(events), { maxLength: 5 })),
  )
  fc.assert(
    fc.property(split, ([events, batches]) => {
      const sent = new Set(batches.flat())
      const rest = events.filter(event => !sent.has(event))
      expect(foldProgress([...batches.flat(), ...rest, ...batches.reverse().flat()])).toEqual(foldProgress(events))
    }),
  )
})

test('amounts are what all reports add up to [PRG-03]', () => {
  fc.assert(
    fc.property(drawnEvents, events => {
      const total = [...foldProgress(events).lessons.values()].reduce((sum, lesson) => sum + lesson.viewedSeconds, 0)
      const told = events.reduce((sum, event) => sum + (event.kind === 'lesson_viewed' ? event.viewedSeconds : 0), 0)
      expect(total).toBe(told)
    }),
  )
})

test('a day begins and ends when it first did, a lesson stands where it was left last [PRG-01] [PRG-03]', () => {
  const viewed = { kind: 'lesson_viewed', dayId: 1, lessonSetLessonId: 9, viewedSeconds: 5, playCount: 1 } as const
  const progress = foldProgress([
    { key: 'f2', kind: 'day_finished', dayId: 1, occurredAt: 90 },
    { ...viewed, key: 'b', positionSeconds: 40, occurredAt: 30 },
    { ...viewed, key: 'a', positionSeconds: 50, occurredAt: 30 },
    { key: 's', kind: 'day_started', dayId: 1, occurredAt: 10 },
    { key: 'f1', kind: 'day_finished', dayId: 1, occurredAt: 80 },
    { ...viewed, key: 'c', positionSeconds: 99, occurredAt: 20 },
    { key: 's2', kind: 'day_started', dayId: 1, occurredAt: 95 },
  ])
  expect(progress.days).toEqual(new Map([[1, { startedAt: 10, finishedAt: 80 }]]))
  expect(progress.lessons).toEqual(new Map([[9, { viewedSeconds: 15, playCount: 3, positionSeconds: 40 }]]))
})
