import type { ReviewDetailWire, ReviewWire } from '#shared/features/homework/contract.ts'
import { claimLastsMs, claimUntil } from '#shared/features/homework/rules.ts'
import { courseTrees } from '#server/features/courses/course-memory.ts'
import {
  attemptWire,
  type HomeworkContext,
  tellOfReview,
  type ReviewRow,
  actorParams,
  holderOf,
  type ReviewPlace,
} from './attempt.ts'
import { exerciseNames, taskWire } from './homework-tasks.ts'
import {
  claimNextReview,
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
import { msFromSeconds } from '#shared/platform/times.ts'
import { textIn, type Texts } from '#server/features/courses/course-tree.ts'

type Asking = Pick<HomeworkContext<'GET /studio/review-filters'>, 'db' | 'user' | 'caller' | 'now' | 'live'>

const listings = { waiting: listWaitingReviews, mine: listOwnReviews, done: listDoneReviews }
const readerOf = ({ user, caller, now }: Asking) => ({ userId: user.userId, language: caller.language, now })

type Filters = { course_id?: number; cohort_id?: number; stage_id?: number }
const filterOf = ({ course_id = 0, cohort_id = 0, stage_id = 0 }: Filters): ReviewFilter => [
  course_id || null,
  cohort_id || null,
  stage_id || null,
]

/** The queue, oldest first; what the caller holds; what was answered, latest first. */
export async function listReviews(context: HomeworkContext<'GET /studio/reviews'>): Promise<ReviewWire[]> {
  const { db, user, query, now, setPage } = context
  const { show = 'waiting', page = 1, 'per-page': perPage = 50 } = query
  const heldSince = (now - claimLastsMs) / 1000
  const paging = [perPage, (page - 1) * perPage, heldSince] as const
  const rows = await listings[show](db, ...actorParams(user), ...filterOf(query), ...paging)
  setPage({ page, perPage, total: rows[0]?.total ?? 0 })
  return rows.flatMap(({ review }) => (review ? [reviewWire(review, readerOf(context))] : []))
}

/** Where submissions wait, for the choices of the queue's filters. */
export async function reviewFilters({ db, user, caller, now }: HomeworkContext<'GET /studio/review-filters'>) {
  const rows = await listReviewFilters(db, ...actorParams(user), null, null, null, now / 1000)
  return rows.map(row => ({
    ...reviewPlaceWire(row, caller.language),
    waiting: row.waiting,
    overdue: row.overdue,
  }))
}

/** One submission with its task and every attempt. */
export async function reviewDetail(context: HomeworkContext<'GET /studio/reviews/:id'>): Promise<ReviewDetailWire> {
  const { db, user, caller, params, now, refuse } = context
  const found = await findReviewDetail(db, ...actorParams(user), params.id)
  if (!found) return refuse('not_found')
  const { review, courseVersion, attempts, liveSeq } = found
  const [tree] = await courseTrees(db, [{ id: review.courseId, version: courseVersion }])
  const task = tree?.homeworks.find(({ id }) => id === review.homeworkId)
  if (!tree || !task) return refuse('not_found')
  const { language } = caller
  const reader = { userId: user.userId, language, now, exerciseOf: exerciseNames(tree, language) }
  return {
    review: reviewWire(review, reader),
    homework: taskWire(tree, task, language, true),
    points: task.score,
    attempts: attempts.map(attempt => attemptWire(attempt, reader)),
    live_seq: liveSeq,
  }
}

/** Takes a submission, or says that one is still at it. */
export async function takeReview(context: HomeworkContext<'POST /studio/reviews/:id/claim'>): Promise<ReviewWire> {
  const { db, user, params, now, refuse } = context
  const times = [now / 1000, (now - claimLastsMs) / 1000] as const
  const claimed = await claimReview(db, ...actorParams(user), params.id, ...times)
  if (claimed) {
    if (claimed.isNew) await tellOfClaim(context, claimed.review)
    return reviewWire(claimed.review, readerOf(context))
  }
  const found = await findReview(db, ...actorParams(user), params.id)
  if (!found) return refuse('not_found')
  if (found.review.verdict) return refuse('review_done')
  return refuse(found.review.isReplaced ? 'review_replaced' : 'review_taken')
}

/** Takes the oldest submission that nobody holds. */
export async function takeNextReview(context: HomeworkContext<'POST /studio/reviews/next'>) {
  const { db, user, body, now } = context
  const times = [now / 1000, (now - claimLastsMs) / 1000] as const
  const claimed = await claimNextReview(db, ...actorParams(user), ...filterOf(body), ...times, body.after_id ?? null)
  if (!claimed) return { review: null }
  await tellOfClaim(context, claimed.review)
  return { review: reviewWire(claimed.review, readerOf(context)) }
}

/** Gives a submission back to the queue; giving back what one does not hold changes nothing. */
export async function giveBackReview(
  context: HomeworkContext<'POST /studio/reviews/:id/release'>,
): Promise<ReviewWire> {
  const { db, user, params, refuse } = context
  const found = await releaseReview(db, ...actorParams(user), params.id)
  if (!found) return refuse('not_found')
  if (found.isFreed) await tellOfClaim(context, found.review)
  return reviewWire(found.review, readerOf(context))
}

/** Tells the learner that somebody looks at it now, or no more, and the other experts. */
async function tellOfClaim(context: Asking, { id, chatId, statusId }: ReviewRow) {
  await publishHomeworkNews(context.db, chatId, statusId)
  tellOfReview(context, chatId, id)
}

/** Where submissions belong, as the wire has it. */
function reviewPlaceWire(row: ReviewPlace, language: string) {
  const title = (titles: Texts) => textIn(titles, 'title', language, row.languages)
  return {
    course_id: row.courseId,
    course_title: title(row.courseTitles),
    cohort_id: row.cohortId,
    cohort_starts_on: row.cohortStartsOn,
    stage_id: row.stageId,
    stage_title: title(row.stageTitles),
  }
}

/** A submission as the wire has it; `now` in ms. */
export function reviewWire(
  row: ReviewRow,
  { userId, language, now }: { userId: number; language: string; now: number },
): ReviewWire {
  const holder = holderOf(row, now)
  const until = claimUntil(msFromSeconds(row.activeAt ?? 0)) / 1000
  return {
    id: row.id,
    status_id: row.statusId,
    chat_id: row.chatId,
    number: row.number,
    learner: row.learner,
    ...reviewPlaceWire(row, language),
    homework_id: row.homeworkId,
    homework_title: textIn(row.homeworkTitles, 'title', language, row.languages),
    submitted_at: row.submittedAt,
    due_at: row.dueAt,
    claim: holder ? { user: holder, is_own: holder.id === userId, until } : null,
    verdict: row.verdict,
    reviewed_at: row.reviewedAt,
    files_count: row.filesCount,
  }
}
