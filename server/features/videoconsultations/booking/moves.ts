import { msFromSeconds } from '#shared/platform/times.ts'
import { writeAudit } from '#server/features/accounts/audit.ts'
import type { Db } from '#server/platform/database/statement.ts'
import type { Actor } from '#server/platform/http/routes.ts'
import { type BookingParts, nudgePeople } from './book.ts'
import {
  type ChangedRow,
  decideWish,
  findExpert,
  findOwnWish,
  findWish,
  insertRequest,
  moveBooking,
  type WishRow,
} from './change-queries.ts'
import {
  consultationToWire,
  findConsultation,
  findStaffConsultation,
  mayManage,
  type StaffRow,
  staffToWire,
} from '../consultation-row.ts'
import { lapseForMove } from './lapse-queries.ts'
import { overlapOf } from './overlap.ts'
import { around, freeExperts, insteadOf, readSlots, type VideoContext } from '../hours/slots.ts'
import { answered, findManaged } from '../desk/staff-steps.ts'
import { takeStep } from '../desk/take-step.ts'
import { tellPeople } from '../tell-people.ts'

type Moving = { user: Actor; now: number; language: string } & BookingParts
type To = { startsAt: number; expertId: number }

/** Moves what is booked, by somebody of the staff or by the learner who agreed; tells all whom it concerns. */
async function moveTo(tx: Db, { user, now, language, jobs }: Moving, row: StaffRow, { startsAt, expertId }: To) {
  const nowSeconds = now / 1000
  const { id, learner_id: userId } = row
  await lapseForMove(tx, { userId, expertIds: [expertId], nowSeconds, except: id, startsAt })
  const changed = await moveBooking(tx, { id, brandId: user.brandId, startsAt, expertId, nowSeconds, language })
  if (!changed) return undefined
  const detail = { start_date_time: startsAt, expert: expertId }
  await writeAudit(tx, user, { action: 'consultation.move', targetType: 'consultation', targetId: id, detail })
  await tellPeople(tx, jobs, changed, startsAt === row.start_date_time ? 'handed_over' : 'moved', row)
  // A wish to meet the one who had it goes with it by the same statement, which still reads it as it was.
  const { request, expert } = changed
  return request?.expert && request.expert.id === row.expert?.id
    ? { ...changed, request: { ...request, expert } }
    : changed
}

/** Moves a booking; of a confirmed one the learner is asked first, and of another where that is wished. */
export async function move(context: VideoContext<'POST /studio/video-consultations/:id/move'>, parts: BookingParts) {
  const { db, user, now, caller, body, live, refuse } = context
  const row = await findManaged(context)
  const expertId = body.expert_id ?? row.expert?.id ?? refuse('unknown_expert', { fields: ['expert_id'] })
  const startsAt = body.start_date_time
  if (msFromSeconds(startsAt) <= now) refuse('slot_taken', { fields: ['start_date_time'] })
  if (body.expert_id !== undefined && !(await findExpert(db, expertId, user.brandId)))
    refuse('unknown_expert', { fields: ['expert_id'] })
  if (row.status !== 'pending' && row.status !== 'confirmed') refuse('not_now')
  if (row.start_date_time === startsAt && row.expert?.id === expertId) return staffToWire(row, user)
  if (!(body.is_agreed ?? row.status === 'pending')) return propose(context, parts, row, { startsAt, expertId })
  const moving = { user, now, language: caller.language, ...parts }
  const changed = await guarded(context, () => db.inTransaction(tx => moveTo(tx, moving, row, { startsAt, expertId })))
  nudgePeople(live, user.brandId, changed)
  return answered(changed, user)
}

type Guarding = { refuse(code: 'slot_taken' | 'time_overlaps' | 'not_now', detail?: { fields: string[] }): never }

/** What a move has written; refused where it overlaps, or where nothing is booked any more. */
async function guarded({ refuse }: Guarding, work: () => Promise<ChangedRow | undefined>): Promise<ChangedRow> {
  let changed: ChangedRow | undefined
  const overlap = await overlapOf(async () => void (changed = await work()))
  if (overlap) return refuse(overlap, { fields: ['start_date_time'] })
  return changed ?? refuse('not_now')
}

