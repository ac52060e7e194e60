import type { Db } from '#server/platform/database/statement.ts'
import type { Trial } from './cohort-writes.ts'
import { insertSold } from './insert-sold.ts'
import type { TestClient } from './test-client.ts'

type Given = { db: () => Db; admin: () => TestClient; learner: () => number }

/** The writes of staff about what is sold. */
export function shopWrites({ db, admin: by, learner }: Given): Record<string, Trial> {
  return {
    'POST /studio/orders': {
      by,
      async make() {
        const { service } = await insertSold(db(), by().userId)
        const what = { service_id: service, currency: 'EUR', amount: 1000 }
        return { body: { user_id: learner(), ...what, reason: 'Paid in cash' } }
      },
      logs: ['order.add'],
    },
    'POST /studio/orders/:id/refunds': {
      by,
      async make() {
        const { order } = await insertSold(db(), learner())
        return { params: { id: order }, body: { amount: 500, reason: 'A day was missed' } }
      },
      logs: ['order.refund'],
    },
  }
}

/** How many statements these may take where that is more than four, and why. */
export const shopStatements = {
  // The buyer is held, the order placed and settled, then its payment entered and the order settled once more.
  'POST /studio/orders': 24,
  // The order is held while what is left is counted; then the provider is asked, and what it says is written and settled, and the points
  // that the order gave are taken back, and the states of its subscription written down.
  'POST /studio/orders/:id/refunds': 20,
}
