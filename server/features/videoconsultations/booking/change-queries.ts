import { one, run } from '#server/platform/database/statement.ts'
import type { CancelCause, ConsultationStatus } from '#shared/features/videoconsultations/states.ts'
import { changedStaffTables, staffColumns, type StaffRow, staffTables, tellBoth } from '../consultation-row.ts'
import { passedReminders } from './booking-queries.ts'
import { movedPad } from './lapse-queries.ts'

/** A consultation that was changed, with what follows from the change. */
export type ChangedRow = StaffRow & { sequence: number; points: number }

const changed = `select ${staffColumns}, v.calendar_sequence as sequence, v.points, ${tellBoth('v')} from ${changedStaffTables}`

/** Takes a consultation from one of the statuses `from` to another; undefined when it is in none of them. */
export const setStatus = one<
  {
    id: number
    brandId: string
    from: readonly ConsultationStatus[]
    to: ConsultationStatus
    reason: string
    cause: CancelCause | null
    missedBy: 'learner' | 'expert' | null
    /** Whether what it takes of the place's consultations comes back. */
    givesBack: boolean
    nowSeconds: number
    language: string
  },
  ChangedRow
>(
  'set-video-status',
  `with gone as (
     update video_requests r set state = 'withdrawn', decided_at = to_timestamp($nowSeconds::float8)
     from video_consultations v where r.consultation_id = v.id and r.state = 'waiting' and $to in ('cancelled', 'declined', 'complete', 'missed')
       and v.id = $id and v.brand_id = $brandId and v.status = any($from::text[])
   ), changed as (
     update video_consultations v set status = $to, cancel_reason = $reason, cancel_cause = $cause, missed_by = $missedBy,
       quota_stream_id = case when $givesBack then null else v.quota_stream_id end,
       order_id = case when $givesBack then null else v.order_id end,
       reminded = case when $to = 'confirmed' then ${passedReminders('v.during')} else v.reminded end,
       calendar_sequence = v.calendar_sequence + 1, updated_at = to_timestamp($nowSeconds::float8)
     where v.id = $id and v.brand_id = $brandId and v.status = any($from::text[]) returning v.*
   )
   ${changed}`,
)

/**
 * Moves what is booked to another time (Unix seconds) or expert, as long as it was before; where one expert would have met the learner
 * does not go to the next, and what waits to be decided with that one would be with the next. An overlap is an error of the database.
 */
export const moveBooking = one<
  { id: number; brandId: string; startsAt: number; expertId: number; nowSeconds: number; language: string },
  ChangedRow
>(
  'move-video-booking',
  `with wishes as (
     update video_requests r set expert_id = $expertId
     from video_consultations v where r.consultation_id = v.id and r.state = 'waiting' and r.expert_id = v.expert_id
       and v.id = $id and v.brand_id = $brandId and v.status in ('pending', 'confirmed')
   ), changed as (
     update video_consultations v set expert_id = $expertId, calendar_sequence = v.calendar_sequence + 1,
       expert_note = case when v.expert_id = $expertId then v.expert_note else '' end,
       expert_phone = case when v.expert_id = $expertId then v.expert_phone else '' end,
       during = tstzrange(to_timestamp($startsAt::float8), to_timestamp($startsAt::float8) + (upper(v.during) - lower(v.during))),
       pad = ${movedPad},
       reminded = ${passedReminders('tstzrange(to_timestamp($startsAt::float8), null)')},
       updated_at = to_timestamp($nowSeconds::float8)
     where v.id = $id and v.brand_id = $brandId and v.status in ('pending', 'confirmed') returning v.*
   )
   ${changed}`,
)

/** Says where a consultation takes place. */
export const setPlace = one<
  { id: number; brandId: string; note: string; phone: string; nowSeconds: number; language: string },
  ChangedRow
>(
  'set-video-place',
  `with changed as (
     update video_consultations v set expert_note = $note, expert_phone = $phone, calendar_sequence = v.calendar_sequence + 1,
       updated_at = to_timestamp($nowSeconds::float8)
     where v.id = $id and v.brand_id = $brandId and v.status in ('pending', 'confirmed') returning v.*
   )
   ${changed}`,
)

/** Whether somebody is an expert of the brand who can be given a consultation. */
export const findExpert = one<[id: number, brandId: string], { id: number }>(
  'find-video-expert',
  `select id from users where id = $1 and brand_id = $2 and role in ('expert', 'admin') and status > 0 and blocked_at is null`,
)

type Asked = {
  consultationId: number
  kind: 'move' | 'cancel'
  askedBy: 'learner' | 'staff'
  startsAt: number | null
  expertId: number | null
  reason: string
  nowSeconds: number
}

/** Writes a wish down; undefined when another one waits, or the consultation is not booked. */
export const insertRequest = one<Asked, { id: number; sequence: number }>(
  'insert-video-request',
  `with changed as (
     insert into video_requests (consultation_id, kind, asked_by, starts_at, expert_id, reason, created_at)
     select v.id, $kind, $askedBy, to_timestamp($startsAt::float8), $expertId, $reason, to_timestamp($nowSeconds::float8)
     from video_consultations v where v.id = $consultationId and v.status in ('pending', 'confirmed')
     on conflict do nothing returning consultation_id
   ), people as (
     select v.id, v.user_id, v.expert_id, v.calendar_sequence as sequence from changed c join video_consultations v on v.id = c.consultation_id
   )
   select people.*, ${tellBoth('people')} from people`,
)

/** What a wish says, with its consultation as it stands. */
export type WishRow = {
  wish: {
    id: number
    kind: 'move' | 'cancel'
    askedBy: 'learner' | 'staff'
    startsAt: number | null
    expertId: number | null
    state: string
  }
  row: StaffRow & { sequence: number }
}

const wishJson = `json_build_object('id', r.id, 'kind', r.kind, 'askedBy', r.asked_by, 'startsAt', unix(r.starts_at),
  'expertId', r.expert_id, 'state', r.state) as wish`
const wishRow = `(select row_to_json(x) from (select ${staffColumns}, v.calendar_sequence as sequence) x) as row`

/** A wish by its id, for the staff of a brand. */
export const findWish = one<{ id: number; brandId: string; language: string }, WishRow>(
  'find-video-request',
  `select ${wishJson}, ${wishRow} from ${staffTables} join video_requests r on r.consultation_id = v.id
   where r.id = $id and v.brand_id = $brandId`,
)

/** The latest wish about a learner's own consultation. */
export const findOwnWish = one<{ id: number; userId: number; language: string }, WishRow>(
  'find-own-video-request',
  `select ${wishJson}, ${wishRow} from ${staffTables} join video_requests r on r.consultation_id = v.id
   where v.id = $id and v.user_id = $userId order by r.id desc limit 1`,
)

/** Decides a wish that waits; answers 0 when it waits no longer. */
export const decideWish = run<{
  id: number
  state: 'approved' | 'declined' | 'withdrawn'
  by: number
  answer: string
  nowSeconds: number
}>(
  'decide-video-request',
  `with r as (
     update video_requests set state = $state, decided_by = $by, answer = $answer, decided_at = to_timestamp($nowSeconds::float8)
     where id = $id and state = 'waiting' returning consultation_id
   )
   select ${tellBoth('v')} from r join video_consultations v on v.id = r.consultation_id`,
)
