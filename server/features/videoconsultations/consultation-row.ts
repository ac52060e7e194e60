import { nameOf, personJson } from '#server/features/chat/message.ts'
import { many, one } from '#server/platform/database/statement.ts'
import { publishEvent } from '#server/platform/live/publishing.ts'
import { videoconsultations } from '#shared/features/videoconsultations/contract.ts'
import { callWindow, stateOf } from '#shared/features/videoconsultations/states.ts'
import type { OnlineConsultationWire, StaffConsultationWire } from '#shared/features/videoconsultations/wire.ts'
import { msFromSeconds, secondsFromMs } from '#shared/platform/times.ts'
import type { Actor } from '#server/platform/http/routes.ts'

type Derived = 'state' | 'call_opens_at' | 'call_closes_at'

/** A consultation as its people see it, but for what follows from its status and time. */
export type ConsultationRow = Omit<OnlineConsultationWire, Derived | 'course'> & {
  course_title: string
  learner_id: number
}
export type StaffRow = Omit<StaffConsultationWire, Derived | 'is_managed'> & { learner_id: number }

/** SQL: what texts by language say in the language `$language`, or in another that they have. */
export const textIn = (texts: string, field: string) => `coalesce(nullif(${texts}->$language->>'${field}', ''),
  nullif(${texts}->'en'->>'${field}', ''), (select t.value->>'${field}' from jsonb_each(${texts}) t
  where t.value->>'${field}' <> '' limit 1), '')`

/** SQL: an expert as learners see them. */
export const expertJson = (user: string) =>
  `json_build_object('id', ${user}.id, 'name', ${nameOf(user)}, 'avatar', ${user}.avatar)`

/** SQL: the columns of a ConsultationRow of `v`; names of courses and kinds in `$language`. */
export const consultationColumns = `v.id, v.user_id as learner_id, v.user_stream_id as stream_id, us.course_id,
  ${textIn('c.texts', 'title')} as course_title,
  json_build_object('id', k.id, 'title', ${textIn('k.texts', 'title')},
    'length_minutes', (extract(epoch from upper(v.during) - lower(v.during)) / 60)::int) as kind,
  case when e.id is not null then ${expertJson('e')} end as expert,
  unix(lower(v.during)) as start_date_time, unix(upper(v.during)) as end_date_time, v.status, v.note, v.phone,
  v.expert_note, v.expert_phone, v.pay_by, unix(v.hold_until) as held_until, v.service_id,
  v.cancel_reason, v.cancel_cause, v.rating, v.rating_comment,
  (select json_build_object('id', r.id, 'kind', r.kind, 'asked_by', r.asked_by, 'start_date_time', unix(r.starts_at),
     'expert', case when re.id is not null then ${expertJson('re')} end, 'reason', r.reason, 'created_at', unix(r.created_at))
   from video_requests r left join users re on re.id = r.expert_id
   where r.consultation_id = v.id and r.state = 'waiting') as request`

const tablesOf = (table: string) => `${table} v join video_kinds k on k.id = v.kind_id
  join user_streams us on us.id = v.user_stream_id join courses c on c.id = us.course_id
  left join users e on e.id = v.expert_id`

const consultationTables = tablesOf('video_consultations')
/** SQL: as `consultationTables`, of what the CTE `changed` has written. */
export const changedTables = tablesOf('changed')

/** SQL: the columns of a StaffRow, over `staffTables`. */
export const staffColumns = `${consultationColumns.replace(expertJson('e'), personJson('e'))},
  json_build_object('id', l.id, 'name', ${personJson('l')}->>'name', 'avatar', l.avatar, 'timezone', l.timezone) as learner`
export const staffTables = `${consultationTables} join users l on l.id = v.user_id`
export const changedStaffTables = `${changedTables} join users l on l.id = v.user_id`

/** One consultation for its learner or its expert. */
export const findConsultation = one<{ id: number; userId: number; language: string }, ConsultationRow>(
  'find-video-consultation',
  `select ${consultationColumns} from ${consultationTables}
   where v.id = $id and (v.user_id = $userId or v.expert_id = $userId)`,
)

/** One consultation of a brand for its staff. */
export const findStaffConsultation = one<{ id: number; brandId: string; language: string }, StaffRow>(
  'find-staff-video-consultation',
  `select ${staffColumns} from ${staffTables} where v.id = $id and v.brand_id = $brandId`,
)

/** One page of a learner's own, with the total in each row; past the end, a single row without an id. */
export const listConsultations = many<
  { userId: number; isHistory: boolean; nowSeconds: number; language: string; limit: number; offset: number },
  (ConsultationRow | { id: null }) & { total: number }
>(
  'list-video-consultations',
  `with found as not materialized (
     select v.id, lower(v.during) as starts_at from video_consultations v
     where v.user_id = $userId and v.status <> 'lapsed'
       and $isHistory = not (v.status in ('held', 'pending', 'confirmed')
         and (v.status <> 'held' or v.hold_until > to_timestamp($nowSeconds::float8))
         and upper(v.during) > to_timestamp($nowSeconds::float8) - interval '30 minutes')
       and (v.status <> 'held' or v.hold_until > to_timestamp($nowSeconds::float8))
   ), page as (
     select id, case when $isHistory then row_number() over (order by starts_at desc, id desc)
       else row_number() over (order by starts_at, id) end as place
     from found order by place limit $limit offset $offset
   )
   select (select count(*)::int from found) as total, p.place, x.*
   from (select) one left join page p on true left join lateral (
     select ${consultationColumns} from ${consultationTables} where v.id = p.id) x on true
   order by p.place`,
)

const derived = ({
  status,
  start_date_time: start,
  end_date_time: end,
}: Pick<ConsultationRow, 'status' | 'start_date_time' | 'end_date_time'>) => {
  const { opensAt, closesAt } = callWindow({ startsAt: msFromSeconds(start), endsAt: msFromSeconds(end) })
  return { state: stateOf(status), call_opens_at: secondsFromMs(opensAt), call_closes_at: secondsFromMs(closesAt) }
}

/** A consultation as the contract has it; with its course where that was asked for. */
export function consultationToWire(row: ConsultationRow, asked: readonly string[] = []): OnlineConsultationWire {
  const { course_title: title, learner_id: _, ...wire } = row
  return {
    ...wire,
    ...derived(row),
    ...(asked.includes('course') && { course: { id: row.course_id, title } }),
  }
}

/** Whether a member of staff may change a consultation or the hours of an expert: experts their own, others all. */
export function mayManage({ role, userId }: Pick<Actor, 'role' | 'userId'>, expertId: number | null): boolean {
  return role === 'admin' || role === 'support' || userId === expertId
}

/** A consultation as the studio shows it. */
export function staffToWire(row: StaffRow, user: Actor): StaffConsultationWire {
  const { learner_id: _, ...wire } = row
  return { ...wire, ...derived(row), is_managed: mayManage(user, row.expert?.id ?? null) }
}

/** SQL: tells a consultation's two people, whose ids are columns of the CTE. */
export function tellBoth(cte: string): string {
  const told = (user: string) =>
    publishEvent(videoconsultations, 'video_consultation', `${cte}.${user}`, { consultation_id: `${cte}.id` })
  return `${told('user_id')} as learner_told,
    case when ${cte}.expert_id is not null then ${told('expert_id')} end as expert_told`
}
