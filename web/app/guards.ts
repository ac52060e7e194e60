import { request } from '#kit/request/request.ts'
import { type GuardInput, type GuardVerdict, guardRoute, returnTarget } from '#shared/features/accounts/rules.ts'
import { takeReturnUrl } from '#web/features/accounts/session.ts'
import { site } from '#kit/features/brands/site.ts'
import type { Place } from '#web/platform/addresses.ts'
import { addCopy } from '#web/platform/copy.ts'
import { loadChunk } from './chunks.ts'
import { routes } from './paths.ts'

/** What to do about a visit; places that are not routes are open to everybody. */
export function judge(at: Place, visit: Pick<GuardInput, 'hasToken' | 'user' | 'plan' | 'path'>): GuardVerdict {
  if (at.kind !== 'route') return { kind: 'allow' }
  const { access = 'auth', place, needsEmail } = routes[at.name]
  return guardRoute({ access, place, needsEmail, ...visit })
}

const importSignedIn = async () => (await Promise.all([import('./SignedInApp.tsx'), addCopy('home')]))[0]
type SignedIn = Awaited<ReturnType<typeof importSignedIn>>

let signedIn: SignedIn | undefined

/** Loads the part of the app behind sign-in, with its texts. */
export async function loadSignedIn(): Promise<SignedIn> {
  signedIn = await loadChunk('signed-in', importSignedIn)
  return signedIn
}

/** The part of the app behind sign-in, once it is here. */
export const arrivedSignedIn = (): SignedIn | undefined => signedIn

/**
 * After sign-in: loads all data, then opens the address's returnUrl, the stored one, or home. A trusted site gets a
 * one-time transfer token. `go` opens an address of the app.
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
