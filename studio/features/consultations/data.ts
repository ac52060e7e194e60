import { callQuery } from '#kit/cache/call-query.ts'

/** A chat's consultations, what was ordered, and what is left. */
export const consultationsQuery = (chatId: number) =>
  callQuery('GET /chats/:id/consultations', { params: { id: chatId } })
