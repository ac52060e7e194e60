import type { Database } from './database.ts'
import type { Db } from './statement.ts'

/** Does `work` in a transaction that is always taken back, and answers what it found out. */
export async function rehearse<Result>(database: Database, work: (tx: Db) => Promise<Result>): Promise<Result> {
  let found: { result: Result } | undefined
  try {
    await database.inTransaction(async tx => {
      found = { result: await work(tx) }
      throw takenBack
    })
  } catch (error) {
    if (error !== takenBack) throw error
  }
  if (!found) throw new Error('The rehearsal ended without a result')
  return found.result
}

const takenBack = new Error('A rehearsal is taken back')
