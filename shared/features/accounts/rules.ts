import type { User } from './forms.ts'

/** The target of a return address: a path of the app, or another site the brand trusts. */
export type ReturnTarget = { kind: 'inside'; path: string } | { kind: 'outside'; url: string }

/** Paths that change who is signed in must not run as a return address, and sign-in would loop. */
const sessionPaths = ['/auto-login', '/logout', '/delete']

function insidePath(url: URL): string | undefined {
  // A path starting with two slashes would be resolved as another host.
  if (/^\/[/\\]/.test(url.pathname)) return undefined
  let plain: string
  try {
    plain = decodeURIComponent(url.pathname).toLowerCase()
  } catch {
    return undefined
  }
  if (plain === '/') return undefined
  if (sessionPaths.some(path => plain === path || plain.startsWith(`${path}/`))) return undefined
  return url.pathname + url.search + url.hash
}

/**
 * Where to go after sign-in, resolving `returnUrl` as a browser on `origin` would. Undefined, meaning home, for an
 * empty or non-http(s) address, other sites than `trustedOrigins`, and addresses that contain credentials or end the
 * session.
 */
export function returnTarget(
  returnUrl: string | null | undefined,
  site: { origin: string; trustedOrigins: readonly string[] },
): ReturnTarget | undefined {
  if (!returnUrl || !URL.canParse(returnUrl, site.origin)) return undefined
  const url = new URL(returnUrl, site.origin)
  const isWeb = url.protocol === 'https:' || url.protocol === 'http:'
  if (!isWeb || url.username || url.password) return undefined
  if (url.origin === new URL(site.origin).origin) {
    const path = insidePath(url)
    return path === undefined ? undefined : { kind: 'inside', path }
  }
  const isTrusted = site.trustedOrigins.some(trusted => URL.canParse(trusted) && new URL(trusted).origin === url.origin)
  return isTrusted ? { kind: 'outside', url: url.href } : undefined
}

/** Who may open a route: `guest` only without a session, `auth` only with one, `any` always. */
export type RouteAccess = 'guest' | 'auth' | 'any'

/** Places the guards redirect to or leave alone. */
export type GuardPlace = DemandPlace | 'registration' | 'settings' | 'subscriptions' | 'join'
type DemandPlace = 'emailVerification' | 'phoneVerification' | 'resetPassword' | 'updateProfile'

/** The user fields the guards check. */
export type GuardedUser = Pick<
  User,
  'email' | 'isRequireEmailValidate' | 'requirePhoneValidate' | 'isRequireUpdatePassword' | 'isRequireUpdateProfile'
>

/** A person's access according to their streams and subscriptions; unknown until loaded. */
export type PlanFacts = {
  /** True also when there are no streams. */
  isEachStreamOptional: boolean
  hasSubscriptions: boolean
  hasActiveSubscription: boolean
  hasMainSubscription: boolean
  hasGeneralSubscription: boolean
  /** This is the mobile app, and no stream may be used in it. */
  isMobileDenied: boolean
}

export type GuardInput = {
  access: RouteAccess
  hasToken: boolean
  /** Undefined until loaded. */
  user?: GuardedUser | undefined
  plan?: PlanFacts | undefined
  /** The requested address with its query. */
  path: string
  place?: GuardPlace | undefined
  /** Whether the route requires an e-mail. */
  needsEmail?: boolean | undefined
}

export type GuardVerdict =
  | { kind: 'allow' }
  /** Load the user, then check again. */
  | { kind: 'load' }
  | { kind: 'askEmail' }
  /** The whole app is unavailable to this user: on the web, or on the phone. */
  | { kind: 'refuse'; why: 'version' | 'mobile' }
  /** `returnUrl` is to be stored as the return address. */
  | { kind: 'redirect'; to: 'home' | 'login' | DemandPlace | 'subscriptions'; returnUrl?: string }

type Guard = { holds: (visit: GuardInput) => boolean | undefined; verdict: (visit: GuardInput) => GuardVerdict }

const allow = (): GuardVerdict => ({ kind: 'allow' })

