import { callQuery } from '#kit/cache/call-query.ts'

export const consultationsQuery = (chatId: number) =>
  callQuery('GET /chats/:id/consultations', { params: { id: chatId } })
