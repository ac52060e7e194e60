import { createHash } from 'node:crypto'
import type { EffectsWire, PlaceEffectWire } from '#shared/features/cohorts/contract.ts'
import { outcomeOf, type Place, type PlaceAction, seenOf } from '#shared/features/cohorts/rules.ts'
import type { LocalDate } from '#shared/platform/times.ts'
import type { CourseStructure } from '#server/features/courses/course-structure.ts'
import { todayIn } from '#server/features/streams/local-days.ts'
import { termsOn } from '#server/features/streams/stream-wire.ts'
import type { PlaceRow } from './queries.ts'

/** What an action makes of one place; `after` is undefined where it stays, null where it is taken away. */
export type Planned = { row: PlaceRow; today: LocalDate; after: Place | null | undefined; effect: PlaceEffectWire }

type Moment = { structure: CourseStructure; now: number; freezeDays: number }

/** What an action makes of each place on its learner's day; nothing is written. */
export function planAction(rows: readonly PlaceRow[], action: PlaceAction, moment: Moment): Planned[] {
  const days = moment.structure.days.filter(day => !day.dayOfRest)
  return rows.map(row => {
    const today = todayIn(row.timezone, moment.now)
    const place = placeOf(row, today)
    const outcome = outcomeOf(place, action, { today, freezeDays: moment.freezeDays })
    const after = 'after' in outcome ? outcome.after : undefined
    const effect: PlaceEffectWire = {
      id: row.id,
      user_id: row.user_id,
      name: row.name,
      outcome: 'after' in outcome ? 'changed' : 'same' in outcome ? 'same' : 'refused',
      reason: 'refusal' in outcome ? outcome.refusal : null,
      before: seenOf(place, days, today),
      after: after ? seenOf(after, days, today) : null,
    }
    return { row, today, after, effect }
  })
}

function placeOf(row: PlaceRow, today: LocalDate): Place {
  const terms = termsOn(row, today, row.timezone)
  return { ...terms, isStopped: row.is_stopped, userId: row.user_id, cohortId: row.stream_id }
}

/** The effects as they are shown, and what stands for them: of the same effects of the same request it is the same. */
export function sealedEffects(request: unknown, planned: readonly Planned[]): EffectsWire {
  const places = planned.map(({ effect }) => effect)
  const told = places.map(({ id, outcome, reason, before, after }) => [id, outcome, reason, before, after])
  const seal = createHash('sha256')
    .update(JSON.stringify([request, told]))
    .digest('base64url')
  return { places, seal }
}

/** The places that become others, as they are stored. */
export function changedPlaces(planned: readonly Planned[]) {
  return planned.flatMap(({ row, after }) => {
    if (!after) return []
    const { cohortId, startsOn, endsOn, courseFullAccess, isStopped } = after
    return [{ id: row.id, cohortId, startsOn, endsOn, courseFullAccess, isStopped }]
  })
}
