import { addDays, daysBetween, type LocalDate } from '#shared/platform/times.ts'

export type StreamStatus = 'open' | 'not_started' | 'started' | 'ended' | 'freeze' | 'stopped'

/** A freeze record: 0 created, 1 active, 2 cancelled; both dates are frozen too. */
export type Freeze = {
  status: 0 | 1 | 2
  startsOn: LocalDate
  endsOn: LocalDate
  /** The day of an early end; the days before it stay frozen. */
  canceledOn?: LocalDate | null
}

export type StreamTerms = {
  startsOn: LocalDate
  /** As sold, before freezes move it; inclusive. */
  endsOn: LocalDate
  isOptionalPurchase: boolean
  /** Whether a matching subscription was active when today began. */
  hasActiveSubscription: boolean
  /** Whether staff have stopped it. */
  isStopped?: boolean
  freezes: readonly Freeze[]
}

/** A freeze that was cancelled without a date never began: its last day is before its first. */
function lastFrozenDay({ status, startsOn, endsOn, canceledOn }: Freeze): LocalDate {
  if (status !== 2) return endsOn
  const dayBefore = addDays(canceledOn ?? startsOn, -1)
  return dayBefore < endsOn ? dayBefore : endsOn
}

/** Every frozen date of a stream, once and in order; a cancelled freeze keeps only the days before it was cancelled. */
export function frozenDates(freezes: readonly Freeze[]): LocalDate[] {
  const dates = freezes.flatMap(freeze => {
    const count = Math.max(0, daysBetween(freeze.startsOn, lastFrozenDay(freeze)) + 1)
    return Array.from({ length: count }, (_, index) => addDays(freeze.startsOn, index))
  })
  return [...new Set(dates)].sort()
}

/** `date` moved back by each frozen day at or before it (`frozen` in order). */
export function movedByFreezes(date: LocalDate, frozen: readonly LocalDate[]): LocalDate {
  return frozen.reduce((moved, day) => (day <= moved ? addDays(moved, 1) : moved), date)
}

/** The last day of access: the end as sold, moved by the stream's frozen days. */
export function effectiveEndsOn(
  stream: { startsOn: LocalDate; endsOn: LocalDate },
  freezes: readonly Freeze[],
): LocalDate {
  return movedByFreezes(
    stream.endsOn,
    frozenDates(freezes).filter(date => date >= stream.startsOn),
  )
}

/** The freeze that holds on `today` or is still to come. */
export function currentFreeze(freezes: readonly Freeze[], today: LocalDate): Freeze | undefined {
  return freezes.find(({ status, endsOn }) => status !== 2 && endsOn >= today)
}

/** How many more days of a stream a learner may freeze, of the `most` that the school allows. */
export function freezeDaysLeft({ startsOn, freezes }: StreamTerms, most: number): number {
  return Math.max(0, most - frozenDates(freezes).filter(date => date >= startsOn).length)
}

export type FreezePlace = StreamTerms & { isDemo: boolean; courseFullAccess: boolean }

/** Whether a learner may freeze a stream at all: it has an end that can move, days to gain, and time to use them. */
export function isFreezable(stream: FreezePlace, today: LocalDate, most: number): boolean {
  if (stream.isStopped || stream.isOptionalPurchase || isDemoOnly(stream)) return false
  return today <= effectiveEndsOn(stream, stream.freezes) && freezeDaysLeft(stream, most) > 0
}

/** Why a learner may not freeze a stream from one date to another; undefined when they may. `most` as in freezeDaysLeft. */
export function freezeRefusal(
  stream: FreezePlace,
  { startsOn, endsOn }: { startsOn: LocalDate; endsOn: LocalDate },
  { today, most }: { today: LocalDate; most: number },
) {
  if (currentFreeze(stream.freezes, today)) return 'freeze_exists'
  if (!isFreezable(stream, today, most)) return 'freeze_closed'
  if (startsOn < today || startsOn < stream.startsOn) return 'freeze_start'
  if (startsOn > effectiveEndsOn(stream, stream.freezes)) return 'freeze_start'
  if (endsOn < startsOn) return 'freeze_end'
  return daysBetween(startsOn, endsOn) >= freezeDaysLeft(stream, most) ? 'freeze_too_long' : undefined
}

/** The status of a stream on `today`, the learner's calendar date. */
export function streamStatus(stream: StreamTerms, today: LocalDate): StreamStatus {
  if (stream.isStopped) return 'stopped'
  const isFrozen = stream.freezes.some(
    freeze => freeze.status !== 2 && freeze.startsOn <= today && today <= freeze.endsOn,
  )
  if (isFrozen) return 'freeze'
  if (today < stream.startsOn) return 'not_started'
  if (stream.isOptionalPurchase) return stream.hasActiveSubscription ? 'open' : 'stopped'
  return today <= effectiveEndsOn(stream, stream.freezes) ? 'open' : 'ended'
}

/** Days of access left, today included: 1 on the last day, 0 after it. */
export function daysLeft(
  stream: { startsOn: LocalDate; endsOn: LocalDate; freezes: readonly Freeze[] },
  today: LocalDate,
): number {
  return Math.max(0, daysBetween(today, effectiveEndsOn(stream, stream.freezes)) + 1)
}

/** Whether to warn that access ends soon; `daysShowWarning` of 0 turns warnings off. */
export function isCritical(stream: StreamTerms, today: LocalDate, daysShowWarning: number): boolean {
  const endsByDate = !stream.isOptionalPurchase && streamStatus(stream, today) === 'open'
  return endsByDate && daysLeft(stream, today) <= daysShowWarning
}

/** Whether a stream is listed: demo streams only where the configuration allows them. */
export function isListed(stream: { isDemo: boolean }, allowsDemoStreams: boolean): boolean {
  return allowsDemoStreams || !stream.isDemo
}

/** Whether a stream gives only its demo part. */
export function isDemoOnly(stream: { isDemo: boolean; courseFullAccess: boolean }): boolean {
  return stream.isDemo && !stream.courseFullAccess
}

/** Whether a learner can chat with the experts of a stream: the brand must have chats, and a demo course may forbid it. */
export function isExpertMessageEnabled(
  stream: { isDemo: boolean; courseFullAccess: boolean; isDemoExpertMessageEnabled: boolean },
  isChatSupport: boolean,
): boolean {
  return isChatSupport && (!isDemoOnly(stream) || stream.isDemoExpertMessageEnabled)
}

/** The order of streams by what can be done with them now. */
export const statusRank: Record<StreamStatus, number> = {
  open: 0,
  started: 0,
  not_started: 1,
  freeze: 2,
  stopped: 3,
  ended: 4,
}

type Ordered = { id: number; status: StreamStatus; startsOn: LocalDate }

/** Sorts streams: open, not started, frozen, stopped, ended; then the later start first. */
export function compareStreams(a: Ordered, b: Ordered): number {
  const byStatus = statusRank[a.status] - statusRank[b.status]
  return byStatus || daysBetween(a.startsOn, b.startsOn) || b.id - a.id
}

/** Whole percent of days done, from 0 to 100; 100 only when all are done. */
export function progressPercent(done: number, total: number): number {
  return total > 0 ? Math.min(100, Math.max(0, Math.floor((done * 100) / total))) : 0
}
