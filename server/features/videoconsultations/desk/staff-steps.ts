import { isPhone } from '#shared/features/accounts/phone.ts'
import { mayStep } from '#shared/features/videoconsultations/states.ts'
import { msFromSeconds } from '#shared/platform/times.ts'
import { writeAudit } from '#server/features/accounts/audit.ts'
import type { Actor, Context } from '#server/platform/http/routes.ts'
import type { videoconsultations } from '#shared/features/videoconsultations/contract.ts'
import { type BookingParts, nudgePeople } from '../booking/book.ts'
import { type ChangedRow, setPlace } from '../booking/change-queries.ts'
import { findStaffConsultation, mayManage, staffToWire, type StaffRow } from '../consultation-row.ts'
import type { VideoContext } from '../hours/slots.ts'
import { tellPeople } from '../tell-people.ts'
import { type Change, takeStep } from './take-step.ts'

type Calls = (typeof videoconsultations)['calls']
type Deciding = Pick<
  Context<string, Calls['GET /studio/video-consultations/:id']>,
  'db' | 'user' | 'now' | 'caller' | 'live'
> & { params: { id: number }; refuse(code: 'not_found' | 'not_allowed' | 'not_now'): never }
type Reasoned = VideoContext<'POST /studio/video-consultations/:id/cancel'>

/** A consultation that the caller may change; others of the school are seen but not changed. */
export async function findManaged({
  db,
  user,
  caller,
  params,
  refuse,
}: Pick<Deciding, 'db' | 'user' | 'caller' | 'params'> & {
  refuse(code: 'not_found' | 'not_allowed'): never
}): Promise<StaffRow> {
  const row = await findStaffConsultation(db, { id: params.id, brandId: user.brandId, language: caller.language })
  if (!row) return refuse('not_found')
  return mayManage(user, row.expert?.id ?? null) ? row : refuse('not_allowed')
}

async function change(context: Deciding, parts: BookingParts, what: Change) {
  const { db, user, now, caller, live, refuse } = context
  const row = await findManaged(context)
  if (row.status === what.to) return staffToWire(row, user)
  if (!mayStep(what.step, row.status, { startsAt: msFromSeconds(row.start_date_time), now })) refuse('not_now')
  const given = { user, now, language: caller.language, ...parts }
  const changed = await db.inTransaction(tx => takeStep(tx, given, row, what))
  if (!changed) return refuse('not_now')
  nudgePeople(live, user.brandId, changed)
  // Whatever else was wished of it is withdrawn by the same statement, which still reads it as waiting.
  return answered(what.to === 'confirmed' ? changed : { ...changed, request: null }, user)
}

/** What staff are answered of a consultation that they have changed. */
export function answered(changed: ChangedRow, user: Actor) {
  const { sequence: _, points: _points, ...row } = changed
  return staffToWire(row, user)
}

const reasonOf = ({ body, refuse }: Reasoned) => body.reason.trim() || refuse('reason_needed', { fields: ['reason'] })

export const confirm = (context: Deciding, parts: BookingParts) =>
  change(context, parts, { step: 'confirm', to: 'confirmed', tells: 'confirmed' })

export const decline = (context: Reasoned, parts: BookingParts) =>
  change(context, parts, {
    step: 'decline',
    to: 'declined',
    tells: 'declined',
    reason: reasonOf(context),
    givesBack: true,
  })

export const cancel = (context: Reasoned, parts: BookingParts) =>
  change(context, parts, {
    step: 'cancel',
    to: 'cancelled',
    tells: 'cancelled',
    reason: reasonOf(context),
    givesBack: true,
  })

export const complete = (context: Deciding, parts: BookingParts) =>
  change(context, parts, { step: 'complete', to: 'complete', tells: null })

export const missed = (context: VideoContext<'POST /studio/video-consultations/:id/missed'>, parts: BookingParts) => {
  const { by: missedBy } = context.body
  return change(context, parts, { step: 'miss', to: 'missed', tells: null, missedBy, givesBack: missedBy === 'expert' })
}

/** Says where a consultation takes place, if not in the call. */
export async function place(
  context: VideoContext<'PUT /studio/video-consultations/:id/place'>,
  { jobs }: BookingParts,
) {
  const { db, user, now, caller, body, live, refuse } = context
  const phone = body.expert_phone.trim()
  if (phone && !isPhone(phone)) refuse('phone_unfit', { fields: ['expert_phone'] })
  const row = await findManaged(context)
  const note = body.expert_note.trim()
  if (row.expert_note === note && row.expert_phone === phone) return staffToWire(row, user)
  const changed = await db.inTransaction(async tx => {
    const to = { id: row.id, brandId: user.brandId, note, phone, nowSeconds: now / 1000, language: caller.language }
    const set = await setPlace(tx, to)
    if (!set) return refuse('not_now')
    await writeAudit(tx, user, {
      action: 'consultation.place',
      targetType: 'consultation',
      targetId: row.id,
      detail: { note, phone },
    })
    await tellPeople(tx, jobs, set, set.status === 'pending' ? 'asked' : 'confirmed')
    return set
  })
  nudgePeople(live, user.brandId, changed)
  return answered(changed, user)
}
