import { type AccessTable, type Expected, ofOneself, statuses } from '#server/platform/testing/access-table.ts'
import type { billing } from '#shared/features/billing/contract.ts'

/** Nothing is sold in the school of this table, and nobody has bought anything. */
const nothingSold = statuses(404, 404, 404, 404)
const nothingOwn = statuses(401, 404, 404, 404)
const service = () => ({ params: { serviceId: 10_001 } })
const subscription = () => ({ params: { id: 1 } })
const terms = {
  texts: { en: { title: 'A course', description: '' } },
  prices: [{ currency: 'EUR', amount: 100 }],
  course_id: null,
  stream_id: null,
  access_days: null,
  consultations: 1,
  points: 0,
  tax_rate: 0,
  instalments: 1,
  period: 1,
  interval: 'month',
  trial_days: 0,
} as const
const discount = {
  percent: 10,
  amount: null,
  currency: null,
  most_uses: null,
  starts_on: null,
  ends_on: null,
  service_ids: [],
}
const position = {
  texts: { en: { title: 'A course', description: '' } },
  service_id: 10_001,
  course_id: null,
  category_id: null,
  picture: null,
}
const ofAdmins = (status: number): Expected => ({ ...statuses(401, 403, 403, 403), admin: status })

export const access: AccessTable<typeof billing> = {
  'GET /course-services': { expected: statuses(200, 200, 200, 200) },
  // Without the id in its query; whose is whose is tried with the orders.
  'GET /course-services/view': { expected: statuses(422, 422, 422, 422) },
  'GET /discount/check/code/:code/course-service/:serviceId': {
    expected: nothingSold,
    input: () => ({ params: { code: 'SPRING', serviceId: 10_001 } }),
  },
  'GET /checkout/:serviceId': { expected: nothingSold, input: service },
  'POST /order/:id': { expected: nothingOwn, input: () => ({ params: { id: 10_001 }, body: {} }) },
  'GET /orders': { expected: ofOneself },
  'GET /orders/:id': { expected: nothingOwn, input: subscription },
  'POST /orders/:id/pay': { expected: nothingOwn, input: () => ({ ...subscription(), body: {} }) },
  'POST /orders/:id/check': { expected: nothingOwn, input: subscription },
  'GET /receipts/:id': { expected: nothingOwn, input: subscription },
  'GET /installment': { expected: ofOneself },
  'GET /installment/:id': { expected: nothingOwn, input: subscription },
  'GET /payment-subscription': { expected: ofOneself },
  'GET /payment-subscriptions/:id': { expected: nothingOwn, input: subscription },
  'POST /payment-subscriptions/cancel': {
    expected: statuses(401, 422, 422, 422),
    input: () => ({ body: { reason_type: 'price', reason: 'It costs too much' } }),
  },
  'POST /payment-subscriptions/:id/resume': { expected: nothingOwn, input: subscription },
  'POST /payment-subscriptions/:id/pause': { expected: nothingOwn, input: subscription },
  'GET /payment-subscriptions/:id/plans': { expected: nothingOwn, input: subscription },
  'POST /payment-subscriptions/:id/plan': {
    expected: nothingOwn,
    input: () => ({ ...subscription(), body: { service_id: 10_001, amount: 0 } }),
  },
  'POST /payment-subscriptions/:id/method': {
    expected: nothingOwn,
    input: () => ({ ...subscription(), body: { method_id: 1 } }),
  },
  'GET /v2/user-payment-method': { expected: ofOneself },
  'DELETE /v2/user-payment-method/:id': { expected: nothingOwn, input: subscription },
  'POST /app-store/intents': {
    expected: statuses(401, 409, 409, 409),
    input: () => ({ body: { store: 'apple', service_id: 10_001 } }),
  },
  'POST /app-store/purchases': {
    expected: statuses(401, 409, 409, 409),
    input: () => ({ body: { store: 'apple', proof: 'signed' } }),
  },
  'GET /studio/app-stores': { expected: ofAdmins(200) },
  'PUT /studio/app-stores': {
    expected: ofAdmins(422),
    input: () => ({ body: { store: 'apple' } }),
  },
  // Without the store in its query.
  'DELETE /studio/app-stores': { expected: ofAdmins(422) },
  'GET /studio/orders': { expected: ofAdmins(200) },
  'GET /studio/orders/:id': { expected: ofAdmins(404), input: subscription },
  'GET /studio/receipts/:id': { expected: ofAdmins(404), input: subscription },
  'POST /studio/orders': {
    expected: ofAdmins(404),
    input: ({ person }) => ({
      body: { user_id: person, service_id: 10_001, currency: 'EUR', amount: 100, reason: 'Paid in cash' },
    }),
  },
  'GET /studio/orders/:id/subscription': { expected: ofAdmins(404), input: subscription },
  'POST /studio/orders/:id/subscription': {
    expected: ofAdmins(404),
    input: () => ({ ...subscription(), body: { kind: 'pause', reason: 'Asked for it' } }),
  },
  'GET /studio/orders/:id/instalments': { expected: ofAdmins(404), input: subscription },
  'POST /studio/orders/:id/instalments': {
    expected: ofAdmins(404),
    input: () => ({ ...subscription(), body: { on: '2027-01-01', parts: 2, reason: 'Asked for it' } }),
  },
  'POST /studio/orders/:id/refunds': {
    expected: ofAdmins(404),
    input: () => ({ ...subscription(), body: { amount: 100, reason: 'Asked for it' } }),
  },
  'GET /studio/services': { expected: ofAdmins(200) },
  'GET /studio/services/:id': { expected: ofAdmins(404), input: subscription },
  'POST /studio/services': {
    expected: ofAdmins(200),
    input: () => ({ body: { type: 'course_buy', is_general: false, ...terms } }),
  },
  'PUT /studio/services/:id': {
    expected: ofAdmins(404),
    input: () => ({ ...subscription(), body: { ...terms, revision: 1 } }),
  },
  'PUT /studio/services/:id/state': {
    expected: ofAdmins(404),
    input: () => ({ ...subscription(), body: { state: 'hidden' } }),
  },
  'GET /studio/discounts': { expected: ofAdmins(200) },
  'POST /studio/discounts': { expected: ofAdmins(200), input: () => ({ body: { code: 'SPRING', ...discount } }) },
  'PUT /studio/discounts/:id': {
    expected: ofAdmins(404),
    input: () => ({ ...subscription(), body: { ...discount, revision: 1 } }),
  },
  'PUT /studio/discounts/:id/state': {
    expected: ofAdmins(404),
    input: () => ({ ...subscription(), body: { state: 'archived' } }),
  },
  'GET /course-offer/find': { expected: statuses(200, 200, 200, 200) },
  'GET /catalog-position': { expected: ofOneself },
  'POST /v2/catalog-position/:id/add-to-subscription': { expected: nothingOwn, input: subscription },
  'GET /studio/catalog-positions': { expected: ofAdmins(200) },
  'GET /studio/catalog-positions/:id': { expected: ofAdmins(404), input: subscription },
  'POST /studio/catalog-positions': { expected: ofAdmins(404), input: () => ({ body: position }) },
  'PUT /studio/catalog-positions/:id': {
    expected: ofAdmins(404),
    input: () => ({ ...subscription(), body: { ...position, revision: 1 } }),
  },
  'PUT /studio/catalog-positions/:id/state': {
    expected: ofAdmins(404),
    input: () => ({ ...subscription(), body: { state: 'shown' } }),
  },
  'PUT /studio/catalog-positions/:id/place': {
    expected: ofAdmins(404),
    input: () => ({ ...subscription(), body: { after: null } }),
  },
  'DELETE /studio/catalog-positions/:id': { expected: ofAdmins(404), input: subscription },
  'GET /studio/payments': { expected: ofAdmins(200) },
  // Without the month in its query.
  'GET /studio/reconciliation': { expected: ofAdmins(422) },
  'PUT /studio/payments/account': { expected: ofAdmins(409), input: () => ({ body: { provider: 'sandbox' } }) },
  'DELETE /studio/payments/account': { expected: ofAdmins(200) },
  'PUT /studio/payments/terms': {
    expected: ofAdmins(200),
    input: () => ({ body: { currency: 'EUR', grace_days: 14, reminds_unpaid: true, seller: 'A school' } }),
  },
  'POST /studio/payments/tests': { expected: ofAdmins(409) },
  'POST /studio/payments/tests/:id/return': { expected: ofAdmins(404), input: subscription },
}
