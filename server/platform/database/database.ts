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
  /** A connection outside the pool, which may take as long as it needs; the caller connects and ends it. */
  ownConnection(): pg.Client
  close(): Promise<void>
}

// A statement is planned once a connection. Left to itself the database plans many again at each call, which can cost five times
// what reading costs (002).
const options = '-c plan_cache_mode=force_generic_plan'

/**
 * Opens a pool of `size` connections. Lost idle connections are reported and replaced, never fatal. A statement that is not
 * answered within `answerMs` (0: however long the database takes) fails as a lost connection; after it nothing is sent over the
 * connections that there were, for none of them may be answered.
 */
export function openDatabase(
  connection: Connection,
  onLost: (error: Error) => void,
  size = 10,
  answerMs = 0,
): Database {
  const settings = { ...connection, connectionTimeoutMillis: 3000, keepAlive: true, application_name: 'kurso', options }
  // A node that stands still, or is cut off, in the middle of a transaction may not hold what others wait for.
  const limits = { statement_timeout: 30_000, idle_in_transaction_session_timeout: 30_000 }
  const open = () => openPool({ ...settings, ...limits, query_timeout: answerMs, max: size }, onLost)
  const retired = new Set<Promise<void>>()
  let pool = open()

  /** Does `work` on the pool, which a statement without an answer retires. */
  async function on<Result>(work: (pool: pg.Pool) => Promise<Result>): Promise<Result> {
    const used = pool
    try {
      return await work(used)
    } catch (error) {
      if (isUnanswered(error) && used === pool) {
        pool = open()
        const ending = used.end().finally(() => retired.delete(ending))
        retired.add(ending)
      }
      throw error
    }
  }

  return {
    query: config => on(used => used.query(config)),
    ownConnection: () => new pg.Client(settings),
    inTransaction: work => on(used => inTransaction(used, work)),
    async close() {
      await Promise.all([pool.end(), ...retired])
    },
  }
}

function openPool(config: pg.PoolConfig, onLost: (error: Error) => void): pg.Pool {
  const pool = new pg.Pool(config)
  pool.on('error', onLost)
  // Lost between two of its statements: the next one says so, and unheard the news would end the process.
  pool.on('connect', client => client.on('error', () => undefined))
  return pool
}

async function inTransaction<Result>(pool: pg.Pool, work: (tx: Db) => Promise<Result>): Promise<Result> {
  const client = await pool.connect()
  let lost: Error | undefined
  try {
    await client.query('begin')
    const result = await work(client)
    await client.query('commit')
    return result
  } catch (error) {
    if (error instanceof Error && isConnectionLoss(error)) lost = error
    else await client.query('rollback').catch((failure: Error) => (lost = failure))
    throw error
  } finally {
    client.release(lost)
  }
}

/** Whether a statement was given up because the database said nothing for too long. */
function isUnanswered(error: unknown): boolean {
  return error instanceof Error && error.message === 'Query read timeout'
}

/** Whether the database, or the pool, let a caller wait to the end in vain: whoever waits behind would as well. */
export function isSilent(error: unknown): boolean {
  return isUnanswered(error) || (error instanceof Error && error.message === 'timeout exceeded when trying to connect')
}

const lossCodes = new Set(['ECONNREFUSED', 'ECONNRESET', 'ENOENT', 'EPIPE', 'ETIMEDOUT'])

/** Whether an error means that the database cannot be reached now, not that the statement was wrong. */
export function isConnectionLoss(error: unknown): boolean {
  if (!(error instanceof Error)) return false
  const code = 'code' in error && typeof error.code === 'string' ? error.code : ''
  if (lossCodes.has(code) || code.startsWith('57P') || code.startsWith('08')) return true
  if (('severity' in error && error.severity === 'FATAL') || isUnanswered(error)) return true
  return /^(Connection terminated|timeout exceeded when trying to connect|Client has encountered a connection)/.test(
    error.message,
  )
}

/** Whether the database refused because its disk is full, or its memory or connections are used up (SQLSTATE class 53). */
export function isOutOfResources(error: unknown): boolean {
  return error instanceof Error && 'code' in error && String(error.code).startsWith('53')
}

const overtakenCodes = new Set(['23503', '40001', '40P01'])

/**
 * Whether a write failed because of another one that came between: what it referred to has gone, or each waited for the
 * other. Nothing was written, and the same again is judged by what is there then.
 */
export function isOvertaken(error: unknown): boolean {
  return error instanceof Error && 'code' in error && overtakenCodes.has(String(error.code))
}
