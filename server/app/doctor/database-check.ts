import { type Check, broken, good, lacking } from '#server/platform/check.ts'
import type { Database } from '#server/platform/database/database.ts'

const oldestVersion = 15
const tries = 5
/** A page waits for two statements in turn: from here on people notice. */
const slowMs = 20

/** The database: its version, whether it can be written, and how far away it is. */
export function databaseCheck(database: Database): Check {
  return {
    name: 'Database',
    advice: 'Compare DATABASE_URL with where PostgreSQL listens, and let its user create tables and schemas',
    async run() {
      const { rows } = await database.query<{ version: number; said: string }>({
        text: `select current_setting('server_version_num')::int / 10000 as version, current_setting('server_version') as said`,
      })
      const [{ version, said } = { version: 0, said: 'of an unknown version' }] = rows
      if (version < oldestVersion)
        return broken(`PostgreSQL ${said}`, `Kurso needs PostgreSQL ${oldestVersion} or newer`)
      await database.inTransaction(async tx => {
        await tx.query({ text: 'create temporary table tried (at timestamptz) on commit drop' })
        await tx.query({ text: 'insert into tried values (now())' })
      })
      const ms = await roundTrip(database)
      const says = `PostgreSQL ${said}, ${ms.toFixed(1)} ms away, can be written`
      return ms > slowMs
        ? lacking(says, 'Run the server closer to its database: each page waits for it twice')
        : good(says)
    },
  }
}

/** The fastest of some statements, in ms: what is slower waited for something else. */
async function roundTrip(database: Database): Promise<number> {
  let fastest = Number.POSITIVE_INFINITY
  for (let turn = 0; turn < tries; turn++) {
    const begun = performance.now()
    await database.query({ text: 'select 1' })
    fastest = Math.min(fastest, performance.now() - begun)
  }
  return fastest
}
