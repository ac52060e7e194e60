import type { User } from './forms.ts'

/** Where a return address leads: a path of the app itself, or another site that the brand trusts. */
export type ReturnTarget = { kind: 'inside'; path: string } | { kind: 'outside'; url: string }

/** Paths that change who is signed in must not run as somebody's return address, and the sign-in would lead to itself. */
const sessionPaths = ['/auto-login', '/logout', '/delete']

function insidePath(url: URL): string | undefined {
  // A path of two slashes would be read as another host by whoever resolves it next.
  if (/^\/[/\\]/.test(url.pathname)) return undefined
  let plain = url.pathname.toLowerCase()
  try {
    plain = decodeURIComponent(plain).toLowerCase()
  } catch {
    return undefined
  }
  if (plain === '/') return undefined
  if (sessionPaths.some(path => plain === path || plain.startsWith(`${path}/`))) return undefined
  return url.pathname + url.search + url.hash
}

/**
 * Where to go after sign-in, read as a browser on `origin` would read `returnUrl`. Undefined, which
 * means home, for nothing, for what is no http(s) address, for other sites than `trustedOrigins`, and for addresses that
 * carry a name or password or end the session.
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

/** The places that the guards themselves lead to, or leave alone. */
export type GuardPlace = DemandPlace | 'registration' | 'settings' | 'subscriptions'
type DemandPlace = 'emailVerification' | 'phoneVerification' | 'resetPassword' | 'updateProfile'

/** What the guards ask of a user. */
export type GuardedUser = Pick<
  User,
  'email' | 'isRequireEmailValidate' | 'requirePhoneValidate' | 'isRequireUpdatePassword' | 'isRequireUpdateProfile'
>

/** What somebody may use, by their streams and subscriptions; unknown until it was asked for. */
export type PlanFacts = {
  /** Also when there are no streams. */
  isEachStreamOptional: boolean
  hasSubscriptions: boolean
  hasActiveSubscription: boolean
  hasMainSubscription: boolean
  hasGeneralSubscription: boolean
  /** The app is the mobile one, and no stream may be used there. */
  isMobileDenied: boolean
}

export type GuardInput = {
  access: RouteAccess
  hasToken: boolean
  /** Undefined until it is fetched. */
  user?: GuardedUser | undefined
  plan?: PlanFacts | undefined
  /** The address asked for, with its query. */
  path: string
  place?: GuardPlace | undefined
  /** Whether the route is only for whoever has an e-mail. */
  needsEmail?: boolean | undefined
}

export type GuardVerdict =
  | { kind: 'allow' }
  /** Fetch the user, then ask again. */
  | { kind: 'load' }
  | { kind: 'askEmail' }
  /** Nothing of the app is for this user: on the web, or on the phone. */
  | { kind: 'refuse'; why: 'version' | 'mobile' }
  /** `returnUrl` is to be kept as the return address. */
  | { kind: 'redirect'; to: 'home' | 'login' | DemandPlace | 'subscriptions'; returnUrl?: string }

type Guard = { holds: (visit: GuardInput) => boolean | undefined; verdict: (visit: GuardInput) => GuardVerdict }

const allow = (): GuardVerdict => ({ kind: 'allow' })

/** What stays open to somebody without access: seeing what they had, and being in control of the account. */
const isAboutAccount = (place: GuardPlace | undefined) => place === 'settings' || place === 'subscriptions'

/** While something is demanded, nothing is open but where it is done, and the places `beside` it. */
function demand(holds: (user: GuardedUser) => boolean, to: DemandPlace, beside?: GuardPlace): Guard {
  return {
    holds: ({ user }) => user && holds(user),
    verdict: ({ place, path }) => {
      if (place === to || (beside && place === beside)) return allow()
      // A place that the guards lead to themselves is nowhere to come back to.
      return place === undefined || isAboutAccount(place)
        ? { kind: 'redirect', to, returnUrl: path }
        : { kind: 'redirect', to }
    },
  }
}

/** Whether all that somebody ever had is for the mobile app alone. */
function isMobileOnly(plan: PlanFacts): boolean {
  return !plan.hasActiveSubscription && !plan.hasMainSubscription && plan.hasGeneralSubscription
}

/** Whether access has run out, and there is something to renew. */
function hasRunOut(plan: PlanFacts): boolean {
  return !plan.hasActiveSubscription && plan.isEachStreamOptional && plan.hasSubscriptions
}

const isLeftAlone = (place: GuardPlace | undefined) =>
  isAboutAccount(place) || place === 'registration' || place === 'updateProfile' || place === 'resetPassword'

/** In their order; the first that holds decides. */
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

/**
 * What to do about a visit to a route. A courtesy only: the server judges every call itself
 *.
 */
export function guardRoute(visit: GuardInput): GuardVerdict {
  return guards.find(guard => guard.holds(visit))?.verdict(visit) ?? allow()
}

/**
 * Whether the guards must know somebody's subscriptions: not while a stream is theirs without one, so that most starts of the
 * app ask nothing more. What the mobile app may be used for is asked always.
 */
export function needsPlan(streams: readonly { is_optional_purchase: boolean }[], appType: 'web' | 'mobile'): boolean {
  return appType === 'mobile' || streams.every(stream => stream.is_optional_purchase)
}

export type LoadState = 'pending' | 'loading' | 'loaded' | 'fail'

/** What asking for all data does: nothing without a session or while loading, a sync when loaded, else a load. */
export function loadStep(hasToken: boolean, state: LoadState): 'nothing' | 'sync' | 'load' {
  if (!hasToken || state === 'loading') return 'nothing'
  return state === 'loaded' ? 'sync' : 'load'
}
