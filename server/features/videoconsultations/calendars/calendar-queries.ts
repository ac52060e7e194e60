import { nameOf } from '#server/features/chat/message.ts'
import { many, one } from '#server/platform/database/statement.ts'
import type { Language } from '#shared/platform/contract.ts'
import type { ConsultationStatus } from '#shared/features/videoconsultations/states.ts'
import { textIn } from '../consultation-row.ts'

/** A consultation as a calendar needs it, for the person `u`. Times in Unix seconds. */
export type CalendarRow = {
  id: number
  uid: string
  sequence: number
  status: ConsultationStatus
  startsAt: number
  endsAt: number
  updatedAt: number
  title: string
  with: string
  expertNote: string
  expertPhone: string
  isLearner: boolean
}

/** SQL: the columns of a CalendarRow; titles in `$language`. */
const columns = `v.id, v.calendar_uid as uid, v.calendar_sequence as sequence, v.status, unix(lower(v.during)) as "startsAt",
  unix(upper(v.during)) as "endsAt", unix(v.updated_at) as "updatedAt", ${textIn('k.texts', 'title')} as title,
  coalesce((select ${nameOf('w')} from users w where w.id = case when u.id = v.user_id then v.expert_id else v.user_id end), '') as with,
  v.expert_note as "expertNote", v.expert_phone as "expertPhone", u.id = v.user_id as "isLearner"`

/** A consultation for one of its people. */
export const findCalendarRow = one<{ id: number; userId: number; language: string }, CalendarRow>(
  'find-calendar-consultation',
  `select ${columns} from video_consultations v join video_kinds k on k.id = v.kind_id join users u on u.id = $userId
   where v.id = $id and (v.user_id = u.id or v.expert_id = u.id) and v.status not in ('held', 'lapsed')`,
)

/** What a person has had in the last days and has to come, as long as it is not off. */
export const listCalendarRows = many<{ userId: number; nowSeconds: number; language: string }, CalendarRow>(
  'list-calendar-consultations',
  `select ${columns} from video_consultations v join video_kinds k on k.id = v.kind_id join users u on u.id = $userId
   where (v.user_id = u.id or v.expert_id = u.id) and v.status in ('pending', 'confirmed', 'complete', 'rated', 'missed')
     and upper(v.during) > to_timestamp($nowSeconds::float8) - interval '31 days'
   order by lower(v.during), v.id limit 500`,
)

export type ToldPerson = {
  email: string | null
  name: string
  language: Language
  timezone: string
  brandId: string
  hasLetters: boolean
}

/** The last wish to move or cancel: when staff would have it take place, why, and what staff answered. */
type LastWish = { id: number; startsAt: number | null; reason: string; answer: string }

/** Whom a letter about a consultation goes to, and what it says; of who has left it too. */
export const findTold = one<
  { id: number; userId: number },
  CalendarRow & ToldPerson & { reason: string; wish: LastWish | null }
>(
  'find-told-of-consultation',
  `select ${columns.replaceAll('$language', 'u.language_code')}, u.email, ${nameOf('u')} as name, u.language_code as language, u.timezone,
     v.brand_id as "brandId", u.status > 0 and u.blocked_at is null and u.email is not null as "hasLetters",
     v.cancel_reason as reason,
     (select json_build_object('id', q.id, 'startsAt', unix(q.starts_at), 'reason', q.reason, 'answer', q.answer)
      from video_requests q where q.consultation_id = v.id order by q.id desc limit 1) as wish
   from video_consultations v join video_kinds k on k.id = v.kind_id join users u on u.id = $userId
   where v.id = $id and u.brand_id = v.brand_id`,
)

export const findFeed = one<
  [userId: number],
  { userId: number; revision: number; brandId: string; timezone: string; language: Language }
>(
  'find-calendar-feed',
  `select u.id as "userId", coalesce(f.revision, 0) as revision, u.brand_id as "brandId", u.timezone, u.language_code as language
   from users u left join calendar_feeds f on f.user_id = u.id where u.id = $1 and u.status > 0 and u.blocked_at is null`,
)

export const renewFeed = one<[userId: number], { revision: number }>(
  'renew-calendar-feed',
  `insert into calendar_feeds as known (user_id) values ($1)
   on conflict (user_id) do update set revision = known.revision + 1 returning revision`,
)
