import { one } from '#server/platform/database/statement.ts'
import type { Paying } from '../payments/ask-attempt.ts'
import { ProviderRefused, ProviderUnavailable } from '../providers/provider.ts'
import type { Store, StoreProof, StorePurchase } from '../providers/store.ts'
import type { StoreSide } from './keep-purchase.ts'
import { setAcknowledged } from './queries.ts'

/** Whether an order can be bought again: it opens no course, and is no subscription. */
const findUsedUp = one<[orderId: number], { isUsedUp: boolean }>(
  'find-order-used-up',
  `select o.course_id is null and o.type <> 'course_subscription' as "isUsedUp" from orders o where o.id = $1`,
)

type Arrived = { proof: StoreProof; purchase: StorePurchase; orderId: number }
const hourMs = 3_600_000

/**
 * Tells the store that a purchase has arrived, once its order is written; without that, the money goes back after three days. A store
 * that does not answer is told by one of the next turns.
 */
export async function acknowledge(paying: Paying, side: StoreSide, store: Store, arrived: Arrived): Promise<void> {
  const { database, log, clock } = paying
  const { proof, purchase, orderId } = arrived
  if (!purchase.isUnacknowledged || purchase.isRevoked) return
  const isUsedUp = (await findUsedUp(database, orderId))?.isUsedUp ?? false
  try {
    await store.acknowledge(proof, purchase, isUsedUp)
    const expiresAt = purchase.subscription?.expiresAt
    const next = expiresAt === undefined ? null : (Math.max(expiresAt, clock()) + hourMs) / 1000
    await setAcknowledged(database, side.store, purchase.chain, next)
  } catch (error) {
    if (!(error instanceof ProviderUnavailable || error instanceof ProviderRefused)) throw error
    log.warn({ err: error, orderId }, 'A store does not hear that a purchase has arrived')
  }
}
