import type { AnswerOf } from '#kit/request/request.ts'

export type FilterRow = AnswerOf<'GET /studio/review-filters'>[number]

/** Filter of the queue: a course, one of its streams, one of its stages. */
export type ReviewFilter = { courseId?: number; cohortId?: number; stageId?: number }

type Option = { id: number; title: string; waiting: number }

/** Whether a row matches the filter. */
function fits(row: FilterRow, { courseId, cohortId, stageId }: ReviewFilter): boolean {
  return (
    (courseId === undefined || row.course_id === courseId) &&
    (cohortId === undefined || row.cohort_id === cohortId) &&
    (stageId === undefined || row.stage_id === stageId)
  )
}

/** How many matching submissions wait, and how many of them for longer than a day. */
export function countsOf(rows: readonly FilterRow[], filter: ReviewFilter): { waiting: number; overdue: number } {
  const chosen = rows.filter(row => fits(row, filter))
  const sum = (of: (row: FilterRow) => number) => chosen.reduce((total, row) => total + of(row), 0)
  return { waiting: sum(row => row.waiting), overdue: sum(row => row.overdue) }
}

/** The options with the number waiting in each: courses, and the streams and stages of the chosen course. */
export function optionsOf(rows: readonly FilterRow[], { courseId, cohortId, stageId }: ReviewFilter) {
  const gather = (among: readonly FilterRow[], of: (row: FilterRow) => { id: number; title: string }): Option[] => {
    const found = new Map<number, Option>()
    for (const row of among) {
      const { id, title } = of(row)
      found.set(id, { id, title, waiting: (found.get(id)?.waiting ?? 0) + row.waiting })
    }
    return [...found.values()]
  }
  const inCourse = courseId === undefined ? [] : rows.filter(row => row.course_id === courseId)
  return {
    courses: gather(rows, row => ({ id: row.course_id, title: row.course_title })),
    cohorts: gather(
      inCourse.filter(row => fits(row, { stageId })),
      row => ({ id: row.cohort_id, title: row.cohort_starts_on }),
    ),
    stages: gather(
      inCourse.filter(row => fits(row, { cohortId })),
      row => ({ id: row.stage_id, title: row.stage_title }),
    ),
  }
}

/** A filter as the calls take it. */
export function filterToWire({ courseId, cohortId, stageId }: ReviewFilter) {
  return { course_id: courseId, cohort_id: cohortId, stage_id: stageId }
}
