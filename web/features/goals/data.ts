import { useQuery } from '@tanstack/react-query'
import { callQuery } from '#kit/cache/call-query.ts'
import type { WeekGoalWire } from '#shared/features/goals/contract.ts'

export const weekQuery = () => callQuery('GET /week-goal')

/** The learner's goal and week, read again by whatever shows it: learning on any device changes it. */
export function useWeekGoal(): WeekGoalWire | undefined {
  return useQuery({ ...weekQuery(), refetchOnMount: 'always' }).data
}
