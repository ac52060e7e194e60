import { expect, test } from 'vitest'
import {
  type Decision,
  consentCookie,
  decided,
  essentialOnly,
  everything,
  isAllowed,
  isAsked,
  noConsentCookie,
  readConsent,
  reconciled,
} from './rules.ts'

const decision = (choice: Partial<Decision> = {}): Decision => ({
  ...essentialOnly,
  decidedAt: 1_800_000_000,
  userId: null,
  ...choice,
})

test('analytics and marketing are off until allowed; where cookies are not handled everything is allowed [CON-01]', () => {
  expect([essentialOnly, everything]).toEqual([
    { analytics: false, marketing: false },
    { analytics: true, marketing: true },
  ])
  expect(isAllowed('analytics', true, undefined)).toBe(false)
  expect(isAllowed('marketing', true, essentialOnly)).toBe(false)
  expect(isAllowed('analytics', true, { analytics: true, marketing: false })).toBe(true)
  expect(isAllowed('marketing', true, { analytics: true, marketing: false })).toBe(false)
  expect(isAllowed('analytics', false, undefined)).toBe(true)
  expect(isAllowed('marketing', false, essentialOnly)).toBe(true)
})

test('the banner asks only where cookies are handled and nothing is decided [CON-02]', () => {
  expect(isAsked(true, undefined)).toBe(true)
  expect(isAsked(true, decision())).toBe(false)
  expect(isAsked(false, undefined)).toBe(false)
})

test('the cookie keeps a decision for 365 days, for this site alone, and is read again among others [CON-04]', () => {
  const made = decision({ analytics: true, userId: 7 })
  expect(consentCookie(made, false)).toBe('consent=10.1800000000.7; Path=/; Max-Age=31536000; SameSite=Strict')
  expect(consentCookie(made, true)).toMatch(/; Secure$/)
  for (const one of [made, decision(), decision(everything), decision({ marketing: true, userId: 345 })]) {
    const [value] = consentCookie(one, true).split(';')
    expect(readConsent(`locale=ru; ${value}; token=abc`)).toEqual(one)
    expect(readConsent(`locale=ru;${value}`)).toEqual(one)
    expect(readConsent(`${value}; locale=ru`)).toEqual(one)
  }
  expect(noConsentCookie).toMatch(/^consent=; .*Max-Age=0/)
})

test.each([
  '',
  'consent=',
  'consent=yes',
  'consent=12.1.',
  'consent=11',
  'myconsent=11.1.',
  'consent=11.1.7x',
  'consent=11.1.7 1',
])('an invalid cookie counts as no decision: %s [CON-02]', cookies => expect(readConsent(cookies)).toBeUndefined())

test('a choice is later than the one it replaces, and not yet in an account', () => {
  const at = (before: Decision | undefined) => decided({ ...everything, marketing: false }, before, 1_800_000_000_900)
  expect(at(undefined)).toEqual(decision({ analytics: true }))
  expect(at(decision({ decidedAt: 1_700_000_000, userId: 7 }))).toEqual(decision({ analytics: true }))
  expect(at(decision({ userId: 7 })).decidedAt).toBe(1_800_000_001)
  expect(at(decision({ decidedAt: 1_800_000_500 })).decidedAt).toBe(1_800_000_501)
})

test('at sign-in the newer decision wins, and only a newer one on the device is sent to the account [CON-05]', () => {
  const older = { ...everything, decidedAt: 100 }
  const newer = { ...essentialOnly, decidedAt: 200 }
  expect(reconciled({ ...newer, userId: null }, older, 7)).toEqual({
    decision: { ...newer, userId: 7 },
    isNewToAccount: true,
  })
  expect(reconciled({ ...older, userId: 7 }, newer, 7)).toEqual({
    decision: { ...newer, userId: 7 },
    isNewToAccount: false,
  })
  expect(reconciled({ ...newer, userId: 7 }, older, 7).decision).toEqual({ ...newer, userId: 7 })
  expect(reconciled({ ...older, userId: null }, undefined, 7)).toEqual({
    decision: { ...older, userId: 7 },
    isNewToAccount: true,
  })
  expect(reconciled({ ...older, userId: 7 }, older, 7).isNewToAccount).toBe(false)
  expect(reconciled(undefined, undefined, 7)).toEqual({ decision: undefined, isNewToAccount: false })
})

test('another person’s consent on the device does not count for this one [CON-05]', () => {
  const others = { ...everything, decidedAt: 900, userId: 8 }
  expect(reconciled(others, undefined, 7)).toEqual({ decision: undefined, isNewToAccount: false })
  expect(reconciled(others, { ...essentialOnly, decidedAt: 100 }, 7).decision).toEqual({
    ...essentialOnly,
    decidedAt: 100,
    userId: 7,
  })
})
