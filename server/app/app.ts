import type { FastifyBaseLogger, FastifyInstance } from 'fastify'
import { noteActingAs } from '#server/features/accounts/impersonation.ts'
import { sessionKeeper } from '#server/features/accounts/sessions.ts'
import { openNetworks } from '#server/features/social/networks.ts'
import type { SocialProviderSettings } from '#server/features/social/provider-settings.ts'
import { serveSocial } from '#server/features/social/serve-social.ts'
import { tidyAccess } from '#server/features/accounts/tidy-access.ts'
import type { Notices } from '#server/features/notifications/notices.ts'
import { type Brands, brandByAppId, brandByHost, defaultBrand } from '#server/features/brands/load-brands.ts'
import { pageSourcesOf } from '#server/features/brands/page-sources.ts'
import { publishMediaChange } from '#server/features/chat/message-files.ts'
import type { Database } from '#server/platform/database/database.ts'
import { type Listener, openListener } from '#server/platform/database/listener.ts'
import type { Pace } from '#server/platform/live/heartbeat.ts'
import type { Live } from '#server/platform/live/open-live.ts'
import { buildHttpServer, type HttpDependencies } from '#server/platform/http/http-server.ts'
import { refuseCommon } from '#server/platform/http/refusals.ts'
import { openJobs } from '#server/platform/jobs/job-queue.ts'
import type { BoundRoute } from '#server/platform/http/routes.ts'
import { tidyEvents } from '#server/platform/telemetry/tidy-events.ts'
import type { S3Place } from '#server/platform/storage/s3-store.ts'
import { openBrands } from './brands.ts'
import { wireLive } from './live.ts'
import { workJobs } from './jobs.ts'
import { loadNotifications, type PushSettings, serveNotices } from './notifications.ts'
import { serveMedia } from './media.ts'
import { openMessengers, type Outbox } from './messengers.ts'
import { servePages } from './pages/pages.ts'
import { allRoutes } from './routes.ts'

export type AppDependencies = {
  database: Database
  brands: Brands
  log: FastifyBaseLogger
  clock(): number
  dataDir: string
  s3?: S3Place | undefined
  redisUrl?: string | undefined
  livePace?: Partial<Pace> | undefined
  trustProxy: boolean
  isHttps: boolean
  /** Origin at which learners open the school; what letters link to. */
  publicUrl: string
  outbox: Outbox
  push?: PushSettings
  socialProviders?: readonly SocialProviderSettings[]
}

/** The whole server on an open, migrated database. `listener`, which hears other nodes, and `notices` are started by the caller. */
export async function buildApp(
  given: AppDependencies,
): Promise<{ server: FastifyInstance; listener: Listener; live: Live; routes: BoundRoute[]; notices: Notices }> {
  const networks = openNetworks(given.socialProviders ?? [], given.clock)
  const { database, log } = given
  const sessions = sessionKeeper(database)
  const listener = openListener(database, error => log.warn({ err: error }, 'Notices of other nodes may be late'))
  const opened = { database, files: given.brands, networks: new Set(networks.keys()), listener, log }
  const { brands, keeper: brandKeeper } = await openBrands(opened)
  const dependencies = { ...given, brands }
  listener.on('session_ended', sessions.forget)
  listener.on('session_changed', sessions.judgeAnew)
  listener.onConnection(isConnected => (isConnected ? sessions.resume() : sessions.pause()))

  const findBrand = brandFinder(brands)
  const live = wireLive({ ...dependencies, listener, sessions, findBrand })

  const noteActing: HttpDependencies['noteActing'] = (actor, route, address) =>
    noteActingAs(database, actor, route, address)
  const http: HttpDependencies = {
    ...dependencies,
    authenticate: sessions.authenticate,
    noteActing,
    live,
    findBrand,
    pageSources: host => pageSourcesOf(brandByHost(brands, host)),
  }
  const jobs = openJobs(database, log)
  const messengers = openMessengers(dependencies)
  const notifications = await loadNotifications(database, dependencies.push)
  const parts = { ...dependencies, jobs, ...messengers, findBrand, notifications, brandKeeper }
  const routes = allRoutes(parts)
  const server = await buildHttpServer(http, routes)
  workJobs(parts)
  server.addHook('onClose', () => messengers.mailer.close())
  tidyWhileServing(server, { ...dependencies, sessions })
  live.attach(server)
  serveHealth(server, database)
  server.addHook('onClose', () => jobs.stop())
  /** The messages that have the file are told again. */
  function onMediaChanged(mediaId: number) {
    publishMediaChange(database, mediaId)
      .then(rooms => live.nudge(...rooms))
      .catch((error: unknown) => log.warn({ err: error, mediaId }, 'Could not tell of a file'))
  }
  await serveMedia(server, { ...parts, authenticate: sessions.authenticate, noteActing, onMediaChanged })
  serveSocial(server, { ...dependencies, networks, findBrand, authenticate: sessions.authenticate })
  const notices = serveNotices(server, parts)
  await servePages(server, { brands, database, pushPublicKey: notifications.keys.publicKey })
  return { server, listener, live, routes, notices }
}

/** The brand that a page or call is of: by the app's id, without one by the host, else the default one. */
function brandFinder(brands: Brands): HttpDependencies['findBrand'] {
  return (appId, host) => {
    const named = appId === undefined ? brandByHost(brands, host) : brandByAppId(brands, appId)
    const brand = named ?? defaultBrand(brands)
    const defaultLanguage = brand.site.forcedLanguage ?? brand.site.defaultLanguage
    return { brandId: brand.id, isKnown: named !== undefined, defaultLanguage }
  }
}

type Tidying = Pick<AppDependencies, 'database' | 'clock' | 'log'> & { sessions: ReturnType<typeof sessionKeeper> }

function tidyWhileServing(server: FastifyInstance, { database, clock, log, sessions }: Tidying) {
  const stops = [
    tidyAccess(database, sessions, clock, error => log.warn({ err: error }, 'Could not tidy up')),
    tidyEvents(database, clock, error => log.warn({ err: error }, 'Could not forget')),
  ]
  server.addHook('onClose', async () => {
    for (const stop of stops) stop()
  })
}

/** Alive at all, and able to serve. */
function serveHealth(server: FastifyInstance, database: Database) {
  server.get('/healthz', { schema: { hide: true } }, () => ({ status: 'ok' }))
  server.get('/readyz', { schema: { hide: true } }, async () => {
    await database
      .query({ name: 'ready', text: 'select 1' })
      .catch(() => refuseCommon('unavailable', { retryAfter: 2 }))
    return { status: 'ok' }
  })
}
