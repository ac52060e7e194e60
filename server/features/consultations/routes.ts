import { routes } from '#server/platform/http/routes.ts'
import { consultations } from '#shared/features/consultations/contract.ts'
import type { Brands } from '#server/features/brands/load-brands.ts'
import { approve, cancel, close, decline, open, order, rate, reopen, withdraw } from './consultations.ts'
import { placeFinder } from './place.ts'

/** The calls of consultations in a chat. */
export function consultationRoutes(brands: Brands) {
  const find = placeFinder(brands)
  return routes(consultations, {
    'GET /chats/:id/consultations': async context =>
      (await find(context.db, context, { chatId: context.params.id }))?.all ?? context.refuse('not_found'),
    'POST /chats/:id/consultation-orders': context => order(context, find),
    'POST /consultation-orders/:id/withdraw': context => withdraw(context, find),
    'PUT /consultations/updateRating/:id': context => rate(context, find),
    'POST /studio/chats/:id/consultations': context => open(context, find),
    'POST /studio/consultations/:id/close': context => close(context, find),
    'POST /studio/consultations/:id/cancel': context => cancel(context, find),
    'POST /studio/consultations/:id/reopen': context => reopen(context, find),
    'POST /studio/consultation-orders/:id/approve': context => approve(context, find),
    'POST /studio/consultation-orders/:id/decline': context => decline(context, find),
  })
}
