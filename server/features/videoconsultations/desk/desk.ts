import { many } from '#server/platform/database/statement.ts'
import { openSpans, type Span } from '#shared/features/videoconsultations/slots.ts'
import type { AbsenceWire, ExpertWire } from '#shared/features/videoconsultations/wire.ts'
import { addDays, daysBetween, isLocalDate, secondsFromMs, startOfDay } from '#shared/platform/times.ts'
import { personJson } from '#server/features/chat/message.ts'
import type { Actor } from '#server/platform/http/routes.ts'
import {
  findStaffConsultation,
  mayManage,
  staffColumns,
  type StaffRow,
  staffTables,
  staffToWire,
} from '../consultation-row.ts'
import { diaryOf, type DiaryRow, spansJson } from '../hours/diary-queries.ts'
import { absenceJson, hoursJson } from '../hours/hours-queries.ts'
import type { VideoContext } from '../hours/slots.ts'

type DeskRow = Pick<DiaryRow, 'timeZone' | 'hours' | 'absences' | 'busy'> & { expert: ExpertWire; away: AbsenceWire[] }
type Range = { brandId: string; from: number; until: number; expertId: number | null }

const inRange = (starts: string, ends: string) =>
  `${ends} > to_timestamp($from::float8) and ${starts} < to_timestamp($until::float8)`

/** The experts of a brand who have a kind or hours, with their hours in a range of Unix seconds. */
const listExperts = many<Range, DeskRow>(
  'list-video-desk-experts',
  `select ${personJson('e')} as expert, coalesce(d.timezone, e.timezone) as "timeZone", ${hoursJson('e')} as hours,
     (select coalesce(json_agg((${spansJson('a.starts_at', 'a.ends_at')})::jsonb || jsonb_build_object('kind', a.kind)), '[]')
      from video_absences a where a.user_id = e.id and ${inRange('a.starts_at', 'a.ends_at')}) as absences,
     (select coalesce(json_agg(${absenceJson('a')} order by a.starts_at), '[]') from video_absences a
      where a.user_id = e.id and ${inRange('a.starts_at', 'a.ends_at')}) as away,
     (select coalesce(json_agg(${spansJson('b.starts_at', 'b.ends_at')} order by b.starts_at), '[]') from video_busy_times b
      where b.user_id = e.id and ${inRange('b.starts_at', 'b.ends_at')}) as busy
   from users e left join video_experts d on d.user_id = e.id
   where e.brand_id = $brandId and e.role in ('expert', 'admin') and e.status > 0
     and ($expertId::bigint is null or e.id = $expertId)
     and (e.role = 'expert' or d.user_id is not null or exists (select from video_kind_experts k where k.expert_id = e.id))
   order by e.id limit 200`,
)

const listInRange = many<Range & { language: string }, StaffRow>(
  'list-video-desk-consultations',
  `select ${staffColumns} from ${staffTables}
   where v.brand_id = $brandId and v.status not in ('held', 'lapsed') and ($expertId::bigint is null or v.expert_id = $expertId)
     and lower(v.during) < to_timestamp($until::float8)
     and lower(v.during) > to_timestamp($from::float8) - interval '1 day' and upper(v.during) > to_timestamp($from::float8)
   order by lower(v.during), v.id limit 5000`,
)

const listWaiting = many<{ brandId: string; nowSeconds: number; language: string; expertId: number | null }, StaffRow>(
  'list-video-waiting',
  `select ${staffColumns} from ${staffTables}
   where v.brand_id = $brandId and ($expertId::bigint is null or v.expert_id = $expertId) and upper(v.during) > to_timestamp($nowSeconds::float8)
     and (v.status = 'pending' or v.id in (select r.consultation_id from video_requests r
       where r.state = 'waiting' and r.asked_by = 'learner'))
     and v.status in ('pending', 'confirmed')
   order by lower(v.during), v.id limit 200`,
)

/** Whose consultations the caller sees: experts their own, others those of whom they ask for. */
const seenBy = ({ role, userId }: Actor, asked: number | null) => (role === 'expert' ? userId : asked)

const spanWire = ({ from, until }: Span) => ({ starts_at: secondsFromMs(from), ends_at: secondsFromMs(until) })

type Dated = VideoContext<'GET /studio/video-consultations'> | VideoContext<'GET /studio/video-consultations/load'>

