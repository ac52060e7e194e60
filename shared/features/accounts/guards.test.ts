import { describe, expect, test } from 'vitest'
import {
  type GuardedUser,
  type GuardInput,
  type GuardPlace,
  type GuardVerdict,
  guardRoute,
  needsPlan,
} from './rules.ts'

const nothingAsked: GuardedUser = {
  email: 'vera@example.com',
  isRequireEmailValidate: false,
  requirePhoneValidate: false,
  isRequireUpdatePassword: false,
  isRequireUpdateProfile: false,
}
const paidUp = {
  isEachStreamOptional: false,
  hasSubscriptions: true,
  hasActiveSubscription: true,
  hasMainSubscription: true,
  hasGeneralSubscription: false,
  isMobileDenied: false,
}
const path = '/course/5/calendar?day=2'
const visit = (more: Partial<GuardInput> = {}): GuardInput => ({
  access: 'auth',
  hasToken: true,
  user: nothingAsked,
  path,
  ...more,
})
const asked = (...demands: (keyof GuardedUser)[]) =>
  visit({ user: { ...nothingAsked, ...Object.fromEntries(demands.map(name => [name, true])) } })
const redirect = (to: 'emailVerification' | 'phoneVerification' | 'resetPassword' | 'updateProfile'): GuardVerdict => ({
  kind: 'redirect',
  to,
  returnUrl: path,
})
const allow: GuardVerdict = { kind: 'allow' }
const login: GuardVerdict = { kind: 'redirect', to: 'login', returnUrl: path }
const home: GuardVerdict = { kind: 'redirect', to: 'home' }

describe('a visit to a route', () => {
  test.each<[string, GuardInput, GuardVerdict]>([
    ['protected, signed in', visit(), allow],
    ['protected, user not fetched yet [GRD-03]', visit({ user: undefined }), { kind: 'load' }],
    ['protected, without a token [GRD-03]', visit({ hasToken: false, user: undefined }), login],
    ['protected, the token gone [GRD-03]', visit({ hasToken: false }), login],
    ['guest, with a token [GRD-04]', visit({ access: 'guest' }), home],
    ['guest, with a token only [GRD-04]', visit({ access: 'guest', user: undefined }), home],
    ['guest, without a token', visit({ access: 'guest', hasToken: false, user: undefined }), allow],
    ['any, without a token', visit({ access: 'any', hasToken: false, user: undefined }), allow],
    ['any, whatever is demanded [ACC-17]', { ...asked('isRequireEmailValidate'), access: 'any' }, allow],
  ])('%s', (_, input, verdict) => {
    expect(guardRoute(input)).toEqual(verdict)
  })

  test.each([
    ['isRequireEmailValidate', 'emailVerification'],
    ['requirePhoneValidate', 'phoneVerification'],
    ['isRequireUpdatePassword', 'resetPassword'],
    ['isRequireUpdateProfile', 'updateProfile'],
  ] as const)('%s leads to %s, which stays open [GRD-01]', (name, to) => {
    expect(guardRoute(asked(name))).toEqual(redirect(to))
    expect(guardRoute({ ...asked(name), place: to })).toEqual(allow)
    expect(guardRoute({ ...asked(name), place: 'join' })).toEqual(redirect(to))
    expect(guardRoute({ ...asked(name), place: 'registration' })).toEqual(
      name === 'isRequireUpdateProfile' ? allow : { kind: 'redirect', to },
    )
  })

  test('of several demands the first comes first, whichever place is requested [GRD-01]', () => {
    const all = asked('isRequireUpdateProfile', 'isRequireUpdatePassword', 'requirePhoneValidate')
    expect(guardRoute(all)).toEqual(redirect('phoneVerification'))
    expect(guardRoute({ ...all, place: 'updateProfile' })).toEqual({ kind: 'redirect', to: 'phoneVerification' })
    expect(guardRoute({ ...all, place: 'settings' })).toEqual(redirect('phoneVerification'))
    expect(guardRoute({ ...all, place: 'phoneVerification' })).toEqual(allow)
  })

  const ranOut = { ...paidUp, isEachStreamOptional: true, hasActiveSubscription: false }
  const warned: GuardVerdict = { kind: 'redirect', to: 'subscriptions' }
  test.each<[string, Partial<GuardInput>, GuardVerdict]>([
    ['access ran out', { plan: ranOut }, warned],
    ['a subscription is active', { plan: { ...ranOut, hasActiveSubscription: true } }, allow],
    ['one stream needs no subscription', { plan: { ...ranOut, isEachStreamOptional: false } }, allow],
    ['there never was a subscription', { plan: { ...ranOut, hasSubscriptions: false } }, allow],
    ['not known yet', { plan: undefined }, allow],
    ['in the registration chat', { plan: ranOut, place: 'registration' }, allow],
    ['at the profile', { plan: ranOut, place: 'updateProfile' }, allow],
    ['at the password', { plan: ranOut, place: 'resetPassword' }, allow],
    ['in the settings', { plan: ranOut, place: 'settings' }, allow],
    ['where a code is entered', { plan: ranOut, place: 'join' }, allow],
    ['at the subscriptions themselves', { plan: ranOut, place: 'subscriptions' }, allow],
    ['at the phone', { plan: ranOut, place: 'phoneVerification' }, warned],
  ])('%s [GRD-02]', (_, more, verdict) => {
    expect(guardRoute(visit(more))).toEqual(verdict)
  })

  const general = { ...ranOut, hasMainSubscription: false, hasGeneralSubscription: true }
  test('a person with only the mobile app is told that the site is not included [GRD-08]', () => {
    const verdictOf = (plan: typeof general, place?: GuardPlace) => guardRoute(visit({ plan, place }))
    expect(verdictOf(general)).toEqual({ kind: 'refuse', why: 'version' })
    expect(verdictOf({ ...general, isEachStreamOptional: false })).toEqual({ kind: 'refuse', why: 'version' })
    expect(verdictOf({ ...general, hasMainSubscription: true })).toEqual(warned)
    expect(verdictOf({ ...general, hasActiveSubscription: true })).toEqual(allow)
    expect(verdictOf({ ...general, hasGeneralSubscription: false })).toEqual(warned)
    expect(verdictOf(general, 'settings')).toEqual(allow)
  })

  test('a learner whose plan excludes the mobile app is told so there [GRD-09]', () => {
    const denied = { ...paidUp, isMobileDenied: true }
    expect(guardRoute(visit({ plan: denied }))).toEqual({ kind: 'refuse', why: 'mobile' })
    expect(guardRoute(visit({ plan: denied, place: 'subscriptions' }))).toEqual(allow)
  })

  test('a route that needs an e-mail asks for it once it is known that there is none [GRD-05]', () => {
    const without = { ...nothingAsked, email: undefined }
    expect(guardRoute(visit({ needsEmail: true, user: without }))).toEqual({ kind: 'askEmail' })
    expect(guardRoute(visit({ needsEmail: true }))).toEqual(allow)
    expect(guardRoute(visit({ user: without }))).toEqual(allow)
  })
})

