import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { type Access, type Call, wirePath, headersOfPage } from '#shared/platform/contract.ts'
import type { Database } from '../database/database.ts'
import { browserCookies } from './browser-cookies.ts'
import { CachedAnswer } from './cached-answer.ts'
import { callSchema } from './call-schema.ts'
import { languageOf, networkOf } from './caller.ts'
import { formOf } from './body-parsers.ts'
import { refuseCommon } from './refusals.ts'
import type { Actor, BoundRoute, Caller, LiveNews, PageFigures, SessionUse } from './routes.ts'

/** What the calls need of the process. */
export type CallDependencies = {
  database: Database
  /** The session's person for a bearer token; undefined when the token is unknown, expired or revoked. */
  authenticate(token: string, now: number, use?: SessionUse): Promise<Actor | undefined>
  /** The brand that an application id, or without one the host, chooses. */
  findBrand(
    appId: string | undefined,
    host: string,
  ): { brandId: string; isKnown: boolean; defaultLanguage: Caller['language'] }
  /** Notes a write that staff make as somebody else: its route and the address asked for. */
  noteActing(actor: Actor, route: string, address: string): Promise<void>
  live: LiveNews
  clock(): number
  isHttps: boolean
}

const roles: Record<Access, readonly Actor['role'][]> = {
  public: [],
  learner: ['learner', 'expert', 'author', 'support', 'admin'],
  expert: ['expert', 'admin'],
  author: ['author', 'admin'],
  support: ['support', 'admin'],
  expert_or_support: ['expert', 'support', 'admin'],
  admin: ['admin'],
}

/** Serves one declared call: who asks, may they, does the input fit; then the handler, then the answer. */
export function bindCall(server: FastifyInstance, dependencies: CallDependencies, route: BoundRoute) {
  const { method, path } = wirePath(route.name)
  const { call } = route
  server.route({
    method,
    url: path,
    exposeHeadRoute: method === 'GET' && !call.isWrite,
    schema: callSchema(route),
    config: call.limit
      ? {
          rateLimit: {
            max: call.limit.requests,
            timeWindow: call.limit.seconds * 1000,
            keyGenerator: ({ ip }: FastifyRequest) => networkOf(ip),
            errorResponseBuilder: tooMany,
          },
        }
      : {},
    onRequest: request => admit(request, dependencies, call),
    preValidation: async request => {
      refuseOddIds(request.params)
      if (call.isMultipart && request.isMultipart()) request.body = await formOf(request)
      // A missing body counts as an empty object, so that missing fields are reported one by one.
      if (call.body) request.body ??= {}
    },
    handler: async (request, reply) => {
      const answer = await route.handle(contextOf(request, reply, dependencies, route))
      return answer instanceof CachedAnswer ? sendCached(request, reply, answer) : answer
    },
  })
}

/** Rejects other spellings of a number, such as 0x10, which would otherwise be aliases of the same address. */
function refuseOddIds(params: unknown) {
  for (const [name, text] of Object.entries(params as Record<string, string>))
    if (/^id$|Id$/.test(name) && !/^\d{1,16}$/.test(text)) refuseCommon('invalid_input', { fields: [name] })
}

type Admission = Pick<
  Call,
  'access' | 'isOpenToUnknownApplications' | 'isForOwnerOnly' | 'isWrite' | 'isOpenUnconfirmed' | 'isOpenBeforeSetUp'
>

/**
 * Authenticates the caller and refuses those without access; to public calls a session whose second factor is missing is a
 * visitor. Also used by routes that are not calls.
 */
export async function admit(
  request: FastifyRequest,
  dependencies: Pick<CallDependencies, 'findBrand' | 'authenticate' | 'clock' | 'noteActing'>,
  call: Admission,
) {
  const { access, isOpenToUnknownApplications } = call
  request.caller = callerOf(request, dependencies, isOpenToUnknownApplications ?? false)
  const actor = await actorOf(request, dependencies)
  request.actor = access === 'public' && actor?.secondFactor ? undefined : actor
  if (access === 'public') return
  if (!request.actor) refuseCommon('not_signed_in')
  refuseWithoutFactor(request.actor, call)
  if (!roles[access].includes(request.actor.role)) refuseCommon('not_allowed')
  if (request.actor.impersonator) await admitActing(request, request.actor, dependencies, call)
}

function refuseWithoutFactor({ secondFactor }: Actor, { isOpenUnconfirmed, isOpenBeforeSetUp }: Admission) {
  if (isOpenUnconfirmed) return
  if (secondFactor === 'needed') refuseCommon('second_factor_needed')
  if (secondFactor === 'to_set_up' && !isOpenBeforeSetUp) refuseCommon('second_factor_to_set_up')
}

