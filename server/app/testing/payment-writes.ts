import { stripeRig } from '#server/features/billing/providers/testing/stripe-rig.ts'
import type { AppDependencies } from '../app.ts'
import type { Trial } from './cohort-writes.ts'
import { startTestApp } from './test-app.ts'
import type { TestClient } from './test-client.ts'

/** A school that asks a double of Stripe in its place; the other features may be given settings of their own. */
export async function startAppBesideStripe(others: AppDependencies['given'] = {}) {
  const double = await stripeRig()
  const app = await startTestApp({
    given: { ...others, billing: { sandboxUrl: undefined, providersAt: { stripe: double.address } } },
  })
  const close = async () => {
    await app.close()
    await double.close()
  }
  return { ...app, close }
}

const stripe = { provider: 'stripe', secret_key: 'sk_test_ofthisschool' } as const

const appleStore = {
  store: 'apple',
  environment: 'Sandbox',
  bundle_id: 'com.school.morning',
  app_id: '1234567890',
} as const

/** The writes of staff about who takes the money; the double of Stripe must be there. */
export function paymentWrites({ admin: by }: { admin: () => TestClient }): Record<string, Trial> {
  const set = () => by().call('PUT /studio/payments/account', { body: stripe })
  return {
    'PUT /studio/payments/account': {
      by,
      async make() {
        await set()
        return { body: stripe }
      },
      logs: ['payee.set'],
    },
    'DELETE /studio/payments/account': {
      by,
      async make() {
        await set()
        return {}
      },
      logs: ['payee.close'],
    },
    ...storeWrites(by),
    'PUT /studio/payments/terms': {
      by,
      make: () => ({ body: { currency: 'EUR', grace_days: 7, reminds_unpaid: true, seller: 'A school' } }),
      logs: ['terms.change'],
    },
    'POST /studio/payments/tests': {
      by,
      async make() {
        await set()
        return {}
      },
      logs: ['order.test'],
    },
    // What has become of a charge is no doing of staff.
    'POST /studio/payments/tests/:id/return': {
      by,
      async make() {
        await set()
        return { params: { id: (await by().call('POST /studio/payments/tests')).data.order_id } }
      },
      logs: [],
    },
  }
}

const storeWrites = (by: () => TestClient): Record<string, Trial> => ({
  'PUT /studio/app-stores': { by, make: () => ({ body: appleStore }), logs: ['payee.set'] },
  'DELETE /studio/app-stores': {
    by,
    async make() {
      await by().call('PUT /studio/app-stores', { body: appleStore })
      return { query: { store: 'apple' } }
    },
    logs: ['payee.close'],
  },
})

/** How many statements these may take where that is more than four, and why. */
export const paymentStatements = {
  // Who asks has just proved who they are; accounts are held, the one before retired and the known one given its keys.
  'PUT /studio/payments/account': 7,
  'DELETE /studio/payments/account': 5,
  // Who asks has just proved who they are; the stores are read and held, the account of the app found, written and named.
  'PUT /studio/app-stores': 8,
  // The test order is placed and settled, a payment attempt started, and the provider's answer stored and settled.
  'POST /studio/payments/tests': 24,
  // The provider's answer is stored and settled.
  'POST /studio/payments/tests/:id/return': 12,
}
