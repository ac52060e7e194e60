import { randomUUID } from 'node:crypto'
import rateLimit from '@fastify/rate-limit'
import swagger from '@fastify/swagger'
import Fastify, { type FastifyBaseLogger, type FastifyInstance, LogController } from 'fastify'
import type { S3Place } from '../storage/s3-store.ts'
import { bindCall, type CallDependencies } from './bind-call.ts'
import { closeConnections } from './close-connections.ts'
import { answerError, answerNotFound, answerUnreadable } from './errors.ts'
import { addFormParser, addJsonParser } from './body-parsers.ts'
import { observeRequests } from './metrics.ts'
import { logRefusals } from './refusal-log.ts'
import { refuseCommon } from './refusals.ts'
import type { Actor, BoundRoute, Caller } from './routes.ts'
import { addSecurityHeaders, type PageSources } from './security-headers.ts'
import { useSerializers } from './call-schema.ts'
import { useValidators } from './validation.ts'

export type HttpDependencies = CallDependencies & {
  log: FastifyBaseLogger
  /** Whether X-Forwarded-* headers are believed. */
  trustProxy: boolean
  /** Opens /metrics from anywhere. */
  metricsToken?: string | undefined
  /** Other sites the learner app at a host may use; none by default. */
  pageSources?: ((host: string) => PageSources) | undefined
  /** The media store, when it is another server. */
  s3?: Pick<S3Place, 'endpoint'> | undefined
}

declare module 'fastify' {
  interface FastifyRequest {
    caller: Caller
    actor: Actor | undefined
  }
}

const megabyte = 1024 * 1024
/** Enough for a megabyte over a bad connection; cuts off senders who never finish. */
const requestMs = 120_000
/** Time to finish pending answers when the server is told to stop. */
const closeMs = 5_000

/** The HTTP server: all bound calls, the API description, errors, rate limits and security headers. */
export async function buildHttpServer(dependencies: HttpDependencies, bound: BoundRoute[]): Promise<FastifyInstance> {
  const { log } = dependencies
  const server = Fastify({
    loggerInstance: log,
    logController: new LogController({ disableRequestLogging: true }),
    // Only the nearest proxy is trusted, not what its client put into X-Forwarded-For: rate limits count by this
    // address.
    trustProxy: dependencies.trustProxy && ((_address, hop) => hop === 0),
    bodyLimit: megabyte,
    requestTimeout: requestMs,
    frameworkErrors: (error, request, reply) => void answerError(error, request, reply),
    clientErrorHandler: answerUnreadable,
    genReqId: () => randomUUID(),
    requestIdHeader: false,
    return503OnClosing: true,
    routerOptions: { maxParamLength: 300 },
  })
  server.decorateRequest('caller', null as unknown as Caller)
  server.decorateRequest('actor', undefined)
  // No text in the database can hold a NUL; in a body the parser refuses it.
  server.addHook('onRequest', async ({ url, query }) => {
    if (url.split('?')[0]?.includes('%00')) refuseCommon('malformed_request')
    const wrong = Object.entries(query ?? {}).filter(([, value]) => String(value).includes('\0'))
    if (wrong.length > 0) refuseCommon('invalid_input', { fields: wrong.map(([name]) => name) })
  })
  useValidators(server)
  useSerializers(server)
  addJsonParser(server)
  server.setErrorHandler(answerError)
  server.setNotFoundHandler(answerNotFound)
  closeConnections(server, closeMs)
  observeRequests(server, dependencies)
  logRefusals(server, dependencies.clock)
  addSecurityHeaders(server, dependencies.isHttps, dependencies.s3?.endpoint, dependencies.pageSources)
  await server.register(rateLimit, { global: false })
  await server.register(swagger, {
    openapi: {
      openapi: '3.1.0',
      info: { title: 'Kurso', version: '1' },
      components: { securitySchemes: { bearer: { type: 'http', scheme: 'bearer' } } },
    },
  })
  for (const route of bound) if (!route.call.isMultipart) bindCall(server, dependencies, route)
  // A scope of its own, so that no other call accepts forms.
  await server.register(async scope => {
    await addFormParser(scope)
    for (const route of bound) if (route.call.isMultipart) bindCall(scope, dependencies, route)
  })
  server.get('/openapi.json', { schema: { hide: true } }, () => server.swagger())
  return server
}
