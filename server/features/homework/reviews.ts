import type { ReviewDetailWire, ReviewWire } from '#shared/features/homework/contract.ts'
import { claimLastsMs, claimUntil } from '#shared/features/homework/rules.ts'
import type { Db } from '#server/platform/database/statement.ts'
import type { Actor } from '#server/platform/http/routes.ts'
import { writeAudit } from '#server/features/accounts/audit.ts'
import { courseTrees } from '#server/features/courses/course-memory.ts'
import {
  attemptWire,
  criterionWire,
  type HomeworkContext,
  tellOfReview,
  type ReviewRow,
  actorParams,
  type ReviewPlace,
  reviewerOf,
} from './attempt.ts'
import { exerciseNames, taskWire } from './homework-tasks.ts'
import {
  claimNextReview,
  claimOwnReview,
  claimReview,
  findReview,
  findReviewDetail,
  listDoneReviews,
  listOwnReviews,
  listReviewFilters,
  listWaitingReviews,
  publishHomeworkNews,
  type ReviewFilter,
  releaseReview,
} from './review-queries.ts'
import { addDays, isLocalDate, msFromSeconds, startOfDay } from '#shared/platform/times.ts'
import { textIn, type Texts } from '#server/features/courses/course-tree.ts'
import { daySelfieWire } from '#server/features/progress/selfies.ts'
import type { Reader } from '#server/features/chat/message.ts'

type Asking = Pick<HomeworkContext<'GET /studio/review-filters'>, 'db' | 'user' | 'caller' | 'now' | 'live'>

const listings = { waiting: listWaitingReviews, mine: listOwnReviews, done: listDoneReviews }
const readerOf = ({ user, caller, now }: Asking) => ({ userId: user.userId, language: caller.language, now })

const actorOf = ({ userId, role, brandId }: Asking['user']) => ({ userId, role, brandId })

type Filters = { course_id?: number; cohort_id?: number; stage_id?: number }
const filterOf = ({ course_id, cohort_id, stage_id }: Filters): ReviewFilter => ({
  courseId: course_id ?? null,
  cohortId: cohort_id ?? null,
  stageId: stage_id ?? null,
})

/** What waits, oldest first; what the caller holds; what was answered, latest first. */
export async function listReviews(context: HomeworkContext<'GET /studio/reviews'>): Promise<ReviewWire[]> {
  const { db, user, query, now, setPage, refuse } = context
  const { show = 'waiting', page = 1, 'per-page': perPage = 50, expert_id, days, week, late } = query
  if (week !== undefined && !isLocalDate(week)) return refuse('invalid_input', { fields: ['week'] })
  const asked = week === undefined ? [] : [week, addDays(week, 7)]
  const [since = null, before = null] = asked.map(date => startOfDay(date, user.timezone) / 1000)
  const paging = { limit: perPage, offset: (page - 1) * perPage, heldSinceSeconds: (now - claimLastsMs) / 1000 }
  const narrowing = {
    expertId: expert_id ?? null,
    answeredSinceSeconds: days === undefined ? since : now / 1000 - days * 86_400,
    answeredBeforeSeconds: before,
    lateAtSeconds: late ? now / 1000 : null,
  }
  const rows = await listings[show](db, { ...actorOf(user), ...filterOf(query), ...paging, ...narrowing })
  setPage({ page, perPage, total: rows[0]?.total ?? 0 })
  return rows.flatMap(({ review }) => (review ? [reviewWire(review, readerOf(context))] : []))
}

/** The courses, cohorts and stages in which submissions wait, to filter the queue by. */
export async function reviewFilters({ db, user, caller, now }: HomeworkContext<'GET /studio/review-filters'>) {
  const rows = await listReviewFilters(db, { ...actorOf(user), ...filterOf({}), nowSeconds: now / 1000 })
  return rows.map(row => reviewPlaceWire(row, caller.language))
}

/** One submission with its task and every attempt. */
export async function reviewDetail(context: HomeworkContext<'GET /studio/reviews/:id'>): Promise<ReviewDetailWire> {
  const { db, user, caller, params, now, refuse } = context
  const found = await findReviewDetail(db, ...actorParams(user), params.id)
  if (!found) return refuse('not_found')
  const { review, criteria, staffTexts, courseVersion, attempts, selfies, liveSeq } = found
  const [tree] = await courseTrees(db, [{ id: review.course_id, version: courseVersion }])
  const task = tree && [...tree.homeworks, ...tree.archived.homeworks].find(({ id }) => id === review.homework_id)
  if (!task) return refuse('not_found')
  const { language } = caller
  const reader = { userId: user.userId, language, now, exerciseOf: exerciseNames(tree, language) }
  return {
    review: reviewWire(review, reader),
    homework: taskWire(tree, task, language, { hasScores: true }),
    criteria: criteria.map(one => criterionWire(one, language)),
    solution: textIn(staffTexts, 'solution', language, review.titles.languages),
    points: task.score,
    attempts: attempts.map(attempt => attemptWire(attempt, reader)),
    selfies: selfies.map(selfie => daySelfieWire(selfie, now)),
    live_seq: liveSeq,
  }
}

