import type { IncomingHttpHeaders } from 'node:http'
import type { PurchaseError } from '#shared/features/billing/stores/app-store.ts'
import type { SubscriptionState } from '#shared/features/billing/subscriptions/subscription.ts'

/** By what a store’s word is known to be its own: what it has signed, or what it is asked with. */
export type StoreProof =
  | { kind: 'notification'; payload: string }
  | { kind: 'transaction'; transaction: string; renewal?: string | undefined }
  | { kind: 'product'; token: string; code: string }
  /** The order of one of its payments, where the store tells of that alone. */
  | { kind: 'subscription'; token: string; order?: string | undefined }

/** What a store says of a purchase; amounts in minor units, times in ms. */
export type StorePurchase = {
  /** By what a subscription’s renewals are known to be one purchase. */
  chain: string
  /** The chain that this one takes the place of. */
  follows: string | undefined
  /** The payment that is told of, as a rule the latest. */
  transaction: string
  /** The product’s codes, the most exact first. */
  codes: string[]
  /** What the app gave the store to know the account by. */
  accountToken: string | undefined
  /** Whether somebody else bought it and shares it with the family. */
  isShared: boolean
  amount: number
  /** As the store says it, in capital letters: it may be none of ours. */
  currency: string
  purchasedAt: number
  toldAt: number
  /** Taken back, whether or not the money went back with it. */
  isRevoked: boolean
  refunds: { id: string; amount: number; at: number }[]
  /** Of a subscription; undefined of what is bought once. */
  subscription:
    | {
        state: SubscriptionState
        expiresAt: number
        graceUntil: number | undefined
        /** What the next period takes; undefined where the store does not say. */
        nextAmount: number | undefined
        /** Whether the store said how it goes on, not only what was paid. */
        isWhole: boolean
      }
    | undefined
  /** Whether the store still waits to hear that it has arrived. */
  isUnacknowledged: boolean
}

/** What a store told; without a proof it was only a trial. */
export type StoreEvent = { id: string; object: string; proof: StoreProof | undefined }

export type Store = {
  /** What an account’s keys open, so that a wrong one is seen before anything is sold. Throws as providers do. */
  check(): Promise<void>
  /** What was bought. Throws PurchaseRefused for what is not the store’s word, and ProviderUnavailable when it cannot be asked. */
  read(proof: StoreProof): Promise<StorePurchase>
  /** What a notification tells; undefined when it is not the store’s own. Throws ProviderUnavailable when that cannot be found out now. */
  readEvent(body: Buffer, headers: IncomingHttpHeaders): Promise<StoreEvent | undefined>
  /** By what the store can be asked about a purchase again; undefined where it tells by itself. */
  isAsked: boolean
  /** Says that a purchase has arrived; `isUsedUp` for what can be bought again. Repeats do nothing. */
  acknowledge(proof: StoreProof, purchase: Pick<StorePurchase, 'codes'>, isUsedUp: boolean): Promise<void>
}

/** A purchase that is not taken, by the name of the reason. */
export class PurchaseRefused extends Error {
  override name = 'PurchaseRefused'
  readonly code:
    | Extract<
        PurchaseError,
        'ERR_VERIFICATION_FAILED' | 'ERR_PAYMENT_INVALID' | 'ERR_PAYMENT_EXPIRED' | 'ERR_PRODUCT_NOT_AVAILABLE'
      >
    | 'purchase_of_another'
    | 'purchase_pending'

  constructor(code: PurchaseRefused['code'], why: string) {
    super(why)
    this.code = code
  }
}
