import { feature as brands } from '#server/features/brands/feature.ts'
import { serverFeature } from '#server/platform/feature.ts'
import { todayRoutes } from './routes.ts'
import { sendTestLetter } from './test-letter.ts'

export const feature = serverFeature({
  name: 'today',
  routes: ({ jobs }) => todayRoutes(jobs),
  jobs: parts => ({
    'send-test-letter': { work: data => sendTestLetter({ ...parts, ...parts.of(brands) }, data) },
  }),
})
