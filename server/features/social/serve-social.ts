import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { randomNonce, randomPKCECodeVerifier } from 'openid-client'
import Type from 'typebox'
import { brandById, type Brands } from '#server/features/brands/load-brands.ts'
import type { Database } from '#server/platform/database/database.ts'
import { cookieOf } from '#server/platform/http/browser-cookies.ts'
import type { HttpDependencies } from '#server/platform/http/http-server.ts'
import { languageOf, networkOf } from '#server/platform/http/caller.ts'
import { refuseCommon } from '#server/platform/http/refusals.ts'
import type { Brand } from '#shared/features/brands/schema.ts'
import { type SocialSource, socialSources } from '#shared/features/social/rules.ts'
import { oneOf } from '#shared/platform/schemas.ts'
import { hashToken, newToken } from '#server/features/accounts/secrets.ts'
import { letIn, link, namedBy, whoLinks } from './external-accounts.ts'
import { messageOf, SocialFailure } from './failures.ts'
import { failureOf, type Network, type Networks } from './network.ts'
import { type Attempt, keepAttempt, type Purpose, takeAttempt } from './queries.ts'
import { returnTarget } from '#shared/features/accounts/rules.ts'

type Parts = Pick<HttpDependencies, 'authenticate' | 'findBrand' | 'clock' | 'isHttps'> & {
  database: Database
  brands: Brands
  networks: Networks
  publicUrl: string
}

/** How long a person may take at the network, in seconds. */
const attemptSeconds = 600
/** Error codes for a cancelled sign-in: the standard one (RFC 6749) and Apple's. */
const cancelled = ['access_denied', 'user_cancelled_authorize', 'user_cancelled_login']

const text = Type.Optional(Type.String({ maxLength: 4000 }))
const params = Type.Object({ source: oneOf(socialSources) })
const wayOut = Type.Object({ appId: text, token: text, successUrl: text, cancelUrl: text })
const wayBack = Type.Object({ state: text, error: text }, { additionalProperties: true })

type WayOut = { appId?: string; token?: string; successUrl?: string; cancelUrl?: string }
type Asked<Query> = FastifyRequest<{ Params: { source: SocialSource }; Querystring: Query }>

/**
 * The redirects between the app and a network: out by `login` or `link`, back by `callback`. Each always answers with a
 * redirect, so no token ever stays in a page.
 */
export function serveSocial(server: FastifyInstance, parts: Parts): void {
  const limited = { max: 60, timeWindow: 60_000, keyGenerator: ({ ip }: FastifyRequest) => networkOf(ip) }
  const rateLimit = { ...limited, errorResponseBuilder: () => refuseCommon('too_many_requests', { retryAfter: 60 }) }
  const options = (querystring: object) => ({
    schema: { hide: true, params, querystring },
    config: { rateLimit },
    // A HEAD request would spend the attempt.
    exposeHeadRoute: false,
    onRequest: async (_request: FastifyRequest, reply: FastifyReply) =>
      void reply.headers({ 'referrer-policy': 'no-referrer' }),
  })
  for (const purpose of ['login', 'link'] as const)
    server.get(`/spa/social/:source/${purpose}`, options(wayOut), (request: Asked<WayOut>, reply) =>
      setOut(parts, purpose, request, reply),
    )
  server.get(
    '/spa/social/:source/callback',
    options(wayBack),
    (request: Asked<{ state?: string; error?: string }>, reply) => comeBack(parts, request, reply),
  )
}

/** Reports the outcome to the app and failures to the log: only a code, never what the network sent. */
function answer(request: Asked<unknown>, reply: FastifyReply, to: string, outcome: Outcome | { error: unknown }) {
  const { source } = request.params
  if (!('error' in outcome)) return reply.redirect(withOutcome(to, source, outcome))
  const failure = failureOf(outcome.error)
  const { code, reason } = failure
  if (reason === 'server_error') request.log.error({ err: outcome.error }, 'Unexpected failure')
  else request.log.info({ source, code, reason }, 'Sign-in or link with a network failed')
  const errorMessage = messageOf(failure, source, languageOf(request) ?? 'en')
  return reply.redirect(withOutcome(to, source, { status: 'fail', errorCode: code, errorMessage }))
}

const callbackOf = (origin: string, source: SocialSource) => `${origin}/spa/social/${source}/callback`

async function setOut(parts: Parts, purpose: Purpose['purpose'], request: Asked<WayOut>, reply: FastifyReply) {
  const { brands, findBrand, clock } = parts
  const { query } = request
  const { brandId, isKnown } = findBrand(query.appId || undefined, request.hostname)
  if (!isKnown) refuseCommon('unknown_application')
  const brand = brandById(brands, brandId)
  const origin = originOf(request, parts.publicUrl, brands)
  const successUrl = returnAddress(query.successUrl, origin, brand)
  const cancelUrl = query.cancelUrl === undefined ? successUrl : returnAddress(query.cancelUrl, origin, brand)
  const network = networkAt(parts, request.params.source, brand)
  try {
    const asked = { ...parts, token: query.token, brandId, now: clock() }
    const who =
      purpose === 'link'
        ? { purpose, ...(await whoLinks(parts.database, request, asked)) }
        : { purpose, userId: null, sessionId: null }
    const address = await begin(parts, request, reply, {
      network,
      origin,
      who,
      kept: { brandId, successUrl, cancelUrl },
    })
    return reply.redirect(address.href)
  } catch (error) {
    return answer(request, reply, cancelUrl, { error })
  }
}

