import { Card } from '#kit/ui/states/Card.tsx'
import { useWeekGoal } from './data.ts'
import { Week } from './Week.tsx'

/** At home: the learner's goal and how this week goes. */
export function WeekGoal() {
  const goal = useWeekGoal()
  if (!goal) return null
  return (
    <Card as="section" aria-labelledby="week-goal">
      <Week goal={goal} heading="h2" />
    </Card>
  )
}
