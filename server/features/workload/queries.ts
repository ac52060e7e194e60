import { staffNameOf } from '#server/features/chat/message.ts'
import { type Texts, titlesIn } from '#server/features/courses/course-tree.ts'
import { many, one } from '#server/platform/database/statement.ts'
import type { LoadWire, TeachingWire } from '#shared/features/workload/contract.ts'

type Untitled<Row extends { title: string }> = Omit<Row, 'title'> & { texts: Texts; languages: string[] }

/** SQL: the courses of the brand `$1` and what waits in them; who has a submission open since `heldSince` holds it. */
const queueOf = (heldSince: string) => `own as materialized (
    select id, languages, ${titlesIn('texts')} as texts from courses where brand_id = $1
  ), queue as materialized (
    select us.course_id, a.due_at, case when a.active_at > to_timestamp(${heldSince}::float8) then a.claimed_by end as held_by
    from homework_attempts a join user_homeworks h on h.id = a.user_homework_id
    join user_streams us on us.id = h.user_stream_id
    where a.verdict is null and a.replaced_at is null and us.course_id in (select id from own)
  )`

const isActiveExpert = `(u.role = 'expert' and u.status > 0 and u.blocked_at is null)`

type Teaching = { experts: TeachingWire['experts']; courses: Untitled<TeachingWire['courses'][number]>[] }

/** The courses of a brand with their experts and what these hold, and everybody who is or may be named. */
export const findTeaching = one<[brandId: string, heldSinceSeconds: number], Teaching>(
  'find-teaching',
  `with ${queueOf('$2')}, named as materialized (
     select e.course_id, e.user_id from course_experts e where e.course_id in (select id from own)
   ), holding as (
     select course_id, user_id, sum(reviews)::int as reviews, sum(chats)::int as chats from (
       select course_id, held_by as user_id, 1 as reviews, 0 as chats from queue where held_by is not null
       union all
       select k.course_id, k.owner_id, 0, 1 from chats k where k.owner_id is not null and k.course_id in (select id from own)
     ) one group by course_id, user_id
   ), waiting as (select course_id, count(*)::int as waiting from queue group by course_id)
   select
     (select coalesce(json_agg(json_build_object('id', u.id, 'name', ${staffNameOf('u')}, 'is_active', ${isActiveExpert})
        order by lower(${staffNameOf('u')}), u.id), '[]')
      from users u where u.brand_id = $1 and (${isActiveExpert} or u.id in (select user_id from named))) as experts,
     (select coalesce(json_agg(json_build_object('id', o.id, 'languages', o.languages, 'texts', o.texts,
        'waiting', coalesce(w.waiting, 0),
        'expert_ids', (select coalesce(json_agg(n.user_id order by n.user_id), '[]') from named n where n.course_id = o.id),
        'holding', (select coalesce(json_agg(json_build_object('user_id', h.user_id, 'reviews', h.reviews, 'chats', h.chats)
           order by h.user_id), '[]') from holding h where h.course_id = o.id)) order by o.id), '[]')
      from own o left join waiting w on w.course_id = o.id) as courses`,
)

type Load = Omit<LoadWire, 'courses'> & { courses: Untitled<LoadWire['courses'][number]>[] }

/**
 * The experts of a brand, and who else has answered within 30 days or has a submission open: what waits for them, and how
 * long learners waited for their answers.
 */
export const listLoads = many<[brandId: string, nowSeconds: number, heldSinceSeconds: number], Load>(
  'list-loads',
  `with ${queueOf('$3')}, answered as (
     select a.reviewed_by as user_id, count(*)::int as month,
       (count(*) filter (where a.reviewed_at > to_timestamp($2::float8) - interval '7 days'))::int as week,
       (count(*) filter (where a.reviewed_at > a.due_at))::int as late,
       percentile_cont(array[0.5, 0.9]) within group (order by extract(epoch from a.reviewed_at - a.submitted_at)) as waits
     from homework_attempts a join user_homeworks h on h.id = a.user_homework_id
     join user_streams us on us.id = h.user_stream_id
     where a.verdict is not null and a.reviewed_at > to_timestamp($2::float8) - interval '30 days'
       and a.reviewed_by is not null and us.course_id in (select id from own)
     group by a.reviewed_by
   ), waiting as (
     select course_id, count(*)::int as waiting,
       (count(*) filter (where due_at < to_timestamp($2::float8)))::int as overdue
     from queue group by course_id
   ), held as (select held_by as user_id, count(*)::int as held from queue where held_by is not null group by held_by)
   select u.id, ${staffNameOf('u')} as name, coalesce(sum(w.waiting), 0)::int as waiting,
     coalesce(sum(w.overdue), 0)::int as overdue, coalesce(max(held.held), 0) as held,
     coalesce(max(n.week), 0) as reviewed_7, coalesce(max(n.month), 0) as reviewed_30, coalesce(max(n.late), 0) as late_30,
     max(n.waits[1]) as median, max(n.waits[2]) as p90,
     coalesce(json_agg(json_build_object('id', o.id, 'languages', o.languages, 'texts', o.texts, 'waiting', w.waiting,
       'overdue', w.overdue) order by w.waiting desc, o.id) filter (where o.id is not null), '[]') as courses
   from users u
   left join answered n on n.user_id = u.id
   left join held on held.user_id = u.id
   left join waiting w on ${isActiveExpert} and teaches(u.id, u.role, u.brand_id, w.course_id)
   left join own o on o.id = w.course_id
   where u.brand_id = $1 and (${isActiveExpert} or n.user_id is not null or held.user_id is not null)
   group by u.id
   order by lower(${staffNameOf('u')}), u.id`,
)
