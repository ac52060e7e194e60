import { feature as brands } from '#server/features/brands/feature.ts'
import { serverFeature } from '#server/platform/feature.ts'
import { sendAnswer, sendQuestion } from './letters.ts'
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
  live: () => ({
    rooms: {
      // support:<brand>, for those who answer.
      support: (_db, { role, brandId }, ids) =>
        role === 'support' || role === 'admin' ? ids.filter(id => id === brandId) : [],
    },
  }),
})