/** Staff signed in as somebody else may not do everything, and what they do is logged before it happens. */
async function admitActing(
  request: FastifyRequest,
  actor: Actor,
  { noteActing }: Pick<CallDependencies, 'noteActing'>,
  { isForOwnerOnly, isWrite }: Pick<Call, 'isForOwnerOnly' | 'isWrite'>,
) {
  if (isForOwnerOnly) refuseCommon('not_for_staff')
  if (!isWrite && (request.method === 'GET' || request.method === 'HEAD')) return
  await noteActing(actor, `${request.method} ${request.routeOptions.url ?? ''}`, request.url.split('?')[0] ?? '')
}

/** Thrown by the rate limiter and answered like any other refusal. */
function tooMany(_request: FastifyRequest, context: { ttl: number }): never {
  return refuseCommon('too_many_requests', { retryAfter: Math.ceil(context.ttl / 1000) })
}

function contextOf(request: FastifyRequest, reply: FastifyReply, dependencies: CallDependencies, route: BoundRoute) {
  const asked = expansionsOf(request.query)
  return {
    db: dependencies.database,
    now: dependencies.clock(),
    params: request.params,
    query: request.query,
    body: request.body,
    user: request.actor,
    caller: request.caller,
    cookies: browserCookies(request, reply, dependencies.isHttps),
    log: request.log,
    idempotencyKey: idempotencyKeyOf(request),
    asked: route.call.expand?.filter(name => asked.includes(name)) ?? [],
    live: dependencies.live,
    refuse: route.refuse,
    setPage: ({ page, perPage, total }: PageFigures) =>
      void reply.headers(headersOfPage({ currentPage: page, perPage, totalCount: total })),
    onEnd: (hear: () => void) => void reply.raw.once('close', hear),
  }
}

function expansionsOf(query: unknown): string[] {
  const expand = typeof query === 'object' && query !== null && 'expand' in query ? query.expand : undefined
  return typeof expand === 'string' ? expand.split(',').map(name => name.trim()) : []
}

function headerOf(request: FastifyRequest, name: string): string | undefined {
  const value = request.headers[name]
  return typeof value === 'string' && value !== '' ? value : undefined
}

/**
 * The client's own key. One that is too long is refused: truncated, it might equal another client's key, and one report
 * would count for both.
 */
export function idempotencyKeyOf(request: FastifyRequest): string | undefined {
  const key = headerOf(request, 'idempotency-key')
  if (key !== undefined && key.length > 100) refuseCommon('invalid_input', { fields: ['Idempotency-Key'] })
  return key
}

function callerOf(
  request: FastifyRequest,
  { findBrand }: Pick<CallDependencies, 'findBrand'>,
  isOpenToUnknown: boolean,
): Caller {
  const brand = findBrand(headerOf(request, 'x-app-id'), request.hostname)
  if (!brand.isKnown && !isOpenToUnknown) refuseCommon('unknown_application')
  return {
    brandId: brand.brandId,
    appType: request.headers['x-app-type'] === 'mobile' ? 'mobile' : 'web',
    language: languageOf(request) ?? brand.defaultLanguage,
    network: networkOf(request.ip),
    userAgent: (headerOf(request, 'user-agent') ?? '').slice(0, 300),
    host: request.hostname,
  }
}

async function actorOf(
  request: FastifyRequest,
  { authenticate, clock }: Pick<CallDependencies, 'authenticate' | 'clock'>,
): Promise<Actor | undefined> {
  const header = headerOf(request, 'authorization')
  const token = header?.startsWith('Bearer ') ? header.slice(7) : undefined
  const isUnattended = headerOf(request, 'x-unattended') !== undefined
  const actor = token ? await authenticate(token, clock(), { isUnattended }) : undefined
  return actor?.brandId === request.caller.brandId ? actor : undefined
}

function sendCached(request: FastifyRequest, reply: FastifyReply, answer: CachedAnswer) {
  reply.headers({ etag: answer.etag, 'cache-control': 'private, no-cache', vary: 'Accept-Encoding, Accept-Language' })
  if (request.headers['if-none-match'] === answer.etag) return reply.code(304).send()
  const { body, encoding } = answer.bodyFor(headerOf(request, 'accept-encoding') ?? '')
  if (encoding) reply.header('content-encoding', encoding)
  return reply.type('application/json; charset=utf-8').send(body)
}
