import { expect, test } from 'vitest'
import type { Course } from '#shared/features/courses/forms.ts'
import type { StreamStatusRecordWire } from '#shared/features/streams/contract.ts'
import { watched } from '#shared/features/progress/testing/watched.ts'
import { withDayChange, withWatched } from './optimistic-status.ts'

type DayPlan = { number: number; stageId: number; isRequired?: boolean; isRest?: boolean; homework?: number }
const plans: DayPlan[] = [
  { number: 1, stageId: 1, isRequired: true },
  { number: 2, stageId: 1, isRest: true },
  { number: 3, stageId: 1, homework: 77 },
  { number: 4, stageId: 2 },
  { number: 5, stageId: 2 },
]
const homework = (id: number) => ({ id, isRequired: true })
const courseDay = ({ number, stageId, isRequired = false, isRest = false, homework: task }: DayPlan) => ({
  id: number * 10,
  stageId,
  dayNumber: number,
  opensAfterDays: 99,
  dayOfRest: isRest,
  isRequiredToComplete: isRequired,
  isDemoAccessible: false,
  title: `Day ${number}`,
  excerpt: '',
  dayHomeworks: task ? [homework(task)] : [],
})
const course = {
  stages: [1, 2].map(id => {
    const days = plans.filter(({ stageId }) => stageId === id).map(courseDay)
    return { id, stageHomeworks: [], dayHomeworks: days.flatMap(day => day.dayHomeworks), days }
  }),
} as unknown as Course

type DayWire = NonNullable<StreamStatusRecordWire['days']>[number]
const opensOn = ['2026-12-01', '2026-12-02', '2026-12-05', '2026-12-06', '2026-12-20']
const wireDay = ({ number, stageId, isRest }: DayPlan, index: number): DayWire => ({
  id: null,
  stage_id: stageId,
  stage_day_id: number * 10,
  is_open_by_time_delay: number < 5,
  is_locked: number > 1,
  lock_reason: number > 3 ? 'homework' : number > 1 ? 'previous_day' : null,
  waits_for_day: null,
  state: isRest ? 'rest' : number === 1 ? 'current' : 'locked',
  opens_on: opensOn[index] ?? '',
  status: 'none',
  started_at: null,
  finished_at: null,
})
const wire = {
  stream: {
    id: 9,
    status: 'open',
    starts_on: '2026-12-01',
    is_demo: false,
    course_full_access: false,
    progress: { days_count: 4, complete_days_count: 0, progress: 0, homework_sent_back: 0 },
  },
  days: plans.map(wireDay),
  homeworks: [{ id: null, target_id: 77, target_type: 'stage_day_homework', status: 'NOT_UPLOADED', is_locked: false }],
  lessons: [],
  current_training_stage_id: 1,
  current_training_day: { stage_id: 1, stage_day_id: 10, title: 'Day 1', excerpt: null },
} as unknown as StreamStatusRecordWire

const states = (record: StreamStatusRecordWire) => record.days?.map(day => `${day.state} ${day.lock_reason ?? 'free'}`)

test('starting a day marks it and opens nothing', () => {
  const started = withDayChange(wire, course, { dayId: 10, mark: 'started', at: 1000 })
  expect(started.days?.[0]).toMatchObject({ status: 'started', started_at: 1000, finished_at: null, state: 'current' })
  expect(states(started)).toEqual(states(wire))
  expect(started.stream.progress.progress).toBe(0)
  const again = withDayChange(started, course, { dayId: 10, mark: 'started', at: 2000 })
  expect(again.days?.[0]?.started_at).toBe(1000)
})

test('finishing a required day opens what waited for it, up to the homework and the date that still hold back', () => {
  const finished = withDayChange(wire, course, { dayId: 10, mark: 'finished', at: 1000 })
  expect(states(finished)).toEqual(['done free', 'rest free', 'current free', 'locked homework', 'locked homework'])
  expect(finished.days?.map(day => day.opens_on)).toEqual(opensOn)
  expect(finished.stream.progress).toEqual({
    days_count: 4,
    complete_days_count: 1,
    progress: 25,
    homework_sent_back: 0,
  })
  expect(finished.current_training_day).toEqual({ stage_id: 1, stage_day_id: 30, title: 'Day 3', excerpt: null })
  const passed = { ...finished, homeworks: finished.homeworks?.map(one => ({ ...one, status: 'DONE' as const })) }
  expect(states(withDayChange(passed, course, { dayId: 30, mark: 'finished', at: 2000 }))?.slice(3)).toEqual([
    'current free',
    'locked not_yet',
  ])
})

test('a stream that is not open stays locked whatever was done', () => {
  const ended = { ...wire, stream: { ...wire.stream, status: 'ended' as const } }
  const finished = withDayChange(ended, course, { dayId: 10, mark: 'finished', at: 1000 })
  expect(states(finished)?.every(state => state.endsWith('stream'))).toBe(true)
})

test('watched amounts add up, the latest position wins', () => {
  const less = { ...watched, viewedSeconds: 5, playCount: 0, positionSeconds: 3 }
  const twice = withWatched(withWatched(wire, watched), less)
  expect(twice.lessons).toEqual([
    {
      stage_day_lesson_set_lesson_id: 5,
      stage_day_id: 10,
      viewed_seconds: 25,
      play_count: 1,
      position_seconds: 3,
    },
  ])
})
