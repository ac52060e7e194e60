import { expect, test } from 'vitest'
import { dayLacks } from './day-lacks.ts'
import { type CourseDay, dayStates, heldBack } from './rules.ts'

const day = (id: number, more: Partial<CourseDay> = {}): CourseDay => ({
  id,
  stageId: id < 3 ? 1 : 2,
  dayNumber: id,
  opensAfterDays: id - 1,
  dayOfRest: false,
  isRequiredToComplete: true,
  isDemoAccessible: false,
  ...more,
})
const plain = {
  days: [day(1), day(2, { dayOfRest: true }), day(3), day(4)],
  startsOn: '2026-12-01',
  today: '2026-12-03',
  frozen: [],
  completedDayIds: new Set<number>(),
  isDemo: false,
  courseFullAccess: false,
  streamStatus: 'open',
  unpassedHomeworkStageIds: new Set<number>(),
} as const

type Input = Parameters<typeof dayStates>[0]
const required = [
  { id: 50, status: 'FAIL' },
  { id: 51, status: 'DONE' },
] as const

/** Why the days of a course are not done, in their order. */
function lacksOf(input: Input, own: Partial<Parameters<typeof dayLacks>[0]> = {}) {
  const held = heldBack(input)
  const nothing = { isStarted: false, lessons: [], homeworks: [], requiredOfStage: () => required }
  return dayStates(input).map(state => dayLacks({ ...nothing, ...own, state, hold: held.get(state.dayId) }))
}

test('an open day names what of it is not begun, watched and accepted [STF-19]', () => {
  const work = {
    lessons: [
      { id: 7, viewedSeconds: 179, lengthSeconds: 200 },
      { id: 8, viewedSeconds: 180, lengthSeconds: 200 },
      { id: 9, viewedSeconds: 0, lengthSeconds: 0 },
    ],
    homeworks: [
      { id: 60, status: 'UPLOADED' },
      { id: 61, status: 'DONE' },
    ],
  } as const
  const left = [
    { kind: 'lesson', lessonId: 7, viewedSeconds: 179, lengthSeconds: 200 },
    { kind: 'lesson', lessonId: 9, viewedSeconds: 0, lengthSeconds: 0 },
    { kind: 'homework', homeworkId: 60, status: 'UPLOADED' },
  ]
  expect(lacksOf(plain, work)[0]).toEqual([{ kind: 'start' }, ...left])
  expect(lacksOf(plain, { ...work, isStarted: true })[0]).toEqual([...left, { kind: 'finish' }])
})

test('a locked day names its date, and the first day or the homework that it waits for [STF-19]', () => {
  expect(lacksOf(plain).slice(1)).toEqual([
    [],
    [{ kind: 'day', dayId: 1 }],
    [
      { kind: 'date', opensOn: '2026-12-04' },
      { kind: 'day', dayId: 1 },
    ],
  ])
  const homework = { ...plain, unpassedHomeworkStageIds: new Set([1]) }
  expect(lacksOf(homework)[2]).toEqual([{ kind: 'homework', homeworkId: 50, status: 'FAIL' }])
  expect(lacksOf(homework)[3]?.map(({ kind }) => kind)).toEqual(['date', 'homework'])
})

test('nothing is missing of a day that is done; a closed course and a demo say only that [STF-19]', () => {
  expect(lacksOf({ ...plain, completedDayIds: new Set([1, 3]) }).slice(0, 3)).toEqual([[], [], []])
  expect(lacksOf({ ...plain, streamStatus: 'ended' })[0]).toEqual([{ kind: 'stream' }])
  expect(lacksOf({ ...plain, isDemo: true })[0]).toEqual([{ kind: 'demo' }])
  const demo = { ...plain, isDemo: true, days: [day(1), day(3, { isDemoAccessible: true })] }
  expect(lacksOf(demo)[1]).toEqual([{ kind: 'start' }])
})
