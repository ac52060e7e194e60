import type { LocalDate } from '#shared/platform/times.ts'
import { addDays } from '#shared/platform/times.ts'
import { isAccessible, type LockReason } from '#shared/features/streams/choice-rules.ts'
import { isDemoOnly, movedByFreezes, type StreamStatus } from '#shared/features/streams/rules.ts'

export type CourseDay = {
  id: number
  stageId: number
  dayNumber: number
  /** Calendar days after the stream's start; 0 opens with it. */
  opensAfterDays: number
  dayOfRest: boolean
  isRequiredToComplete: boolean
  isDemoAccessible: boolean
}

export type DayState = {
  dayId: number
  /** The learner's calendar date on which the time delay ends. */
  opensOn: LocalDate
  isOpenByTimeDelay: boolean
  isLocked: boolean
  /** What the calendar shows: a done or a rest day keeps its mark when it is locked. */
  state: 'rest' | 'locked' | 'open' | 'current' | 'done'
  /** Why it is locked; undefined when it is open. */
  reason?: LockReason
  /** The number of the day that must be done first, where that is why. */
  waitsForDay?: number
}

/** The date on which a day opens: so many calendar days after the start, frozen days not counted. */
export function opensOn(day: { opensAfterDays: number }, startsOn: LocalDate, frozen: readonly LocalDate[]): LocalDate {
  return movedByFreezes(
    addDays(startsOn, day.opensAfterDays),
    frozen.filter(date => date >= startsOn),
  )
}

/** Whether a day's time delay has passed on `today`, the learner's calendar date. `frozen`: see frozenDates. */
export function isOpenByTimeDelay(
  day: { opensAfterDays: number },
  startsOn: LocalDate,
  today: LocalDate,
  frozen: readonly LocalDate[],
): boolean {
  return opensOn(day, startsOn, frozen) <= today
}

export type DayStatesInput = {
  /** In the course's order. */
  days: readonly CourseDay[]
  startsOn: LocalDate
  today: LocalDate
  /** The stream's frozen dates in order (frozenDates). */
  frozen: readonly LocalDate[]
  completedDayIds: ReadonlySet<number>
  isDemo: boolean
  courseFullAccess: boolean
  streamStatus: StreamStatus
  /** Stages whose homework must be passed and is not: every later stage is held back. */
  unpassedHomeworkStageIds: ReadonlySet<number>
}

type HoldInput = Pick<
  DayStatesInput,
  'days' | 'completedDayIds' | 'isDemo' | 'courseFullAccess' | 'unpassedHomeworkStageIds'
>

/** What a day waits for besides its date: stages whose homework is not passed, or else the first required day that is not done. */
export type Hold = { reason: 'homework'; stageIds: number[] } | { reason: 'previous_day'; dayId: number }

/** What holds back each day of a course, by the day's id; nothing holds back a demo. */
export function heldBack(input: HoldInput): Map<number, Hold> {
  const held = new Map<number, Hold>()
  if (isDemoOnly(input)) return held
  let missed: number | undefined
  const unpassed = new Set<number>()
  for (const day of input.days) {
    const stageIds = [...unpassed].filter(stageId => stageId !== day.stageId)
    if (stageIds.length) held.set(day.id, { reason: 'homework', stageIds })
    else if (missed !== undefined) held.set(day.id, { reason: 'previous_day', dayId: missed })
    if (day.isRequiredToComplete && !day.dayOfRest && !input.completedDayIds.has(day.id)) missed ??= day.id
    if (input.unpassedHomeworkStageIds.has(day.stageId)) unpassed.add(day.stageId)
  }
  return held
}

/**
 * The state of each day. A stream that is not open locks them all. A demo opens what is demo-accessible and past its time
 * delay, whatever comes before. A completed day stays open whatever is missing before it.
 */
