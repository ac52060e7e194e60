import fc from 'fast-check'
import { expect, test } from 'vitest'
import { mediaFile } from '#kit/features/media/uploads/testing/media-file.ts'
import {
  hasGap,
  type KnownMessages,
  lastNumber,
  noMessages,
  withLatest,
  withMessages,
  withViewed,
} from './known-messages.ts'
import { byExpert, message } from './testing/messages.ts'

const numbers = (known: KnownMessages) => known.messages.map(one => one.number)
const from = (first: number, last: number) =>
  Array.from({ length: last - first + 1 }, (_, index) => message(first + index))

test('whatever order pages and events come in, each message is there once and in order [CHT-08] [CHT-09]', () => {
  const telling = fc.array(fc.tuple(fc.integer({ min: 1, max: 60 }), fc.integer({ min: 1, max: 12 }), fc.boolean()))
  fc.assert(
    fc.property(telling, tellings => {
      let known = withLatest(noMessages, from(31, 40))
      for (const [first, count, isEvent] of tellings)
        known = withMessages(known, from(first, Math.min(60, first + count - 1)), isEvent ? 'event' : 'page')
      const shown = numbers(known)
      expect(shown).toEqual(from(shown[0] ?? 0, shown.at(-1) ?? -1).map(one => one.number))
      expect(shown).toEqual(expect.arrayContaining([31, 40]))
      const told = new Set(
        tellings.flatMap(([first, count]) => from(first, Math.min(60, first + count - 1)).map(one => one.number)),
      )
      let last = 40
      while (told.has(last + 1)) last += 1
      expect(lastNumber(known)).toBe(last)
      expect(hasGap(known)).toBe(known.ahead.length > 0)
    }),
  )
})

test('an event that arrives early waits until the gap is filled [CHT-09]', () => {
  const ahead = withMessages(withLatest(noMessages, from(1, 3)), [message(6)], 'event')
  expect(numbers(ahead)).toEqual([1, 2, 3])
  expect(hasGap(ahead)).toBe(true)
  const closed = withMessages(ahead, from(4, 5), 'page')
  expect(numbers(closed)).toEqual([1, 2, 3, 4, 5, 6])
  expect(hasGap(closed)).toBe(false)
})

test('the first message of an empty chat is there at once', () => {
  const empty = withLatest(noMessages, [])
  expect(numbers(withMessages(empty, [message(1)], 'event'))).toEqual([1])
  expect(hasGap(withMessages(empty, [message(2)], 'event'))).toBe(true)
})

test('a page that was read before an edit does not undo it; what is seen, rated or converted stays so [CHT-09] [CHT-13]', () => {
  const before = message(1, { ...byExpert, updated_at: 100 })
  const edited = message(1, {
    ...byExpert,
    message: 'edited',
    updated_at: 200,
    edited_at: 200,
    is_viewed: true,
    rating: 5,
  })
  const known = withMessages(withLatest(noMessages, [before]), [edited], 'event')
  expect(withMessages(known, [before], 'page').messages[0]).toMatchObject({ text: 'edited', isViewed: true, rating: 5 })
  const sameSecond = message(1, { ...byExpert, message: 'again', updated_at: 200, edited_at: 200 })
  expect(withMessages(known, [sameSecond], 'page').messages[0]?.text).toBe('edited')
  expect(withMessages(known, [sameSecond], 'event').messages[0]).toMatchObject({ text: 'again', isViewed: true })
  const converted = message(1, { updated_at: 200, files: [mediaFile({ type: 1 })] })
  const editedMeanwhile = message(1, { updated_at: 300, files: [mediaFile({ type: 1, status: 'UPLOADED' })] })
  const both = withMessages(withLatest(noMessages, [converted]), [editedMeanwhile], 'event').messages[0]
  expect(both).toMatchObject({ updatedAt: 300_000, files: [{ id: 7, status: 'DONE' }] })
})

test('the newest page far ahead of what is known takes its place; a near one joins it', () => {
  const known = withLatest(noMessages, from(1, 30))
  expect(numbers(withLatest(known, from(9971, 10_000)))[0]).toBe(9971)
  expect(withLatest(known, from(9971, 10_000)).hasOlder).toBe(true)
  expect(hasGap(withLatest(known, from(41, 70)))).toBe(true)
  expect(withLatest(known, from(41, 70)).hasOlder).toBe(false)
  const more = withLatest(noMessages, from(31, 60))
  expect(withMessages(more, from(1, 30), 'page').hasOlder).toBe(false)
})

test('more is before the newest page unless it begins with the first message [CHT-04]', () => {
  expect(withLatest(noMessages, from(31, 60)).hasOlder).toBe(true)
  expect(withLatest(noMessages, from(1, 30)).hasOlder).toBe(false)
  expect(withLatest(noMessages, []).hasOlder).toBe(false)
})

test('seeing a message marks what the other side wrote up to it [CHT-09]', () => {
  const known = withLatest(noMessages, [message(1), message(2, byExpert), message(3), message(4)])
  const seen = withViewed(known, 'others', 3)
  expect(seen.messages.map(one => one.isViewed)).toEqual([true, false, true, false])
  expect(withViewed(seen, 'others', 3)).toBe(seen)
})
