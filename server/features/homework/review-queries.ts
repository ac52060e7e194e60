import { many, one } from '#server/platform/database/statement.ts'
import { type DaySelfieRow, selfiesJson } from '#server/features/progress/selfies.ts'
import { liveSeqOf } from '#server/features/chat/queries.ts'
import { type Texts, titlesIn } from '#server/features/courses/course-tree.ts'
import type { CriterionContent } from '#server/features/courses/publish/write-course.ts'
import {
  type AttemptRow,
  attemptJson,
  type ActorParams,
  mayReview,
  type ReviewPlace,
  type ReviewRow,
  reviewJson,
  reviewTables,
} from './attempt.ts'
import { publishHomework } from './queries.ts'

/** Null means any. */
export type ReviewFilter = { courseId: number | null; cohortId: number | null; stageId: number | null }

type Asked = ReviewFilter & { userId: number; role: string; brandId: string }

/** SQL for statements whose parameters include those of `Asked`. */
const taught = `taught as materialized (
  select c.id from courses c
  where c.brand_id = $brandId and ($courseId::bigint is null or c.id = $courseId::bigint)
    and teaches($userId::bigint, $role::text, $brandId::text, c.id)
)`
// A null filter lets everything pass. Written as one case, which the planner expects to keep half of the rows: of comparisons
// with a possible null it expects nearly none, and would read every answered attempt to find the latest.
const filtered = `case when p.user_id = $userId or p.stream_id <> $cohortId::bigint or p.stage_id <> $stageId::bigint then false
  else p.course_id = any(array(select id from taught)) end`
/** The attempts that `which` selects and may order, with their course, learner, cohort and stage; `offset 0` keeps the filter out. */
const placedAttempts = (which: string) => `(
  select a.id, a.submitted_at, a.reviewed_at, a.due_at, us.course_id, us.user_id, us.stream_id, h.stage_id
  from homework_attempts a
  join user_homeworks uh on uh.id = a.user_homework_id
  join user_streams us on us.id = uh.user_stream_id
  join course_homeworks h on h.id = uh.homework_id
  where ${which} offset 0) p`
const waiting = 'a.verdict is null and a.replaced_at is null'
const isFree = (heldSince: string) => `(a.claimed_by is null or a.active_at <= to_timestamp(${heldSince}::float8))`

type Page = { limit: number; offset: number; heldSinceSeconds: number }

/** Whose submissions are listed; null asks for the caller's own, or everybody's answers, of all times. */
type Narrowing = {
  expertId: number | null
  answeredSinceSeconds: number | null
  answeredBeforeSeconds: number | null
  lateAtSeconds: number | null
}

/** SQL: what narrows any listing: what is past its due time, or was when it was answered. */
const isLate = `($lateAtSeconds::float8 is null or p.due_at < coalesce(p.reviewed_at, to_timestamp($lateAtSeconds::float8)))`
/** SQL: whether the asked expert answers in the course of a place. */
const isOfExpert = `($expertId::bigint is null
  or exists (select from users e where e.id = $expertId::bigint and teaches(e.id, e.role, e.brand_id, p.course_id)))`

/** All listings take the same parameters, though none needs all of them. */
function listing(name: string, which: string, order: string, rest = '') {
  return many<Asked & Page & Narrowing, { review: ReviewRow | null; total: number }>(
    name,
    `with ${taught}, found as (
       select p.id, p.submitted_at, p.reviewed_at from ${placedAttempts(which)}
       where ${filtered} and ${isLate} and $heldSinceSeconds::float8 is not null
         and ($answeredSinceSeconds::float8 is null or $answeredBeforeSeconds::float8 is null or p.reviewed_at is not null)${rest}
     ), page as (select f.id from found f order by ${order} limit $limit offset $offset)
     select counted.total, f.review
     from (select count(*)::int as total from found) counted
     left join (
       select ${reviewJson} as review, a.submitted_at, a.reviewed_at, a.id
       from ${reviewTables('(select t.* from page join homework_attempts t on t.id = page.id)')}
     ) f on true
     order by ${order}`,
  )
}

