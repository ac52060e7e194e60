import { msFromSeconds } from '#shared/platform/times.ts'
import type { PaymentSubscriptionWire } from './wire.ts'

/** A subscription as the apps know it; times in ms. */
export type Subscription = {
  id: number
  title: string
  status: PaymentSubscriptionWire['status']
  isLifetime: boolean
  isActive: boolean
  nextPayAt: number | undefined
  endDate: number | undefined
  courseServiceType: PaymentSubscriptionWire['course_service_type']
}

const inMs = (seconds: number | null) => (seconds === null ? undefined : msFromSeconds(seconds))

/** A subscription from the wire. */
export function subscriptionFromWire(wire: PaymentSubscriptionWire): Subscription {
  return {
    id: wire.id,
    title: wire.title,
    status: wire.status,
    isLifetime: wire.is_lifetime,
    isActive: wire.is_active,
    nextPayAt: inMs(wire.next_pay_at),
    endDate: inMs(wire.end_date),
    courseServiceType: wire.course_service_type,
  }
}
