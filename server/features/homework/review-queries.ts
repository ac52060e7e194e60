import { many, one } from '#server/platform/database/statement.ts'
import { liveSeqOf } from '#server/features/chat/queries.ts'
import { titlesIn } from '#server/features/courses/course-tree.ts'
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

/** Null where it does not matter. */
export type ReviewFilter = readonly [courseId: number | null, cohortId: number | null, stageId: number | null]

/** Parts of larger statements whose first six parameters are the actor's and the filter's. */
const taught = `taught as materialized (
  select c.id from courses c
  where c.brand_id = $3 and ($4::bigint is null or c.id = $4::bigint) and teaches($1::bigint, $2::text, $3::text, c.id)
)`
// A filter that is null refuses nothing. One case, which the planner takes for half of all rows: comparisons with what may be
// null it takes for next to none, and would then look at all that was ever answered to find the latest.
const filtered = `case when p.user_id = $1 or p.stream_id <> $5::bigint or p.stage_id <> $6::bigint then false
  else p.course_id = any(array(select id from taught)) end`
/**
 * The attempts that `which` chooses with where they belong, in the order that it may end with: found before the filter is
 * looked at, which says nothing of how many there are.
 */
const placedAttempts = (which: string) => `(
  select a.id, a.submitted_at, a.reviewed_at, a.due_at, us.course_id, us.user_id, us.stream_id, h.stage_id
  from homework_attempts a
  join user_homeworks uh on uh.id = a.user_homework_id
  join user_streams us on us.id = uh.user_stream_id
  join course_homeworks h on h.id = uh.homework_id
  where ${which} offset 0) p`
const waiting = 'a.verdict is null and a.replaced_at is null'
const isFree = (heldSince: string) => `(a.claimed_by is null or a.active_at <= to_timestamp(${heldSince}::float8))`

type Page = readonly [limit: number, offset: number, heldSinceSeconds: number]

/** Every listing takes the same parameters, whether or not it asks since when a claim holds. */
function listing(name: string, which: string, order: string, most = '') {
  return many<[...ActorParams, ...ReviewFilter, ...Page], { review: ReviewRow | null; total: number }>(
    name,
    `with ${taught}, found as (
       select p.id, p.submitted_at, p.reviewed_at from ${placedAttempts(which)}
       where ${filtered} and $9::float8 is not null${most}
     ), page as (select f.id from found f order by ${order} limit $7 offset $8)
     select counted.total, f.review
     from (select count(*)::int as total from found) counted
     left join (
       select ${reviewJson} as review, a.submitted_at, a.reviewed_at, a.id
       from ${reviewTables('(select t.* from page join homework_attempts t on t.id = page.id)')}
     ) f on true
     order by ${order}`,
  )
}

/** One page of what waits for an answer, oldest first, each row with the number of all; one row without a review past the end. */
export const listWaitingReviews = listing('list-waiting-reviews', waiting, 'f.submitted_at, f.id')

/** As listWaitingReviews, of what the caller holds. */
export const listOwnReviews = listing(
  'list-own-reviews',
  `${waiting} and a.claimed_by = $1 and not ${isFree('$9')}`,
  'f.submitted_at, f.id',
)

/** As listWaitingReviews, of the latest thousand that were answered: a school goes on for years, and counting all takes ever longer. */
export const listDoneReviews = listing(
  'list-done-reviews',
  'a.verdict is not null order by a.reviewed_at desc, a.id desc',
  'f.reviewed_at desc, f.id desc',
  ' limit 1000',
)

type FilterRow = ReviewPlace & { waiting: number; overdue: number }

