import type { LiveParts, Presenter } from '#server/platform/live/live-parts.ts'
import { listChatConsultations } from './queries.ts'

const presentConsultations: Presenter = async (db, events) => {
  const rows = await listChatConsultations(db, [...new Set(events.map(({ data }) => data['chat_id'] ?? 0))])
  const byId = new Map(rows.map(row => [row.id, row.all]))
  return events.map(({ data }) => {
    const all = byId.get(data['chat_id'] ?? 0)
    return all && { all }
  })
}

/** What consultations add to the live connection: how those of a chat stand, in the chat's room. */
export const consultationLive: LiveParts = { present: { consultations: presentConsultations } }
