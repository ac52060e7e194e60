import { many, one } from '#server/platform/database/statement.ts'
import type { Diary, Hours, Span } from '#shared/features/videoconsultations/slots.ts'
import type { ExpertWire, KindWire } from '#shared/features/videoconsultations/wire.ts'
import { streamColumns, streamTables, type StreamRow } from '#server/features/streams/queries.ts'
import { expertJson, textIn } from '../consultation-row.ts'

/** What is to be known of a kind to book it. */
export type KindTerms = Omit<KindWire, 'title' | 'description' | 'pay_by' | 'is_paid' | 'experts'> & {
  step_minutes: number
  buffer_before_minutes: number
  buffer_after_minutes: number
  notice_minutes: number
  horizon_days: number
  takes_quota: boolean
}

export const kindJson = (k: string) => `json_build_object('id', ${k}.id, 'length_minutes', ${k}.length_minutes,
  'step_minutes', ${k}.step_minutes, 'buffer_before_minutes', ${k}.buffer_before_minutes,
  'buffer_after_minutes', ${k}.buffer_after_minutes, 'notice_minutes', ${k}.notice_minutes, 'horizon_days', ${k}.horizon_days,
  'needs_confirmation', ${k}.needs_confirmation, 'takes_quota', ${k}.takes_quota, 'points', ${k}.points,
  'service_id', ${k}.service_id)`

/** SQL: how many consultations of the place `us` are used, in the chat and by video. */
export const usedConsultations = (us: string) => `(
  coalesce((select sum(x.amount) from consultations x join chats xk on xk.id = x.chat_id
    where xk.user_stream_id = ${us}.id and x.status <> 'open'), 0)
  + (select count(*) from video_consultations x where x.quota_stream_id = ${us}.id))::int`

/**
 * SQL: the orders that have paid for a consultation of the kind `k` which `user` has not booked yet, each with the place that it was
 * added to. Kinds that take one of the stream's consultations need no order.
 */
export const ordersToBook = (user: string, k: string) => `select x.order_id, x.user_stream_id from stream_extensions x
  join orders o on o.id = x.order_id and o.user_id = ${user} and o.service_id = ${k}.service_id
  join user_streams pu on pu.id = x.user_stream_id and pu.taken_out_at is null join courses pc on pc.id = pu.course_id
  where x.is_given and not ${k}.takes_quota
    and (coalesce(pc.consultation_limit, 0) = 0 or pu.max_consultation_count > ${usedConsultations('pu')})
    and x.consultations > (select count(*) from video_consultations p where p.order_id = x.order_id)`

/** A place of the learner with the kinds that can be booked in it. */
export type BookablePlace = StreamRow & {
  course_title: string
  consultation_limit: number | null
  used: number
  balance: number
  kinds: (KindTerms & Pick<KindWire, 'title' | 'description' | 'is_paid' | 'experts'>)[]
}

/** The learner's places, each with the kinds shown for its course. */
export const listBookablePlaces = many<{ userId: number; brandId: string; language: string }, BookablePlace>(
  'list-bookable-places',
  `select ${streamColumns}, ${textIn('c.texts', 'title')} as course_title, c.consultation_limit,
     ${usedConsultations('us')} as used,
     coalesce((select sum(p.amount) from user_scores p where p.user_id = us.user_id), 0)::int as balance,
     (select json_agg((${kindJson('k')})::jsonb || jsonb_build_object('title', ${textIn('k.texts', 'title')},
        'description', ${textIn('k.texts', 'description')}, 'is_paid', exists(${ordersToBook('us.user_id', 'k')}), 'experts',
        (select coalesce(json_agg(${expertJson('e')} order by trim(e.first_name || ' ' || e.last_name), e.id), '[]')
         from video_kind_experts ke join users e on e.id = ke.expert_id
         where ke.kind_id = k.id and e.status > 0 and e.blocked_at is null)) order by k.id)
      from video_kinds k where k.brand_id = $brandId and k.is_shown
        and (k.course_id is null or k.course_id = us.course_id)) as kinds
   from ${streamTables} where us.user_id = $userId`,
)

export const spansJson = (starts: string, ends: string) =>
  `json_build_object('from', (extract(epoch from ${starts}) * 1000)::bigint, 'until', (extract(epoch from ${ends}) * 1000)::bigint)`