/** One page of what waits, oldest first; each row has the number of all, a page past the end is one row without a review. */
export const listWaitingReviews = listing('list-waiting-reviews', waiting, 'f.submitted_at, f.id', ` and ${isOfExpert}`)

/** As listWaitingReviews, of what the caller or the expert holds. */
export const listOwnReviews = listing(
  'list-own-reviews',
  `${waiting} and a.claimed_by = coalesce($expertId::bigint, $userId) and not ${isFree('$heldSinceSeconds')}`,
  'f.submitted_at, f.id',
)

/** As listWaitingReviews, of the latest thousand answered: counting all answers of years would get slower and slower. */
export const listDoneReviews = listing(
  'list-done-reviews',
  `a.verdict is not null and ($expertId::bigint is null or a.reviewed_by = $expertId::bigint)
     and ($answeredSinceSeconds::float8 is null or a.reviewed_at >= to_timestamp($answeredSinceSeconds::float8))
     and ($answeredBeforeSeconds::float8 is null or a.reviewed_at < to_timestamp($answeredBeforeSeconds::float8))
   order by a.reviewed_at desc, a.id desc`,
  'f.reviewed_at desc, f.id desc',
  ' limit case when $answeredSinceSeconds::float8 is null then 1000 end',
)

type FilterRow = ReviewPlace & { waiting: number; overdue: number }

/** Where submissions wait: how many, and how many are past their due time. */
export const listReviewFilters = many<Asked & { nowSeconds: number }, FilterRow>(
  'list-review-filters',
  `with ${taught}, places as (
     select p.course_id, p.stream_id, p.stage_id, count(*)::int as waiting,
       (count(*) filter (where p.due_at < to_timestamp($nowSeconds::float8)))::int as overdue
     from ${placedAttempts(waiting)} where ${filtered}
     group by p.course_id, p.stream_id, p.stage_id
   )
   select c.id as course_id, co.id as cohort_id, co.starts_on::text as cohort_starts_on, g.id as stage_id,
     json_build_object('languages', c.languages, 'course', ${titlesIn('c.texts')}, 'stage', ${titlesIn('g.texts')}) as titles,
     p.waiting, p.overdue
   from places p join courses c on c.id = p.course_id join streams co on co.id = p.stream_id
   join course_stages g on g.id = p.stage_id
   order by c.id, co.starts_on, g.sort, g.id`,
)

/** A submission of a course that the caller teaches. */
export const findReview = one<[...ActorParams, id: number], { review: ReviewRow }>(
  'find-review',
  `select ${reviewJson} as review from ${reviewTables('homework_attempts')}
   where a.id = $4 and ${mayReview('$1::bigint', '$2::text', '$3::text')}`,
)

/** A submission with all attempts at its homework, the newest first. */
export const findReviewDetail = one<
  [...ActorParams, id: number],
  {
    review: ReviewRow
    criteria: CriterionContent[]
    staffTexts: Texts
    courseVersion: number
    liveSeq: number
    attempts: AttemptRow[]
    selfies: DaySelfieRow[]
  }
>(
  'find-review-detail',
  `select ${reviewJson} as review, h.criteria, h.staff_texts as "staffTexts", c.version as "courseVersion", ${liveSeqOf('k')} as "liveSeq",
     (select json_agg(${attemptJson('t')} order by t.number desc)
      from homework_attempts t where t.user_homework_id = uh.id) as attempts,
     ${selfiesJson('us.id', 'g.id')} as selfies
   from ${reviewTables('homework_attempts')}
   where a.id = $4 and ${mayReview('$1::bigint', '$2::text', '$3::text')}`,
)

/** `isNew` is false when the caller held it already and only keeps the claim alive. */
type Claimed = { review: ReviewRow; isNew: boolean }

