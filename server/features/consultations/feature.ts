import { feature as brands } from '#server/features/brands/feature.ts'
import { ofOwnChatsOr } from '#server/features/chat/feature.ts'
import { serverFeature } from '#server/platform/feature.ts'
import { consultationLive } from './live.ts'
import { consultationRoutes } from './routes.ts'

export const feature = serverFeature({
  name: 'consultations',
  routes: ({ of }) => consultationRoutes(of(brands).brands),
  live: () => consultationLive,
  personalTables: { consultations: ofOwnChatsOr('opened_by'), consultation_orders: ofOwnChatsOr('decided_by') },
})
