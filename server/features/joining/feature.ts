import { feature as accounts } from '#server/features/accounts/feature.ts'
import { feature as brands } from '#server/features/brands/feature.ts'
import { serverFeature } from '#server/platform/feature.ts'
import { joiningRoutes } from './routes.ts'
import { joiningJobs } from './send-secrets.ts'

export const feature = serverFeature({
  name: 'joining',
  routes: ({ of, jobs }) => joiningRoutes({ ...of(brands), ...of(accounts), jobs }),
  jobs: parts => joiningJobs({ ...parts, ...parts.of(brands), ...parts.of(accounts) }),
})