type Beginning = {
  network: Network
  origin: string
  who: Purpose & Pick<Attempt, 'sessionId'>
  kept: Pick<Attempt, 'brandId' | 'successUrl' | 'cancelUrl'>
}

/** Stores the attempt and gives the browser its secret; returns the network's address. */
async function begin(
  parts: Parts,
  request: Asked<WayOut>,
  reply: FastifyReply,
  { network, origin, who, kept }: Beginning,
) {
  const { source } = request.params
  const checks = { state: newToken(), verifier: randomPKCECodeVerifier(), nonce: randomNonce() }
  const address = await network.addressFor(callbackOf(origin, source), checks)
  const { state, ...proofs } = checks
  const secret = newToken()
  const hashes = { stateHash: hashToken(state), browserHash: hashToken(secret) }
  const expiresAt = parts.clock() / 1000 + attemptSeconds
  await keepAttempt(parts.database, { ...hashes, ...proofs, ...kept, ...who, source }, expiresAt)
  setSecret(reply, state, { secret, seconds: attemptSeconds, isHttps: parts.isHttps })
  return address
}

/** A configured network and, if a brand is given, one the brand offers. */
function networkAt({ networks }: Parts, source: SocialSource, brand?: Brand): Network {
  const { android = [source], ios = [] } = brand?.config.socialAuth ?? {}
  return ([...android, ...ios].includes(source) && networks.get(source)) || refuseCommon('not_found')
}

async function comeBack(parts: Parts, request: Asked<{ state?: string; error?: string }>, reply: FastifyReply) {
  const { database, brands, clock, isHttps } = parts
  const { source } = request.params
  const { state = '', error: refusal = '' } = request.query
  const network = networkAt(parts, source)
  const origin = originOf(request, parts.publicUrl, brands)
  const secret = secretOf(request, state) ?? ''
  setSecret(reply, state, { secret: '', seconds: 0, isHttps })
  let to = `${origin}/`
  try {
    const attempt = await takeAttempt(database, hashToken(state), hashToken(secret), source, clock() / 1000)
    if (!attempt) throw new SocialFailure('unknown_error', 'attempt_over')
    to = attempt.cancelUrl
    if (cancelled.includes(refusal)) return answer(request, reply, to, { status: 'cancel' })
    const { search } = new URL(request.url, origin)
    const returned = new URL(callbackOf(origin, source) + search)
    const externalId = namedBy(await network.identify(returned, { state, ...attempt }))
    const found = { brandId: attempt.brandId, source, externalId }
    if (attempt.purpose === 'link') {
      await link(database, attempt.userId, found)
      return answer(request, reply, attempt.successUrl, { status: 'success' })
    }
    const token = await letIn(database, found, clock())
    return answer(request, reply, attempt.successUrl, { status: 'success', token })
  } catch (error) {
    return answer(request, reply, to, { error })
  }
}

/** One cookie per attempt, so that two tabs do not interfere; named after the `state` the network sends back. */
const nameFor = (state: string) => `social-${state.slice(0, 16)}`

/** The secret this browser got when it left with `state`. */
function secretOf(request: Pick<FastifyRequest, 'headers'>, state: string): string | undefined {
  return /^[\w-]{43}$/.test(state) ? cookieOf(request, nameFor(state)) : undefined
}

/**
 * Gives the browser the secret it must present when it returns with `state`; 0 seconds removes it. Hidden from scripts.
 * Networks send the browser back by a link, which carries Lax cookies.
 */
function setSecret(
  reply: FastifyReply,
  state: string,
  { secret, seconds, isHttps }: { secret: string; seconds: number; isHttps: boolean },
): void {
  if (!/^[\w-]{43}$/.test(state)) return
  const flags = `Path=/spa/social; Max-Age=${seconds}; HttpOnly; SameSite=Lax${isHttps ? '; Secure' : ''}`
  reply.header('set-cookie', `${nameFor(state)}=${secret}; ${flags}`)
}

/**
 * The origin a browser is on and returns to: that of the Host header if it belongs to the school or a brand, otherwise
 * the school's. A forged Host header leads nowhere.
 */
function originOf({ host }: Pick<FastifyRequest, 'host'>, publicUrl: string, brands: Brands): string {
  const school = new URL(publicUrl)
  const isOwn = host === school.host || brands.byHost.has(host.toLowerCase().replace(/:\d+$/, ''))
  return isOwn ? `${school.protocol}//${host.toLowerCase()}` : school.origin
}

/** Where to reopen the app. Anything that is not one of our return addresses becomes the app's start. */
function returnAddress(wished: string | undefined, origin: string, brand: Brand): string {
  const target = returnTarget(wished, { origin, trustedOrigins: brand.site.trustedOrigins })
  if (target?.kind === 'outside') return target.url
  return new URL(target?.path ?? '/', origin).href
}

type Outcome =
  | { status: 'success'; token?: string }
  | { status: 'fail'; errorCode: string; errorMessage: string }
  | { status: 'cancel' }

/** The return address with the outcome, replacing any earlier one. */
function withOutcome(address: string, method: string, outcome: Outcome): string {
  const url = new URL(address)
  for (const name of ['token', 'errorCode', 'errorMessage']) url.searchParams.delete(name)
  for (const [name, value] of Object.entries({ action: 'login', method, ...outcome })) url.searchParams.set(name, value)
  return url.href
}
