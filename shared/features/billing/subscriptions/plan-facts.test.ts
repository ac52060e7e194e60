import { expect, test } from 'vitest'
import { subscriptionFromWire } from '../forms.ts'
import { planFacts } from '../rules.ts'

const stream = (isOptionalPurchase: boolean, mobileAccess = true) => ({ isOptionalPurchase, mobileAccess })
const main = (isActive: boolean) => ({ isActive, courseServiceType: 'main_subscription' as const })
const general = (isActive: boolean) => ({ isActive, courseServiceType: 'general_subscription' as const })

test('a person’s access follows from streams and subscriptions [GRD-02] [GRD-08]', () => {
  expect(planFacts([stream(true)], [main(false), general(true)], 'web')).toEqual({
    isEachStreamOptional: true,
    hasSubscriptions: true,
    hasActiveSubscription: true,
    hasMainSubscription: true,
    hasGeneralSubscription: true,
    isMobileDenied: false,
  })
  expect(planFacts([], [], 'web')).toMatchObject({ hasSubscriptions: false, hasActiveSubscription: false })
  expect(planFacts([], [general(false)], 'mobile').hasGeneralSubscription).toBe(false)
  expect(planFacts([stream(true), stream(false)], [], 'web').isEachStreamOptional).toBe(false)
  const one = { hasMainSubscription: true, hasGeneralSubscription: false }
  expect(planFacts([], [main(true)], 'web')).toMatchObject(one)
  const other = { hasMainSubscription: false, hasGeneralSubscription: true }
  expect(planFacts([], [general(true)], 'web')).toMatchObject(other)
})

test('the mobile app is denied when it may use no stream, the web never is [GRD-09]', () => {
  const denied = [stream(false, false)]
  expect(planFacts(denied, [], 'mobile').isMobileDenied).toBe(true)
  expect(planFacts(denied, [], 'web').isMobileDenied).toBe(false)
  expect(planFacts([...denied, stream(false)], [], 'mobile').isMobileDenied).toBe(false)
  expect(planFacts([], [], 'mobile').isMobileDenied).toBe(false)
})

test('a subscription comes in milliseconds, without the times that it does not have', () => {
  const wire = {
    id: 4,
    title: 'Every month',
    status: 'Active',
    is_lifetime: false,
    is_active: true,
    is_active_status: true,
    next_pay_at: 1_780_000_000,
    end_date: 1_780_000_060,
    course_service_type: 'main_subscription',
    state: 'active',
    period: 1,
    interval: 'month',
    recurrent_payments_enabled: true,
    order_id: 1,
    service_id: 2,
    amount: 100,
    currency: 'EUR',
    method: null,
    resumable_until: null,
    is_sandbox: false,
    scheduler: 'own',
    can: { cancel: true, resume: false, pause: true, change: true, pay: false },
  } as const
  expect(subscriptionFromWire(wire)).toEqual({
    id: 4,
    title: 'Every month',
    status: 'Active',
    isLifetime: false,
    isActive: true,
    nextPayAt: 1_780_000_000_000,
    endDate: 1_780_000_060_000,
    courseServiceType: 'main_subscription',
  })
  const { nextPayAt, endDate } = subscriptionFromWire({ ...wire, next_pay_at: null, end_date: null })
  expect([nextPayAt, endDate]).toEqual([undefined, undefined])
})
