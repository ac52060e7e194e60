import { queryClient } from '#kit/cache/query-client.ts'
import { enqueue } from '#kit/outbox/outbox.ts'
import type { WeekGoalWire } from '#shared/features/goals/contract.ts'
import { weekQuery } from './data.ts'
import { withGoal } from './week.ts'

const keep = (change: (known: WeekGoalWire) => WeekGoalWire) =>
  queryClient.setQueryData(weekQuery().queryKey, known => known && change(known))

/**
 * Sets the goal: shown at once, and sent once there is a network; the last one that is chosen holds. Throws when the server refused it,
 * and what it has is read again.
 */
export async function setGoal(days: number | null): Promise<void> {
  keep(known => withGoal(known, days))
  try {
    const answer = await enqueue('PUT /week-goal', { body: { days } }, { lane: 'week-goal' })
    if (answer.isSent) keep(() => answer.data)
  } catch (error) {
    void queryClient.invalidateQueries({ queryKey: ['GET /week-goal'] })
    throw error
  }
}
