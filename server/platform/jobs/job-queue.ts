import type { FastifyBaseLogger } from 'fastify'
import { type Db as IDatabase, PgBoss } from 'pg-boss'
import type { Database } from '../database/database.ts'
import type { Db } from '../database/statement.ts'
import { type FailedJobs, listFailedJobs, takeFailedJobs, type WhichJobs } from './failed-jobs.ts'

export type JobData = Record<string, number | string>
type Handler = (data: JobData, signal: AbortSignal) => Promise<void>
type KeyedJob = { key: string; data: JobData }
type Work = { handle: Handler; atOnce: number }

export type JobQueue = {
  /**
   * Queues a job to run on any free node once the transaction `tx` has committed; at most one job of the same name and
   * key waits or runs at a time. If its node dies, another takes over within about a minute; a failed job is retried
   * twice. Of waiting jobs those of a higher `priority` (0) go first.
   */
  send(tx: Db, name: string, key: string, data: JobData, options?: { priority?: number }): Promise<void>
  /** Which jobs were given up after their last try, within the day that the queue remembers them, the latest first. */
  listFailed(db: Db, which: WhichJobs): Promise<FailedJobs[]>
  /** Sends failed jobs of some names again, unless an equal job is waiting; answers how many had failed. */
  sendFailed(tx: Db, names: readonly string[], which: WhichJobs): Promise<number>
  /** Whether a job of a name waits or runs. */
  isWaiting(db: Db, name: string): Promise<boolean>
  /** As `send`, many jobs of one name by one statement, by their keys. */
  sendAll(tx: Db, name: string, jobs: readonly KeyedJob[]): Promise<void>
  /** Runs the jobs of a name, `atOnce` (1) at a time on this node; call before the start. */
  work(name: string, handle: Handler, options?: { atOnce?: number }): void
  /** Opens the queue; so does the first `send`. */
  start(): Promise<void>
  /** Stops taking jobs and aborts running ones by their signal; after 5 s another node may take them over. */
  stop(): Promise<void>
}

const heartbeatSeconds = 30
/** How every queue is kept. */
export const queue = {
  policy: 'exclusive',
  retryLimit: 2,
  retryDelay: 1,
  expireInSeconds: 6 * 3600,
  heartbeatSeconds,
  retentionSeconds: 7 * 86_400,
  deleteAfterSeconds: 86_400,
} as const
const closeMs = 5_000
// Its tables are those of the queue, which makes them when it starts.
const unfinishedJob = `select from pgboss.job where name = $1 and state < 'completed' limit 1`
/** How long the queue's own statements, which nobody waits for, may take. */
const ownStatementMs = 40_000

/** Jobs stored in PostgreSQL by pg-boss, so that none is lost with a node; dead nodes are detected every `checkSeconds`. */
export function openJobs(
  database: Database,
  log: Pick<FastifyBaseLogger, 'warn'>,
  checkSeconds = heartbeatSeconds,
): JobQueue {
  const boss = new PgBoss({
    db: onConnection(database, ownStatementMs),
    schedule: false,
    superviseIntervalSeconds: checkSeconds,
    monitorIntervalSeconds: checkSeconds,
  })
  boss.on('error', error => log.warn({ err: error }, 'The job queue had a failure'))
  const handlers = new Map<string, Work>()
  const workers = new Map<string, string[]>()
  const ending = new AbortController()
  let started: Promise<void> | undefined

  const start = () => {
    started ??= begin(boss, handlers, workers, ending.signal).catch(error => {
      started = undefined
      throw error
    })
    return started
  }

  return {
    start,
    work(name, handle, { atOnce = 1 } = {}) {
      handlers.set(name, { handle: (data, signal) => handle(data, signal).catch(logFailure(name, log)), atOnce })
    },
    async send(tx, name, key, data, { priority = 0 } = {}) {
      await start()
      await boss.send(name, data, { singletonKey: key, priority, db: onConnection(tx) })
      wake(boss, workers.get(name))
    },
    async sendAll(tx, name, jobs) {
      await start()
      await insertJobs(boss, tx, name, jobs)
      wake(boss, workers.get(name))
    },
    sendFailed: (tx, names, which) =>
      start().then(async () => sendAgain(boss, workers, tx, await takeFailedJobs(tx, names, which))),
    ...told(start),
    async stop() {
      await started?.catch(() => undefined)
      if (started) await stopQueue(boss, ending, log)
    },
  }
}