export function dayStates(input: DayStatesInput): DayState[] {
  const held = heldBack(input)
  const demoOnly = isDemoOnly(input)
  const numbers = new Map(input.days.map(day => [day.id, day.dayNumber]))
  const states = input.days.map((day): DayState => {
    const date = opensOn(day, input.startsOn, input.frozen)
    const isOpen = date <= input.today
    const isDone = input.completedDayIds.has(day.id)
    const reason = lockReason()
    const isLocked = reason !== undefined
    const unfinished = isLocked ? 'locked' : 'open'
    const state = isDone ? 'done' : day.dayOfRest ? 'rest' : unfinished
    const hold = held.get(day.id)
    const waitsForDay = reason === 'previous_day' && hold?.reason === reason ? numbers.get(hold.dayId) : undefined
    return { dayId: day.id, opensOn: date, isOpenByTimeDelay: isOpen, isLocked, state, reason, waitsForDay }

    function lockReason(): LockReason | undefined {
      if (!isAccessible(input.streamStatus)) return 'stream'
      if (demoOnly && !day.isDemoAccessible) return 'demo'
      if (isDone) return undefined
      const holds = held.get(day.id)?.reason
      // Its date alone will not open a day that waits for homework, and homework takes an expert's time.
      return isOpen || holds === 'homework' ? holds : 'not_yet'
    }
  })
  const current = states.find(day => day.state === 'open')
  return states.map(day => (day === current ? { ...day, state: 'current' } : day))
}

/** The day to continue with: the first open one that is neither done nor a rest day, else the last unlocked one. */
export function currentDay<State extends DayState>(states: readonly State[]): State | undefined {
  return states.find(day => day.state === 'current') ?? states.findLast(day => !day.isLocked)
}

/** The share of a lesson from which on it counts as watched. */
export const watchedShare = 0.9

type ReportedDay = { dayOfRest: boolean; isLocked: boolean }

/** Why a day may not be started; a rest day has nothing to start. Starting again is allowed and changes nothing. */
export function startRefusal(day: ReportedDay): 'day_of_rest' | 'day_locked' | undefined {
  if (day.dayOfRest) return 'day_of_rest'
  return day.isLocked ? 'day_locked' : undefined
}

/** Why a day may not be finished: it must be startable and started. */
export function finishRefusal(
  day: ReportedDay,
  isStarted: boolean,
): ReturnType<typeof startRefusal> | 'day_not_started' {
  return startRefusal(day) ?? (isStarted ? undefined : 'day_not_started')
}

/** Whether a lesson counts as watched: 90 % of its length in seconds, or any of it where the length is unknown (0). */
export function isWatched(viewedSeconds: number, lengthSeconds: number): boolean {
  return viewedSeconds > 0 && viewedSeconds >= lengthSeconds * watchedShare
}

/** A photo of the learner: undefined when none was taken, `null` when it is not theirs to use. */
type Selfie = { isPicture: boolean; status: 'NOT_UPLOADED' | 'UPLOADED' | 'DONE' | 'FAIL' } | null | undefined

/** Why a day may not be started with this photo; one that asks for no selfie takes any answer. */
export function selfieRefusal(
  day: { isSelfieRequired: boolean },
  selfie: Selfie,
): 'selfie_required' | 'selfie_uploading' | 'selfie_unusable' | undefined {
  if (!day.isSelfieRequired) return undefined
  if (selfie === undefined) return 'selfie_required'
  if (selfie === null || !selfie.isPicture || selfie.status === 'FAIL') return 'selfie_unusable'
  return selfie.status === 'DONE' ? undefined : 'selfie_uploading'
}

export type HomeworkLock = 'stream' | 'demo' | 'stage'

type HomeworkPlace = { isDemo: boolean; courseFullAccess: boolean; isStreamAccessible: boolean; isStageOpen: boolean }

/**
 * Why a homework is closed to its learner; undefined when it is open. A demo without full access opens only what belongs to
 * the demo; otherwise the homework of a closed stage is locked, and not listed.
 */
export function homeworkLock(homework: { isDemoAccessible: boolean }, place: HomeworkPlace): HomeworkLock | undefined {
  if (!place.isStreamAccessible) return 'stream'
  if (isDemoOnly(place)) return homework.isDemoAccessible ? undefined : 'demo'
  return place.isStageOpen ? undefined : 'stage'
}
