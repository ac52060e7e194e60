import {
  type AccessTable,
  type AddressTable,
  type Owned,
  ofOneself,
  ofTheCourse,
  statuses,
} from '#server/platform/testing/access-table.ts'
import type { courses } from '#shared/features/courses/contract.ts'

/** All staff see the courses of their school. */
const ofAllStaff = { ...ofTheCourse, author: 200, support: 200 }

const ofAuthors = { ...statuses(401, 403, 403, 403), author: 200, admin: 200 }

const ofDraft = (body: Record<string, unknown> = {}, expected = { author: 200, admin: 200 }) => ({
  expected: { ...ofAuthors, ...expected },
  input: (owned: Owned) => ({ params: { id: owned.course }, body }),
})

export const addresses: AddressTable = {
  // An address that nobody has opened.
  '/spa/course-archives/:key': [
    { expected: statuses(404, 404, 404, 404), urls: () => [`/spa/course-archives/${'x'.repeat(22)}`] },
  ],
}

export const access: AccessTable<typeof courses> = {
  'POST /studio/courses/:id/export': ofDraft(),
  'GET /studio/course-imports': { expected: ofAuthors },
  // It is no course.
  'POST /studio/course-imports': {
    expected: { ...ofAuthors, author: 422, admin: 422 },
    input: owned => ({ body: { file_id: owned.file, language: 'en' } }),
  },
  'GET /studio/course-imports/:id': { expected: ofAuthors, input: owned => ({ params: { id: owned.courseImport } }) },
  'POST /studio/course-imports/:id/retry': {
    expected: ofAuthors,
    input: owned => ({ params: { id: owned.courseImport } }),
  },
  'GET /studio/courses/:id/archive-effects': {
    expected: { ...ofAuthors, author: 403 },
    input: owned => ({ params: { id: owned.course } }),
  },
  'PUT /studio/courses/:id/state': {
    expected: { ...ofAuthors, author: 403 },
    input: owned => ({ params: { id: owned.course }, body: { state: 'current' } }),
  },
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
  'POST /studio/courses': {
    expected: ofAuthors,
    input: () => ({ body: { id: '11111111-1111-4111-8111-111111111111', title: 'Tea', language: 'en' } }),
  },
  'GET /studio/courses/:id/draft': ofDraft(),
  'POST /studio/courses/:id/draft': ofDraft(),
  // Somebody has changed it since.
  'POST /studio/courses/:id/draft/discard': ofDraft({ revision: 99 }, { author: 409, admin: 409 }),
  'POST /studio/courses/:id/draft/authors': ofDraft({ part: null }),
  'POST /studio/courses/:id/draft/edits': ofDraft({ revision: 99, added: [], placed: [] }),
  'GET /studio/courses/:id/draft/parts/:part': {
    expected: ofAuthors,
    input: owned => ({ params: { id: owned.course, part: owned.draftPart } }),
  },
  'PATCH /studio/courses/:id/draft/parts/:part': {
    expected: { ...ofAuthors, author: 409, admin: 409 },
    input: owned => ({ params: { id: owned.course, part: owned.draftPart }, body: { revision: 99, content: {} } }),
  },
  'GET /studio/courses/:id/draft/effects': ofDraft(),
  // The effects are others.
  'POST /studio/courses/:id/draft/publication': ofDraft({ seal: '' }, { author: 409, admin: 409 }),
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
