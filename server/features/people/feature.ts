import { feature as brands } from '#server/features/brands/feature.ts'
import { serverFeature } from '#server/platform/feature.ts'
import { sendInvitation } from './invitations/send-invitation.ts'
import { peopleRoutes } from './routes.ts'

export const feature = serverFeature({
  name: 'people',
  routes: parts => peopleRoutes({ ...parts, ...parts.of(brands) }),
  jobs: parts => ({
    'send-invitation': { work: data => sendInvitation({ ...parts, ...parts.of(brands) }, data), atOnce: 2 },
  }),
})
