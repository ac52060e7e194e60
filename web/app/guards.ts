import { request } from '#kit/request/request.ts'
import { type GuardVerdict, guardRoute, returnTarget } from '#shared/features/accounts/rules.ts'
import { takeReturnUrl } from '../features/accounts/session.ts'
import { site } from '#kit/features/brands/site.ts'
import { loadChunk } from './chunks.ts'
import { addOtherCopy } from './copy.ts'
import type { Place } from './match.ts'
import { routes } from './paths.ts'

/** What to do about a visit (GRD-03, GRD-04); places that are no route are open to all. */
export function judge(place: Place, visit: { hasToken: boolean; hasUser: boolean; path: string }): GuardVerdict {
  return place.kind === 'route' ? guardRoute({ access: routes[place.name].access, ...visit }) : { kind: 'allow' }
}

/** Loads the part of the app behind the sign-in, with what it says. */
export const loadSignedIn = () =>
  loadChunk('signed-in', async () => (await Promise.all([import('./SignedInApp.tsx'), addOtherCopy()]))[0])

/**
 * The way on after sign-in: loads all data, then to the returnUrl of the address, else the stored one, else home
 * (ACC-05). A trusted site gets a one-time transfer token (ACC-06). `go` opens an address of the app.
 */
export async function enter(go: (path: string) => void): Promise<void> {
  const wished = new URLSearchParams(location.search).get('returnUrl')
  const stored = takeReturnUrl()
  const { loadAll } = await loadSignedIn()
  await loadAll()
  const { trustedOrigins, config } = site()
  const target = returnTarget(wished ?? stored, { origin: location.origin, trustedOrigins })
  if (target?.kind !== 'outside') return go(target?.path ?? config.homePage)
  const { data } = await request('POST /auth/transfer-token')
  const address = new URL(target.url)
  address.searchParams.set('token', data.token)
  location.assign(address)
}
