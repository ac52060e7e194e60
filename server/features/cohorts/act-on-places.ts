import { configIn } from '#shared/features/brands/rules.ts'
import { userRoom } from '#shared/features/accounts/contract.ts'
import type { ActionBodyWire } from '#shared/features/cohorts/contract.ts'
import type { PlaceAction } from '#shared/features/cohorts/rules.ts'
import type { LocalDate } from '#shared/platform/times.ts'
import { writeAudits } from '#server/features/accounts/audit.ts'
import { type Brands, brandById } from '#server/features/brands/load-brands.ts'
import { courseStructure } from '#server/features/courses/course-structure.ts'
import { cancelFreezes, insertFreezes } from '#server/features/streams/freeze-queries.ts'
import { findOverfull, lockPlaces, setPlaces, takeOutPlaces } from '#server/features/streams/place-queries.ts'
import type { Db } from '#server/platform/database/statement.ts'
import { checkDates, type CohortContext } from './cohort-context.ts'
import { changedPlaces, type Planned, planAction, sealedEffects } from './place-effects.ts'
import { findCohort, findTarget, listPlaces, type PlaceRow } from './queries.ts'

type Showing = CohortContext<'POST /studio/cohorts/:id/learners/effects'>
type Acting = CohortContext<'POST /studio/cohorts/:id/learners/actions'>

/** What an action would do to the chosen learners. */
export async function placeEffects(context: Showing, brands: Brands) {
  const { planned, request } = await plan(context.db, context, brands)
  return sealedEffects(request, planned)
}

/** Does to the chosen learners what was shown, and nothing else. */
export async function actOnPlaces(context: Acting, brands: Brands) {
  const { db, user, params, body, refuse, live } = context
  const touched = await db.inTransaction(async tx => {
    await lockPlaces(tx, params.id, body.place_ids)
    const { planned, request, action } = await plan(tx, context, brands)
    const changed = planned.filter(({ effect }) => effect.outcome === 'changed')
    if (!changed.length) return []
    if (sealedEffects(request, planned).seal !== body.seal) return refuse('place_effects_changed')
    await writeOutcomes(tx, action, changed)
    if (action.kind === 'move' && (await findOverfull(tx, action.cohortId))) return refuse('no_seat')
    const targetIds = changed.map(({ row }) => row.user_id)
    const { place_ids: _chosen, ...detail } = request
    await writeAudits(tx, user, { action: `learner.${action.kind}`, targetType: 'user', targetIds, detail })
    return targetIds
  })
  for (const userId of touched) live.nudge(userRoom, userId)
  return { changed: touched.length }
}

/** What the action does to each chosen place as it is now. */
async function plan(db: Db, context: Showing | Acting, brands: Brands) {
  const { params, body, user, caller, now, refuse } = context
  const cohort = (await findCohort(db, params.id, user.brandId)) ?? refuse('not_found')
  // From the pool: the course's structure is remembered beyond the transaction.
  const structure = await courseStructure(context.db, cohort.course_id, cohort.course_version)
  const rows = await listPlaces(db, params.id, body.place_ids)
  const { freezeDays } = configIn(brandById(brands, user.brandId), caller.appType)
  const { place_ids, action: name, cohort_id, start_date, end_date, days } = body
  const request = { place_ids, action: name, cohort_id, start_date, end_date, days }
  const action = await actionOf(db, request, { courseId: cohort.course_id, rows }, refuse)
  return { request, action, planned: planAction(rows, action, { structure, now, freezeDays }) }
}

type Refuse = Showing['refuse'] & Acting['refuse']

type Chosen = { courseId: number; rows: readonly PlaceRow[] }

async function actionOf(db: Db, body: ActionBodyWire, place: Chosen, refuse: Refuse): Promise<PlaceAction> {
  const { action, start_date: startsOn, end_date: endsOn, days } = body
  checkDates({ start_date: startsOn, end_date: endsOn }, refuse)
  const missing = (field: string): never => refuse('invalid_input', { fields: [field] })
  if (action === 'move') return moveOf(db, body.cohort_id ?? missing('cohort_id'), place, refuse)
  if (action === 'extend') return { kind: action, days: days ?? missing('days') }
  if (action !== 'freeze') return { kind: action }
  return { kind: action, startsOn: startsOn ?? missing('start_date'), endsOn: endsOn ?? missing('end_date') }
}

async function moveOf(db: Db, cohortId: number, { courseId, rows }: Chosen, refuse: Refuse): Promise<PlaceAction> {
  const userIds = rows.map(row => row.user_id)
  const target = await findTarget(db, cohortId, courseId, userIds)
  if (!target) return refuse('no_cohort', { fields: ['cohort_id'] })
  const { startsOn, endsOn, seats, taken } = target
  const occupied = new Set(target.occupied)
  const coming = userIds.filter(id => !occupied.has(id)).length
  if (seats !== null && coming > 0 && taken + coming > seats) return refuse('no_seat')
  return { kind: 'move', cohortId, startsOn, endsOn, occupied }
}

/** Writes what the plan says, each kind of action by one statement. */
async function writeOutcomes(tx: Db, action: PlaceAction, changed: readonly Planned[]) {
  const ids = changed.map(({ row }) => row.id)
  const todays: LocalDate[] = changed.map(({ today }) => today)
  if (action.kind === 'freeze') await insertFreezes(tx, ids, action.startsOn, action.endsOn)
  else if (action.kind === 'unfreeze') await cancelFreezes(tx, ids, todays, null)
  else if (action.kind === 'take_out') await takeOutPlaces(tx, ids)
  else await setPlaces(tx, JSON.stringify(changedPlaces(changed)))
}
