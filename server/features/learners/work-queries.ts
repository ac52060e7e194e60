import type { ChatOfLearnerWire, EntryWire, HandedInWire, WorkWire } from '#shared/features/learners/contract.ts'
import { type Texts, titlesIn } from '#server/features/courses/course-tree.ts'
import { staffColumns, type StaffRow, staffTables } from '#server/features/videoconsultations/consultation-row.ts'
import { many, one } from '#server/platform/database/statement.ts'
import { answersIn, type Asked, seesCard, seesCourse } from './learner-context.ts'

type Titled = { languages: string[]; course: Texts; title: Texts | null }
type HandedIn = Omit<HandedInWire, 'title' | 'course_title'> & { titles: Titled }
type Chat = Omit<ChatOfLearnerWire, 'course_title'> & { titles: Titled }
export type WorkRow = {
  homeworks: HandedIn[] | null
  chats: Chat[] | null
  video: StaffRow[]
  requests: WorkWire['requests']
}

const titles = (title: string) =>
  `'titles', json_build_object('languages', c.languages, 'course', ${titlesIn('c.texts')}, 'title', ${title})`

const homeworks = `(select coalesce(json_agg(json_build_object('id', uh.id, 'status', uh.status, ${titles(titlesIn('h.texts'))},
    'attempts', a.number, 'review_id', a.id, 'submitted_at', unix(a.submitted_at),
    'reviewed_at', unix(a.reviewed_at), 'points', a.points) order by a.submitted_at desc, a.id desc), '[]')
  from user_streams us join courses c on c.id = us.course_id
  join user_homeworks uh on uh.user_stream_id = us.id
  join course_homeworks h on h.id = uh.homework_id
  join lateral (select t.* from homework_attempts t where t.user_homework_id = uh.id order by t.number desc limit 1) a on true
  where us.user_id = u.id and us.taken_out_at is null and ${answersIn('us.course_id')})`

const consultations = `(select coalesce(json_agg(json_build_object('id', x.id, 'status', x.status, 'amount', x.amount,
    'opened_at', unix(x.opened_at), 'closed_at', unix(x.closed_at), 'rating', x.rating) order by x.id desc), '[]')
  from consultations x where x.chat_id = k.id)`

const chats = `(select coalesce(json_agg(json_build_object('id', k.id, ${titles('null::json')},
    'message_count', k.message_count, 'waiting_since', unix(k.waiting_since),
    'last_message_at', unix(k.last_message_at), 'consultations', ${consultations},
    'consultations_used', coalesce((select sum(x.amount) from consultations x
      where x.chat_id = k.id and x.status <> 'open'), 0),
    'consultations_most', least(us.max_consultation_count, coalesce(c.consultation_limit, us.max_consultation_count)))
    order by k.id desc), '[]')
  from user_streams us join courses c on c.id = us.course_id join chats k on k.user_stream_id = us.id
  where us.user_id = u.id and us.taken_out_at is null and ${answersIn('us.course_id')})`

const video = `(select coalesce(json_agg(row_to_json(x) order by x.start_date_time desc, x.id desc), '[]') from (
  select ${staffColumns} from ${staffTables} where v.user_id = u.id and v.status not in ('held', 'lapsed')
    and ($role::text <> 'expert' or v.expert_id = $userId::bigint)) x)`

const requests = `(select coalesce(json_agg(json_build_object('id', r.id, 'state', r.state,
    'last_message_at', unix(r.last_message_at), 'text', coalesce((select left(m.text, 200) from support_messages m
      where m.request_id = r.id and m.number = 1), '')) order by r.last_message_at desc, r.id desc), '[]')
  from support_requests r where r.user_id = u.id)`

/** What a learner handed in, wrote and asked; null where it is not the caller's to see. */
export const findWork = one<Asked & { language: string }, WorkRow>(
  'find-work-of-learner',
  `select case when $role::text <> 'support' then ${homeworks} end as homeworks,
     case when $role::text <> 'support' then ${chats} end as chats, ${video} as video,
     case when $role::text <> 'expert' then ${requests} end as requests
   from users u where ${seesCard}`,
)

export type EntryRow = Omit<EntryWire, 'title' | 'course_title'> & {
  languages: string[] | null
  course: Texts | null
  texts: Texts | null
}

/** SQL: the number at a place in the source of points, where the source is of this kind. */
const inSource = (kind: string, at: number) =>
  `case when p.source ~ '^${kind}$' then split_part(p.source, ':', ${at})::bigint end`

/**
 * One page of a learner's points with what each was for, the newest first, with the total in each row; past the end, a single row
 * without an id. Points of no course are support's and administrators' to see.
 */
export const listEntries = many<
  Asked & { limit: number; offset: number },
  (EntryRow | { id: null }) & { total: number }
>(
  'list-points-of-learner',
  `with entries as materialized (
     select p.id, p.amount, p.type, p.note, unix(p.created_at) as created_at, coalesce(d.texts, h.texts) as texts,
       c.texts as course, c.languages
     from users u join user_scores p on p.user_id = u.id
     left join user_homeworks uh on uh.id = ${inSource('user_homework:\\d{1,15}', 2)}
     left join user_streams us on us.id = coalesce(uh.user_stream_id, ${inSource('stream:\\d{1,15}:day:\\d{1,15}', 2)})
     left join courses c on c.id = us.course_id
     left join course_homeworks h on h.id = uh.homework_id
     left join course_days d on d.id = ${inSource('stream:\\d{1,15}:day:\\d{1,15}', 4)}
     where ${seesCard} and ${seesCourse('us.course_id')}
   )
   select counted.total, page.*
   from (select count(*)::int as total from entries) counted
   left join (
     select e.id, e.amount, e.type, e.note, e.created_at, e.languages, ${titlesIn('e.course')} as course, ${titlesIn('e.texts')} as texts
     from entries e order by e.id desc limit $limit offset $offset
   ) page on true
   order by page.id desc`,
)
