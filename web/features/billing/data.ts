import { useQuery } from '@tanstack/react-query'
import { callQuery } from '#kit/cache/call-query.ts'
import type { PaymentSubscriptionWire } from '#shared/features/billing/contract.ts'
import { subscriptionFromWire } from '#shared/features/billing/forms.ts'

const formsOf = (wires: PaymentSubscriptionWire[]) => wires.map(subscriptionFromWire)

/** All own subscriptions, the newest first. */
export function useSubscriptions() {
  return useQuery({ ...callQuery('GET /payment-subscription'), select: formsOf })
}
