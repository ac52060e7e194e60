import { routes } from '#server/platform/http/routes.ts'
import { homework } from '#shared/features/homework/contract.ts'
import { readableTrees } from '#server/features/courses/course-memory.ts'
import { onlyTitles } from '#server/features/courses/demo-part.ts'
import { listReadableCourses } from '#server/features/courses/queries.ts'
import { attemptWire } from './attempt.ts'
import { handIn } from './hand-in.ts'
import { findHomeworkPlace } from './queries.ts'
import {
  exerciseNames,
  exercisesWire,
  homeworksInOrder,
  isOutsideDemo,
  taskWire,
  homeworksOf,
  userHomeworkWire,
} from './homework-tasks.ts'
import { giveBackReview, listReviews, reviewDetail, reviewFilters, takeNextReview, takeReview } from './reviews.ts'
import { answerReview } from './verdict.ts'

/** The calls of homework and of its review. */
export const homeworkRoutes = routes(homework, {
  'GET /homework': async ({ db, user, caller, asked }) => {
    const trees = await readableTrees(db, await listReadableCourses(db, user.userId, null))
    const hasScores = asked.includes('scores')
    return trees.flatMap(tree => homeworksInOrder(tree).map(row => taskWire(tree, row, caller.language, { hasScores })))
  },

  'GET /user-course-streams/:streamId/user-homework': async ({ db, user, params, now, asked, refuse }) => {
    const place = await findHomeworkPlace(db, { streamId: params.streamId, userId: user.userId })
    if (!place) return refuse('not_found')
    const { homeworks } = await homeworksOf(db, place, { now, timezone: user.timezone })
    const hasScores = asked.includes('scores')
    return homeworks.map(known => userHomeworkWire(known, place.id, { hasScores }))
  },

  'GET /user-course-streams/:streamId/user-homework/:statusId': async context => {
    const { db, user, caller, params, now, refuse } = context
    const place = await findHomeworkPlace(db, { ...params, userId: user.userId })
    if (!place) return refuse('not_found')
    const { tree, homeworks, archived } = await homeworksOf(db, place, { now, timezone: user.timezone })
    const known = [...homeworks, ...archived].find(({ row }) => row.id === params.statusId)
    if (!known) return refuse('not_found')
    const isHidden = isOutsideDemo(known.task, place)
    const task = isHidden ? { ...known.task, texts: onlyTitles(known.task.texts) } : known.task
    const { language } = caller
    const reader = { userId: user.userId, language, now, exerciseOf: exerciseNames(tree, language) }
    return {
      status: userHomeworkWire(known, place.id, { hasScores: true }),
      homework: taskWire(tree, task, language, { hasScores: true }),
      attempts: place.attempts.map(attempt => attemptWire(attempt, reader)),
      exercises: isHidden ? [] : exercisesWire(tree, known.task, language),
    }
  },

  'POST /user-course-streams/:streamId/user-homework/:statusId': handIn,
  'GET /studio/reviews': listReviews,
  'GET /studio/review-filters': reviewFilters,
  'GET /studio/reviews/:id': reviewDetail,
  'POST /studio/reviews/next': takeNextReview,
  'POST /studio/reviews/:id/claim': takeReview,
  'POST /studio/reviews/:id/release': giveBackReview,
  'POST /studio/reviews/:id/verdict': answerReview,
})
