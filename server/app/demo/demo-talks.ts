import { bookHold, insertHold } from '#server/features/videoconsultations/booking/booking-queries.ts'
import { setStatus } from '#server/features/videoconsultations/booking/change-queries.ts'
import { setHours } from '#server/features/videoconsultations/hours/hours-queries.ts'
import { insertKind } from '#server/features/videoconsultations/hours/kinds.ts'
import type { Db } from '#server/platform/database/statement.ts'
import { hoursFromWire } from '#shared/features/videoconsultations/forms.ts'
import { holdMs } from '#shared/features/videoconsultations/states.ts'
import { addDays, firstInstantAt, localDate, msFromDate } from '#shared/platform/times.ts'
import type { DemoSchoolFile, DemoTalk, DemoTalkHours, DemoTalkKind } from './demo-school-file.ts'

type Place = {
  brandId: string
  /** By e-mail. */
  userIds: ReadonlyMap<string, number>
  /** Learners' streams, by name. */
  streamIds: ReadonlyMap<string, number>
  /** What the shop sells, by name. */
  services: ReadonlyMap<string, number>
  /** The time of seeding, in ms. */
  now: number
}

const dayMs = 86_400_000

/** Seeds when experts work, what can be booked with them by video, and what learners have booked. */
export async function seedDemoTalks(tx: Db, { users, talks }: DemoSchoolFile, place: Place): Promise<void> {
  if (!talks) return
  const zones = new Map(users.map(({ email, timezone }) => [email, timezone]))
  for (const [email, id] of place.userIds) {
    const own = talks.hours.filter(({ expert }) => expert === email)
    const hours = hoursFromWire(own.flatMap(weeklyHours))
    if (own.length)
      await setHours(tx, { id, timezone: zones.get(email) ?? 'UTC', hours: JSON.stringify(hours), revision: null })
  }
  const kinds = new Map<string, number>()
  for (const kind of talks.kinds) {
    const fields = JSON.stringify(kindFields(kind, place))
    const made = await insertKind(tx, { brandId: place.brandId, kind: fields, clientKey: `demo ${kind.name}` })
    if (made) kinds.set(kind.name, made.id)
  }
  for (const talk of talks.booked) {
    const weekdays = talks.hours.filter(({ expert }) => expert === talk.expert).flatMap(one => one.weekdays)
    const kindId = kinds.get(talk.kind)
    const minutes = talks.kinds.find(({ name }) => name === talk.kind)?.minutes ?? 0
    const startsAt = firstInstantAt(dateOf(talk, weekdays, place.now, zones), talk.at, zones.get(talk.expert) ?? 'UTC')
    if (kindId) await book(tx, talk, { ...place, kindId, minutes, startsAt })
  }
}

const weeklyHours = ({ weekdays, from, until }: DemoTalkHours) =>
  weekdays.map(weekday => ({ weekday, from_time: from, until_time: until, valid_from: null, valid_until: null }))

function kindFields(kind: DemoTalkKind, { userIds, services }: Place) {
  const texts = Object.fromEntries(
    (['en', 'ru', 'es'] as const).map(language => [
      language,
      { title: kind.title[language], description: kind.description[language] },
    ]),
  )
  return {
    texts,
    course_id: null,
    length_minutes: kind.minutes,
    step_minutes: 30,
    buffer_before_minutes: 0,
    buffer_after_minutes: 0,
    notice_minutes: 120,
    horizon_days: 45,
    needs_confirmation: kind.needsConfirmation ?? false,
    takes_quota: false,
    points: kind.points ?? null,
    service_id: kind.service === undefined ? null : (services.get(kind.service) ?? null),
    is_shown: true,
    expert_ids: kind.experts.flatMap(email => userIds.get(email) ?? []),
  }
}

/** A day of work of the expert: the next one from the day of a talk that is to come, the last one before one of the past. */
function dateOf({ startsIn, expert }: DemoTalk, weekdays: readonly number[], now: number, zones: Map<string, string>) {
  const step = startsIn < 0 ? -1 : 1
  let date = addDays(localDate(now, zones.get(expert) ?? 'UTC'), startsIn)
  const weekday = () => ((new Date(msFromDate(date)).getUTCDay() + 6) % 7) + 1
  for (let tries = 0; tries < 7 && !weekdays.includes(weekday()); tries++) date = addDays(date, step)
  return date
}

/** Holds and books a time, two days before it where that is over; what is over has taken place. */
async function book(
  tx: Db,
  { user, expert, stream, note }: DemoTalk,
  {
    startsAt,
    minutes,
    kindId,
    now,
    brandId,
    userIds,
    streamIds,
  }: Place & { startsAt: number; minutes: number; kindId: number },
) {
  const [userId, expertId, streamId] = [userIds.get(user), userIds.get(expert), streamIds.get(stream)]
  if (!userId || !expertId || !streamId) return
  const isOver = startsAt < now
  const [starts, ends] = [startsAt / 1000, startsAt / 1000 + minutes * 60]
  const when = { nowSeconds: (isOver ? startsAt - 2 * dayMs : now) / 1000, language: 'en' }
  const times = { starts, ends, padStarts: starts, padEnds: ends }
  const people = { brandId, kindId, userId, streamId, expertId, clientKey: `demo ${startsAt}` }
  const held = await insertHold(tx, { ...people, ...times, ...when, holdSeconds: holdMs / 1000 })
  if (!held) return
  await bookHold(tx, { id: held.id, userId, payBy: 'free', points: 0, status: 'confirmed', note, phone: null, ...when })
  if (!isOver) return
  const done = {
    from: ['confirmed'] as const,
    to: 'complete',
    reason: '',
    cause: null,
    missedBy: null,
    givesBack: false,
  } as const
  await setStatus(tx, { id: held.id, brandId, ...done, ...when, nowSeconds: ends })
}
