import type { Db } from '../database/statement.ts'

/** Jobs of one name that were given up; `last_at` in Unix seconds. */
export type FailedJobs = { name: string; count: number; last_at: number }

/** SQL: a condition on a job `j`, with the values of its parameters, the first of which is $1. */
export type WhichJobs = { where: string; values: readonly unknown[] }

type Taken = { name: string; key: string; data: Record<string, number | string> }

// Its tables are those of the queue, which makes them when it starts.
const failedJobs = (where: string) =>
  `select j.name, count(*)::int as count, extract(epoch from max(j.completed_on))::int as last_at
  from pgboss.job j where j.state = 'failed' and (${where}) group by j.name order by max(j.completed_on) desc limit 20`
const takenJobs = ({ where, values }: WhichJobs) =>
  `delete from pgboss.job j where j.state = 'failed' and (${where}) and j.name = any($${values.length + 1})
  returning j.name, coalesce(j.singleton_key, '') as key, j.data`

/** Which jobs of those asked for were given up after their last try, the latest first. */
export async function listFailedJobs(db: Db, { where, values }: WhichJobs): Promise<FailedJobs[]> {
  return (await db.query<FailedJobs>({ text: failedJobs(where), values: [...values] })).rows
}

/** Takes failed jobs of these names from the queue; who asks at the same time gets none of them. */
export async function takeFailedJobs(db: Db, names: readonly string[], which: WhichJobs): Promise<Taken[]> {
  return (await db.query<Taken>({ text: takenJobs(which), values: [...which.values, names] })).rows
}
