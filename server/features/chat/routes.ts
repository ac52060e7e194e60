import { type Actor, type Caller, routes } from '#server/platform/http/routes.ts'
import { configIn } from '#shared/features/brands/rules.ts'
import type { Brand } from '#shared/features/brands/schema.ts'
import { chat } from '#shared/features/chat/contract.ts'
import { type Brands, brandById } from '#server/features/brands/load-brands.ts'
import { editMessage, rateMessage, viewMessage } from './change-message.ts'
import { handOver, inboxChat, inboxChats, leaveNote } from './inbox.ts'
import { learnerChat, learnerChats, messagesPage } from './learner-chats.ts'
import { addPhrase, changePhrase, listPhrases, removePhrase } from './phrases.ts'
import { messageSending, sendMessage } from './send-message.ts'

/** The calls of chats; each brand says in which apps it has them, and how long a learner waits between two messages. */
export function chatRoutes(brands: Brands) {
  const brandOf = ({ user, caller }: { user: Actor; caller: Caller }): Brand => {
    const brand = brandById(brands, user.brandId)
    return { ...brand, config: configIn(brand, caller.appType) }
  }
  const sending = messageSending()
  return routes(chat, {
    'GET /chats': context => learnerChats(context, brandOf(context)),
    'GET /chats/:id': context => learnerChat(context, brandOf(context)),
    'GET /chats/:id/messages': context => messagesPage(context, brandOf(context)),
    'POST /chats/:id/messages': context => sendMessage(context, brandOf(context), sending),
    'PUT /chats/:id/messages/:messageId': context => editMessage(context, brandOf(context)),
    'PUT /chats/:id/messages/:messageId/rating': context => rateMessage(context, brandOf(context)),
    'PUT /chats/:id/messages/:messageId/viewed': context => viewMessage(context, brandOf(context)),
    'GET /studio/chats': inboxChats,
    'GET /studio/chats/:id': inboxChat,
    'PUT /studio/chats/:id/owner': handOver,
    'POST /studio/chats/:id/notes': leaveNote,
    'GET /studio/phrases': listPhrases,
    'POST /studio/phrases': addPhrase,
    'PUT /studio/phrases/:id': changePhrase,
    'DELETE /studio/phrases/:id': removePhrase,
  })
}
