import type { Context } from '#server/platform/http/routes.ts'
import type { cohorts } from '#shared/features/cohorts/contract.ts'
import { cohortRefusal } from '#shared/features/cohorts/rules.ts'
import { isLocalDate, type LocalDate } from '#shared/platform/times.ts'

type Calls = (typeof cohorts)['calls']
export type CohortContext<Name extends keyof Calls> = Context<Name, Calls[Name]>

/** How many days after its start the last day of a course opens. */
export function lastOpeningOf({ days }: { days: readonly { opensAfterDays: number }[] }): number {
  return Math.max(0, ...days.map(day => day.opensAfterDays))
}

type Dates = { startsOn: LocalDate; endsOn: LocalDate }
type Refuse<Code> = (code: Code, detail: { fields: string[] }) => never
type CohortRefusal = NonNullable<ReturnType<typeof cohortRefusal>>

/** Refuses dates that no calendar has. */
export function checkDates(given: Record<string, LocalDate | undefined>, refuse: Refuse<'invalid_input'>) {
  for (const [field, date] of Object.entries(given))
    if (date !== undefined && !isLocalDate(date)) refuse('invalid_input', { fields: [field] })
}

/** Refuses dates that a cohort cannot have. */
export function checkCohort(
  dates: Dates,
  moment: { today: LocalDate; lastOpening: number },
  refuse: Refuse<CohortRefusal>,
) {
  const refusal = cohortRefusal(dates, moment)
  if (refusal) refuse(refusal, { fields: [refusal === 'cohort_far' ? 'starts_on' : 'ends_on'] })
}
