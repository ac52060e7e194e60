import { expect, test } from 'vitest'
import { lessonStatisticToWire } from './forms.ts'

test('a report names its day, stream, lesson, amounts and what the device believes of the day [PRG-03]', () => {
  const record = {
    dayId: 10,
    streamId: 4,
    lessonId: 5,
    viewedSeconds: 20,
    playCount: 1,
    dayStatus: 'started',
    dayStatusId: 7,
    positionSeconds: 31,
  } as const
  expect(lessonStatisticToWire(record, 1_765_000_000)).toEqual({
    stage_day_id: 10,
    user_course_stream_id: 4,
    stage_day_lesson_set_lesson_id: 5,
    viewed_seconds: 20,
    play_count: 1,
    day_status: 'started',
    position_seconds: 31,
    occurred_at: 1_765_000_000,
  })
})