function rangeOf({ user, refuse }: Dated, from: string, until: string): Span {
  const isFit = isLocalDate(from) && isLocalDate(until) && from >= '2000-01-01' && until <= '2199-12-31'
  if (!isFit || until < from || daysBetween(from, until) > 366) return refuse('invalid_input', { fields: ['from'] })
  return { from: startOfDay(from, user.timezone), until: startOfDay(addDays(until, 1), user.timezone) }
}

/** The calendar of the experts. */
export async function calendar(context: VideoContext<'GET /studio/video-consultations'>) {
  const { db, user, caller, query, refuse } = context
  const { from, days = 7, expert_id: expertId = null } = query
  if (!isLocalDate(from)) return refuse('invalid_input', { fields: ['from'] })
  const span = rangeOf(context, from, addDays(from, days - 1))
  const range = {
    brandId: user.brandId,
    from: span.from / 1000,
    until: span.until / 1000,
    expertId: seenBy(user, expertId),
  }
  const experts = await listExperts(db, range)
  const rows = await listInRange(db, { ...range, language: caller.language })
  const consultations = rows.map(row => staffToWire(row, user))
  return {
    timezone: user.timezone,
    experts: experts.map(({ expert, timeZone, away, ...row }) => ({
      expert,
      timezone: timeZone,
      open: openSpans(diaryOf({ ...row, expert, timeZone, taken: [] }), span).map(spanWire),
      absences: away,
      busy: row.busy.map(spanWire),
      consultations: consultations.filter(one => one.expert?.id === expert.id),
    })),
  }
}

export async function waiting({ db, user, now, caller }: VideoContext<'GET /studio/video-consultations/waiting'>) {
  const rows = await listWaiting(db, {
    brandId: user.brandId,
    nowSeconds: now / 1000,
    language: caller.language,
    expertId: seenBy(user, null),
  })
  return rows.map(row => staffToWire(row, user))
}

export async function readOne({
  db,
  user,
  caller,
  params,
  refuse,
}: VideoContext<'GET /studio/video-consultations/:id'>) {
  const row = await findStaffConsultation(db, { id: params.id, brandId: user.brandId, language: caller.language })
  if (!row) return refuse('not_found')
  return mayManage(user, row.expert?.id ?? null) ? staffToWire(row, user) : refuse('not_allowed')
}

type Figures = {
  expertId: number
  minutes: number
  booked: number
  complete: number
  missed: number
  cancelled: number
  rating: number | null
}

const listFigures = many<[brandId: string, from: number, until: number], Figures>(
  'list-video-figures',
  `select v.expert_id as "expertId", count(*) filter (where v.status in ('pending', 'confirmed', 'complete', 'rated', 'missed'))::int as booked,
     coalesce(sum(extract(epoch from upper(v.during) - lower(v.during)) / 60)
       filter (where v.status in ('pending', 'confirmed', 'complete', 'rated', 'missed')), 0)::int as minutes,
     count(*) filter (where v.status in ('complete', 'rated'))::int as complete,
     count(*) filter (where v.status = 'missed')::int as missed,
     count(*) filter (where v.status in ('cancelled', 'declined'))::int as cancelled,
     round(avg(v.rating), 2)::float8 as rating
   from video_consultations v where v.brand_id = $1 and v.expert_id is not null
     and lower(v.during) >= to_timestamp($2::float8) and lower(v.during) < to_timestamp($3::float8)
   group by v.expert_id`,
)

/** What each expert had and has to do. */
export async function load(context: VideoContext<'GET /studio/video-consultations/load'>) {
  const { db, user, query } = context
  const span = rangeOf(context, query.from, query.until)
  const range = {
    brandId: user.brandId,
    from: span.from / 1000,
    until: span.until / 1000,
    expertId: seenBy(user, null),
  }
  const experts = await listExperts(db, range)
  const figures = new Map(
    (await listFigures(db, user.brandId, range.from, range.until)).map(one => [one.expertId, one]),
  )
  return experts.map(one => {
    const { away: _, ...row } = one
    const open = openSpans(diaryOf({ ...row, taken: [] }), span)
    const own = figures.get(row.expert.id)
    return {
      expert: row.expert,
      open_minutes: Math.round(open.reduce((sum, { from, until }) => sum + until - from, 0) / 60_000),
      booked_minutes: own?.minutes ?? 0,
      booked: own?.booked ?? 0,
      complete: own?.complete ?? 0,
      missed: own?.missed ?? 0,
      cancelled: own?.cancelled ?? 0,
      rating: own?.rating ?? null,
    }
  })
}
