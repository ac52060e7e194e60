import type { OrderWire } from '#shared/features/billing/wire.ts'
import type { ComingEventWire } from '#shared/features/videoconsultations/wire.ts'
import { msFromSeconds } from '#shared/platform/times.ts'

/** From how long before on a consultation waits for the learner, in ms: two days. */
const consultationAhead = 2 * 24 * 60 * 60_000

/** The next consultation that begins within two days of `now` (ms), or has begun and not ended. */
export function nextConsultation(events: readonly ComingEventWire[], now: number): ComingEventWire | undefined {
  return events.find(
    ({ kind, starts_at: startsAt, ends_at: endsAt }) =>
      kind === 'consultation' &&
      msFromSeconds(startsAt) <= now + consultationAhead &&
      msFromSeconds(endsAt ?? startsAt) >= now,
  )
}

/** The orders that can be paid now, the newest first, as they come. */
export const payableOrders = (orders: readonly OrderWire[]) =>
  orders.filter(order => order.payable !== null && !order.is_spare)
