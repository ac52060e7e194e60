import type { FastifyRequest } from 'fastify'
import type { Brands } from '#server/features/brands/load-brands.ts'
import { returnTarget } from '#shared/features/accounts/rules.ts'
import type { Brand } from '#shared/features/brands/schema.ts'

/**
 * The origin a browser is on and returns to: that of the Host header if it belongs to the school or a brand, otherwise
 * the school's. A forged Host header leads nowhere.
 */
export function originOf({ host }: Pick<FastifyRequest, 'host'>, publicUrl: string, brands: Brands): string {
  const school = new URL(publicUrl)
  const isOwn = host === school.host || brands.byHost.has(host.toLowerCase().replace(/:\d+$/, ''))
  return isOwn ? `${school.protocol}//${host.toLowerCase()}` : school.origin
}

/** Where to reopen the app. Anything that is not one of our return addresses becomes the app's start. */
export function returnAddress(wished: string | undefined, origin: string, brand: Brand): string {
  const target = returnTarget(wished, { origin, trustedOrigins: brand.site.trustedOrigins })
  if (target?.kind === 'outside') return target.url
  return new URL(target?.path ?? '/', origin).href
}

export type Outcome =
  | { status: 'success'; token?: string }
  | { status: 'fail'; errorCode: string; errorMessage: string }
  | { status: 'cancel' }

/** The return address with the outcome, replacing any earlier one. */
export function withOutcome(address: string, method: string, outcome: Outcome): string {
  const url = new URL(address)
  for (const name of ['token', 'errorCode', 'errorMessage']) url.searchParams.delete(name)
  for (const [name, value] of Object.entries({ action: 'login', method, ...outcome })) url.searchParams.set(name, value)
  return url.href
}
