import { randomUUID } from 'node:crypto'
import { isPhone } from '#shared/features/accounts/phone.ts'
import { spansOf } from '#shared/features/videoconsultations/slots.ts'
import { holdMs, mayStep, paidHoldMs, type PaymentWay } from '#shared/features/videoconsultations/states.ts'
import { userRoom } from '#shared/features/accounts/contract.ts'
import { videoconsultations } from '#shared/features/videoconsultations/contract.ts'
import { msFromSeconds } from '#shared/platform/times.ts'
import { debitScore } from '#server/features/points/queries.ts'
import type { LiveNews } from '#server/platform/http/routes.ts'
import type { JobQueue } from '#server/platform/jobs/job-queue.ts'
import {
  awaitPayment,
  bookHold,
  findOwnBooking,
  insertHold,
  lockPlaces,
  type OwnBooking,
  releaseHold,
  retimeHold,
  setWords,
} from './booking-queries.ts'
import { type ConsultationRow, consultationToWire, findConsultation } from '../consultation-row.ts'
import type { KindTerms } from '../hours/diary-queries.ts'
import { lapseHolds } from './lapse-queries.ts'
import { overlapOf } from './overlap.ts'
import { around, freeExperts, insteadOf, isOwnTimeTaken, planOf, readSlots, type VideoContext } from '../hours/slots.ts'
import { tellPeople } from '../tell-people.ts'

type Holding = VideoContext<'POST /online-consultation'>
type Updating = VideoContext<'PUT /online-consultation/update'>
export type BookingParts = { jobs: Pick<JobQueue, 'sendAll'> }

/** How many times may wait for one learner's payment at once. */
const mostUnpaid = 3
/** How many experts are tried when others take them at the same moment. */
const mostTries = 3

/** Lets open pages of a consultation's people, and the studio's calendar, hear of it. */
export function nudgePeople(live: Pick<LiveNews, 'nudge' | 'signal'>, brandId: string, row: ConsultationRow) {
  live.nudge(userRoom, row.learner_id, ...(row.expert ? [row.expert.id] : []))
  live.signal(videoconsultations, 'video_calendar', brandId, {})
}

const secondsOf = (startsAt: number, kind: KindTerms) => {
  const { during, pad } = spansOf(startsAt, planOf(kind))
  return {
    starts: during.from / 1000,
    ends: during.until / 1000,
    padStarts: pad.from / 1000,
    padEnds: pad.until / 1000,
  }
}

/** Holds a free time for a while. */
export async function hold(context: Holding) {
  const { db, now, user, body, caller, live, refuse, idempotencyKey: clientKey = randomUUID() } = context
  const { stream_id: streamId, kind_id: kindId, expert_id: expertId } = body
  const startsAt = msFromSeconds(body.start_date_time)
  const read =
    (await readSlots(db, context, { streamId, kindId, expertId, clientKey }, around(startsAt))) ?? refuse('not_found')
  const { repeatedId, unpaid, kind } = read.found
  if (repeatedId !== null) return again(context, repeatedId)
  if (unpaid >= mostUnpaid) refuse('too_many_holds')
  if (isOwnTimeTaken(read, startsAt)) refuse('time_overlaps', { instead: insteadOf(read, startsAt) })
  const experts = freeExperts(read, startsAt).slice(0, mostTries)
  const { userId, brandId } = user
  const made = await db.inTransaction(async tx => {
    const expertIds = experts.map(({ expert }) => expert.id)
    const { padStarts, padEnds, ...during } = secondsOf(startsAt, kind)
    const nowSeconds = now / 1000
    if (expertIds.length) await lapseHolds(tx, { userId, expertIds, nowSeconds, except: null, padStarts, padEnds })
    for (const { expert } of experts) {
      const place = { brandId, kindId, userId, streamId, expertId: expert.id, clientKey, language: caller.language }
      const times = { ...during, padStarts, padEnds, nowSeconds, holdSeconds: holdMs / 1000 }
      const row = await insertHold(tx, { ...place, ...times })
      if (row) return row
    }
    return undefined
  })
  if (made) {
    nudgePeople(live, brandId, made)
    return consultationToWire(made)
  }
  // The same key sent twice at once: the other one holds it.
  const own = await readSlots(db, context, { streamId, kindId, expertId, clientKey }, around(startsAt))
  if (own?.found.repeatedId != null) return again(context, own.found.repeatedId)
  return refuse('slot_taken', { fields: ['start_date_time'], instead: insteadOf(own ?? read, startsAt) })
}

async function again({ db, user, caller, refuse }: Holding, id: number) {
  const row = await findConsultation(db, { id, userId: user.userId, language: caller.language })
  return row ? consultationToWire(row) : refuse('not_found')
}

/** How a kind can be paid for. */
export function waysOf({ takes_quota: takesQuota, points, service_id: serviceId }: KindTerms): PaymentWay[] {
  const ways: PaymentWay[] = [
    ...(takesQuota ? (['quota'] as const) : []),
    ...(points === null ? [] : (['points'] as const)),
    ...(serviceId === null ? [] : (['price'] as const)),
  ]
  return ways.length ? ways : ['free']
}

