import type { FastifyBaseLogger, FastifyInstance } from 'fastify'
import type {
  OpenedParts,
  PlatformAnswers,
  ServerFeature,
  ServerParts,
  ServingParts,
} from '#server/platform/feature.ts'
import type { JobQueue } from '#server/platform/jobs/job-queue.ts'
import type { PersonalTables } from '#server/platform/personal-tables.ts'
import { telemetryTables } from '#server/platform/telemetry/events.ts'
import * as registry from './features.ts'
import { type GivenByFeature, givenOf } from './settings.ts'

export const features: readonly ServerFeature[] = Object.values(registry)

/** What is kept of people, by table. */
export const personalTables: PersonalTables = Object.assign(
  { ...telemetryTables },
  ...features.map(feature => feature.personalTables),
)

/** All features opened, each after those it builds on; `given` is what the settings say to them, by their names. */
export async function openFeatures(
  platform: Omit<ServerParts, 'opened'>,
  given: Partial<GivenByFeature>,
): Promise<OpenedParts> {
  const settings: Record<string, unknown> = { ...givenOf({}), ...given }
  const opening = new Map<ServerFeature, Promise<unknown>>()
  const owns = new Map<ServerFeature, unknown>()
  const parts: ServerParts = {
    ...platform,
    opened<Own>(feature: ServerFeature<Own>) {
      const open = opening.get(feature) ?? Promise.resolve(feature.open?.(parts, settings[feature.name]))
      opening.set(feature, open)
      return open as Promise<Own>
    },
  }
  for (const feature of features) owns.set(feature, await parts.opened(feature))
  const answers = features.map(feature => feature.answers?.(owns.get(feature), parts) ?? {})
  return {
    ...platform,
    ...(Object.assign({}, ...answers) as PlatformAnswers),
    personalTables,
    of: <Own>(feature: ServerFeature<Own>) => owns.get(feature) as Own,
  }
}

/** Starts everything features do besides calls (jobs, subscriptions, pages, tidying) until the server closes. */
export async function serveFeatures(server: FastifyInstance, parts: ServingParts, jobs: Pick<JobQueue, 'work'>) {
  for (const feature of features) {
    const own = parts.of(feature)
    for (const [name, { work, ...options }] of Object.entries(feature.jobs?.(parts, own) ?? {}))
      jobs.work(name, work, options)
    feature.subscribe?.(parts, own)
    await feature.serve?.(server, parts, own)
    for (const tidying of feature.tidying?.(parts, own) ?? []) keepTidying(server, tidying, parts.log)
  }
  for (const feature of features) await feature.servePages?.(server, parts, parts.of(feature))
}

export function keepTidying(
  server: FastifyInstance,
  { everyMs, work }: { everyMs: number; work(): Promise<unknown> },
  log: FastifyBaseLogger,
) {
  const failed = (error: unknown) => log.warn({ err: error }, 'Could not tidy up')
  const timer = setInterval(() => void work().catch(failed), everyMs)
  timer.unref()
  server.addHook('onClose', async () => clearInterval(timer))
}
