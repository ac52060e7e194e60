import type { Day } from '#shared/features/courses/forms.ts'
import type { DayStatus } from '#shared/features/streams/forms.ts'
import type { StreamStatus } from '#shared/features/streams/rules.ts'

/**
 * How a day went: `skipped` was left out on the way and can still be done, `missed` was not done before the course ended, `locked` waits
 * for something.
 */
export type DayMark = 'done' | 'started' | 'open' | 'skipped' | 'missed' | 'locked' | 'rest'

/** How each day of a course went, by its id; `days` in the course's order. */
export function dayMarks(
  days: readonly Pick<Day, 'id' | 'dayOfRest'>[],
  states: ReadonlyMap<number, Pick<DayStatus, 'state' | 'status' | 'isLocked'>>,
  streamStatus: StreamStatus,
): Map<number, DayMark> {
  const reached = days.findLastIndex(({ id }) => {
    const state = states.get(id)
    return state?.state === 'done' || state?.status === 'started'
  })
  return new Map(days.map((day, index) => [day.id, markOf(day, index)]))

  function markOf({ id, dayOfRest }: Pick<Day, 'id' | 'dayOfRest'>, index: number): DayMark {
    const state = states.get(id)
    if (state?.state === 'done') return 'done'
    if (dayOfRest) return 'rest'
    if (streamStatus === 'ended') return 'missed'
    if (!state || state.isLocked) return 'locked'
    if (state.status === 'started') return 'started'
    return index < reached ? 'skipped' : 'open'
  }
}
