import { expect, test } from 'vitest'
import { countsOf, type FilterRow, optionsOf } from './review-filters.ts'

const row = (course_id: number, cohort_id: number, stage_id: number, waiting: number, overdue = 0): FilterRow => ({
  course_id,
  course_title: `course ${course_id}`,
  cohort_id,
  cohort_starts_on: `2026-11-${cohort_id}`,
  stage_id,
  stage_title: `stage ${stage_id}`,
  waiting,
  overdue,
})
const rows = [row(1, 10, 100, 2, 1), row(1, 11, 100, 3), row(1, 11, 101, 4, 2), row(2, 12, 102, 5)]

test('waiting submissions are counted within the filter [STF-05]', () => {
  expect(countsOf(rows, {})).toEqual({ waiting: 14, overdue: 3 })
  expect(countsOf(rows, { courseId: 1 })).toEqual({ waiting: 9, overdue: 3 })
  expect(countsOf(rows, { courseId: 1, cohortId: 11, stageId: 101 })).toEqual({ waiting: 4, overdue: 2 })
})

test('cohorts and stages are those of the chosen course, each once, with the number waiting [STF-05]', () => {
  expect(optionsOf(rows, {}).courses.map(({ id, waiting }) => [id, waiting])).toEqual([
    [1, 9],
    [2, 5],
  ])
  expect(optionsOf(rows, {}).cohorts).toEqual([])
  expect(optionsOf(rows, { courseId: 1 }).cohorts.map(({ id, waiting }) => [id, waiting])).toEqual([
    [10, 2],
    [11, 7],
  ])
  expect(optionsOf(rows, { courseId: 1, cohortId: 10 }).stages.map(({ id }) => id)).toEqual([100])
  expect(optionsOf(rows, { courseId: 1, stageId: 101 }).cohorts.map(({ id, waiting }) => [id, waiting])).toEqual([
    [11, 4],
  ])
})