/** Where submissions wait, with how many and how many are past their time. */
export const listReviewFilters = many<[...ActorParams, ...ReviewFilter, nowSeconds: number], FilterRow>(
  'list-review-filters',
  `with ${taught}, places as (
     select p.course_id, p.stream_id, p.stage_id, count(*)::int as waiting,
       (count(*) filter (where p.due_at < to_timestamp($7::float8)))::int as overdue
     from ${placedAttempts(waiting)} where ${filtered}
     group by p.course_id, p.stream_id, p.stage_id
   )
   select c.id as "courseId", c.languages, ${titlesIn('c.texts')} as "courseTitles", co.id as "cohortId",
     co.starts_on::text as "cohortStartsOn", g.id as "stageId", ${titlesIn('g.texts')} as "stageTitles",
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
  { review: ReviewRow; courseVersion: number; liveSeq: number; attempts: AttemptRow[] }
>(
  'find-review-detail',
  `select ${reviewJson} as review, c.version as "courseVersion", ${liveSeqOf('k')} as "liveSeq",
     (select json_agg(${attemptJson('t')} order by t.number desc)
      from homework_attempts t where t.user_homework_id = uh.id) as attempts
   from ${reviewTables('homework_attempts')}
   where a.id = $4 and ${mayReview('$1::bigint', '$2::text', '$3::text')}`,
)

/** `isNew` is false for one that was held already and shows another sign of life. */
type Claimed = { review: ReviewRow; isNew: boolean }

/** Whose it is now; the sign of life of one who holds it keeps the time of the claim. */
const taking = (nowSeconds: string, heldSince: string) => `claimed_by = $1,
  claimed_at = case when a.claimed_by = $1 and not ${isFree(heldSince)} then a.claimed_at else to_timestamp(${nowSeconds}::float8) end,
  active_at = to_timestamp(${nowSeconds}::float8)`

/** Takes a submission that is free or one's own; answers nothing when it cannot be had. */
export const claimReview = one<[...ActorParams, id: number, nowSeconds: number, heldSinceSeconds: number], Claimed>(
  'claim-review',
  `with mine as (
     select a.id from ${reviewTables('homework_attempts')}
     where a.id = $4 and ${mayReview('$1::bigint', '$2::text', '$3::text')}
   ), taken as (
     update homework_attempts a set ${taking('$5', '$6')}
     where a.id = (select id from mine) and ${waiting} and (a.claimed_by = $1 or ${isFree('$6')})
     returning a.*
   )
   select ${reviewJson} as review, a.claimed_at = to_timestamp($5::float8) as "isNew" from ${reviewTables('taken')}`,
)

/**
 * Takes the oldest submission that nobody holds, after the one of `afterId` in the queue where that is given and there. One that
 * somebody else is taking at this very moment is left to them.
 */
export const claimNextReview = one<
  [...ActorParams, ...ReviewFilter, nowSeconds: number, heldSinceSeconds: number, afterId: number | null],
  Claimed
>(
  'claim-next-review',
  `with ${taught}, free as (
     select a.id from homework_attempts a cross join lateral (
       select us.course_id, us.user_id, us.stream_id, h.stage_id
       from user_homeworks uh join user_streams us on us.id = uh.user_stream_id
       join course_homeworks h on h.id = uh.homework_id where uh.id = a.user_homework_id offset 0) p
     where ${filtered} and ${waiting} and ${isFree('$8')}
       and ($9::bigint is null
         or (a.submitted_at, a.id) > (select l.submitted_at, l.id from homework_attempts l where l.id = $9::bigint)
         or not exists (select from homework_attempts l where l.id = $9::bigint))
     order by a.submitted_at, a.id limit 1
     for no key update of a skip locked
   ), taken as (
     update homework_attempts a set ${taking('$7', '$8')} from free where a.id = free.id returning a.*
   )
   select ${reviewJson} as review, true as "isNew" from ${reviewTables('taken')}`,
)

/** Gives a submission back; one that the caller does not hold stays as it is. */
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

/** Tells the learner's room of a homework; by itself, after a claim that needs no more. */
export const publishHomeworkNews = one<[chatId: number, statusId: number], { seq: number }>(
  'publish-homework-news',
  `select ${publishHomework('$1::bigint', '$2::bigint')} as seq`,
)
