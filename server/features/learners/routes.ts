import { learners } from '#shared/features/learners/contract.ts'
import type { Brands } from '#server/features/brands/load-brands.ts'
import { listSubscriptions } from '#server/features/billing/subscriptions/queries.ts'
import { subscriptionWire } from '#server/features/billing/subscriptions/subscription-wire.ts'
import { routes } from '#server/platform/http/routes.ts'
import { dayByDay } from './day-by-day.ts'
import { learnerCard } from './learner.ts'
import { askedOf } from './learner-context.ts'
import { addNote, changeNote, notesOf, removeNote } from './notes.ts'
import { findLearner } from './queries.ts'
import { pointsOf, workOf } from './work.ts'

/** Calls for staff about one learner. */
export const learnerRoutes = (brands: Brands) =>
  routes(learners, {
    'GET /studio/learners/:id': context => learnerCard(brands, context),
    'GET /studio/learners/:id/places/:placeId': dayByDay,
    'GET /studio/learners/:id/work': workOf,
    'GET /studio/learners/:id/points': pointsOf,
    'GET /studio/learners/:id/orders': async context => {
      const { db, now, refuse } = context
      const { id, timezone } = (await findLearner(db, askedOf(context))) ?? refuse('not_found')
      return (await listSubscriptions(db, id, null)).map(row => subscriptionWire(row, { now, timezone }))
    },
    'GET /studio/learners/:id/notes': notesOf,
    'POST /studio/learners/:id/notes': addNote,
    'PUT /studio/learners/:id/notes/:noteId': changeNote,
    'DELETE /studio/learners/:id/notes/:noteId': removeNote,
  })