/** Claims a submission; claiming one's own again keeps the claim alive. */
export async function takeReview(context: HomeworkContext<'POST /studio/reviews/:id/claim'>): Promise<ReviewWire> {
  const { db, user, params, now, refuse } = context
  const times = [now / 1000, (now - claimLastsMs) / 1000] as const
  const claimed = await db.inTransaction(async tx => {
    const taken = await claimReview(tx, ...actorParams(user), params.id, ...times)
    if (taken?.isNew) await noteClaim(tx, user, 'review.claim', params.id)
    return taken
  })
  if (claimed) {
    if (claimed.isNew) await tellOfClaim(context, claimed.review)
    return reviewWire(claimed.review, readerOf(context))
  }
  const found = await findReview(db, ...actorParams(user), params.id)
  if (!found) return refuse('not_found')
  if (found.review.verdict) return refuse('review_done')
  return refuse(found.review.is_replaced ? 'review_replaced' : 'review_taken')
}

/** Claims what the caller holds besides `after_id`, or the oldest submission that nobody is reviewing, from `after_id` on. */
export async function takeNextReview(context: HomeworkContext<'POST /studio/reviews/next'>) {
  const { db, user, body, now } = context
  const times = { nowSeconds: now / 1000, heldSinceSeconds: (now - claimLastsMs) / 1000 }
  const asked = { ...actorOf(user), ...filterOf(body), ...times, afterId: body.after_id ?? null }
  const claimed = await db.inTransaction(async tx => {
    const taken =
      (await claimOwnReview(tx, asked)) ??
      (await claimNextReview(tx, asked)) ??
      (asked.afterId === null ? undefined : await claimNextReview(tx, { ...asked, afterId: null }))
    if (taken?.isNew) await noteClaim(tx, user, 'review.claim', taken.review.id)
    return taken
  })
  if (!claimed) return { review: null }
  if (claimed.isNew) await tellOfClaim(context, claimed.review)
  return { review: reviewWire(claimed.review, readerOf(context)) }
}

/** Gives a claimed submission back to the queue; one that the caller does not hold stays as it is. */
export async function giveBackReview(
  context: HomeworkContext<'POST /studio/reviews/:id/release'>,
): Promise<ReviewWire> {
  const { db, user, params, refuse } = context
  const found = await db.inTransaction(async tx => {
    const given = await releaseReview(tx, ...actorParams(user), params.id)
    if (given?.isFreed) await noteClaim(tx, user, 'review.release', params.id)
    return given
  })
  if (!found) return refuse('not_found')
  if (found.isFreed) await tellOfClaim(context, found.review)
  return reviewWire(found.review, readerOf(context))
}

function noteClaim(tx: Db, user: Actor, action: 'review.claim' | 'review.release', targetId: number) {
  return writeAudit(tx, user, { action, targetType: 'review', targetId })
}

/** Tells the learner and the other experts that a review began or was given up. */
async function tellOfClaim(context: Asking, { id, chat_id: chatId, status_id: statusId }: ReviewRow) {
  await publishHomeworkNews(context.db, chatId, statusId)
  tellOfReview(context, chatId, id)
}

/** The place of submissions with its titles in a language. */
function reviewPlaceWire<Place extends ReviewPlace>({ titles, ...place }: Place, language: string) {
  const title = (texts: Texts) => textIn(texts, 'title', language, titles.languages)
  return { ...place, course_title: title(titles.course), stage_title: title(titles.stage) }
}

/** A submission for its reader. */
export function reviewWire(row: ReviewRow, { userId, language, now }: Reader): ReviewWire {
  const { titles, claimed, is_replaced, ...review } = row
  const title = (texts: Texts) => textIn(texts, 'title', language, titles.languages)
  const holder = reviewerOf({ verdict: review.verdict, is_replaced, claimed }, now)
  const until = claimUntil(msFromSeconds(claimed.active_at ?? 0)) / 1000
  return {
    ...review,
    course_title: title(titles.course),
    stage_title: title(titles.stage),
    homework_title: title(titles.homework),
    claim: holder ? { user: holder, is_own: holder.id === userId, until } : null,
  }
}
