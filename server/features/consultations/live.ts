import { liveParts, type PresenterOf } from '#server/platform/live/live-parts.ts'
import { consultations } from '#shared/features/consultations/contract.ts'
import { listChatConsultations } from './queries.ts'

const presentConsultations: PresenterOf<typeof consultations, 'consultations'> = async (db, events) => {
  const rows = await listChatConsultations(db, [...new Set(events.map(({ data }) => data.chat_id))])
  const byId = new Map(rows.map(row => [row.id, row.all]))
  return events.map(({ data }) => {
    const all = byId.get(data.chat_id)
    return all && { all }
  })
}

/** How the consultations of a chat stand is told in the chat's room. */
export const consultationLive = liveParts(consultations, {
  rooms: {},
  present: { consultations: presentConsultations },
})
