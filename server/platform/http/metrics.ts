import type { FastifyInstance, FastifyRequest } from 'fastify'
import { collectDefaultMetrics, Histogram, Registry } from 'prom-client'
import { createHash, timingSafeEqual } from 'node:crypto'
import { refuseCommon } from './refusals.ts'

const loopback = new Set(['127.0.0.1', '::1', '::ffff:127.0.0.1'])

declare module 'fastify' {
  interface FastifyInstance {
    metrics: Registry
  }
}

/** Who may read /metrics: whoever has the token; without one this machine, but not when a proxy on it passes on requests. */
export type MetricsAccess = { metricsToken?: string | undefined; trustProxy: boolean }

/** Measures every request by route and status, and serves /metrics. */
export function observeRequests(server: FastifyInstance, access: MetricsAccess) {
  const registry = new Registry()
  server.decorate('metrics', registry)
  collectDefaultMetrics({ register: registry })
  const durations = new Histogram({
    name: 'http_request_duration_seconds',
    help: 'Time from receiving a request to having answered it',
    labelNames: ['method', 'route', 'status'] as const,
    buckets: [0.002, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 1, 5],
    registers: [registry],
  })
  server.addHook('onResponse', async (request, reply) => {
    const route = request.routeOptions.url ?? 'none'
    durations.labels(request.method, route, String(reply.statusCode)).observe(reply.elapsedTime / 1000)
  })
  server.get('/metrics', { schema: { hide: true } }, async (request, reply) => {
    if (!mayRead(request, access)) refuseCommon('not_found')
    return reply.type(registry.contentType).send(await registry.metrics())
  })
}

const passedOn = ['x-forwarded-for', 'x-forwarded-proto', 'x-forwarded-host', 'x-real-ip', 'forwarded', 'via']

function mayRead({ headers, socket }: FastifyRequest, { metricsToken, trustProxy }: MetricsAccess): boolean {
  if (metricsToken !== undefined) return isSame(headers.authorization ?? '', `Bearer ${metricsToken}`)
  if (trustProxy || passedOn.some(name => headers[name] !== undefined)) return false
  return loopback.has(socket.remoteAddress ?? '')
}

/** Takes equally long wherever the texts differ. */
function isSame(one: string, other: string): boolean {
  const [first, second] = [one, other].map(text => createHash('sha256').update(text).digest())
  return first !== undefined && second !== undefined && timingSafeEqual(first, second)
}
