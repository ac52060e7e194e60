import Type, { type Static } from 'typebox'
import { Id, NullableSeconds, Seconds, nullable, oneOf } from '#shared/platform/schemas.ts'
import { stores } from './app-store.ts'
import { Order } from '../wire.ts'

/** The keys of both stores. */
export const storeKeyNames = [
  'environment',
  'bundle_id',
  'app_id',
  'package_name',
  'service_account',
  'push_audience',
  'push_account',
] as const

const aTry = { requests: 60, seconds: 60 }
const admin = 'admin' as const
const store = oneOf(stores)
const keyText = Type.Optional(
  Type.String({ maxLength: 5000, description: 'Kept as it is when it is left out or empty' }),
)

const AppStore = Type.Object({
  store,
  set_at: Seconds,
  is_trial: Type.Boolean({ description: 'Takes what is bought in the store’s sandbox, and nothing else' }),
  /** Null when they cannot be read any more, since the server’s key has changed; of a secret only its last letters. */
  keys: nullable(
    Type.Array(Type.Object({ name: oneOf(storeKeyNames), shown: Type.String(), is_secret: Type.Boolean() })),
  ),
  events_url: Type.String({ description: 'Where the store is to tell what happens' }),
  last_told_at: NullableSeconds,
})

export type AppStoreWire = Static<typeof AppStore>

/** What is bought in the app by way of its store. */
export const appStoreCalls = {
  'POST /app-store/intents': {
    access: 'learner',
    summary: 'What an app needs to know to buy a service in its store; refuses what cannot be bought before it is paid',
    limit: aTry,
    isForOwnerOnly: true,
    body: Type.Object({ store, service_id: Id }),
    answer: Type.Object({
      code: Type.String({ description: 'Of the product in the store' }),
      account_token: Type.String({
        description: 'For the store to keep with the purchase: appAccountToken, obfuscatedAccountId',
      }),
    }),
    refusals: ['ERR_SETUP', 'ERR_PRODUCT_NOT_AVAILABLE', 'already_owned', 'no_place_left', 'email_needed'],
  },
  'POST /app-store/purchases': {
    access: 'learner',
    summary:
      'Hands in what was bought or restored in an app’s store; once it is verified, it is an order. A repeat answers the same',
    limit: aTry,
    isForOwnerOnly: true,
    body: Type.Object({
      store,
      proof: Type.String({ minLength: 1, maxLength: 20_000, description: 'Signed transaction or purchase token' }),
      renewal: Type.Optional(Type.String({ maxLength: 20_000, description: 'Apple’s signed renewal info' })),
      code: Type.Optional(Type.String({ maxLength: 120, description: 'Of Google’s product; none of a subscription' })),
    }),
    answer: Order,
    refusals: [
      'ERR_SETUP',
      'ERR_VERIFICATION_FAILED',
      'ERR_PAYMENT_INVALID',
      'ERR_PAYMENT_EXPIRED',
      'ERR_PRODUCT_NOT_AVAILABLE',
      'purchase_of_another',
      'purchase_pending',
      'store_silent',
    ],
  },
  'GET /studio/app-stores': {
    access: admin,
    summary: 'The app stores in which the school’s app sells, without their secrets',
    answer: Type.Array(AppStore),
  },
  'PUT /studio/app-stores': {
    access: admin,
    summary: 'From now on hears of what is bought in a store; what is left out of its keys stays',
    limit: { requests: 30, seconds: 60 },
    body: Type.Object({
      store,
      environment: Type.Optional(oneOf(['Production', 'Sandbox'])),
      bundle_id: keyText,
      app_id: keyText,
      package_name: keyText,
      service_account: keyText,
      push_audience: keyText,
      push_account: keyText,
    }),
    answer: Type.Object({}),
    refusals: [
      'proof_needed',
      'payment_key_needed',
      'payment_key_malformed',
      'payment_key_refused',
      'payment_provider_silent',
    ],
  },
  'DELETE /studio/app-stores': {
    access: admin,
    summary: 'Sells nothing more in a store; what was bought there is still heard of',
    query: Type.Object({ store }),
    answer: Type.Object({}),
    refusals: ['proof_needed'],
  },
} as const
