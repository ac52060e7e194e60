import type { BillingContext } from '../orders/place-order.ts'
import { readReconciliation } from './reconciliation.ts'
import { readPayments } from './read-payments.ts'
import { type Payments, removeAccount, setAccount } from './set-account.ts'
import { setTerms } from './terms.ts'
import { beginTest, returnFromTest } from './test-charge.ts'

/** How the calls about who takes the school's money are answered. */
export function paymentRoutes(payments: Payments) {
  const { paying } = payments
  return {
    'GET /studio/payments': (context: BillingContext<'GET /studio/payments'>) => readPayments(payments, context),
    'GET /studio/reconciliation': readReconciliation,
    'PUT /studio/payments/account': (context: BillingContext<'PUT /studio/payments/account'>) =>
      setAccount(payments, context),
    'DELETE /studio/payments/account': removeAccount,
    'PUT /studio/payments/terms': setTerms,
    'POST /studio/payments/tests': (context: BillingContext<'POST /studio/payments/tests'>) =>
      beginTest(paying, context),
    'POST /studio/payments/tests/:id/return': (context: BillingContext<'POST /studio/payments/tests/:id/return'>) =>
      returnFromTest(paying, context),
  }
}
