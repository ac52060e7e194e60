import { many, one, run } from '#server/platform/database/statement.ts'
import type { Hours } from '#shared/features/videoconsultations/slots.ts'
import type { AbsenceWire, ExpertHoursWire } from '#shared/features/videoconsultations/wire.ts'
import { personJson } from '#server/features/chat/message.ts'
import { staffColumns, type StaffRow, staffTables } from '../consultation-row.ts'

/** SQL: the absence `a` as the contract has it. */
export const absenceJson = (
  a: string,
) => `json_build_object('id', ${a}.id, 'expert_id', ${a}.user_id, 'kind', ${a}.kind,
  'starts_at', unix(${a}.starts_at), 'ends_at', unix(${a}.ends_at), 'note', ${a}.note)`

/** SQL: the weekly hours of `user` as the rules take them. */
export const hoursJson = (user: string) => `(select coalesce(json_agg(json_build_object('weekday', h.weekday,
  'fromMinute', h.from_minute, 'untilMinute', h.until_minute, 'validFrom', h.valid_from, 'validUntil', h.valid_until)
  order by h.weekday, h.from_minute, h.id), '[]') from video_hours h where h.user_id = ${user}.id)`

export type ExpertRow = Omit<ExpertHoursWire, 'hours' | 'is_managed'> & { hours: Hours[] }

/** An expert of a brand with their hours and what is to come of their absences; undefined for anybody else. */
export const findExpertHours = one<{ id: number; brandId: string; nowSeconds: number }, ExpertRow>(
  'find-expert-hours',
  `select ${personJson('e')} as expert, coalesce(d.timezone, e.timezone) as timezone, coalesce(d.revision, 0) as revision,
     ${hoursJson('e')} as hours,
     (select coalesce(json_agg(${absenceJson('a')} order by a.starts_at, a.id), '[]') from video_absences a
      where a.user_id = e.id and a.ends_at > to_timestamp($nowSeconds::float8) - interval '31 days') as absences,
     json_build_object('is_set', d.calendar_url is not null, 'host', coalesce(d.calendar_host, ''),
       'fetched_at', unix(d.calendar_fetched_at), 'fault', d.calendar_fault,
       'busy_count', (select count(*) from video_busy_times b where b.user_id = e.id
          and b.ends_at > to_timestamp($nowSeconds::float8))) as calendar
   from users e left join video_experts d on d.user_id = e.id
   where e.id = $id and e.brand_id = $brandId and e.role in ('expert', 'admin')`,
)

/** Sets weekly hours (JSON of Hours) at the revision that was read (null for any); undefined when they have changed meanwhile. */
export const setHours = one<
  { id: number; timezone: string; hours: string; revision: number | null },
  { revision: number }
>(
  'set-expert-hours',
  `with d as (
     insert into video_experts as known (user_id, timezone) values ($id, $timezone)
     on conflict (user_id) do update set timezone = excluded.timezone, revision = known.revision + 1
       where $revision::int is null or known.revision = $revision
     returning user_id, revision
   ), gone as (
     delete from video_hours h using d where h.user_id = d.user_id
   ), made as (
     insert into video_hours (user_id, weekday, from_minute, until_minute, valid_from, valid_until)
     select d.user_id, n.weekday, n."fromMinute", n."untilMinute", n."validFrom", n."validUntil"
     from d, json_to_recordset($hours) as n(weekday int, "fromMinute" int, "untilMinute" int, "validFrom" date, "validUntil" date)
   )
   select revision from d`,
)

/** Adds an absence, up to `most` that are not over; answers the one of the key when it has added one already. */
export const insertAbsence = one<
  {
    id: number
    kind: 'absence' | 'extra'
    startsAt: number
    endsAt: number
    note: string
    clientKey: string
    nowSeconds: number
    most: number
  },
  { absence: AbsenceWire; isNew: boolean }
>(
  'insert-video-absence',
  `with a as (
     insert into video_absences (user_id, kind, starts_at, ends_at, note, client_key)
     select $id::bigint, $kind, to_timestamp($startsAt::float8), to_timestamp($endsAt::float8), $note, $clientKey
     where (select count(*) from video_absences where user_id = $id and ends_at > to_timestamp($nowSeconds::float8)) < $most::int
     on conflict (user_id, client_key) do nothing returning *
   )
   select ${absenceJson('a')} as absence, true as "isNew" from a
   union all
   select ${absenceJson('a')}, false from video_absences a where a.user_id = $id and a.client_key = $clientKey`,
)

export const deleteAbsence = run<[id: number, expertId: number]>(
  'delete-video-absence',
  'delete from video_absences where id = $1 and user_id = $2',
)

/** What is booked with an expert between two instants (Unix seconds). */
export const listBookedBetween = many<
  { expertId: number; brandId: string; startsAt: number; endsAt: number; language: string },
  StaffRow
>(
  'list-video-booked-between',
  `select ${staffColumns} from ${staffTables}
   where v.expert_id = $expertId and v.brand_id = $brandId and v.status in ('pending', 'confirmed')
     and v.during && tstzrange(to_timestamp($startsAt::float8), to_timestamp($endsAt::float8))
   order by lower(v.during), v.id`,
)
