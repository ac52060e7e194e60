import { type QueryClient, useQuery, useQueryClient } from '@tanstack/react-query'
import { callQuery } from '#kit/cache/call-query.ts'
import { useCopy } from '#kit/copy/copy.tsx'
import { enqueue } from '#kit/outbox/outbox.ts'
import { errorMessage } from '#kit/request/request-errors.ts'
import { toast } from '#kit/ui/layers/toasts.ts'
import type { WeekGoalWire } from '#shared/features/goals/contract.ts'
import { withGoal } from './week.ts'

const weekQuery = () => callQuery('GET /week-goal')

/** The learner's goal and week, read anew by whatever shows it: learning on any device changes it. */
export function useWeekGoal(): WeekGoalWire | undefined {
  return useQuery({ ...weekQuery(), refetchOnMount: 'always' }).data
}

const keep = (client: QueryClient, change: (known: WeekGoalWire) => WeekGoalWire) =>
  client.setQueryData(weekQuery().queryKey, known => known && change(known))

/** Sets the goal: shown at once, and sent once there is a network; the last one that is chosen holds. */
export function useSetGoal(): (days: number | null) => void {
  const t = useCopy()
  const client = useQueryClient()
  return days => {
    keep(client, known => withGoal(known, days))
    enqueue('PUT /week-goal', { body: { days } }, { lane: 'week-goal' }).then(
      answer => answer.isSent && keep(client, () => answer.data),
      (error: unknown) => {
        toast(errorMessage(error, t('ui.error.title')), { tone: 'danger' })
        void client.invalidateQueries({ queryKey: ['GET /week-goal'] })
      },
    )
  }
}
