import { expect, test } from 'vitest'
import type { Day } from '#shared/features/courses/forms.ts'
import type { DayStatus } from '#shared/features/streams/forms.ts'
import { dayInStream, lessonStatisticToWire } from './forms.ts'
import { watched } from './testing/watched.ts'

test('a report names its day, stream, lesson, amounts and what the device believes of the day [PRG-03]', () => {
  expect(lessonStatisticToWire(watched, 1_765_000_000)).toEqual({
    stage_day_id: 10,
    user_course_stream_id: 4,
    stage_day_lesson_set_lesson_id: 5,
    viewed_seconds: 20,
    play_count: 1,
    day_status: 'started',
    position_seconds: 31,
    film: { id: 9, seconds: [{ from: 11, until: 31 }] },
    occurred_at: 1_765_000_000,
  })
})

test('a day of the course has the learner’s status and opening once they are known [CRS-03]', () => {
  const day = { id: 11, isOpenByTimeDelay: true } as Day
  const status = (own: Partial<DayStatus>) => dayInStream(day, own as DayStatus)
  expect(status({ dayStatusId: 71, isOpenByTimeDelay: true })).toEqual({ ...day, dayStatusId: 71 })
  expect(status({ isOpenByTimeDelay: false })).toEqual({ ...day, isOpenByTimeDelay: false })
  expect(dayInStream(day, undefined)).toBe(day)
})
