import type { FastifyRequest } from 'fastify'
import type { Brands } from '#server/features/brands/load-brands.ts'
import { returnTarget } from '#shared/features/accounts/rules.ts'
import type { Brand } from '#shared/features/brands/schema.ts'

/**
 * The origin that a browser is on and comes back to: that of the Host header where it is the school's own or a brand's, else
 * the school's. Whatever anyone else wrote there leads nowhere.
 */
export function originOf({ host }: Pick<FastifyRequest, 'host'>, publicUrl: string, brands: Brands): string {
  const school = new URL(publicUrl)
  const isOwn = host === school.host || brands.byHost.has(host.toLowerCase().replace(/:\d+$/, ''))
  return isOwn ? `${school.protocol}//${host.toLowerCase()}` : school.origin
}

/** Where to open the app again. Anything that is no return address of ours is the app's own start. */
export function returnAddress(wished: string | undefined, origin: string, brand: Brand): string {
  const target = returnTarget(wished, { origin, trustedOrigins: brand.site.trustedOrigins })
  if (target?.kind === 'outside') return target.url
  return new URL(target?.path ?? '/', origin).href
}

export type Outcome =
  | { status: 'success'; token?: string }
  | { status: 'fail'; errorCode: string; errorMessage: string }
  | { status: 'cancel' }

/** The return address with what came of it; what it said of another outcome before is gone. */
export function withOutcome(address: string, method: string, outcome: Outcome): string {
  const url = new URL(address)
  for (const name of ['token', 'errorCode', 'errorMessage']) url.searchParams.delete(name)
  for (const [name, value] of Object.entries({ action: 'login', method, ...outcome })) url.searchParams.set(name, value)
  return url.href
}
