import { expect } from 'vitest'
import type { Db } from '#server/platform/database/statement.ts'

/** What passes, or what jobs write when they come to it. */
const passing = [
  'sign_in_attempts',
  'sessions',
  'known_devices',
  'one_time_codes',
  'course_imports',
  'backups',
  'download_items',
  'test_letters',
]

async function tablesOf(db: Db): Promise<string[]> {
  const { rows } = await db.query<{ name: string }>({
    text: `select table_name as name from information_schema.tables where table_schema = 'public' and table_type = 'BASE TABLE'
      order by table_name`,
  })
  return rows.map(({ name }) => name)
}

/** Waits until jobs have told people what happened. */
export async function allTold(db: Db): Promise<void> {
  const text = `select from pgboss.job where name like 'tell-%' and state < 'completed'`
  await expect.poll(async () => (await db.query({ text })).rows, { timeout: 10_000 }).toEqual([])
}

/** A digest of all that each table holds, by its name, once people were told. */
export async function contentsOf(db: Db): Promise<Record<string, string>> {
  await allTold(db)
  const tables = (await tablesOf(db)).filter(name => !passing.includes(name))
  const digests = tables.map(
    name => `(select md5(coalesce(string_agg(t::text, ',' order by t::text), '')) from ${name} t) as "${name}"`,
  )
  const letters = `(select count(*)::text from pgboss.job where name like 'send-%') as letters`
  const { rows } = await db.query<Record<string, string>>({ text: `select ${[...digests, letters].join(', ')}` })
  return rows[0] ?? {}
}

/** The tables that differ. */
export const changedIn = (before: Record<string, string>, after: Record<string, string>): string[] =>
  Object.keys(after).filter(name => after[name] !== before[name])
