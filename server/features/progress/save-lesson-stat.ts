import { randomUUID } from 'node:crypto'
import { ExpiringMemory } from '#server/platform/expiring-memory.ts'
import type { Seconds } from '#shared/features/progress/seconds.ts'
import { insertLessonView } from './queries.ts'
import { type DayReport, eventKey, loadDayReport, type ProgressContext } from './stream-days.ts'

/** Records watching, once per key, and answers the day's status. */
export function saveLessonStat(openDays: OpenDays) {
  return async ({ db, now, body, user, idempotencyKey, refuse }: ProgressContext<'POST /save-lesson-stat'>) => {
    const { user_course_stream_id: streamId, stage_day_id: dayId, stage_day_lesson_set_lesson_id: lessonId } = body
    const reported = { userId: user.userId, streamId, dayId, occurredAt: body.occurred_at, now }
    const remembered = openDays.find(reported)
    const report = remembered ? undefined : await loadDayReport(db, user, reported)
    const day = remembered ?? (report && openDayOf(report))
    if (!day) return refuse('not_found')
    const filmIds = day.filmsOfLessons.get(lessonId)
    if (!filmIds) refuse('lesson_not_in_day', { fields: ['stage_day_lesson_set_lesson_id'] })
    if (report?.lock) refuse('day_locked', { because: report.lock })
    // A lesson may have got another film while this one was played: its amount counts, its seconds are of no film here.
    const film = body.film && filmIds?.includes(body.film.id) ? body.film : undefined
    if (body.film?.seconds.some(({ from, until }) => from >= until)) refuse('invalid_input', { fields: ['film'] })
    const kept = await insertLessonView(db, {
      userStreamId: streamId,
      key: eventKey('view', lessonId, idempotencyKey ?? randomUUID()),
      dayId,
      occurredAtSeconds: report?.occurredAt ?? Math.min(now / 1000, body.occurred_at ?? now / 1000),
      lessonSetLessonId: lessonId,
      viewedSeconds: body.viewed_seconds,
      playCount: body.play_count,
      positionSeconds: body.position_seconds ?? null,
      dayStatusId: day.dayStatusId,
      filmId: film?.id ?? null,
      filmSeconds: film ? multirangeOf(film.seconds) : null,
    })
    if (!kept) return refuse('not_found')
    if (!remembered) openDays.keep(reported, { ...day, dayStatusId: kept.day_status_id })
    const isKnown = body.day_status === undefined || body.day_status === kept.day_status
    return { day_status_id: kept.day_status_id, ...(!isKnown && { day_status: kept.day_status }) }
  }
}

const rememberedMs = 60_000
const limit = 20_000

/** Ranges as PostgreSQL reads them, such as `{[0,5),[9,12)}`. */
const multirangeOf = (ranges: readonly Seconds[]) => `{${ranges.map(({ from, until }) => `[${from},${until})`).join()}}`

/** A day that is open to a learner; `dayStatusId` is null until it has a status. */
type OpenDay = { dayStatusId: number | null; filmsOfLessons: ReadonlyMap<number, readonly number[]> }

/** `occurredAt` in Unix seconds, `now` in ms. */
type Reported = { userId: number; streamId: number; dayId: number; occurredAt: number | undefined; now: number }

function openDayOf({ day, marks }: DayReport): OpenDay {
  return {
    dayStatusId: marks?.id ?? null,
    filmsOfLessons: new Map(day.lessons.map(({ id, filmIds }) => [id, filmIds])),
  }
}

/**
 * Remembers for a minute that a day is open to a learner: a lesson is reported every 5 s, and whether its day is open changes
 * only at midnight or by staff. A report of a time before that minute is checked in full.
 */
export function rememberOpenDays() {
  const known = new ExpiringMemory<{ day: OpenDay; since: number }>({ keptMs: rememberedMs, most: limit })
  const keyOf = ({ userId, streamId, dayId }: Reported) => `${userId} ${streamId} ${dayId}`
  return {
    find(reported: Reported): OpenDay | undefined {
      const remembered = known.find(keyOf(reported), reported.now)
      if (!remembered) return undefined
      const happened = reported.occurredAt === undefined ? reported.now : reported.occurredAt * 1000
      return happened + rememberedMs < remembered.since ? undefined : remembered.day
    },
    keep: (reported: Reported, day: OpenDay) => known.keep(keyOf(reported), { day, since: reported.now }, reported.now),
  }
}

type OpenDays = ReturnType<typeof rememberOpenDays>
