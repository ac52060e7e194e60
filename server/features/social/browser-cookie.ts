import type { FastifyReply, FastifyRequest } from 'fastify'
import { cookieOf } from '#server/platform/http/browser-cookies.ts'

const path = '/spa/social'

/** One cookie per attempt, so that two tabs do not interfere; named after the `state` the network sends back. */
const nameFor = (state: string) => `social-${state.slice(0, 16)}`

/** The secret this browser got when it left with `state`. */
export function secretOf(request: Pick<FastifyRequest, 'headers'>, state: string): string | undefined {
  return /^[\w-]{43}$/.test(state) ? cookieOf(request, nameFor(state)) : undefined
}

/**
 * Gives the browser the secret it must present when it returns with `state`; 0 seconds removes it. Hidden from scripts.
 * Networks send the browser back by a link, which carries Lax cookies.
 */
export function setSecret(
  reply: FastifyReply,
  state: string,
  { secret, seconds, isHttps }: { secret: string; seconds: number; isHttps: boolean },
): void {
  if (!/^[\w-]{43}$/.test(state)) return
  const flags = `Path=${path}; Max-Age=${seconds}; HttpOnly; SameSite=Lax${isHttps ? '; Secure' : ''}`
  reply.header('set-cookie', `${nameFor(state)}=${secret}; ${flags}`)
}
