import type { Db } from '#server/platform/database/statement.ts'
import type { Actor, Context } from '#server/platform/http/routes.ts'
import type { videoconsultations } from '#shared/features/videoconsultations/contract.ts'
import { freeSlots, nearest, type SlotPlan, type Span, spansOf } from '#shared/features/videoconsultations/slots.ts'
import { effectiveEndsOn, isDemoOnly, streamStatus } from '#shared/features/streams/rules.ts'
import { addDays, localDate, secondsFromMs, startOfDay } from '#shared/platform/times.ts'
import { termsOn } from '#server/features/streams/stream-wire.ts'
import type { StreamRow } from '#server/features/streams/queries.ts'
import {
  type BookedPlace,
  diaryOf,
  type DiaryRow,
  findBookedPlace,
  type KindTerms,
  listDiaries,
} from './diary-queries.ts'

type Calls = (typeof videoconsultations)['calls']
/** What the handler of a call of this feature is given. */
export type VideoContext<Name extends keyof Calls & string> = Context<Name, Calls[Name]>

const minuteMs = 60_000
const dayMs = 86_400_000
const aroundMs = 7 * dayMs

export const planOf = (kind: KindTerms): SlotPlan => ({
  length: kind.length_minutes,
  step: kind.step_minutes,
  before: kind.buffer_before_minutes,
  after: kind.buffer_after_minutes,
})

/** Whether a learner's place is one in which consultations can be booked now. */
export function isBookable(place: StreamRow, now: number, timeZone: string): boolean {
  const today = localDate(now, timeZone)
  const terms = termsOn(place, today, timeZone)
  return !isDemoOnly(terms) && streamStatus(terms, today) === 'open'
}

/** From when until when a kind can be booked in a place: after its notice, until its horizon or the place's last day. */
function bookableRange(kind: KindTerms, place: StreamRow, now: number, timeZone: string) {
  const horizon = addDays(localDate(now, timeZone), kind.horizon_days)
  const end = place.is_optional_purchase
    ? horizon
    : effectiveEndsOn({ startsOn: place.starts_on, endsOn: place.ends_on }, place.freezes)
  const lastDate = end < horizon ? end : horizon
  return {
    lastDate,
    from: now + kind.notice_minutes * minuteMs,
    until: startOfDay(addDays(lastDate, 1), timeZone),
  }
}

type Wanted = { streamId: number; kindId: number; expertId?: number | undefined; clientKey?: string; except?: number }

/** A kind in a learner's place with the free times of its experts; undefined where they cannot book it. */
export async function readSlots(
  db: Db,
  { user, now }: { user: Actor; now: number },
  { streamId, kindId, expertId, clientKey, except }: Wanted,
  asked: Span,
) {
  const seconds = { from: (asked.from - dayMs) / 1000, until: (asked.until + dayMs) / 1000 }
  const range = { ...seconds, nowSeconds: now / 1000, except: except ?? null }
  const { userId, brandId, timezone } = user
  const found = await findBookedPlace(db, { ...range, userId, brandId, streamId, kindId, clientKey: clientKey ?? null })
  if (!found || !isBookable(found.place, now, timezone)) return undefined
  const diaries = await listDiaries(db, { ...range, userId, kindId, expertId: expertId ?? null })
  const { lastDate, from, until } = bookableRange(found.kind, found.place, now, timezone)
  const span = { from: Math.max(from, asked.from), until: Math.min(until, asked.until) }
  const free = diaries.map(diary => ({ diary, slots: freeSlots(diaryOf(diary), planOf(found.kind), span, found.own) }))
  return { found, free, lastDate }
}

export type ReadSlots = NonNullable<Awaited<ReturnType<typeof readSlots>>>

/** Around a wanted time, as far as the nearest others are looked for. */
export const around = (wanted: number): Span => ({ from: wanted - aroundMs, until: wanted + aroundMs + 1 })

/** The experts who are free at a time, those with the least booked around it first. */
export function freeExperts({ free }: ReadSlots, at: number): DiaryRow[] {
  return free
    .filter(({ slots }) => slots.includes(at))
    .map(({ diary }) => diary)
    .sort((one, other) => one.taken.length - other.taken.length || one.expert.id - other.expert.id)
}

/** The free times nearest to a wanted one, in Unix seconds. */
export function insteadOf({ free }: ReadSlots, at: number): number[] {
  return nearest(
    free.flatMap(({ slots }) => slots).filter(slot => slot !== at),
    at,
  ).map(secondsFromMs)
}

/** Whether the learner has something else at a time. */
export function isOwnTimeTaken({ found: { own, kind } }: Pick<ReadSlots, 'found'>, at: number): boolean {
  const { during } = spansOf(at, planOf(kind))
  return own.some(({ from, until }) => from < during.until && during.from < until)
}

/** The free times of a kind, by days of the caller's zone. */
export async function listSlots(context: VideoContext<'GET /online-consultation/slots'>) {
  const { db, now, user, query, refuse } = context
  const { stream_id: streamId, kind_id: kindId, expert_id: expertId, days = 14 } = query
  const from = query.from ?? localDate(now, user.timezone)
  if (Number.isNaN(Date.parse(from)) || from < '2000-01-01' || from > '2199-12-31')
    return refuse('invalid_input', { fields: ['from'] })
  const asked = { from: startOfDay(from, user.timezone), until: startOfDay(addDays(from, days), user.timezone) }
  const read = (await readSlots(db, context, { streamId, kindId, expertId }, asked)) ?? refuse('not_found')
  const experts = new Map<number, number[]>()
  for (const { diary, slots } of read.free)
    for (const slot of slots) experts.set(slot, [...(experts.get(slot) ?? []), diary.expert.id])
  return {
    timezone: user.timezone,
    until: read.lastDate,
    experts: read.free.map(({ diary }) => diary.expert),
    slots: [...experts]
      .sort(([one], [other]) => one - other)
      .map(([slot, ids]) => ({ start_date_time: secondsFromMs(slot), expert_ids: ids })),
  }
}

export type { BookedPlace }
