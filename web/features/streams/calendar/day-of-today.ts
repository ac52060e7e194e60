import type { Day } from '#shared/features/courses/forms.ts'
import type { DayStatus } from '#shared/features/streams/forms.ts'

/**
 * The day at which the path opens: the one to do, or where none is, the first that waits, or the last that is done. Undefined where there
 * is nothing to go on with: the path then opens at its beginning.
 */
export function dayOfToday(
  stages: readonly { days: readonly Pick<Day, 'id' | 'dayOfRest'>[] }[],
  status: { days: ReadonlyMap<number, Pick<DayStatus, 'state'>> },
): { id: number } | undefined {
  const days = stages.flatMap(stage => stage.days)
  const stateOf = ({ id }: { id: number }) => status.days.get(id)?.state
  const done = days.findLast(day => stateOf(day) === 'done')
  const current = days.find(day => stateOf(day) === 'current')
  if (current || !done) return current
  return days.slice(days.indexOf(done) + 1).find(day => stateOf(day) !== undefined) ?? done
}
