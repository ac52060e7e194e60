import type { Calls } from '#shared/app/calls.ts'
import { type AccessTable, forAll, type Owned, ofOneself, ofTheCourse, ofTheOwner, statuses } from './access-table.ts'

const dayOfStream = (owned: Owned) => ({ params: { streamId: owned.stream, dayId: owned.day }, body: {} })
const streamOf = (owned: Owned) => ({ params: { id: owned.stream } })

export const learningAccess = {
  'GET /site-configuration': { expected: forAll },
  'GET /external-application-config': { expected: forAll },
  'GET /user-score': { expected: ofOneself },
  'GET /user-score/amount': { expected: ofOneself },
  'GET /courses': { expected: ofOneself },
  'GET /courses/versions': { expected: ofOneself },
  'GET /courses/:id': { expected: ofTheCourse, input: owned => ({ params: { id: owned.course } }) },
  'GET /courses/:courseId/stages': { expected: ofTheCourse, input: owned => ({ params: { courseId: owned.course } }) },
  'GET /courses/:courseId/stages/:stageId/days': {
    expected: ofTheCourse,
    input: owned => ({ params: { courseId: owned.course, stageId: owned.stage } }),
  },
  'GET /courses/:courseId/stages/:stageId/days/:dayId': {
    expected: ofTheCourse,
    input: owned => ({ params: { courseId: owned.course, stageId: owned.stage, dayId: owned.day } }),
  },
  'POST /user-course-streams/demo': { expected: statuses(401, 403, 403, 403) },
  'GET /user-course-streams': { expected: ofOneself },
  'GET /user-course-streams/:id': { expected: ofTheOwner, input: streamOf },
  'POST /user-course-streams/:streamId/filters': {
    expected: ofTheOwner,
    input: owned => ({ params: { streamId: owned.stream }, body: { filters: { level: ['easy'] } } }),
  },
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
} satisfies Partial<AccessTable<keyof Calls>>
