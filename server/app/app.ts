import type { FastifyBaseLogger, FastifyInstance } from 'fastify'
import type { Database } from '#server/platform/database/database.ts'
import { type Listener, openListener } from '#server/platform/database/listener.ts'
import type { OpenedParts } from '#server/platform/feature.ts'
import { buildHttpServer } from '#server/platform/http/http-server.ts'
import type { BoundRoute } from '#server/platform/http/routes.ts'
import type { LiveEventWire } from '#shared/platform/live.ts'
import { openJobs } from '#server/platform/jobs/job-queue.ts'
import type { Pace } from '#server/platform/live/heartbeat.ts'
import type { Live } from '#server/platform/live/open-live.ts'
import { liveRoutes } from '#server/platform/live/poll.ts'
import type { S3Place } from '#server/platform/storage/s3-store.ts'
import { telemetryRoutes } from '#server/platform/telemetry/routes.ts'
import { forgetOldEvents } from '#server/platform/telemetry/events.ts'
import { serveHealth } from './health.ts'
import { wireLive } from './live.ts'
import { openMessengers, type Outbox } from './messengers.ts'
import { features, keepTidying, openFeatures, serveFeatures } from './open-features.ts'
import type { GivenByFeature } from './settings.ts'

export type AppDependencies = {
  database: Database
  log: FastifyBaseLogger
  clock(): number
  dataDir: string
  s3?: S3Place | undefined
  redisUrl?: string | undefined
  livePace?: Partial<Pace> | undefined
  /** Called once for everything sent live on this node: tests compare it with the contracts. */
  onTold?: ((told: LiveEventWire) => void) | undefined
  trustProxy: boolean
  metricsToken?: string | undefined
  isHttps: boolean
  /** Origin at which learners open the school; links in e-mails use it. */
  publicUrl: string
  outbox: Outbox
  /** Feature settings; defaults where none are given. */
  given?: Partial<GivenByFeature>
}

export type App = {
  server: FastifyInstance
  /** Listens to other nodes; the caller starts it. */
  listener: Listener
  live: Live
  routes: BoundRoute[]
  of: OpenedParts['of']
  /** Starts scheduled work; call once the server listens. */
  start(): void
}

const hourMs = 3_600_000

/** The whole server on an open, migrated database. */
export async function buildApp({ outbox, given = {}, ...dependencies }: AppDependencies): Promise<App> {
  const { database, log, clock } = dependencies
  const listener = openListener(database, error =>
    log.warn({ err: error }, 'Notifications from other nodes may be late'),
  )
  const jobs = openJobs(database, log)
  const messengers = openMessengers({ ...dependencies, outbox })
  const platform = { ...dependencies, listener, jobs, ...messengers, mailFrom: outbox.mailFrom }
  const parts = await openFeatures(platform, given)
  const live = wireLive({ ...dependencies, ...parts, listener })
  const routes = [
    ...liveRoutes,
    ...telemetryRoutes(parts.keepsFigures),
    ...features.flatMap(feature => feature.routes?.(parts, parts.of(feature)) ?? []),
  ]
  const server = await buildHttpServer({ ...dependencies, ...parts, live }, routes)
  server.addHook('onClose', () => messengers.mailer.close())
  live.attach(server)
  server.addHook('onListen', () =>
    jobs.start().catch((error: unknown) => log.warn({ err: error }, 'The job queue could not start yet')),
  )
  server.addHook('onClose', () => jobs.stop())
  serveHealth(server, dependencies)
  await serveFeatures(server, { ...parts, live }, jobs)
  keepTidying(server, { everyMs: hourMs, work: () => forgetOldEvents(database, clock()) }, log)
  return {
    server,
    listener,
    live,
    routes,
    of: parts.of,
    start() {
      for (const feature of features) feature.start?.(parts.of(feature))
    },
  }
}
