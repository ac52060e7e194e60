import type { StoreName } from '#shared/features/billing/stores/app-store.ts'
import type { Paying } from '../payments/ask-attempt.ts'
import { findPurchase, findStoreOf, putOffPurchase } from './queries.ts'
import { takeProof } from './take-event.ts'

const pauseMs = 60_000

/** Asks a store what became of a purchase, and tells it again that it has arrived where it has not heard that yet. */
export async function askPurchase(paying: Paying, { store: name, chain }: { store: StoreName; chain: string }) {
  const { database, clock } = paying
  const known = await findPurchase(database, name, chain)
  const side = known && (await findStoreOf(database, known.accountId))
  if (!known?.proof || !side) return
  await putOffPurchase(database, name, chain, (clock() + pauseMs) / 1000)
  const store = await paying.storeOf(known.accountId)
  if (store) await takeProof(paying, { ...side, accountId: known.accountId }, store, known.proof)
}