/** SQL: claims for the caller; keeping a claim alive does not change when it began. */
const taking = (userId: string, nowSeconds: string, heldSince: string) => `claimed_by = ${userId},
  claimed_at = case when a.claimed_by = ${userId} and not ${isFree(heldSince)} then a.claimed_at
    else to_timestamp(${nowSeconds}::float8) end,
  active_at = to_timestamp(${nowSeconds}::float8)`

/** Claims a submission that is free or the caller's own; undefined when somebody else has it or it is done. */
export const claimReview = one<[...ActorParams, id: number, nowSeconds: number, heldSinceSeconds: number], Claimed>(
  'claim-review',
  `with mine as (
     select a.id from ${reviewTables('homework_attempts')}
     where a.id = $4 and ${mayReview('$1::bigint', '$2::text', '$3::text')}
   ), taken as (
     update homework_attempts a set ${taking('$1', '$5', '$6')}
     where a.id = (select id from mine) and ${waiting} and (a.claimed_by = $1 or ${isFree('$6')})
     returning a.*
   )
   select ${reviewJson} as review, a.claimed_at = to_timestamp($5::float8) as "isNew" from ${reviewTables('taken')}`,
)

/** Claims the oldest waiting submission that `which` selects; one that somebody else is claiming right now is skipped. */
function claiming(name: string, which: string, isNew: boolean) {
  return one<Asked & { nowSeconds: number; heldSinceSeconds: number; afterId: number | null }, Claimed>(
    name,
    `with ${taught}, next as (
       select a.id from homework_attempts a cross join lateral (
         select us.course_id, us.user_id, us.stream_id, h.stage_id
         from user_homeworks uh join user_streams us on us.id = uh.user_stream_id
         join course_homeworks h on h.id = uh.homework_id where uh.id = a.user_homework_id offset 0) p
       where ${filtered} and ${waiting} and ${which}
       order by a.submitted_at, a.id limit 1
       for no key update of a skip locked
     ), taken as (
       update homework_attempts a set ${taking('$userId', '$nowSeconds', '$heldSinceSeconds')} from next where a.id = next.id returning a.*
     )
     select ${reviewJson} as review, ${isNew} as "isNew" from ${reviewTables('taken')}`,
  )
}

/** Claims the oldest submission that nobody holds; after `afterId` in the queue, when that is given and still exists. */
export const claimNextReview = claiming(
  'claim-next-review',
  `${isFree('$heldSinceSeconds')} and ($afterId::bigint is null
     or (a.submitted_at, a.id) > (select l.submitted_at, l.id from homework_attempts l where l.id = $afterId::bigint)
     or not exists (select from homework_attempts l where l.id = $afterId::bigint))`,
  true,
)

/** Keeps the claim of the oldest submission, other than `afterId`, that the caller holds already. */
export const claimOwnReview = claiming(
  'claim-own-review',
  `a.claimed_by = $userId and not ${isFree('$heldSinceSeconds')} and a.id is distinct from $afterId::bigint`,
  false,
)

/** Ends the caller's claim; a submission that the caller does not hold stays as it is. */
export const releaseReview = one<[...ActorParams, id: number], { review: ReviewRow; isFreed: boolean }>(
  'release-review',
  `with freed as (
     update homework_attempts a set claimed_by = null, claimed_at = null, active_at = null
     where a.id = $4 and a.claimed_by = $1 and ${waiting}
     returning a.*
   ), known as (
     select * from freed union all
     select * from homework_attempts where id = $4 and not exists (select from freed)
   )
   select ${reviewJson} as review, exists (select from freed) as "isFreed" from ${reviewTables('known')}
   where ${mayReview('$1::bigint', '$2::text', '$3::text')}`,
)

/** Publishes a homework's status to the learner's room, for changes that publish nothing themselves. */
export const publishHomeworkNews = one<[chatId: number, statusId: number], { seq: number }>(
  'publish-homework-news',
  `select ${publishHomework('$1::bigint', '$2::bigint')} as seq`,
)
