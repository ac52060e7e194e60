import type { QueryClient } from '@tanstack/react-query'

/** Makes everything stale that a payment may have changed: orders, subscriptions, saved methods, and what is open. */
export function refreshPayments(client: QueryClient): void {
  for (const name of [
    'GET /orders/:id',
    'GET /orders',
    'GET /installment',
    'GET /payment-subscription',
    'GET /payment-subscriptions/:id',
    'GET /payment-subscriptions/:id/plans',
    'GET /v2/user-payment-method',
    'GET /catalog-position',
    'GET /course-offer/find',
    'GET /user-course-streams',
    'GET /user-course-streams/:id',
    'GET /user-course-streams/:id/status',
    'GET /courses',
  ])
    void client.invalidateQueries({ queryKey: [name] })
}
