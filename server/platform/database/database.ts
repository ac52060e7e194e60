import pg from 'pg'
import type { Db } from './statement.ts'

// Identifiers and counts stay below 2^53, and the wire has plain numbers.
pg.types.setTypeParser(pg.types.builtins.INT8, Number)
const int8Array: number = 1016
const readTexts = pg.types.getTypeParser(int8Array)
pg.types.setTypeParser(int8Array, (text: string) => (readTexts(text) as string[]).map(Number))
// A calendar date has no zone; a Date object would invent one.
pg.types.setTypeParser(pg.types.builtins.DATE, value => value)

export type Connection = { connectionString: string } | { host: string; port: number; user: string; database: string }

export type Database = Db & {
  inTransaction<Result>(work: (tx: Db) => Promise<Result>): Promise<Result>
  /** A connection of its own for LISTEN; the caller ends it. */
  listener(): pg.Client
  close(): Promise<void>
}

// A statement is planned once a connection. Left to itself the database plans many anew at each call, which can cost five times
// what reading costs (002).
const options = '-c plan_cache_mode=force_generic_plan'

/** Opens a pool of `size` connections. Lost idle connections are reported and replaced, never fatal. */
export function openDatabase(connection: Connection, onLost: (error: Error) => void, size = 10): Database {
  const settings = { ...connection, connectionTimeoutMillis: 3000, application_name: 'kurso', options }
  // A node that stands still, or is cut off, in the middle of a transaction may not hold what others wait for.
  const limits = { statement_timeout: 30_000, idle_in_transaction_session_timeout: 30_000 }
  const pool = new pg.Pool({ ...settings, ...limits, max: size })
  pool.on('error', onLost)
  return {
    query: config => pool.query(config),
    listener: () => new pg.Client(settings),
    close: () => pool.end(),
    async inTransaction(work) {
      const client = await pool.connect()
      // Lost between two of its statements: the next one says so, and unheard the news would end the process.
      client.on('error', ignore)
      let failed: Error | undefined
      try {
        await client.query('begin')
        const result = await work(client)
        await client.query('commit')
        return result
      } catch (error) {
        failed = error instanceof Error ? error : new Error(String(error))
        await client.query('rollback').catch(() => undefined)
        throw error
      } finally {
        client.off('error', ignore)
        client.release(isConnectionLoss(failed) ? failed : undefined)
      }
    },
  }
}

const ignore = () => undefined

const lossCodes = new Set(['ECONNREFUSED', 'ECONNRESET', 'ENOENT', 'EPIPE', 'ETIMEDOUT', '53300', '53400'])

/** Whether an error means that the database cannot be reached now, not that the statement was wrong. */
export function isConnectionLoss(error: unknown): boolean {
  if (!(error instanceof Error)) return false
  const code = 'code' in error && typeof error.code === 'string' ? error.code : ''
  if (lossCodes.has(code) || code.startsWith('57P') || code.startsWith('08')) return true
  if ('severity' in error && error.severity === 'FATAL') return true
  return /^(Connection terminated|timeout exceeded when trying to connect|Client has encountered a connection)/.test(
    error.message,
  )
}

const overtakenCodes = new Set(['23503', '40001', '40P01'])

/**
 * Whether a write failed because of another one that came between: what it referred to has gone, or each waited for the
 * other. Nothing was written, and the same again is judged by what is there then.
 */
export function isOvertaken(error: unknown): boolean {
  return error instanceof Error && 'code' in error && overtakenCodes.has(String(error.code))
}