test('subscriptions are requested only when every stream needs one [GRD-02] [GRD-09]', () => {
  const [bought, optional] = [{ is_optional_purchase: false }, { is_optional_purchase: true }]
  expect(needsPlan([optional, bought], 'web')).toBe(false)
  expect(needsPlan([optional], 'web')).toBe(true)
  expect(needsPlan([], 'web')).toBe(true)
  expect(needsPlan([bought], 'mobile')).toBe(true)
})

const either = [false, true]
const places = [
  undefined,
  'emailVerification',
  'phoneVerification',
  'resetPassword',
  'updateProfile',
  'registration',
  'settings',
  'subscriptions',
  'join',
] as const satisfies (GuardPlace | undefined)[]

/** Every possible visit. */
function* everyVisit(): Generator<GuardInput> {
  const bits = (count: number) =>
    Array.from({ length: 2 ** count }, (_, number) =>
      Array.from({ length: count }, (__, bit) => ((number >> bit) & 1) === 1),
    )
  const users = bits(5).map(([hasEmail, email = false, phone = false, password = false, profile = false]) => ({
    email: hasEmail ? 'vera@example.com' : undefined,
    isRequireEmailValidate: email,
    requirePhoneValidate: phone,
    isRequireUpdatePassword: password,
    isRequireUpdateProfile: profile,
  }))
  const plans = bits(6).map(([a = false, b = false, c = false, d = false, e = false, f = false]) => ({
    isEachStreamOptional: a,
    hasSubscriptions: b,
    hasActiveSubscription: c,
    hasMainSubscription: d,
    hasGeneralSubscription: e,
    isMobileDenied: f,
  }))
  for (const access of ['any', 'guest', 'auth'] as const)
    for (const hasToken of either)
      for (const user of [undefined, ...users])
        for (const plan of [undefined, ...plans])
          for (const place of places)
            for (const needsEmail of either) yield { access, hasToken, user, plan, place, needsEmail, path }
}

/** The position of a verdict in the order, with the demands as in GRD-01. */
const ranks: Record<string, number> = {
  home: 1,
  login: 1,
  load: 2,
  emailVerification: 3,
  phoneVerification: 4,
  resetPassword: 5,
  updateProfile: 6,
  mobile: 7,
  version: 8,
  subscriptions: 9,
  askEmail: 10,
  allow: 11,
}

function rankOf(verdict: GuardVerdict): number {
  const name = verdict.kind === 'redirect' ? verdict.to : verdict.kind === 'refuse' ? verdict.why : verdict.kind
  return ranks[name] ?? 0
}

test('over all combinations: an additional demand never opens more, and none leads in a circle [GRD-01] [GRD-02] [GRD-08] [GRD-09]', () => {
  const faults: string[] = []
  let count = 0
  for (const input of everyVisit()) {
    count++
    const verdict = guardRoute(input)
    const rank = rankOf(verdict)
    const fault = (what: string) => faults.push(`${what}: ${JSON.stringify(input)} → ${JSON.stringify(verdict)}`)
    if (input.access === 'any' && rank !== ranks['allow']) fault('any is always open')
    if (input.access === 'auth' && !input.hasToken && rank !== ranks['login']) fault('without a session')
    if (input.access !== 'auth' || !input.hasToken) continue
    if (verdict.kind === 'redirect' && verdict.to === input.place) fault('leads to itself')
    if (!input.user) {
      if (verdict.kind !== 'load') fault('the user is not known')
      continue
    }
    const { isRequireEmailValidate, requirePhoneValidate, isRequireUpdatePassword, isRequireUpdateProfile } = input.user
    const first = [
      isRequireEmailValidate,
      requirePhoneValidate,
      isRequireUpdatePassword,
      isRequireUpdateProfile,
    ].indexOf(true)
    const demanded = (['emailVerification', 'phoneVerification', 'resetPassword', 'updateProfile'] as const)[first]
    const isThere = demanded === input.place || (demanded === 'updateProfile' && input.place === 'registration')
    if (demanded && rank !== ranks[isThere ? 'allow' : demanded]) fault('the first demand decides')
    if (!demanded && rank <= 6) fault('nothing is demanded')
  }
  expect(faults.slice(0, 3)).toEqual([])
  expect(count).toBeGreaterThan(200_000)
})
