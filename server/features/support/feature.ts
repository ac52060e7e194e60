import { feature as brands } from '#server/features/brands/feature.ts'
import { serverFeature } from '#server/platform/feature.ts'
import { sendAnswer, sendQuestion } from './letters.ts'
import { supportLive } from './live.ts'
import { supportRoutes } from './routes.ts'

export const feature = serverFeature({
  name: 'support',
  routes: ({ of, jobs }) => supportRoutes({ ...of(brands), jobs }),
  jobs(parts) {
    const all = { ...parts, ...parts.of(brands) }
    return {
      'send-support-letter': { work: data => sendQuestion(all, data) },
      'send-support-answer': { work: data => sendAnswer(all, data) },
    }
  },
  live: () => supportLive,
})
