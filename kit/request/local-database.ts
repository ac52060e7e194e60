import { type DBSchema, type IDBPDatabase, openDB } from 'idb'

export type KeptAnswer = { key: string; data?: unknown; headers: [string, string][]; keptAt: number }
export type KeptQuery = {
  hash: string
  userId: number
  /** What it was read in. */
  language: string
  key: readonly unknown[]
  data: unknown
  updatedAt: number
}
export type WaitingWrite = {
  /** Grows with every write: the order they are sent in. */
  id: number
  userId: number
  call: string
  input: object
  idempotencyKey: string
  /** When the learner did it, in ms. */
  at: number
}

interface LocalSchema extends DBSchema {
  answers: { key: string; value: KeptAnswer }
  queries: { key: string; value: KeptQuery }
  writes: { key: number; value: WaitingWrite; indexes: { userId: number } }
}

export type LocalDatabase = IDBPDatabase<LocalSchema>

const name = 'kurso'
let opened: Promise<LocalDatabase> | undefined

/** The device's own database, opened once: kept answers, kept queries and writes that wait for a network. */
export function localDatabase(): Promise<LocalDatabase> {
  opened ??= openDB<LocalSchema>(name, 1, {
    upgrade(database) {
      database.createObjectStore('answers', { keyPath: 'key' })
      database.createObjectStore('queries', { keyPath: 'hash' })
      database.createObjectStore('writes', { keyPath: 'id', autoIncrement: true }).createIndex('userId', 'userId')
    },
    blocking: (_old, _new, event) => (event.target as IDBDatabase).close(),
    terminated: () => {
      opened = undefined
    },
  })
  opened.catch(() => {
    opened = undefined
  })
  return opened
}

/** Forgets what was read on this device; with a user, also that user's unsent writes (ACC-18). */
export async function clearLocalDatabase(userId: number | null): Promise<void> {
  const database = await localDatabase()
  await Promise.all([database.clear('answers'), database.clear('queries')])
  if (userId === null) return
  for (const id of await database.getAllKeysFromIndex('writes', 'userId', userId)) await database.delete('writes', id)
}

/** How long what was read stays readable, in ms (REQ-03). */
export const keptFor = 86_400_000
