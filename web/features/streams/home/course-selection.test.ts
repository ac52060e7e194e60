import { expect, test } from 'vitest'
import { countInProgress, featuredStream, otherStreams } from './course-selection.ts'

const stream = (id: number, status: 'open' | 'ended' | 'freeze', progress: number, isDemo = false) => ({
  id,
  courseId: id,
  status,
  isDemo,
  progress: { daysCount: 10, completeDaysCount: progress / 10, progress, homeworkSentBack: 1 },
})

test('the stream to continue is open and has days left, a full course before a demo', () => {
  const demo = stream(1, 'open', 10, true)
  const done = stream(2, 'open', 100)
  const going = stream(3, 'open', 40)
  expect(featuredStream([stream(4, 'freeze', 10), demo, done, going])?.id).toBe(3)
  expect(featuredStream([done, demo])?.id).toBe(1)
  expect(featuredStream([stream(5, 'ended', 20), done])?.id).toBe(2)
  expect(featuredStream([stream(5, 'ended', 20)])).toBeUndefined()
})

test('the courses in progress are those open with days left, each once', () => {
  const again = { ...stream(4, 'open', 10, true), courseId: 1 }
  expect(countInProgress([stream(1, 'open', 40), stream(2, 'open', 100), stream(3, 'freeze', 0), again])).toBe(1)
})

test('besides the stream that is continued each other course stands once, without what has ended [STR-12]', () => {
  const featured = stream(1, 'open', 40)
  const demo = { ...stream(2, 'open', 10, true), courseId: 1 }
  const later = { ...stream(5, 'freeze', 0), courseId: 3 }
  const streams = [demo, featured, stream(3, 'open', 0), stream(4, 'ended', 20), later, stream(6, 'freeze', 0)]
  expect(otherStreams(streams, featured).map(({ id }) => id)).toEqual([3, 6])
  expect(otherStreams([stream(4, 'ended', 20), stream(6, 'freeze', 0)], undefined).map(({ id }) => id)).toEqual([6])
})
