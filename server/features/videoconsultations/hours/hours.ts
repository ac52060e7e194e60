import { randomUUID } from 'node:crypto'
import {
  areHoursFit,
  hoursFromWire,
  hoursOfTimes,
  hoursToWire,
  timesOfHours,
} from '#shared/features/videoconsultations/forms.ts'
import type { ExpertHoursWire } from '#shared/features/videoconsultations/wire.ts'
import { videoconsultations } from '#shared/features/videoconsultations/contract.ts'
import { isLocalDate, isTimeZone } from '#shared/platform/times.ts'
import { writeAudit } from '#server/features/accounts/audit.ts'
import type { Database } from '#server/platform/database/database.ts'
import type { Actor } from '#server/platform/http/routes.ts'
import { mayManage, staffToWire } from '../consultation-row.ts'
import {
  deleteAbsence,
  type ExpertRow,
  findExpertHours,
  insertAbsence,
  listBookedBetween,
  setHours,
} from './hours-queries.ts'
import type { VideoContext } from './slots.ts'

const longestAbsence = 366 * 86_400
const mostAbsences = 200
const lastSecond = 7_258_118_400

/** An expert's hours as the contract has them. */
export function expertToWire({ hours, ...row }: ExpertRow, user: Actor): ExpertHoursWire {
  return { ...row, hours: hours.map(hoursToWire), is_managed: mayManage(user, row.expert.id) }
}

type Reading = {
  db: Database
  now: number
  user: Actor
  params: { expertId: number }
  refuse(code: 'not_found' | 'not_allowed'): never
}

/** An expert of the school whose hours the caller may change. */
export async function findManagedExpert(context: Reading): Promise<ExpertRow> {
  const { db, now, user, params, refuse } = context
  const row = await findExpertHours(db, { id: params.expertId, brandId: user.brandId, nowSeconds: now / 1000 })
  if (!row) return refuse('not_found')
  return mayManage(user, row.expert.id) ? row : refuse('not_allowed')
}

export async function readHours(context: VideoContext<'GET /studio/video-hours/:expertId'>) {
  return expertToWire(await findManagedExpert(context), context.user)
}

/** Sets an expert's weekly hours. */
export async function changeHours(context: VideoContext<'PUT /studio/video-hours/:expertId'>) {
  const { db, user, body, live, refuse } = context
  const row = await findManagedExpert(context)
  if (!isTimeZone(body.timezone)) refuse('unknown_timezone', { fields: ['timezone'] })
  const hours = hoursFromWire(body.hours)
  const dates = hours.flatMap(({ validFrom, validUntil }) => [validFrom, validUntil])
  const areDates = dates.every(date => date === null || isLocalDate(date))
  if (!areDates || !areHoursFit(hours)) refuse('hours_unfit', { fields: ['hours'] })
  const id = row.expert.id
  const revision = await db.inTransaction(async tx => {
    const given = { id, timezone: body.timezone, hours: JSON.stringify(hours), revision: body.revision }
    const set = (row.revision === body.revision && (await setHours(tx, given))) || refuse('changed_meanwhile')
    const detail = { timezone: body.timezone, hours: body.hours }
    await writeAudit(tx, user, { action: 'consultation.hours', targetType: 'user', targetId: id, detail })
    return set.revision
  })
  live.signal(videoconsultations, 'video_calendar', user.brandId, {})
  return expertToWire({ ...row, timezone: body.timezone, hours, revision }, user)
}

/** The hours of the expert who asks, in quarters. */
export async function schedule({ db, now, user, refuse }: VideoContext<'GET /schedule'>) {
  const row = await findExpertHours(db, { id: user.userId, brandId: user.brandId, nowSeconds: now / 1000 })
  return row ? { timezone: row.timezone, repeatDays: timesOfHours(row.hours) } : refuse('not_found')
}

/** Sets one's own hours by quarters; those that hold for certain dates alone stay. */
export async function changeSchedule({ db, now, user, body, live, refuse }: VideoContext<'PUT /schedule/update'>) {
  const row =
    (await findExpertHours(db, { id: user.userId, brandId: user.brandId, nowSeconds: now / 1000 })) ??
    refuse('not_found')
  const weekly = hoursOfTimes(body.repeatDays) ?? refuse('hours_unfit', { fields: ['repeatDays'] })
  const dated = row.hours.filter(({ validFrom, validUntil }) => validFrom !== null || validUntil !== null)
  const hours = [...weekly, ...dated]
  if (!areHoursFit(hours)) refuse('hours_unfit', { fields: ['repeatDays'] })
  await db.inTransaction(async tx => {
    await setHours(tx, { id: user.userId, timezone: row.timezone, hours: JSON.stringify(hours), revision: null })
    const detail = { repeatDays: body.repeatDays }
    await writeAudit(tx, user, { action: 'consultation.hours', targetType: 'user', targetId: user.userId, detail })
  })
  live.signal(videoconsultations, 'video_calendar', user.brandId, {})
  return { timezone: row.timezone, repeatDays: timesOfHours(hours) }
}

/** Adds time away, or extra hours; what is booked meanwhile is answered, and stays until staff say what becomes of it. */
export async function addAbsence(context: VideoContext<'POST /studio/video-hours/:expertId/absences'>) {
  const { db, now, user, caller, body, live, refuse, idempotencyKey: clientKey = randomUUID() } = context
  const { kind, starts_at: startsAt, ends_at: endsAt } = body
  if (endsAt <= startsAt || endsAt - startsAt > longestAbsence || startsAt < 0 || endsAt > lastSecond)
    refuse('absence_unfit', { fields: ['ends_at'] })
  const { expert } = await findManagedExpert(context)
  const given = { id: expert.id, kind, startsAt, endsAt, note: body.note?.trim() ?? '', clientKey }
  const absence = await db.inTransaction(async tx => {
    const made = await insertAbsence(tx, { ...given, nowSeconds: now / 1000, most: mostAbsences })
    if (!made) return refuse('too_many_absences')
    const detail = { kind, starts_at: startsAt, ends_at: endsAt }
    const entry = { action: 'consultation.absence', targetType: 'user', targetId: expert.id, detail }
    if (made.isNew) await writeAudit(tx, user, entry)
    return made.absence
  })
  live.signal(videoconsultations, 'video_calendar', user.brandId, {})
  const between = { expertId: expert.id, brandId: user.brandId, startsAt, endsAt, language: caller.language }
  const booked = kind === 'absence' ? await listBookedBetween(db, between) : []
  return { absence, booked: booked.map(row => staffToWire(row, user)) }
}

export async function removeAbsence(context: VideoContext<'DELETE /studio/video-hours/:expertId/absences/:id'>) {
  const { db, user, params, live, refuse } = context
  const { expert } = await findManagedExpert(context)
  await db.inTransaction(async tx => {
    if (!(await deleteAbsence(tx, params.id, expert.id))) refuse('not_found')
    const detail = { absence: params.id }
    await writeAudit(tx, user, { action: 'consultation.presence', targetType: 'user', targetId: expert.id, detail })
  })
  live.signal(videoconsultations, 'video_calendar', user.brandId, {})
  return {}
}
