import { type AccessTable, type Owned, statuses } from '#server/platform/testing/access-table.ts'
import type { cohorts } from '#shared/features/cohorts/contract.ts'

const ofAdmins = { ...statuses(401, 403, 403, 403), admin: 200 }
const ofAuthors = { ...ofAdmins, author: 200 }
const nothingThere = { ...ofAdmins, admin: 404 }

/** The owner's cohort has the first id of its table, as the owner's stream has of its own. */
const cohortOf = (owned: Owned) => ({ params: { id: owned.stream } })
const codeOf = (owned: Owned) => ({ params: { id: owned.stream, codeId: 987_654 } })
const guess = () => ({ body: { code: 'MADE-UP22' } })
const ofWhoGuesses = statuses(401, 422, 422, 422)
const listed = { line: 1, name: 'Anna', email: 'anna@example.com', phone: '' }
const dates = { starts_on: '2026-12-01', ends_on: '2026-12-30', seats: null }

export const access: AccessTable<typeof cohorts> = {
  'GET /studio/cohorts': { expected: ofAuthors },
  // The second to ask finds it opened already.
  'POST /studio/cohorts': {
    expected: { ...ofAdmins, author: 200, admin: 409 },
    input: owned => ({ body: { course_id: owned.course, starts_on: '2027-03-01' } }),
  },
  'GET /studio/cohorts/:id': { expected: ofAuthors, input: cohortOf },
  'POST /studio/cohorts/:id/effects': { expected: ofAdmins, input: owned => ({ ...cohortOf(owned), body: dates }) },
  'PUT /studio/cohorts/:id': {
    expected: ofAdmins,
    input: owned => ({ ...cohortOf(owned), body: { ...dates, seal: '' } }),
  },
  'DELETE /studio/cohorts/:id': { expected: { ...ofAdmins, admin: 409 }, input: cohortOf },
  'GET /studio/cohorts/:id/learners': { expected: ofAdmins, input: cohortOf },
  'POST /studio/cohorts/:id/learners': {
    expected: ofAdmins,
    input: owned => ({ ...cohortOf(owned), body: { user_ids: [owned.person] } }),
  },
  'POST /studio/cohorts/:id/people/check': {
    expected: ofAdmins,
    input: owned => ({ ...cohortOf(owned), body: { people: [listed] } }),
  },
  'POST /studio/cohorts/:id/people': {
    expected: ofAdmins,
    input: owned => ({ ...cohortOf(owned), body: { people: [{ ...listed, email: '' }] } }),
  },
  'GET /studio/cohorts/:id/codes': { expected: ofAdmins, input: cohortOf },
  'POST /studio/cohorts/:id/codes': {
    expected: { ...ofAdmins, admin: 422 },
    input: owned => ({ ...cohortOf(owned), body: { ends_on: '2026-01-01' } }),
  },
  'POST /studio/cohorts/:id/codes/:codeId/withdraw': { expected: nothingThere, input: codeOf },
  'GET /studio/cohorts/:id/codes/:codeId/learners': { expected: nothingThere, input: codeOf },
  'POST /enrolment/check': { expected: ofWhoGuesses, input: guess },
  'POST /enrolment': { expected: ofWhoGuesses, input: guess },
  'POST /studio/cohorts/:id/learners/effects': {
    expected: ofAdmins,
    input: owned => ({ ...cohortOf(owned), body: { place_ids: [owned.stream], action: 'unfreeze' } }),
  },
  'POST /studio/cohorts/:id/learners/actions': {
    expected: nothingThere,
    input: owned => ({ params: { id: owned.stream + 49 }, body: { place_ids: [1], action: 'stop', seal: '' } }),
  },
}
