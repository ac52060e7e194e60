import { expect, test } from 'vitest'
import type { Section } from '#web/platform/menu.ts'
import { emptyHistory, previousAddress, sectionAddress, sectionStart, visited } from './section-history.ts'

const walk = (...visits: [Section | undefined, string][]) =>
  visits.reduce((history, [section, address]) => visited(history, section, address), emptyHistory)

test('each section has its own start [SHL-04]', () => {
  expect(sectionStart).toEqual({
    home: '/home',
    course: '/courses',
    chat: '/chats',
    task: '/tasks',
    profile: '/user',
    catalog: '/catalog',
  })
  expect(sectionAddress(emptyHistory, 'course', 'home')).toBe('/courses')
})

test('a section links to its latest address and, from within it, to its start [SHL-04] [SHL-05]', () => {
  const history = walk(
    ['home', '/home'],
    ['course', '/course/7/calendar'],
    ['course', '/course/7/calendar/3'],
    ['home', '/home'],
  )
  expect(sectionAddress(history, 'course', 'home')).toBe('/course/7/calendar/3')
  expect(sectionAddress(history, 'course', 'course')).toBe('/courses')
})

test('the same address twice in a row is one visit [SHL-04]', () => {
  const once = walk(['home', '/home'], ['course', '/courses'])
  expect(visited(once, 'course', '/courses')).toBe(once)
  expect(previousAddress(once)).toBe('/home')
})

test('going back shortens the trail instead of circling', () => {
  const history = walk(['home', '/home'], ['course', '/courses'], ['profile', '/user/points'], ['course', '/courses'])
  expect(history.trail).toEqual(['/home', '/courses'])
  expect(previousAddress(history)).toBe('/home')
})

test('a page outside every section is in the trail alone, and the trail is bounded', () => {
  expect(walk(['home', '/home'], [undefined, '/document']).latest).toEqual({ home: '/home' })
  const long = walk(
    ...Array.from({ length: 90 }, (_, day) => ['course', `/course/1/calendar/${day}`] as [Section, string]),
  )
  expect(long.trail).toHaveLength(50)
  expect(long.trail.at(-1)).toBe('/course/1/calendar/89')
})
