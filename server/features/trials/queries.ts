import { many, one, run } from '#server/platform/database/statement.ts'

type Trial = { learnerId: number; trialCourseId: number }

/** An author's trial of a course's draft. */
export const findTrial = one<[authorId: number, courseId: number], Trial>(
  'find-trial',
  `select learner_id as "learnerId", trial_course_id as "trialCourseId" from trials where author_id = $1 and course_id = $2`,
)

/** Keeps that a learner and a course are an author's trial. */
export const insertTrial = run<Trial & { authorId: number; courseId: number }>(
  'insert-trial',
  `insert into trials (learner_id, trial_course_id, author_id, course_id)
   values ($learnerId, $trialCourseId, $authorId, $courseId)`,
)

/** Trials that were started before a time, and those whose author or course is gone. */
export const listOldTrials = many<[beforeSeconds: number], Trial>(
  'list-old-trials',
  `select learner_id as "learnerId", trial_course_id as "trialCourseId" from trials
   where started_at < to_timestamp($1) or author_id is null or course_id is null order by learner_id for update`,
)

/** The cohorts of a course, the latest start first. */
export const listCohortDates = many<[courseId: number], { id: number; starts_on: string; ends_on: string }>(
  'list-cohort-dates',
  'select id, starts_on, ends_on from streams where course_id = $1 order by starts_on desc, id desc limit 100',
)
