import { queryOptions } from '@tanstack/react-query'
import { callQuery } from '#kit/cache/call-query.ts'
import { makeStale } from '#kit/cache/make-stale.ts'
import { request } from '#kit/request/request.ts'
import type { PaymentSettingsWire } from '#shared/features/billing/payments/payment-calls.ts'
import { refreshOrders } from '../data.ts'

const newsMs = 3000

/** Whether something of the latest test charge has still to arrive. */
const isAwaited = (test: PaymentSettingsWire['test']) =>
  test !== null && test.told_at === null && (test.status === 'waiting' || test.status === 'paid')

export const paymentsQuery = () =>
  queryOptions({
    ...callQuery('GET /studio/payments'),
    refetchOnWindowFocus: 'always',
    refetchInterval: ({ state: { data } }) => (isAwaited(data?.test ?? null) ? newsMs : false),
  })

export const storesQuery = () => queryOptions(callQuery('GET /studio/app-stores'))

/** A store was set up or closed. */
export const refreshStores = () => makeStale('GET /studio/app-stores')

/** The account, the terms or the test charge were changed. */
export const refreshPayments = () =>
  Promise.all([refreshOrders(), makeStale('GET /studio/payments', 'GET /studio/first-steps')])

/** Tells that the browser has come back from the page of a test charge. */
export const returnQuery = (id: number) =>
  queryOptions({
    queryKey: ['POST /studio/payments/tests/:id/return', id] as const,
    queryFn: async () => {
      await request('POST /studio/payments/tests/:id/return', { params: { id } })
      await refreshPayments()
      return {}
    },
    gcTime: 0,
  })