/** Books what is held, or changes what is said of what is booked. */
export async function update(context: Updating, parts: BookingParts) {
  const { db, now, user, query, body, caller, live, refuse } = context
  const booking = (await findOwnBooking(db, query.id, user.userId, now / 1000)) ?? refuse('not_found')
  const phone = body.phone === undefined ? null : body.phone.trim()
  if (phone && !isPhone(phone)) refuse('phone_unfit', { fields: ['phone'] })
  const words = { note: body.note === undefined ? null : body.note.trim(), phone }
  const startsAt = body.start_date_time === undefined ? booking.startsAt : msFromSeconds(body.start_date_time)
  const own = { id: booking.id, userId: user.userId, nowSeconds: now / 1000, language: caller.language }
  if (!mayStep('book', booking.status, { startsAt, now })) {
    if (startsAt !== booking.startsAt) refuse('through_support', { fields: ['start_date_time'] })
    const row = (await setWords(db, { ...own, ...words })) ?? refuse('not_now')
    nudgePeople(live, user.brandId, row)
    return consultationToWire(row)
  }
  const ways = waysOf(booking.kind)
  const payBy = body.pay_by ?? ways.find(way => way === 'free' || way === 'quota')
  if (!payBy || !ways.includes(payBy)) return refuse('way_unknown', { fields: ['pay_by'] })
  const isToPay = payBy === 'price' && !booking.isPaid
  if (isToPay && booking.unpaid >= mostUnpaid) refuse('too_many_holds')
  const isKept = booking.status === 'held' && (booking.holdUntil ?? 0) > now && booking.startsAt > now
  const isHeld = isKept && startsAt === booking.startsAt
  if (!isHeld) await takeTime(context, booking, startsAt, words)
  const row = await (isToPay
    ? awaitPayment(db, { ...own, ...words, serviceId: booking.kind.service_id ?? 0, holdSeconds: paidHoldMs / 1000 })
    : book(context, parts, booking, { ...words, payBy }))
  if (!row) return refuse('not_now')
  nudgePeople(live, user.brandId, row)
  return consultationToWire(row)
}

type Words = { note: string | null; phone: string | null }

/** Takes the time for a hold that is over, or another one; what was written is kept where it cannot be had. */
async function takeTime(
  context: Updating,
  { id, streamId, kindId, expertId, kind }: OwnBooking,
  startsAt: number,
  words: Words,
) {
  const { db, now, user, caller, refuse } = context
  const wanted = { streamId, kindId, except: id }
  const read = (await readSlots(db, context, wanted, around(startsAt))) ?? refuse('not_found')
  const experts = freeExperts(read, startsAt).map(({ expert }) => expert.id)
  const chosen = experts.find(one => one === expertId) ?? experts[0]
  const own = { id, userId: user.userId, nowSeconds: now / 1000 }
  const overlap = await (chosen === undefined
    ? Promise.resolve(isOwnTimeTaken(read, startsAt) ? ('time_overlaps' as const) : ('slot_taken' as const))
    : overlapOf(() =>
        db.inTransaction(async tx => {
          const { padStarts, padEnds, ...during } = secondsOf(startsAt, kind)
          await lapseHolds(tx, { ...own, expertIds: [chosen], except: id, padStarts, padEnds })
          const times = { ...during, padStarts, padEnds, holdSeconds: holdMs / 1000 }
          if (!(await retimeHold(tx, { ...own, ...times, expertId: chosen }))) refuse('not_now')
        }),
      ))
  if (!overlap) return
  await setWords(db, { ...own, ...words, language: caller.language })
  const later = await readSlots(db, context, wanted, around(startsAt))
  refuse(overlap, { fields: ['start_date_time'], instead: insteadOf(later ?? read, startsAt) })
}

async function book(
  context: Updating,
  { jobs }: BookingParts,
  { id, kind }: OwnBooking,
  given: Words & { payBy: PaymentWay },
) {
  const { db, now, user, caller, refuse } = context
  const { payBy } = given
  const points = payBy === 'points' ? (kind.points ?? 0) : 0
  const status = kind.needs_confirmation ? 'pending' : 'confirmed'
  const own = { id, userId: user.userId, nowSeconds: now / 1000, language: caller.language }
  return db.inTransaction(async tx => {
    const takesOne = payBy === 'quota' || payBy === 'price'
    if (takesOne) await lockPlaces(tx, user.userId)
    const row = await bookHold(tx, { ...own, ...given, points, status })
    if (!row) {
      const found = await findOwnBooking(tx, id, user.userId, now / 1000)
      return refuse(takesOne && found?.status === 'held' ? 'none_left' : 'not_now')
    }
    if (points > 0 && !(await debitScore(tx, user.userId, points, 'spent', `video ${id}`)))
      refuse('points_short', { fields: ['pay_by'] })
    await tellPeople(tx, jobs, row, status === 'pending' ? 'asked' : 'confirmed')
    return row
  })
}

/** Lets a held time go. */
export async function release({
  db,
  now,
  user,
  params,
  live,
  refuse,
}: VideoContext<'POST /online-consultation/:id/release'>) {
  const booking = (await findOwnBooking(db, params.id, user.userId, now / 1000)) ?? refuse('not_found')
  if (booking.status !== 'held' && booking.status !== 'lapsed') refuse('through_support')
  await releaseHold(db, params.id, user.userId, now / 1000)
  live.signal(videoconsultations, 'video_calendar', user.brandId, {})
  return {}
}
