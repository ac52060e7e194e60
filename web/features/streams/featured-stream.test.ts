import { expect, test } from 'vitest'
import { featuredStream, underWay } from './featured-stream.ts'

const stream = (id: number, status: 'open' | 'ended' | 'freeze', progress: number, isDemo = false) => ({
  id,
  status,
  isDemo,
  progress: { daysCount: 10, completeDaysCount: progress / 10, progress },
})

test('the stream to go on with is open and has days left, a whole course before a demo', () => {
  const demo = stream(1, 'open', 10, true)
  const done = stream(2, 'open', 100)
  const going = stream(3, 'open', 40)
  expect(featuredStream([stream(4, 'freeze', 10), demo, done, going])?.id).toBe(3)
  expect(featuredStream([done, demo])?.id).toBe(1)
  expect(featuredStream([stream(5, 'ended', 20), done])?.id).toBe(2)
  expect(featuredStream([stream(5, 'ended', 20)])).toBeUndefined()
})

test('only open streams with days left are under way', () => {
  expect(underWay([stream(1, 'open', 40), stream(2, 'open', 100), stream(3, 'freeze', 0)])).toBe(1)
})