/** SQL: hours, absences and busy times of the expert `e` (with `d` of video_experts) that touch the range from `$from` to `$until` (Unix seconds). */
export const diaryJson = (e: string) => `
  coalesce(d.timezone, ${e}.timezone) as "timeZone",
  (select coalesce(json_agg(json_build_object('weekday', h.weekday, 'fromMinute', h.from_minute, 'untilMinute', h.until_minute,
     'validFrom', h.valid_from, 'validUntil', h.valid_until) order by h.weekday, h.from_minute), '[]')
   from video_hours h where h.user_id = ${e}.id) as hours,
  (select coalesce(json_agg((${spansJson('a.starts_at', 'a.ends_at')})::jsonb || jsonb_build_object('kind', a.kind)), '[]')
   from video_absences a where a.user_id = ${e}.id and a.ends_at > to_timestamp($from::float8)
     and a.starts_at < to_timestamp($until::float8)) as absences,
  (select coalesce(json_agg(${spansJson('b.starts_at', 'b.ends_at')}), '[]')
   from video_busy_times b where b.user_id = ${e}.id and b.ends_at > to_timestamp($from::float8)
     and b.starts_at < to_timestamp($until::float8)) as busy`

/** SQL: the buffered times of the expert `e` that bookings take, besides the consultation `$except`. */
export const takenJson = (e: string) => `
  (select coalesce(json_agg(${spansJson('lower(v.pad)', 'upper(v.pad)')}), '[]')
   from video_consultations v where v.expert_id = ${e}.id and v.status in ('held', 'pending', 'confirmed')
     and (v.status <> 'held' or v.hold_until > to_timestamp($nowSeconds::float8))
     and v.id is distinct from $except::bigint
     and not (v.status = 'held' and v.user_id = $userId and v.service_id is null)
     and v.pad && tstzrange(to_timestamp($from::float8), to_timestamp($until::float8))) as taken`

export type DiaryRow = {
  expert: ExpertWire
  timeZone: string
  hours: Hours[]
  absences: (Span & { kind: 'absence' | 'extra' })[]
  busy: Span[]
  taken: Span[]
}

type Range = { from: number; until: number; nowSeconds: number; except: number | null }

/**
 * The diaries of a kind's experts, or of one of them, in a range of Unix seconds; of holds those that still hold, without what the
 * learner has begun to book.
 */
export const listDiaries = many<Range & { userId: number; kindId: number; expertId: number | null }, DiaryRow>(
  'list-video-diaries',
  `select ${expertJson('e')} as expert, ${diaryJson('e')}, ${takenJson('e')}
   from video_kind_experts ke join users e on e.id = ke.expert_id and e.status > 0 and e.blocked_at is null
     left join video_experts d on d.user_id = e.id
   where ke.kind_id = $kindId and ($expertId::bigint is null or e.id = $expertId) order by e.id`,
)

/** A kind as a learner's place may book it, and the learner's own bookings in a range of Unix seconds. */
export type BookedPlace = {
  kind: KindTerms
  place: StreamRow & { consultation_limit: number | null; used: number; balance: number }
  own: Span[]
  /** What was already held with the key. */
  repeatedId: number | null
  /** How many times wait to be paid for. */
  unpaid: number
}

export const findBookedPlace = one<
  Range & { userId: number; brandId: string; streamId: number; kindId: number; clientKey: string | null },
  BookedPlace
>(
  'find-booked-place',
  `select ${kindJson('vk')} as kind, row_to_json(p) as place,
     (select coalesce(json_agg(${spansJson('lower(v.during)', 'upper(v.during)')}), '[]')
      from video_consultations v where v.user_id = $userId and v.status in ('held', 'pending', 'confirmed')
        and (v.status <> 'held' or v.service_id is not null and v.hold_until > to_timestamp($nowSeconds::float8))
        and v.id is distinct from $except::bigint
        and v.during && tstzrange(to_timestamp($from::float8), to_timestamp($until::float8))) as own,
     (select v.id from video_consultations v where v.user_id = $userId and v.client_key = $clientKey) as "repeatedId",
     (select count(*)::int from video_consultations v where v.user_id = $userId and v.status = 'held'
        and v.service_id is not null and v.hold_until > to_timestamp($nowSeconds::float8)) as unpaid
   from (
     select ${streamColumns}, c.consultation_limit, ${usedConsultations('us')} as used,
       coalesce((select sum(s.amount) from user_scores s where s.user_id = us.user_id), 0)::int as balance
     from ${streamTables} where us.id = $streamId and us.user_id = $userId
   ) p join video_kinds vk on vk.id = $kindId and vk.brand_id = $brandId and vk.is_shown
     and (vk.course_id is null or vk.course_id = p.course_id)`,
)

/** A row of the database as the rules take it. */
export function diaryOf({ timeZone, hours, absences, busy, taken }: DiaryRow): Diary {
  return {
    timeZone,
    hours,
    extra: absences.filter(({ kind }) => kind === 'extra'),
    away: absences.filter(({ kind }) => kind === 'absence'),
    taken: [...busy, ...taken],
  }
}
