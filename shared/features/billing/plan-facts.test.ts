import { expect, test } from 'vitest'
import { planFacts } from './rules.ts'

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
})

test('the mobile app is denied when it may use no stream, the web never is [GRD-09]', () => {
  const denied = [stream(false, false)]
  expect(planFacts(denied, [], 'mobile').isMobileDenied).toBe(true)
  expect(planFacts(denied, [], 'web').isMobileDenied).toBe(false)
  expect(planFacts([...denied, stream(false)], [], 'mobile').isMobileDenied).toBe(false)
  expect(planFacts([], [], 'mobile').isMobileDenied).toBe(false)
})
