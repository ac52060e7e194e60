import { goals } from '#shared/features/goals/contract.ts'
import { weekStart } from '#shared/features/goals/rules.ts'
import { todayIn } from '#server/features/streams/local-days.ts'
import { routes } from '#server/platform/http/routes.ts'
import { loadWeekGoal } from './load-week-goal.ts'
import { setWeekGoal } from './queries.ts'

/** The calls of goals. */
export const goalRoutes = () =>
  routes(goals, {
    'GET /week-goal': ({ db, user, now }) => loadWeekGoal(db, user, now),

    'PUT /week-goal': async ({ db, user, now, body }) => {
      await setWeekGoal(db, user.userId, weekStart(todayIn(user.timezone, now)), body.days)
      return loadWeekGoal(db, user, now)
    },
  })
