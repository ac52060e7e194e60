import { expect, test } from 'vitest'
import type { OrderWire } from '#shared/features/billing/wire.ts'
import type { ComingEventWire } from '#shared/features/videoconsultations/wire.ts'
import { nextConsultation, payableOrders } from './needs.ts'

const now = Date.parse('2026-11-27T12:00:00Z')
const hour = 3600
const event = (kind: ComingEventWire['kind'], hours: number, length = 1) =>
  ({ kind, starts_at: now / 1000 + hours * hour, ends_at: now / 1000 + (hours + length) * hour }) as ComingEventWire

test('a consultation waits from two days before it until its end [STR-12]', () => {
  const [over, begun, soon, far] = [-2, -0.5, 47, 49].map(hours => event('consultation', hours))
  const find = (...events: (ComingEventWire | undefined)[]) =>
    nextConsultation(
      events.flatMap(one => one ?? []),
      now,
    )
  expect(find(over, far)).toBeUndefined()
  expect(find(over, begun, soon)).toBe(begun)
  expect(find(event('reminder', 1), soon)).toBe(soon)
})

test('an order waits while it can be paid; what was paid twice does not [STR-12]', () => {
  const order = (id: number, payable: number | null, isSpare = false) =>
    ({ id, payable, is_spare: isSpare }) as OrderWire
  expect(payableOrders([order(3, 900), order(2, null), order(1, 500, true)]).map(({ id }) => id)).toEqual([3])
})