/** Asks the learner whether another time suits; what they have asked for themselves is answered by that. */
async function propose(
  context: VideoContext<'POST /studio/video-consultations/:id/move'>,
  { jobs }: BookingParts,
  row: StaffRow,
  { startsAt, expertId }: To,
) {
  const { db, user, now, caller, body, live, refuse } = context
  const asked = {
    consultationId: row.id,
    kind: 'move',
    askedBy: 'staff',
    startsAt,
    expertId,
    nowSeconds: now / 1000,
  } as const
  const reason = body.reason?.trim() ?? ''
  await db.inTransaction(async tx => {
    if (row.request?.asked_by === 'learner')
      await decideWish(tx, {
        id: row.request.id,
        state: 'declined',
        by: user.userId,
        answer: reason,
        nowSeconds: now / 1000,
      })
    const made = await insertRequest(tx, { ...asked, reason })
    if (!made) return refuse('request_waiting')
    const detail = { start_date_time: startsAt, expert: expertId }
    await writeAudit(tx, user, { action: 'consultation.propose', targetType: 'consultation', targetId: row.id, detail })
    await tellPeople(tx, jobs, { ...row, expert: null, sequence: made.sequence }, 'proposed')
  })
  nudgePeople(live, user.brandId, { ...row, expert: row.expert })
  const found = await findStaffConsultation(db, { id: row.id, brandId: user.brandId, language: caller.language })
  return staffToWire(found ?? row, user)
}

/** Gives a consultation to another expert. */
export async function handOver(
  context: VideoContext<'POST /studio/video-consultations/:id/hand-over'>,
  parts: BookingParts,
) {
  const { db, user, now, caller, body, live, refuse } = context
  const row = await findManaged(context)
  if (!(await findExpert(db, body.expert_id, user.brandId))) refuse('unknown_expert', { fields: ['expert_id'] })
  if (row.expert?.id === body.expert_id) return staffToWire(row, user)
  const to = { startsAt: row.start_date_time, expertId: body.expert_id }
  const moving = { user, now, language: caller.language, ...parts }
  const narrow: Guarding = { refuse: (code, detail) => refuse(code === 'time_overlaps' ? 'slot_taken' : code, detail) }
  const changed = await guarded(narrow, () => db.inTransaction(tx => moveTo(tx, moving, row, to)))
  nudgePeople(live, user.brandId, changed)
  return answered(changed, user)
}

/** A learner's wish to move or cancel. */
export async function ask(context: VideoContext<'POST /online-consultation/:id/request'>) {
  const { db, user, now, caller, params, body, live, refuse } = context
  const own = { id: params.id, userId: user.userId, language: caller.language }
  const row = await findConsultation(db, own)
  if (row?.learner_id !== user.userId) return refuse('not_found')
  if ((row.status !== 'pending' && row.status !== 'confirmed') || msFromSeconds(row.start_date_time) <= now)
    refuse('not_now')
  const startsAt =
    body.kind === 'move' ? (body.start_date_time ?? refuse('time_needed', { fields: ['start_date_time'] })) : null
  const expertId = startsAt === null ? null : await freeExpert(context, row, startsAt)
  const asked = { consultationId: row.id, kind: body.kind, askedBy: 'learner', startsAt, expertId } as const
  const made = await insertRequest(db, { ...asked, reason: body.reason?.trim() ?? '', nowSeconds: now / 1000 })
  if (!made) refuse('request_waiting')
  nudgePeople(live, user.brandId, row)
  return consultationToWire((await findConsultation(db, own)) ?? row)
}

/** Who is free at the time that a learner asks for: the same expert if possible. */
async function freeExpert(
  context: VideoContext<'POST /online-consultation/:id/request'>,
  row: NonNullable<Awaited<ReturnType<typeof findConsultation>>>,
  startsAt: number,
): Promise<number> {
  const wanted = { streamId: row.stream_id, kindId: row.kind.id, except: row.id }
  const at = msFromSeconds(startsAt)
  const read = await readSlots(context.db, context, wanted, around(at))
  const experts = read ? freeExperts(read, at).map(({ expert }) => expert.id) : []
  const [first] = experts
  if (first === undefined)
    return context.refuse('slot_taken', { fields: ['start_date_time'], instead: read ? insteadOf(read, at) : [] })
  return experts.find(id => id === row.expert?.id) ?? first
}

/** Takes one's own wish back. */
export async function withdraw(context: VideoContext<'POST /online-consultation/:id/request/withdraw'>) {
  const { db, user, now, caller, params, live, refuse } = context
  const found =
    (await findOwnWish(db, { id: params.id, userId: user.userId, language: caller.language })) ?? refuse('not_found')
  const { wish, row } = found
  if (wish.askedBy !== 'learner') refuse('not_found')
  const decided = { id: wish.id, state: 'withdrawn', by: user.userId, answer: '', nowSeconds: now / 1000 } as const
  if (wish.state !== 'withdrawn' && !(await decideWish(db, decided))) refuse('request_decided')
  nudgePeople(live, user.brandId, rowOf(row))
  return consultationToWire({ ...rowOf(row), request: null })
}

/** A staff row as the learner sees it. */
function rowOf(found: WishRow['row']) {
  const { learner: _, sequence: _sequence, ...row } = found
  return row
}

