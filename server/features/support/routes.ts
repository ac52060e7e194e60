import { routes } from '#server/platform/http/routes.ts'
import { support } from '#shared/features/support/contract.ts'
import { askAnonymously, askAutomatically, askSupport } from './ask.ts'
import type { SupportParts } from './context.ts'
import { answerRequest, changeState, deskCategories, deskRequest, deskRequests, giveRequest } from './desk.ts'
import { askFurther, listCategories, ownConversation, ownRequests, seeAnswers } from './learner.ts'

/** The support calls, for askers and for those who answer. */
export function supportRoutes(parts: SupportParts) {
  return routes(support, {
    'GET /support-category': context => listCategories(context, parts),
    'POST /tech-questions': context => askSupport(context, parts),
    'POST /tech-questions/auto': context => askAutomatically(context, parts),
    'POST /tech-questions/anonymous': context => askAnonymously(context, parts),
    'GET /support-requests': context => ownRequests(context, parts),
    'GET /support-requests/:id': context => ownConversation(context, parts),
    'POST /support-requests/:id/messages': context => askFurther(context, parts),
    'PUT /support-requests/:id/viewed': seeAnswers,
    'GET /studio/support-requests': context => deskRequests(context, parts),
    'GET /studio/support-categories': context => deskCategories(context, parts),
    'GET /studio/support-requests/:id': context => deskRequest(context, parts),
    'POST /studio/support-requests/:id/messages': context => answerRequest(context, parts),
    'PUT /studio/support-requests/:id/state': context => changeState(context, parts),
    'PUT /studio/support-requests/:id/owner': context => giveRequest(context, parts),
  })
}
