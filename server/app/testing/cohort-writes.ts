import type { TestClient } from './test-client.ts'

/** A write of staff, and what it leaves in the audit log. */
export type Trial = { by: () => TestClient; make: () => Promise<object> | object; logs: readonly string[] }

type Given = {
  signIn: () => Promise<TestClient>
  admin: () => TestClient
  /** A learner's place in a cohort. */
  place: () => number
  course: () => number
}

/** A cohort with learners, as a call names it. */
async function filledCohort(admin: () => TestClient) {
  const { data } = await admin().call('GET /studio/cohorts')
  return { params: { id: data.find(one => one.learners_count > 0)?.id ?? 0 } }
}

/** The writes of staff about the codes of a cohort. */
function codeWrites(by: () => TestClient): Record<string, Trial> {
  return {
    'POST /studio/cohorts/:id/codes': {
      by,
      make: async () => ({ ...(await filledCohort(by)), body: { name: 'A class' } }),
      logs: ['code.add'],
    },
    'POST /studio/cohorts/:id/codes/:codeId/withdraw': {
      by,
      async make() {
        const { params } = await filledCohort(by)
        const { data } = await by().call('POST /studio/cohorts/:id/codes', { params, body: {} })
        return { params: { ...params, codeId: data.id } }
      },
      logs: ['code.withdraw'],
    },
  }
}

/** A cohort that nobody is in. */
async function newCohort(admin: () => TestClient, course: () => number) {
  const body = { course_id: course(), starts_on: '2027-04-01' }
  return { params: { id: (await admin().call('POST /studio/cohorts', { body })).data.id } }
}

/** The writes of staff about cohorts and the learners in them. */
export function cohortWrites({ signIn, admin, place, course }: Given): Record<string, Trial> {
  const cohort = () => filledCohort(admin)
  const listed = { line: 1, name: 'Iris', email: 'iris@example.com', phone: '' }
  const people = async () => ({ ...(await cohort()), body: { people: [listed] } })
  const dates = { starts_on: '2026-12-01', ends_on: '2027-01-31', seats: 99 }
  const by = admin
  return {
    'POST /studio/cohorts': {
      by,
      make: () => ({ body: { course_id: course(), starts_on: '2027-03-01' } }),
      logs: ['cohort.open'],
    },
    'PUT /studio/cohorts/:id': {
      by,
      async make() {
        const asked = { ...(await cohort()), body: dates }
        const { data } = await admin().call('POST /studio/cohorts/:id/effects', asked)
        return { ...asked, body: { ...dates, seal: data.seal } }
      },
      logs: ['cohort.change'],
    },
    'DELETE /studio/cohorts/:id': { by, make: () => newCohort(admin, course), logs: ['cohort.delete'] },
    'POST /studio/cohorts/:id/learners': {
      by,
      make: async () => ({ ...(await cohort()), body: { user_ids: [(await signIn()).userId] } }),
      logs: ['learner.enrol'],
    },
    'POST /studio/cohorts/:id/learners/actions': {
      by,
      async make() {
        const body = { place_ids: [place()], action: 'extend', days: 1 } as const
        const asked = { ...(await cohort()), body }
        const { data } = await admin().call('POST /studio/cohorts/:id/learners/effects', asked)
        return { ...asked, body: { ...body, seal: data.seal } }
      },
      logs: ['learner.extend'],
    },
    'POST /studio/cohorts/:id/people': { by, make: people, logs: ['learner.enrol'] },
    ...codeWrites(admin),
    // These answer what would happen.
    'POST /studio/cohorts/:id/people/check': { by, make: people, logs: [] },
    'POST /studio/cohorts/:id/effects': { by, make: async () => ({ ...(await cohort()), body: dates }), logs: [] },
    'POST /studio/cohorts/:id/learners/effects': {
      by,
      make: async () => ({ ...(await cohort()), body: { place_ids: [place()], action: 'stop' } }),
      logs: [],
    },
  }
}

/** How many statements these may take where that is more than four, and why. */
export const cohortStatements = {
  // A cohort is held, read with its learners, set with their places, and logged.
  'PUT /studio/cohorts/:id': 8,
  // The places are held before what is done with them is worked out.
  'POST /studio/cohorts/:id/learners/actions': 6,
  // The days of the course say when its cohort may end at the earliest.
  'POST /studio/cohorts': 5,
  // All people of the list are added, enrolled, logged and invited together.
  'POST /studio/cohorts/:id/people': 8,
  // The cohort is held while its seats are counted.
  'POST /studio/cohorts/:id/learners': 6,
}
