import { storeAliases } from '#shared/features/billing/stores/app-store.ts'
import { localDate } from '#shared/platform/times.ts'
import { findOffer } from '../orders/offers.ts'
import { findOrder } from '../orders/order-row.ts'
import { orderWire } from '../orders/order-wire.ts'
import { type BillingContext, findBuyer } from '../orders/place-order.ts'
import type { Paying } from '../payments/ask-attempt.ts'
import { ProviderRefused, ProviderUnavailable } from '../providers/provider.ts'
import { PurchaseRefused, type Store, type StoreProof } from '../providers/store.ts'
import { acknowledge } from './acknowledge.ts'
import { keepPurchase, type StoreSide } from './keep-purchase.ts'
import { findPurchase, findStoreAccount, keepBuyerToken } from './queries.ts'
import { takeEarlier } from './take-event.ts'

type Intending = BillingContext<'POST /app-store/intents'>
type HandingIn = BillingContext<'POST /app-store/purchases'>

/** What an app needs to buy a service in its store, if it can be bought now. */
export async function intendPurchase({ db, now, user, body, refuse }: Intending) {
  const buyer = (await findBuyer(db, user.userId)) ?? refuse('not_found')
  if (!(await findStoreAccount(db, user.brandId, body.store))) return refuse('ERR_SETUP')
  const today = localDate(now, buyer.timezone)
  const asked = { id: body.service_id, brandId: user.brandId, userId: buyer.id, today, code: null }
  const offer = await findOffer(db, asked)
  const product = offer?.appstoreProducts.find(({ alias }) => alias === storeAliases[body.store])
  if (!offer || offer.isExtension || !product) return refuse('ERR_PRODUCT_NOT_AVAILABLE', { fields: ['service_id'] })
  if (offer.isOwned) return refuse('already_owned')
  if (offer.courseId !== null && offer.accessDays === null && !offer.cohort?.hasSeat) return refuse('no_place_left')
  if (buyer.email === null) return refuse('email_needed', { fields: ['email'] })
  const account = (await keepBuyerToken(db, buyer.id)) ?? refuse('not_found')
  // A base plan is chosen in the app; the store sells the product.
  return { code: product.code, account_token: account.token }
}

/** Takes what was bought or restored in a store, once the store has confirmed it. */
export async function handIn(paying: Paying, context: HandingIn) {
  const { db, now, user, body, refuse } = context
  const account = (await findStoreAccount(db, user.brandId, body.store)) ?? refuse('ERR_SETUP')
  const side = { brandId: user.brandId, store: body.store, accountId: account.id }
  const orderId = await answered(context, paying, async () => {
    const store = await paying.storeOf(account.id)
    return store ? await taken(paying, context, side, store) : refuse('ERR_SETUP')
  })
  return orderWire((await findOrder(db, orderId, user.userId)) ?? refuse('not_found'), now)
}

async function taken(paying: Paying, { db, user, body, refuse }: HandingIn, side: StoreSide, store: Store) {
  const { clock, listeners } = paying
  const proof = proofOf(body)
  const purchase = await store.read(proof)
  const isFirst = (await findPurchase(db, side.store, purchase.chain)) === undefined
  const told = { ...side, purchase, proof: store.isAsked ? proof : undefined, userId: user.userId }
  const orderId =
    (await db.inTransaction(tx => keepPurchase(tx, told, clock(), listeners))) ?? refuse('ERR_VERIFICATION_FAILED')
  await acknowledge(paying, side, store, { proof, purchase, orderId })
  if (isFirst) await takeEarlier(paying, side, store, purchase.transaction)
  return orderId
}

function proofOf({ store, proof, renewal, code }: HandingIn['body']): StoreProof {
  if (store === 'apple') return { kind: 'transaction', transaction: proof, renewal }
  if (!/^[\w.~-]{1,2000}$/.test(proof))
    throw new PurchaseRefused('ERR_VERIFICATION_FAILED', 'This is no token of Google’s')
  if (code === undefined) return { kind: 'subscription', token: proof }
  if (!/^[\w.]+$/.test(code)) throw new PurchaseRefused('ERR_PRODUCT_NOT_AVAILABLE', 'No product is called so')
  return { kind: 'product', token: proof, code }
}

async function answered({ refuse }: HandingIn, { log }: Paying, work: () => Promise<number>): Promise<number> {
  try {
    return await work()
  } catch (error) {
    if (error instanceof PurchaseRefused) {
      log.warn({ err: error, code: error.code }, 'A purchase that was handed in is not taken')
      return refuse(error.code)
    }
    if (error instanceof ProviderRefused) {
      log.error({ err: error }, 'An app store refuses what it is asked')
      return refuse('ERR_SETUP')
    }
    if (error instanceof ProviderUnavailable) return refuse('store_silent', { retryAfter: 60 })
    throw error
  }
}
