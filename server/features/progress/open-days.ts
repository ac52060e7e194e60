import type { DayReport } from './day-report.ts'

const rememberedMs = 60_000
const limit = 20_000

/** A day that is open to a learner; `dayStatusId` is null until it has a status. */
export type OpenDay = { dayStatusId: number | null; lessonIds: ReadonlySet<number> }

/** `occurredAt` in Unix seconds, `now` in ms. */
type Reported = { userId: number; streamId: number; dayId: number; occurredAt: number | undefined; now: number }

export function openDayOf({ day, marks }: DayReport): OpenDay {
  return { dayStatusId: marks?.id ?? null, lessonIds: new Set(day.lessons.map(lesson => lesson.id)) }
}

/**
 * Remembers for a minute that a day is open to a learner: a lesson is reported every 5 s, and what decides whether its day
 * is open changes at midnight or by hand. A report from before the memory began is judged anew.
 */
export function rememberOpenDays() {
  const known = new Map<string, { day: OpenDay; since: number }>()
  const keyOf = ({ userId, streamId, dayId }: Reported) => `${userId} ${streamId} ${dayId}`
  return {
    find(reported: Reported): OpenDay | undefined {
      const remembered = known.get(keyOf(reported))
      if (!remembered || Math.abs(reported.now - remembered.since) > rememberedMs) return undefined
      const happened = reported.occurredAt === undefined ? reported.now : reported.occurredAt * 1000
      return happened + rememberedMs < remembered.since ? undefined : remembered.day
    },
    keep(reported: Reported, day: OpenDay) {
      if (known.size >= limit) known.clear()
      known.set(keyOf(reported), { day, since: reported.now })
    },
  }
}

export type OpenDays = ReturnType<typeof rememberOpenDays>
