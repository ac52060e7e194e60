import { feature as brands } from '#server/features/brands/feature.ts'
import { ofOwnChatsOr } from '#server/features/chat/feature.ts'
import { serverFeature } from '#server/platform/feature.ts'
import { liveParts, type PresenterOf } from '#server/platform/live/live-parts.ts'
import { consultations } from '#shared/features/consultations/contract.ts'
import { listChatConsultations } from './queries.ts'
import { consultationRoutes } from './routes.ts'

/** How the consultations of a chat stand is told in the chat's room. */
const presentConsultations: PresenterOf<typeof consultations, 'consultations'> = async (db, events) => {
  const rows = await listChatConsultations(db, [...new Set(events.map(({ data }) => data.chat_id))])
  const byId = new Map(rows.map(row => [row.id, row.all]))
  return events.map(({ data }) => {
    const all = byId.get(data.chat_id)
    return all && { all }
  })
}

export const feature = serverFeature({
  name: 'consultations',
  routes: ({ of }) => consultationRoutes(of(brands).brands),
  personalTables: { consultations: ofOwnChatsOr('opened_by'), consultation_orders: ofOwnChatsOr('decided_by') },
  live: () => liveParts(consultations, { rooms: {}, present: { consultations: presentConsultations } }),
})
