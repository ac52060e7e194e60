import type { Db } from '../database/statement.ts'

/** Jobs of one name that were given up; `last_at` in Unix seconds. */
export type FailedJobs = { name: string; count: number; last_at: number }

type Taken = { name: string; key: string; data: Record<string, number | string> }

// Its tables are those of the queue, which makes them when it starts.
const failedJobs = `select name, count(*)::int as count, extract(epoch from max(completed_on))::int as last_at
  from pgboss.job where state = 'failed' group by name order by max(completed_on) desc limit 20`
const takenJobs = `delete from pgboss.job where state = 'failed' and name = any($1)
  returning name, coalesce(singleton_key, '') as key, data`

/** Which jobs were given up after their last try, the latest first. */
export async function listFailedJobs(db: Db): Promise<FailedJobs[]> {
  return (await db.query<FailedJobs>({ text: failedJobs })).rows
}

/** Takes the failed jobs of these names from the queue; who asks at the same time gets none of them. */
export async function takeFailedJobs(db: Db, names: readonly string[]): Promise<Taken[]> {
  return (await db.query<Taken>({ text: takenJobs, values: [names] })).rows
}
