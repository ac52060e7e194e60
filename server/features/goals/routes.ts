import { goals } from '#shared/features/goals/contract.ts'
import { firstOfActivity, weekStart } from '#shared/features/goals/rules.ts'
import { todayIn } from '#server/features/streams/local-days.ts'
import { routes } from '#server/platform/http/routes.ts'
import { loadWeekGoal } from './load-week-goal.ts'
import { findActivity, setWeekGoal } from './queries.ts'

/** The calls of goals. */
export const goalRoutes = () =>
  routes(goals, {
    'GET /week-goal': ({ db, user, now }) => loadWeekGoal(db, user, now),

    'GET /activity': async ({ db, user, now }) => {
      const from = firstOfActivity(todayIn(user.timezone, now))
      const found = await findActivity(db, user.userId, user.timezone, from)
      return { from, days: found?.days ?? [], active_days: found?.active_days ?? 0 }
    },

    'PUT /week-goal': async ({ db, user, now, body }) => {
      await setWeekGoal(db, user.userId, weekStart(todayIn(user.timezone, now)), body.days)
      return loadWeekGoal(db, user, now)
    },
  })
