import { type AccessTable, ofOneself, ofTheCourse, statuses } from '#server/platform/testing/access-table.ts'
import type { courses } from '#shared/features/courses/contract.ts'

/** All staff see the courses of their school. */
const ofAllStaff = { ...ofTheCourse, author: 200, support: 200 }

const ofAuthors = { ...statuses(401, 403, 403, 403), author: 200, admin: 200 }

export const access: AccessTable<typeof courses> = {
  'GET /studio/courses': { expected: ofAuthors },
  'GET /studio/courses/:id/versions': { expected: ofAuthors, input: owned => ({ params: { id: owned.course } }) },
  'GET /studio/courses/:id/versions/:versionId/effects': {
    expected: ofAuthors,
    input: owned => ({ params: { id: owned.course, versionId: 1 } }),
  },
  // What is published already stays as it is.
  'POST /studio/courses/:id/versions': {
    expected: ofAuthors,
    input: owned => ({ params: { id: owned.course }, body: { version: 1, seal: '' } }),
  },
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
