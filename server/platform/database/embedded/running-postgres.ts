import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { isConnectionLoss, openDatabase } from '../database.ts'
import type { EmbeddedConnection } from './embedded-postgres.ts'

/** Where the embedded PostgreSQL that a running Kurso has on `dataDir` is reached; undefined when none runs. */
export async function runningPostgres(dataDir: string): Promise<EmbeddedConnection | undefined> {
  const pidFile = await readFile(join(dataDir, 'postgres/postmaster.pid'), 'utf8').catch(() => '')
  const host = pidFile.split('\n')[4]?.trim()
  if (!host) return undefined
  const connection = { host, port: 5432, user: 'kurso', database: 'kurso' }
  const database = openDatabase(connection, () => undefined, 1)
  try {
    await database.query({ text: 'select 1' })
    return connection
  } catch (error) {
    if (isConnectionLoss(error)) return undefined
    throw error
  } finally {
    await database.close()
  }
}
