import { PgBoss } from 'pg-boss'
import type { Database } from '../database/database.ts'
import type { Db } from '../database/statement.ts'
import { type JobData, onConnection, queue } from './job-queue.ts'

/** A job that waits, or runs and may have to run again. */
export type WaitingJob = { name: string; key: string | null; priority: number; data: JobData }

/** What the queue has still to do. */
export async function listWaiting(db: Db): Promise<WaitingJob[]> {
  const found = await db.query<{ isThere: boolean }>({
    text: `select to_regclass('pgboss.job') is not null as "isThere"`,
  })
  if (!found.rows[0]?.isThere) return []
  const { rows } = await db.query<WaitingJob>({
    text: `select name, singleton_key as key, priority, data from pgboss.job where state < 'completed' order by created_on, id`,
  })
  return rows
}

/** How many jobs, waiting or done, the queue of a database holds. */
export async function countJobs(db: Db): Promise<number> {
  const found = await db.query<{ isThere: boolean }>({
    text: `select to_regclass('pgboss.job') is not null as "isThere"`,
  })
  if (!found.rows[0]?.isThere) return 0
  const { rows } = await db.query<{ count: number }>({ text: 'select count(*)::int as count from pgboss.job' })
  return rows[0]?.count ?? 0
}

/** A queue in an empty database: `put` adds jobs in a transaction, to run once a server works on it. */
export async function openEmptyQueue(database: Database) {
  const boss = new PgBoss({ db: onConnection(database), schedule: false, supervise: false })
  boss.on('error', () => undefined)
  await boss.start()
  return {
    async prepare(jobs: readonly WaitingJob[]) {
      for (const name of new Set(jobs.map(job => job.name))) await boss.createQueue(name, queue)
    },
    async put(tx: Db, jobs: readonly WaitingJob[]) {
      for (const { name, key, priority, data } of jobs)
        await boss.insert(name, [{ data, priority, ...(key !== null && { singletonKey: key }) }], {
          db: onConnection(tx),
        })
    },
    close: () => boss.stop({ graceful: false, close: false }),
  }
}
