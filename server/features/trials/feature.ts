import { serverFeature } from '#server/platform/feature.ts'
import { routes } from '#server/platform/http/routes.ts'
import { trials } from '#shared/features/trials/contract.ts'
import { startTrial, tidyTrials, trialChoices } from './trials.ts'

const hourMs = 3_600_000

export const feature = serverFeature({
  name: 'trials',
  routes: () =>
    routes(trials, { 'GET /studio/courses/:id/trial': trialChoices, 'POST /studio/courses/:id/trial': startTrial }),
  personalTables: {
    trials: { leftOut: 'Which drafts somebody tries out; they are gone within a week, and the audit log says so' },
  },
  tidying: ({ database, clock }) => [{ everyMs: hourMs, work: () => tidyTrials(database, clock()) }],
})
