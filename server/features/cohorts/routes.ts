import { cohorts } from '#shared/features/cohorts/contract.ts'
import { routes } from '#server/platform/http/routes.ts'
import type { JobQueue } from '#server/platform/jobs/job-queue.ts'
import type { Brands } from '#server/features/brands/load-brands.ts'
import { actOnPlaces, placeEffects } from './act-on-places.ts'
import { changeCohort, dateEffects } from './change-cohort.ts'
import { codesOfCohort, joinedByCode, makeCode, withdrawCode } from './codes/codes.ts'
import { checkCode, joinByCode } from './codes/join.ts'
import { deleteCohort } from './delete-cohort.ts'
import { checkList, enrolList } from './enrol-list.ts'
import { enrolPeople } from './enrol-people.ts'
import { cohortLearners } from './learners.ts'
import { openCohort } from './open-cohort.ts'
import { allCohorts, wholeCohort } from './whole-cohort.ts'

/** Calls about cohorts and the learners in them; the brand says how long a pause may be. */
export function cohortRoutes(brands: Brands, jobs: Pick<JobQueue, 'sendAll'>) {
  return routes(cohorts, {
    'GET /studio/cohorts': allCohorts,
    'POST /studio/cohorts': openCohort,
    'GET /studio/cohorts/:id': wholeCohort,
    'POST /studio/cohorts/:id/effects': context => dateEffects(context, brands),
    'PUT /studio/cohorts/:id': context => changeCohort(context, brands),
    'DELETE /studio/cohorts/:id': deleteCohort,
    'GET /studio/cohorts/:id/learners': cohortLearners,
    'POST /studio/cohorts/:id/learners': enrolPeople,
    'POST /studio/cohorts/:id/people/check': checkList,
    'POST /studio/cohorts/:id/people': context => enrolList(context, jobs),
    'POST /studio/cohorts/:id/learners/effects': context => placeEffects(context, brands),
    'GET /studio/cohorts/:id/codes': codesOfCohort,
    'POST /studio/cohorts/:id/codes': makeCode,
    'POST /studio/cohorts/:id/codes/:codeId/withdraw': withdrawCode,
    'GET /studio/cohorts/:id/codes/:codeId/learners': joinedByCode,
    'POST /enrolment/check': checkCode,
    'POST /enrolment': joinByCode,
    'POST /studio/cohorts/:id/learners/actions': context => actOnPlaces(context, brands),
  })
}
