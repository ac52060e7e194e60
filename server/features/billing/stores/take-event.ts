import { many } from '#server/platform/database/statement.ts'
import type { Paying } from '../payments/ask-attempt.ts'
import { PurchaseRefused, type Store, type StoreProof } from '../providers/store.ts'
import { acknowledge } from './acknowledge.ts'
import { keepPurchase, type StoreSide } from './keep-purchase.ts'
import { findPurchase } from './queries.ts'

/** What a store has told of one of its objects. */
const listProofsOf = many<[accountId: number, object: string], { proof: StoreProof }>(
  'list-proofs-of-object',
  `select proof from provider_events where account_id = $1 and object_id = $2 and proof is not null order by received_at`,
)

/** Writes down what a store told. What is not sold here or belongs to nobody that is known is left, and stands in the log. */
export async function takeProof(paying: Paying, side: StoreSide, store: Store, told: StoreProof): Promise<void> {
  const { database, log, clock, listeners } = paying
  try {
    for (const proof of inTurn(await named(paying, side, told))) {
      const purchase = await store.read(proof)
      const asked = store.isAsked ? { ...proof, order: undefined } : undefined
      const orderId = await database.inTransaction(tx =>
        keepPurchase(tx, { ...side, purchase, proof: asked, userId: undefined }, clock(), listeners),
      )
      if (orderId !== undefined) await acknowledge(paying, side, store, { proof, purchase, orderId })
    }
  } catch (error) {
    if (!(error instanceof PurchaseRefused)) throw error
    log.warn({ err: error, accountId: side.accountId, code: error.code }, 'What an app store told is not taken')
  }
}

/** A payment that went back comes after how its subscription stands: a renewal that nobody has told of yet goes on being paid for. */
const inTurn = (proof: StoreProof): StoreProof[] =>
  proof.kind === 'subscription' && proof.order !== undefined ? [{ ...proof, order: undefined }, proof] : [proof]

/** A proof with its product, which a notification may have left out. */
async function named({ database }: Paying, { store }: StoreSide, proof: StoreProof): Promise<StoreProof> {
  if (proof.kind !== 'product' || proof.code !== '') return proof
  const known = await findPurchase(database, store, proof.token)
  if (!known?.proof) throw new PurchaseRefused('ERR_VERIFICATION_FAILED', 'Nobody has handed it in')
  return known.proof
}

/** Takes what was told of a transaction before anybody had handed it in. */
export async function takeEarlier(paying: Paying, side: StoreSide, store: Store, transaction: string): Promise<void> {
  for (const { proof } of await listProofsOf(paying.database, side.accountId, transaction))
    await takeProof(paying, side, store, proof)
}