/** The learner's answer to another time that staff propose. */
export async function answer(
  context: VideoContext<'POST /online-consultation/:id/request/answer'>,
  parts: BookingParts,
) {
  const { db, user, now, caller, params, body, live, refuse } = context
  const found =
    (await findOwnWish(db, { id: params.id, userId: user.userId, language: caller.language })) ?? refuse('not_found')
  const { wish, row } = found
  if (wish.askedBy !== 'staff') refuse('not_found')
  const state = body.is_agreed ? 'approved' : 'declined'
  if (wish.state === state) return consultationToWire({ ...rowOf(row), request: null })
  if (wish.state !== 'waiting') refuse('request_decided')
  const decided = { id: wish.id, state, by: user.userId, answer: '', nowSeconds: now / 1000 } as const
  const to = { startsAt: wish.startsAt ?? row.start_date_time, expertId: wish.expertId ?? row.expert?.id ?? 0 }
  if (body.is_agreed && (to.expertId === 0 || msFromSeconds(to.startsAt) <= now)) refuse('slot_taken')
  const moving = { user, now, language: caller.language, ...parts }
  const narrow: Guarding = { refuse: (code, detail) => refuse(code === 'not_now' ? 'request_decided' : code, detail) }
  const work = () =>
    db.inTransaction(async tx => {
      if (!(await decideWish(tx, decided))) return refuse('request_decided')
      return body.is_agreed ? moveAgreed(tx, moving, row, to) : { ...row, points: 0 }
    })
  const changed = await guarded(narrow, work)
  nudgePeople(live, user.brandId, changed)
  return consultationToWire({ ...rowOf(changed), request: null })
}

/** Moves what staff have proposed: nobody has to confirm it any more. */
async function moveAgreed(tx: Db, moving: Moving, row: StaffRow, to: To) {
  const moved = await moveTo(tx, moving, row, to)
  const confirmed = { step: 'confirm', to: 'confirmed', tells: null } as const
  return moved?.status === 'pending' ? takeStep(tx, moving, moved, confirmed) : moved
}

/** Does what a learner asks for, with one press. */
export async function approve(context: VideoContext<'POST /studio/video-requests/:id/approve'>, parts: BookingParts) {
  const { db, user, now, caller, live, refuse } = context
  const { wish, row } = await managedWish(context)
  if (wish.askedBy !== 'learner' || wish.state !== 'waiting') refuse('request_decided')
  const given = { user, now, language: caller.language, ...parts }
  const decided = { id: wish.id, state: 'approved', by: user.userId, answer: '', nowSeconds: now / 1000 } as const
  const to = { startsAt: wish.startsAt ?? row.start_date_time, expertId: wish.expertId ?? row.expert?.id ?? 0 }
  if (wish.kind === 'move' && (to.expertId === 0 || msFromSeconds(to.startsAt) <= now)) refuse('not_now')
  const cancelled = { step: 'cancel', to: 'cancelled', tells: 'cancelled', givesBack: true } as const
  const changed = await guarded(context, () =>
    db.inTransaction(async tx => {
      if (!(await decideWish(tx, decided))) return refuse('request_decided')
      return wish.kind === 'move' ? moveTo(tx, given, row, to) : takeStep(tx, given, row, cancelled)
    }),
  )
  nudgePeople(live, user.brandId, changed)
  return answered({ ...changed, request: null }, user)
}

/** Leaves a consultation as it is. */
export async function refuseWish(
  context: VideoContext<'POST /studio/video-requests/:id/decline'>,
  { jobs }: BookingParts,
) {
  const { db, user, now, body, live, refuse } = context
  const { wish, row } = await managedWish(context)
  const reason = body.reason.trim()
  const state = wish.askedBy === 'staff' ? 'withdrawn' : 'declined'
  const decided = { id: wish.id, state, by: user.userId, answer: reason, nowSeconds: now / 1000 } as const
  await db.inTransaction(async tx => {
    if (!(await decideWish(tx, decided))) refuse('request_decided')
    await writeAudit(tx, user, {
      action: 'consultation.refuse',
      targetType: 'consultation',
      targetId: row.id,
      detail: { reason },
    })
    if (state === 'declined') await tellPeople(tx, jobs, { ...row, expert: null }, 'refused')
  })
  nudgePeople(live, user.brandId, rowOf(row))
  const { sequence: _, ...wire } = row
  return staffToWire({ ...wire, request: null }, user)
}

type Deciding = Pick<VideoContext<'POST /studio/video-requests/:id/decline'>, 'db' | 'user' | 'caller' | 'params'> & {
  refuse(code: 'not_found' | 'not_allowed'): never
}

async function managedWish({ db, user, caller, params, refuse }: Deciding): Promise<WishRow> {
  const found = await findWish(db, { id: params.id, brandId: user.brandId, language: caller.language })
  if (!found) return refuse('not_found')
  return mayManage(user, found.row.expert?.id ?? null) ? found : refuse('not_allowed')
}