/** What the queue says of its jobs, once it is open. */
function told(start: () => Promise<void>): Pick<JobQueue, 'listFailed' | 'isWaiting'> {
  return {
    async listFailed(db, which) {
      await start()
      return listFailedJobs(db, which)
    },
    async isWaiting(db, name) {
      await start()
      return (await db.query({ text: unfinishedJob, values: [name] })).rowCount === 1
    },
  }
}

async function begin(
  boss: PgBoss,
  handlers: ReadonlyMap<string, Work>,
  workers: Map<string, string[]>,
  ending: AbortSignal,
): Promise<void> {
  await boss.start()
  for (const [name, { handle, atOnce }] of handlers) {
    await boss.createQueue(name, queue)
    const options = { pollingIntervalSeconds: 2, heartbeatRefreshSeconds: heartbeatSeconds / 3 }
    const take = () =>
      boss.work<JobData>(name, options, async ([job]) => {
        if (job) await handle(job.data, AbortSignal.any([job.signal, ending]))
      })
    // Several workers with one job each, rather than one that takes batches: each can be notified by its own id.
    const made: string[] = []
    for (let worker = 0; worker < atOnce; worker++) made.push(await take())
    workers.set(name, made)
  }
}

async function insertJobs(boss: PgBoss, tx: Db, name: string, jobs: readonly KeyedJob[]): Promise<void> {
  const inserted = jobs.map(({ key, data }) => ({ singletonKey: key, data }))
  await boss.insert(name, inserted, { db: onConnection(tx) })
}

async function sendAgain(
  boss: PgBoss,
  workers: ReadonlyMap<string, string[]>,
  tx: Db,
  failed: readonly (KeyedJob & { name: string })[],
): Promise<number> {
  for (const name of new Set(failed.map(job => job.name))) {
    const jobs = failed.filter(job => job.name === name)
    await insertJobs(boss, tx, name, jobs)
    wake(boss, workers.get(name))
  }
  return failed.length
}

type Log = Pick<FastifyBaseLogger, 'warn'>

async function stopQueue(boss: PgBoss, ending: AbortController, log: Log): Promise<void> {
  ending.abort()
  const stopping = boss.stop({ graceful: true, timeout: closeMs, close: false })
  await stopping.catch((error: unknown) => log.warn({ err: error }, 'The job queue did not stop cleanly'))
}

/** Tells workers of new jobs; if this comes too early for the transaction, their own polling finds the jobs. */
function wake(boss: PgBoss, waiting: readonly string[] = []) {
  if (waiting.length) setTimeout(() => waiting.forEach(worker => boss.notifyWorker(worker)), 50).unref()
}

/** Logs a failed job, which the queue does not do. */
function logFailure(name: string, log: Pick<FastifyBaseLogger, 'warn'>) {
  return (error: unknown): never => {
    log.warn({ err: error, job: name }, 'A job failed')
    throw error
  }
}

/** The queue passes its SQL as text each time, but there are only a few texts: with names they are prepared once and used again. */
const names = new Map<string, string>()
const mostNames = 50
function nameOf(text: string): string | undefined {
  const known = names.get(text)
  if (known !== undefined || names.size === mostNames) return known
  names.set(text, `queue-${names.size}`)
  return names.get(text)
}

/** The queue's way to a database. Several statements at once must be sent without parameters. */
export function onConnection(db: Db, waitMs?: number): IDatabase {
  const limit = waitMs === undefined ? {} : { query_timeout: waitMs }
  return {
    executeSql(text, values) {
      const name = values?.length ? nameOf(text) : undefined
      return db.query({ text, ...(values?.length && { values }), ...(name !== undefined && { name }), ...limit })
    },
  }
}
