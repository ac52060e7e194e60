import { createHash } from 'node:crypto'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import { ExpiringMemory } from '../expiring-memory.ts'

const minuteMs = 60_000
const mostOfNetwork = 10
const mostOfAll = 300
const networksKept = 10_000

/** What is refused because of who asks is logged, and wrong passwords, codes and links. */
const logged = new Set([401, 403, 429])

declare module 'fastify' {
  interface FastifyRequest {
    /** What the request was refused with, if it is to be logged. */
    refusedAs: string | undefined
  }
}

/** Notes a refusal for the log. */
export function noteRefusal(request: FastifyRequest, code: string, { status, isOfSecret = false }: Noted) {
  if (logged.has(status) || isOfSecret) request.refusedAs = code
}

type Noted = { status: number; isOfSecret?: boolean | undefined }

/**
 * Logs refusals with the request's id and who asked: the account's id, or without a session what stands for the e-mail that was
 * typed, and for the network. At most ten a minute from one network and 300 from all; the next line says how many were left out.
 */
export function logRefusals(server: FastifyInstance, clock: () => number) {
  server.decorateRequest('refusedAs', undefined)
  const recent = new ExpiringMemory<{ count: number }>({ keptMs: minuteMs, most: networksKept })
  let leftOut = 0

  const isDue = (key: string, most: number, now: number) => {
    const known = recent.find(key, now) ?? { count: 0 }
    if (known.count === 0) recent.keep(key, known, now)
    known.count++
    return known.count <= most
  }

  server.addHook('onResponse', async request => {
    const { refusedAs, actor, caller, log, method, routeOptions } = request
    if (refusedAs === undefined) return
    const now = clock()
    const network = caller?.network ?? request.ip
    if (!isDue(`network ${network}`, mostOfNetwork, now) || !isDue('all', mostOfAll, now)) return void leftOut++
    const who = actor ? { user: actor.userId } : { account: accountOf(request) }
    const more = leftOut > 0 && { leftOut }
    leftOut = 0
    log.info({ refusedAs, method, route: routeOptions.url, ...who, network: standIn(network), ...more }, 'Refused')
  })
}

/** The first twelve digits of the SHA-256 of an address: enough to find its other lines, and no address. */
const standIn = (address: string) => createHash('sha256').update(address).digest('hex').slice(0, 12)

function accountOf({ body }: FastifyRequest): string | undefined {
  const email = typeof body === 'object' && body !== null && 'email' in body ? body.email : undefined
  return typeof email === 'string' ? standIn(email.trim().toLowerCase()) : undefined
}
