import { feature as brands } from '#server/features/brands/feature.ts'
import { serverFeature } from '#server/platform/feature.ts'
import { codeSettings, loadCodeKey } from './code-key.ts'
import { joiningRoutes } from './routes.ts'
import { joiningJobs } from './send-secrets.ts'

export const feature = serverFeature({
  name: 'joining',
  settings: codeSettings,
  open: async ({ dataDir }, givenKey) => ({ codeKey: await loadCodeKey(dataDir, givenKey) }),
  routes: ({ of, jobs }, own) => joiningRoutes({ ...of(brands), ...own, jobs }),
  jobs: (parts, own) => joiningJobs({ ...parts, ...parts.of(brands), ...own }),
})
