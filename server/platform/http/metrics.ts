import type { FastifyInstance } from 'fastify'
import { collectDefaultMetrics, Histogram, Registry } from 'prom-client'
import { refuseCommon } from './refusals.ts'

const loopback = new Set(['127.0.0.1', '::1', '::ffff:127.0.0.1'])

declare module 'fastify' {
  interface FastifyInstance {
    metrics: Registry
  }
}

/** Measures every request by route and status, and serves /metrics to this machine only. */
export function observeRequests(server: FastifyInstance) {
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
    if (!loopback.has(request.socket.remoteAddress ?? '') || request.headers['x-forwarded-for'])
      refuseCommon('not_found')
    return reply.type(registry.contentType).send(await registry.metrics())
  })
}
