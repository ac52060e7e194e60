import { msFromSeconds } from '#shared/platform/times.ts'
import type { ChatConsultationsWire, ConsultationOrderWire, ConsultationWire } from './contract.ts'

/** A consultation in a chat. */
export type Consultation = {
  id: number
  chatChannelId: number
  status: ConsultationWire['status']
  /** Undefined until its first message is written. */
  startMessageId: number | undefined
  endMessageId: number | undefined
  amount: number
  rating: number | undefined
}

/** A learner's order of a consultation; `createdAt` in ms. */
type ConsultationOrder = {
  id: number
  chatChannelId: number
  status: ConsultationOrderWire['status']
  createdAt: number
}

/** A chat's consultations; the last three fields feed the counter. */
export type ChatConsultations = {
  consultations: Consultation[]
  orders: ConsultationOrder[]
  consultationLimit: number | undefined
  maxConsultationCount: number
  used: number
}

/** A consultation from the wire. */
export function consultationFromWire(wire: ConsultationWire): Consultation {
  return {
    id: wire.id,
    chatChannelId: wire.chat_channel_id,
    status: wire.status,
    startMessageId: wire.start_message_id ?? undefined,
    endMessageId: wire.end_message_id ?? undefined,
    amount: wire.amount,
    rating: wire.rating ?? undefined,
  }
}

/** A consultation to the wire: the body of its rating. */
export function consultationToWire(consultation: Consultation): ConsultationWire {
  return {
    id: consultation.id,
    chat_channel_id: consultation.chatChannelId,
    status: consultation.status,
    start_message_id: consultation.startMessageId ?? null,
    end_message_id: consultation.endMessageId ?? null,
    amount: consultation.amount,
    rating: consultation.rating ?? null,
  }
}

/** An order from the wire: seconds to ms. */
function consultationOrderFromWire(wire: ConsultationOrderWire): ConsultationOrder {
  return {
    id: wire.id,
    chatChannelId: wire.chat_channel_id,
    status: wire.status,
    createdAt: msFromSeconds(wire.created_at),
  }
}

/** A chat's consultations from the wire. */
export function chatConsultationsFromWire(wire: ChatConsultationsWire): ChatConsultations {
  return {
    consultations: wire.consultations.map(consultationFromWire),
    orders: wire.orders.map(consultationOrderFromWire),
    consultationLimit: wire.consultation_limit ?? undefined,
    maxConsultationCount: wire.max_consultation_count,
    used: wire.used,
  }
}
