import { isAccessible } from '#shared/features/streams/choice-rules.ts'
import {
  currentFreeze,
  effectiveEndsOn,
  type Freeze,
  freezeRefusal,
  type FreezePlace,
  frozenDates,
  isDemoOnly,
  streamStatus,
} from '#shared/features/streams/rules.ts'
import { opensOn } from '#shared/features/progress/rules.ts'
import { addDays, daysBetween, type LocalDate } from '#shared/platform/times.ts'

/** How far ahead a cohort may begin or end, in days: some ten years. */
const furthest = 3660
const graceDays = 30

/** The last day of a cohort whose end nobody chose: a month after the course's last day opens, `lastOpening` days after the start. */
export function usualEnd(startsOn: LocalDate, lastOpening: number): LocalDate {
  return addDays(startsOn, lastOpening + graceDays)
}

/** Why a cohort cannot have these dates; undefined when it can. */
export function cohortRefusal(
  { startsOn, endsOn }: { startsOn: LocalDate; endsOn: LocalDate },
  { today, lastOpening }: { today: LocalDate; lastOpening: number },
): 'cohort_far' | 'cohort_over' | 'cohort_short' | undefined {
  if (daysBetween(today, startsOn) > furthest || daysBetween(startsOn, endsOn) > furthest) return 'cohort_far'
  if (daysBetween(startsOn, endsOn) < lastOpening) return 'cohort_short'
  return endsOn < today ? 'cohort_over' : undefined
}

/** A learner's place in a cohort, as far as staff change it. */
export type Place = FreezePlace & { userId: number; cohortId: number; isStopped: boolean }

type Dates = { startsOn: LocalDate; endsOn: LocalDate }

/** What staff do with places. */
export type PlaceAction =
  /** `occupied`: those who have a place there already. */
  | ({ kind: 'move'; cohortId: number; occupied: ReadonlySet<number> } & Dates)
  | ({ kind: 'freeze' } & Dates)
  | { kind: 'unfreeze' }
  | { kind: 'extend'; days: number }
  | { kind: 'stop' }
  | { kind: 'resume' }
  | { kind: 'take_out' }
  | { kind: 'full_access' }
  /** The cohort's own dates move: its start, and its end by so many days. */
  | { kind: 'shift'; startsOn: LocalDate; endBy: number }

/** Why an action leaves a place as it is. */
export const placeRefusals = [
  'already_there',
  'no_end',
  'too_late',
  'ends_before_start',
  'freeze_exists',
  'freeze_closed',
  'freeze_start',
  'freeze_end',
  'freeze_too_long',
] as const
type PlaceRefusal = (typeof placeRefusals)[number]

/** What becomes of a place: the place afterwards (null once it is taken away), nothing, or why not. */
export type Outcome = { after: Place | null } | { same: true } | { refusal: PlaceRefusal }

type Moment = { today: LocalDate; freezeDays: number }
type Kind = PlaceAction['kind']
type Rules = {
  [K in Kind]: (place: Place, action: Extract<PlaceAction, { kind: K }>, moment: Moment) => Outcome
}

const same = { same: true } as const

function endingOn(place: Place, endsOn: LocalDate, today: LocalDate): Outcome {
  if (endsOn < place.startsOn) return { refusal: 'ends_before_start' }
  return daysBetween(today, endsOn) > furthest ? { refusal: 'too_late' } : { after: { ...place, endsOn } }
}

const rules: Rules = {
  move(place, { cohortId, startsOn, endsOn, occupied }) {
    if (place.cohortId === cohortId) return same
    return occupied.has(place.userId)
      ? { refusal: 'already_there' }
      : { after: { ...place, cohortId, startsOn, endsOn } }
  },
  freeze(place, { startsOn, endsOn }, { today, freezeDays }) {
    const known = currentFreeze(place.freezes, today)
    if (known?.startsOn === startsOn && known.endsOn === endsOn) return same
    const refusal = freezeRefusal(place, { startsOn, endsOn }, { today, most: freezeDays })
    if (refusal) return { refusal }
    return { after: { ...place, freezes: [...place.freezes, { status: 0, startsOn, endsOn }] } }
  },
  unfreeze(place, _action, { today }) {
    const held = currentFreeze(place.freezes, today)
    if (!held) return same
    const canceled: Freeze = { ...held, status: 2, canceledOn: today }
    return { after: { ...place, freezes: place.freezes.map(freeze => (freeze === held ? canceled : freeze)) } }
  },
  extend(place, { days }, { today }) {
    return place.isOptionalPurchase ? { refusal: 'no_end' } : endingOn(place, addDays(place.endsOn, days), today)
  },
  stop: place => (place.isStopped ? same : { after: { ...place, isStopped: true } }),
  resume: place => (place.isStopped ? { after: { ...place, isStopped: false } } : same),
  take_out: () => ({ after: null }),
  full_access: place => (isDemoOnly(place) ? { after: { ...place, courseFullAccess: true } } : same),
  shift(place, { startsOn, endBy }, { today }) {
    const endsOn = addDays(place.endsOn, endBy)
    if (startsOn === place.startsOn && endsOn === place.endsOn) return same
    return endingOn({ ...place, startsOn }, endsOn, today)
  },
}

/** What an action makes of a learner's place on `today`, the learner's date. `freezeDays`: how many the school allows. */
export function outcomeOf(place: Place, action: PlaceAction, moment: Moment): Outcome {
  const rule = rules[action.kind] as (place: Place, action: PlaceAction, moment: Moment) => Outcome
  return rule(place, action, moment)
}

type Openable = { opensAfterDays: number; isDemoAccessible: boolean }

/** What the learner sees of a place on `today`: its state, its dates, and how many of `days` have opened by their date. */
export function seenOf(place: Place, days: readonly Openable[], today: LocalDate) {
  const status = streamStatus(place, today)
  const frozen = frozenDates(place.freezes)
  const demoOnly = isDemoOnly(place)
  const isOpen = (day: Openable) => (!demoOnly || day.isDemoAccessible) && opensOn(day, place.startsOn, frozen) <= today
  return {
    status,
    starts_on: place.startsOn,
    ends_on: effectiveEndsOn(place, place.freezes),
    open_days: isAccessible(status) ? days.filter(isOpen).length : 0,
  }
}
