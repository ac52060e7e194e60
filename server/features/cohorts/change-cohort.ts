import { configIn } from '#shared/features/brands/rules.ts'
import { userRoom } from '#shared/features/accounts/contract.ts'
import { daysBetween } from '#shared/platform/times.ts'
import { writeAudit } from '#server/features/accounts/audit.ts'
import { type Brands, brandById } from '#server/features/brands/load-brands.ts'
import { courseStructure } from '#server/features/courses/course-structure.ts'
import { todayIn } from '#server/features/streams/local-days.ts'
import { lockCohort, lockPlaces, setCohort, setPlaces } from '#server/features/streams/place-queries.ts'
import type { Db } from '#server/platform/database/statement.ts'
import { checkCohort, checkDates, type CohortContext, lastOpeningOf } from './cohort-context.ts'
import { changedPlaces, planAction, sealedEffects } from './place-effects.ts'
import { findCohort, listPlaces } from './queries.ts'

type Showing = CohortContext<'POST /studio/cohorts/:id/effects'>
type Changing = CohortContext<'PUT /studio/cohorts/:id'>

/** What other dates of a cohort would do to its learners. */
export async function dateEffects(context: Showing, brands: Brands) {
  const { request, planned } = await plan(context.db, context, brands)
  return sealedEffects(request, planned)
}

/** Changes a cohort; the places of its learners move with it. */
export async function changeCohort(context: Changing, brands: Brands) {
  const { db, user, params, body, refuse, live } = context
  const touched = await db.inTransaction(async tx => {
    if (!(await lockCohort(tx, params.id, user.brandId))) return refuse('not_found')
    await lockPlaces(tx, params.id, null)
    const { cohort, request, planned } = await plan(tx, context, brands)
    const isSame = cohort.starts_on === request.starts_on && cohort.ends_on === request.ends_on
    if (isSame && cohort.seats === request.seats) return []
    if (sealedEffects(request, planned).seal !== body.seal) return refuse('place_effects_changed')
    const isSet = await setCohort(tx, params.id, request.starts_on, request.ends_on, request.seats)
    if (!isSet) return refuse('cohort_exists', { fields: ['starts_on'] })
    const changed = planned.filter(({ effect }) => effect.outcome === 'changed')
    if (changed.length) await setPlaces(tx, JSON.stringify(changedPlaces(changed)))
    await writeAudit(tx, user, { action: 'cohort.change', targetType: 'cohort', targetId: params.id, detail: request })
    return changed.map(({ row }) => row.user_id)
  })
  for (const userId of touched) live.nudge(userRoom, userId)
  return { changed: touched.length }
}

async function plan(db: Db, context: Showing | Changing, brands: Brands) {
  const { params, body, user, caller, now, refuse } = context
  const { starts_on, ends_on, seats } = body
  checkDates({ starts_on, ends_on }, refuse)
  const cohort = (await findCohort(db, params.id, user.brandId)) ?? refuse('not_found')
  const structure = await courseStructure(context.db, cohort.course_id, cohort.course_version)
  const lastOpening = lastOpeningOf(structure)
  checkCohort({ startsOn: starts_on, endsOn: ends_on }, { today: todayIn(user.timezone, now), lastOpening }, refuse)
  const { freezeDays } = configIn(brandById(brands, user.brandId), caller.appType)
  const shift = { kind: 'shift', startsOn: starts_on, endBy: daysBetween(cohort.ends_on, ends_on) } as const
  const planned = planAction(await listPlaces(db, params.id, null), shift, { structure, now, freezeDays })
  return { cohort, request: { starts_on, ends_on, seats }, planned }
}
