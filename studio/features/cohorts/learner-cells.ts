import { useCopy } from '#kit/copy/copy.tsx'
import { formatLocalDate } from '#kit/copy/format.ts'
import type { CohortLearnerWire } from '#shared/features/cohorts/contract.ts'
import { csvOf } from '#shared/platform/csv.ts'
import { useMoments } from '#studio/platform/moments.ts'
import type { LearnerColumn } from './data.ts'

/** A column of the table of learners: its heading, what its cells say, and the order it gives, if any. */
export type LearnerCell = {
  id: LearnerColumn | 'state' | 'ends'
  title: string
  text: (learner: CohortLearnerWire) => string
}

/** The columns of the table, which are those of its file. */
export function useLearnerCells(): LearnerCell[] {
  const t = useCopy()
  const { date } = useMoments()
  const texts: Record<LearnerCell['id'], (learner: CohortLearnerWire) => string> = {
    name: ({ name }) => name,
    state: ({ status, is_demo: isDemo, course_full_access: isFull }) =>
      [t(`cohorts.state.${status}`), isDemo && !isFull && t('cohorts.demo')].filter(Boolean).join(', '),
    ends: ({ ends_on: day }) => formatLocalDate(day, t.language, 'numeric'),
    reached: ({ reached }) => String(reached),
    done: ({ done }) => `${done}%`,
    seen: ({ seen_at: at }) => (at === null ? t('cohorts.never') : date(at * 1000, 'numeric')),
    waiting: ({ waiting, overdue }) => (overdue ? t('cohorts.overdue', { waiting, overdue }) : String(waiting)),
    points: ({ points }) => String(points),
  }
  const order = ['name', 'state', 'ends', 'reached', 'done', 'seen', 'waiting', 'points'] as const
  return order.map(id => ({ id, title: t(`cohorts.learner.${id}`), text: texts[id] }))
}

/** The learners as a CSV file: the cells of the table, and their e-mails. */
export function learnersCsv(rows: readonly CohortLearnerWire[], cells: readonly LearnerCell[]): string {
  const [name, ...others] = cells
  const line = (first: string, email: string, rest: string[]) => [first, email, ...rest]
  return csvOf([
    line(
      name?.title ?? '',
      'E-mail',
      others.map(({ title }) => title),
    ),
    ...rows.map(row =>
      line(
        name?.text(row) ?? '',
        row.email ?? '',
        others.map(cell => cell.text(row)),
      ),
    ),
  ])
}
