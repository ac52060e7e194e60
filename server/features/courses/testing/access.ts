import { type AccessTable, ofOneself, ofTheCourse } from '#server/platform/testing/access-table.ts'
import type { courses } from '#shared/features/courses/contract.ts'

export const access: AccessTable<typeof courses> = {
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
}
