import { type AccessTable, type Owned, ofTheOwner } from '#server/platform/testing/access-table.ts'
import type { progress } from '#shared/features/progress/contract.ts'

const dayOfStream = (owned: Owned) => ({ params: { streamId: owned.stream, dayId: owned.day }, body: {} })
const streamOf = (owned: Owned) => ({ params: { id: owned.stream } })

export const access: AccessTable<typeof progress> = {
  'GET /user-course-streams/:id/status': { expected: ofTheOwner, input: streamOf },
  'POST /user-course-streams/:streamId/user-day-status/:dayId/start': { expected: ofTheOwner, input: dayOfStream },
  'POST /user-course-streams/:streamId/user-day-status/:dayId/finish': { expected: ofTheOwner, input: dayOfStream },
  'GET /user-course-streams/:streamId/user-day-status/:dayStatusId/progress': {
    expected: ofTheOwner,
    input: owned => ({ params: { streamId: owned.stream, dayStatusId: owned.dayStatus } }),
  },
  'POST /save-lesson-stat': {
    expected: ofTheOwner,
    input: owned => ({
      body: {
        user_course_stream_id: owned.stream,
        stage_day_id: owned.day,
        stage_day_lesson_set_lesson_id: owned.lesson,
        viewed_seconds: 5,
        play_count: 1,
      },
    }),
  },
}
