import { type AccessTable, ofOneself, ofTheCourse } from '#server/platform/testing/access-table.ts'
import type { courses } from '#shared/features/courses/contract.ts'

/** All staff see the courses of their school. */
const ofAllStaff = { ...ofTheCourse, author: 200, support: 200 }

export const access: AccessTable<typeof courses> = {
  'GET /courses': { expected: ofOneself },
  'GET /courses/versions': { expected: ofOneself },
  'GET /courses/:id': { expected: ofAllStaff, input: owned => ({ params: { id: owned.course } }) },
  'GET /courses/:courseId/stages': {
    expected: ofAllStaff,
    input: owned => ({ params: { courseId: owned.course } }),
  },
  'GET /courses/:courseId/stages/:stageId/days': {
    expected: ofAllStaff,
    input: owned => ({ params: { courseId: owned.course, stageId: owned.stage } }),
  },
  'GET /courses/:courseId/stages/:stageId/days/:dayId': {
    expected: ofAllStaff,
    input: owned => ({ params: { courseId: owned.course, stageId: owned.stage, dayId: owned.day } }),
  },
}
