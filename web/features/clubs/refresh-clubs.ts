import { makeStale } from '#kit/cache/make-stale.ts'

/** An order was paid or refunded, a subscription ended: clubs follow. */
export const refreshClubs = () => makeStale('GET /community', 'GET /user-community', 'GET /clubs/:id/faq')
