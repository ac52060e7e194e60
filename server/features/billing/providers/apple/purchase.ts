import {
  AutoRenewStatus,
  InAppOwnershipType,
  type JWSRenewalInfoDecodedPayload as Renewal,
  type JWSTransactionDecodedPayload as Transaction,
  OfferDiscountType,
  RevocationType,
  Status,
  Type as Kind,
} from '@apple/app-store-server-library'
import { exponentOf } from '#shared/platform/money.ts'
import type { SubscriptionState } from '#shared/features/billing/subscriptions/subscription.ts'
import { PurchaseRefused, type StorePurchase } from '../store.ts'

/** Apple’s percentages of refunds, of which the whole is this many. */
const wholeShare = 100_000

type Said = { transaction: Transaction; renewal: Renewal | undefined; status: number | undefined }

/** What Apple’s word says at `now` (ms), in ours; PurchaseRefused where it leaves out what every purchase has. */
export function applePurchase({ transaction, renewal, status }: Said, now: number): StorePurchase {
  const { transactionId, originalTransactionId, productId, purchaseDate, signedDate, currency } = transaction
  if (!transactionId || !originalTransactionId || !productId || !purchaseDate || !signedDate)
    throw new PurchaseRefused('ERR_VERIFICATION_FAILED', 'The transaction is not whole')
  const amount = minorUnits(transaction.price ?? 0, currency ?? '')
  const { revocationDate, isUpgraded } = transaction
  return {
    chain: originalTransactionId,
    follows: undefined,
    transaction: transactionId,
    codes: [productId],
    accountToken: transaction.appAccountToken?.toLowerCase(),
    isShared: transaction.inAppOwnershipType === InAppOwnershipType.FAMILY_SHARED,
    amount,
    currency: currency ?? '',
    purchasedAt: purchaseDate,
    toldAt: signedDate,
    isRevoked: revocationDate !== undefined,
    refunds: revocationDate === undefined ? [] : refundsOf(transaction, amount, revocationDate),
    subscription:
      transaction.type === Kind.AUTO_RENEWABLE_SUBSCRIPTION
        ? {
            state: isUpgraded ? 'ended' : stateOf({ transaction, renewal, status }, now),
            expiresAt: isUpgraded ? purchaseDate : (transaction.expiresDate ?? purchaseDate),
            graceUntil: renewal?.gracePeriodExpiresDate,
            nextAmount:
              renewal?.renewalPrice === undefined || renewal.currency !== currency
                ? undefined
                : minorUnits(renewal.renewalPrice, currency ?? ''),
            isWhole: renewal !== undefined || status !== undefined,
          }
        : undefined,
    isUnacknowledged: false,
  }
}

/** Apple counts thousandths of the currency’s unit, whatever digits it has. */
const minorUnits = (thousandths: number, currency: string) =>
  Math.round((thousandths * 10 ** exponentOf(currency)) / 1000)

function refundsOf({ transactionId, revocationType, revocationPercentage }: Transaction, amount: number, at: number) {
  if (revocationType === RevocationType.FAMILY_REVOKE) return []
  const share = Math.min(revocationPercentage ?? wholeShare, wholeShare)
  return [{ id: `${transactionId} refund ${at}`, amount: Math.round((amount * share) / wholeShare), at }]
}

function stateOf({ transaction, renewal, status }: Said, now: number): SubscriptionState {
  if (status === Status.BILLING_RETRY || status === Status.BILLING_GRACE_PERIOD) return 'past_due'
  const isOpen = status === Status.ACTIVE || (status === undefined && (transaction.expiresDate ?? 0) > now)
  if (!isOpen) return 'ended'
  if (renewal?.autoRenewStatus === AutoRenewStatus.OFF) return 'ending'
  return transaction.offerDiscountType === OfferDiscountType.FREE_TRIAL ? 'trial' : 'active'
}
