import Type, { type Static } from 'typebox'
import { exponentOf } from '#shared/platform/money.ts'
import { oneOf } from '#shared/platform/schemas.ts'

const text = Type.String()
const maybe = Type.Optional(text)
const money = Type.Object({ currencyCode: maybe, units: maybe, nanos: Type.Optional(Type.Integer()) })

/** https://developers.google.com/android-publisher/api-ref/rest/v3/purchases.products */
export const productAnswer = Type.Object({
  purchaseTimeMillis: text,
  /** 0 bought, 1 cancelled, 2 not paid yet. */
  purchaseState: Type.Optional(Type.Integer()),
  orderId: maybe,
  /** 0 by a tester, 1 with a code, 2 by watching an advertisement; left out where it was paid. */
  purchaseType: Type.Optional(Type.Integer()),
  /** 0 not yet, 1 acknowledged. */
  acknowledgementState: Type.Optional(Type.Integer()),
  /** 0 not yet, 1 used up. */
  consumptionState: Type.Optional(Type.Integer()),
  obfuscatedExternalAccountId: maybe,
})

/** https://developers.google.com/android-publisher/api-ref/rest/v3/purchases.subscriptionsv2 */
export const subscriptionAnswer = Type.Object({
  startTime: maybe,
  subscriptionState: oneOf([
    'SUBSCRIPTION_STATE_PENDING',
    'SUBSCRIPTION_STATE_ACTIVE',
    'SUBSCRIPTION_STATE_PAUSED',
    'SUBSCRIPTION_STATE_IN_GRACE_PERIOD',
    'SUBSCRIPTION_STATE_ON_HOLD',
    'SUBSCRIPTION_STATE_CANCELED',
    'SUBSCRIPTION_STATE_EXPIRED',
    'SUBSCRIPTION_STATE_PENDING_PURCHASE_CANCELED',
  ]),
  linkedPurchaseToken: maybe,
  testPurchase: Type.Optional(Type.Object({})),
  acknowledgementState: oneOf(['ACKNOWLEDGEMENT_STATE_PENDING', 'ACKNOWLEDGEMENT_STATE_ACKNOWLEDGED']),
  externalAccountIdentifiers: Type.Optional(Type.Object({ obfuscatedExternalAccountId: maybe })),
  lineItems: Type.Array(
    Type.Object({
      productId: text,
      expiryTime: maybe,
      latestSuccessfulOrderId: maybe,
      autoRenewingPlan: Type.Optional(
        Type.Object({ autoRenewEnabled: Type.Optional(Type.Boolean()), recurringPrice: Type.Optional(money) }),
      ),
      offerDetails: Type.Optional(Type.Object({ basePlanId: maybe })),
    }),
    { minItems: 1 },
  ),
})

const refundDetails = Type.Optional(Type.Object({ total: Type.Optional(money) }))

/** https://developers.google.com/android-publisher/api-ref/rest/v3/orders */
export const orderAnswer = Type.Object({
  orderId: text,
  createTime: text,
  total: Type.Optional(money),
  orderHistory: Type.Optional(
    Type.Object({
      refundEvent: Type.Optional(Type.Object({ eventTime: text, refundDetails })),
      partialRefundEvents: Type.Optional(
        Type.Array(Type.Object({ createTime: text, processTime: maybe, state: maybe, refundDetails })),
      ),
    }),
  ),
})

export const tokenAnswer = Type.Object({ access_token: text, expires_in: Type.Integer() })
export const keysAnswer = Type.Object({ keys: Type.Array(Type.Object({ kty: text, kid: text })) })

/** https://cloud.google.com/pubsub/docs/push */
export const pushBody = Type.Object({
  message: Type.Object({
    messageId: Type.String({ minLength: 1, maxLength: 100 }),
    data: Type.String({ maxLength: 100_000 }),
  }),
})

const token = Type.String({ minLength: 1, maxLength: 2000, pattern: '^[\\w.~-]+$' })
/** https://developer.android.com/google/play/billing/rtdn-reference */
export const developerNotification = Type.Object({
  packageName: text,
  subscriptionNotification: Type.Optional(Type.Object({ purchaseToken: token })),
  oneTimeProductNotification: Type.Optional(
    Type.Object({ purchaseToken: token, sku: Type.String({ minLength: 1, maxLength: 200, pattern: '^[\\w.]+$' }) }),
  ),
  voidedPurchaseNotification: Type.Optional(
    /** 1 a subscription, 2 what is bought once. */
    Type.Object({
      purchaseToken: token,
      orderId: Type.Optional(Type.String({ maxLength: 200 })),
      productType: Type.Integer(),
    }),
  ),
})
export type DeveloperNotification = Static<typeof developerNotification>

export type Money = Static<typeof money>

/** Google’s money in minor units; 0 for none. */
export function minorUnits({ units = '0', nanos = 0 }: Money = {}, currency = ''): number {
  const exponent = exponentOf(currency)
  return Number(units) * 10 ** exponent + Math.round(nanos / 10 ** (9 - exponent))
}
