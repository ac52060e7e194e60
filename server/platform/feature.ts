import type { FastifyBaseLogger, FastifyInstance } from 'fastify'
import type { Check } from './check.ts'
import type { Database } from './database/database.ts'
import type { Listener } from './database/listener.ts'
import type { HttpDependencies } from './http/http-server.ts'
import type { BoundRoute, LiveNews } from './http/routes.ts'
import type { JobData, JobQueue } from './jobs/job-queue.ts'
import type { LiveParts } from './live/live-parts.ts'
import type { ListChangedSessions } from './live/connected.ts'
import type { Mailer } from './mail/mail.ts'
import type { PersonalTables } from './personal-tables.ts'
import type { FeatureSettings } from './setting.ts'
import type { Texter } from './sms/open-texter.ts'
import type { S3Place } from './storage/s3-store.ts'

/** What the process gives every feature. */
export type ServerParts = {
  database: Database
  /** Notifications from other nodes, received once the server has started. */
  listener: Pick<Listener, 'on' | 'onConnection'>
  jobs: Pick<JobQueue, 'send' | 'sendAll' | 'sendFailed' | 'listFailed' | 'isWaiting'>
  mailer: Mailer
  texter: Texter
  log: FastifyBaseLogger
  /** The current time, in ms. */
  clock(): number
  dataDir: string
  s3?: S3Place | undefined
  isHttps: boolean
  /** Origin at which learners open the school; links in e-mails use it. */
  publicUrl: string
  mailFrom?: string | undefined
  /** What a feature to the left has opened. */
  opened<Own>(feature: ServerFeature<Own>): Promise<Own>
}

/** What the platform needs from features; each is provided by exactly one of them. */
export type PlatformAnswers = Pick<HttpDependencies, 'authenticate' | 'findBrand' | 'noteActing'> & {
  pageSources: NonNullable<HttpDependencies['pageSources']>
  /** Whether a brand collects its own analytics. */
  keepsFigures(brandId: string): boolean
  sessions: {
    /** The key under which a token's session is reported when it ends. */
    keyOf(token: string): string
    onEnded(hear: (key: string) => void): void
    onChanged(hear: (key: string) => void): void
    listChanged: ListChangedSessions
  }
}

/** What a feature can use once all of them are open. */
export type OpenedParts = Omit<ServerParts, 'opened'> &
  PlatformAnswers & {
    /** What all features and the platform keep of people. */
    personalTables: PersonalTables
    /** What a feature to the left has opened. */
    of<Own>(feature: ServerFeature<Own>): Own
  }

export type ServingParts = OpenedParts & { live: LiveNews }

/** A kind of job; this node runs at most `atOnce` (1) of them at a time. */
export type Job = { work(data: JobData, signal: AbortSignal): Promise<void>; atOnce?: number }

/** Recurring work; a failure is logged and the work is tried again next time. */
export type Tidying = { everyMs: number; work(): Promise<unknown> }

/** What one feature adds to the server; every entry is optional. */
export type ServerFeature<Own = unknown, Given = unknown> = {
  name: string
  settings?: FeatureSettings<Given>
  /** Opens the feature's long-lived parts and returns what features to the right may use. */
  open?(parts: ServerParts, given: Given): Own | Promise<Own>
  answers?(own: Own, parts: ServerParts): Partial<PlatformAnswers>
  live?(parts: OpenedParts, own: Own): LiveParts
  routes?(parts: OpenedParts, own: Own): BoundRoute[]
  /** Those of its tables that refer to people. */
  personalTables?: PersonalTables
  /** By the name of the job. */
  jobs?(parts: ServingParts, own: Own): Record<string, Job>
  tidying?(parts: ServingParts, own: Own): Tidying[]
  /** Subscribes to events of features to the left. */
  subscribe?(parts: ServingParts, own: Own): void
  /** Serves routes that are not calls of a contract. */
  serve?(server: FastifyInstance, parts: ServingParts, own: Own): void | Promise<void>
  /** Serves pages at addresses nothing else handles. */
  servePages?(server: FastifyInstance, parts: ServingParts, own: Own): Promise<void>
  /** Starts scheduled work, once the server listens. */
  start?(own: Own): void
  /** What `npm run doctor` tries of it. */
  checks?(parts: OpenedParts, own: Own): Check[] | Promise<Check[]>
}

/** Declares what a feature adds to the server. */
export function serverFeature<Own = undefined, Given = undefined>(
  feature: ServerFeature<Own, Given>,
): ServerFeature<Own, Given> {
  return feature
}
