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
 * Where to go after sign-in (ACC-05, ACC-06, SEC-06), read as a browser on `origin` would read `returnUrl`. Undefined, which
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

export type GuardInput = {
  access: RouteAccess
  hasToken: boolean
  /** Whether the user has been fetched. */
  hasUser: boolean
  /** The address asked for, with its query. */
  path: string
}

export type GuardVerdict =
  | { kind: 'allow' }
  /** Fetch the user, then ask again. */
  | { kind: 'load' }
  /** `returnUrl` is to be kept as the return address. */
  | { kind: 'redirect'; to: 'home' | 'login'; returnUrl?: string }

type Guard = { holds: (visit: GuardInput) => boolean; verdict: (visit: GuardInput) => GuardVerdict }

/** The first that holds decides. */
const guards: readonly Guard[] = [
  { holds: visit => visit.access === 'any', verdict: () => ({ kind: 'allow' }) },
  {
    holds: visit => visit.access === 'guest' && visit.hasToken,
    verdict: () => ({ kind: 'redirect', to: 'home' }),
  },
  {
    holds: visit => visit.access === 'auth' && !visit.hasToken,
    verdict: visit => ({ kind: 'redirect', to: 'login', returnUrl: visit.path }),
  },
  { holds: visit => visit.access === 'auth' && !visit.hasUser, verdict: () => ({ kind: 'load' }) },
]

/** What to do about a visit to a route (GRD-03, GRD-04). A courtesy only: the server judges every call itself (GRD-10). */
export function guardRoute(visit: GuardInput): GuardVerdict {
  return guards.find(guard => guard.holds(visit))?.verdict(visit) ?? { kind: 'allow' }
}

export type LoadState = 'pending' | 'loading' | 'loaded' | 'fail'

/** What asking for all data does (GRD-06): nothing without a session or while loading, a sync when loaded, else a load. */
export function loadStep(hasToken: boolean, state: LoadState): 'nothing' | 'sync' | 'load' {
  if (!hasToken || state === 'loading') return 'nothing'
  return state === 'loaded' ? 'sync' : 'load'
}