/** Stays open to a person without access: what they had before, and control of their account. */
const isAboutAccount = (place: GuardPlace | undefined) => place === 'settings' || place === 'subscriptions'

/** While something is demanded, only the place that satisfies it is open, and those in `beside`. */
function demand(holds: (user: GuardedUser) => boolean, to: DemandPlace, beside?: GuardPlace): Guard {
  return {
    holds: ({ user }) => user && holds(user),
    verdict: ({ place, path }) => {
      if (place === to || (beside && place === beside)) return allow()
      // A place the guards redirect to is no place to return to.
      return place === undefined || place === 'join' || isAboutAccount(place)
        ? { kind: 'redirect', to, returnUrl: path }
        : { kind: 'redirect', to }
    },
  }
}

/** Whether everything the person has had is for the mobile app only. */
function isMobileOnly(plan: PlanFacts): boolean {
  return !plan.hasActiveSubscription && !plan.hasMainSubscription && plan.hasGeneralSubscription
}

/** Whether access has expired and can be renewed. */
function hasRunOut(plan: PlanFacts): boolean {
  return !plan.hasActiveSubscription && plan.isEachStreamOptional && plan.hasSubscriptions
}

const isLeftAlone = (place: GuardPlace | undefined) =>
  isAboutAccount(place) ||
  place === 'join' ||
  place === 'registration' ||
  place === 'updateProfile' ||
  place === 'resetPassword'

/** In order; the first one that applies decides. */
const guards: readonly Guard[] = [
  { holds: visit => visit.access === 'any', verdict: allow },
  {
    holds: visit => visit.access === 'guest' && visit.hasToken,
    verdict: () => ({ kind: 'redirect', to: 'home' }),
  },
  { holds: visit => visit.access === 'guest', verdict: allow },
  { holds: visit => !visit.hasToken, verdict: visit => ({ kind: 'redirect', to: 'login', returnUrl: visit.path }) },
  { holds: visit => !visit.user, verdict: () => ({ kind: 'load' }) },
  demand(user => user.isRequireEmailValidate, 'emailVerification'),
  demand(user => user.requirePhoneValidate, 'phoneVerification'),
  demand(user => user.isRequireUpdatePassword, 'resetPassword'),
  demand(user => user.isRequireUpdateProfile, 'updateProfile', 'registration'),
  {
    holds: ({ plan, place }) => plan?.isMobileDenied && !isAboutAccount(place),
    verdict: () => ({ kind: 'refuse', why: 'mobile' }),
  },
  {
    holds: ({ plan, place }) => plan && isMobileOnly(plan) && !isAboutAccount(place),
    verdict: () => ({ kind: 'refuse', why: 'version' }),
  },
  {
    holds: ({ plan, place }) => plan && hasRunOut(plan) && !isLeftAlone(place),
    verdict: () => ({ kind: 'redirect', to: 'subscriptions' }),
  },
  { holds: ({ needsEmail, user }) => needsEmail && !user?.email, verdict: () => ({ kind: 'askEmail' }) },
]

/** What to do about a visit to a route. Only a courtesy: the server checks every call itself. */
export function guardRoute(visit: GuardInput): GuardVerdict {
  return guards.find(guard => guard.holds(visit))?.verdict(visit) ?? allow()
}

/**
 * Whether the guards need the person's subscriptions. They don't while the person has a stream that needs no purchase,
 * so most starts make no extra request; the mobile app always asks.
 */
export function needsPlan(streams: readonly { is_optional_purchase: boolean }[], appType: 'web' | 'mobile'): boolean {
  return appType === 'mobile' || streams.every(stream => stream.is_optional_purchase)
}

export type LoadState = 'pending' | 'loading' | 'loaded' | 'fail'

/** What loading all data does: nothing without a session or while loading, a sync when loaded, otherwise a load. */
export function loadStep(hasToken: boolean, state: LoadState): 'nothing' | 'sync' | 'load' {
  if (!hasToken || state === 'loading') return 'nothing'
  return state === 'loaded' ? 'sync' : 'load'
}
