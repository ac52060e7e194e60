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

/** Why the server, or an upload, would not take a write; `retryAfter` in seconds, `status` 0 for an upload. */
export type WriteRefusal = {
  status: number
  code: string
  message: string
  errors?: Record<string, string[]>
  retryAfter?: number
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
  /** Writes of one lane go in order, lanes do not wait for each other; '' where none was named. */
  lane: string
  /** Uploads of this device that must be on the server first; their media ids go as `file_ids` of the body. */
  uploads?: readonly string[]
  /** A refusal leaves it in its lane, for the person to try again, change or discard. */
  keepsRefused?: boolean
  refusal?: WriteRefusal
  /** It was sent and no answer told what became of it: the server may have it. */
  isUndecided?: boolean
  /** Tries in a row without success, when the last was, how long to wait after it (ms), and whether the server answered. */
  failed?: { times: number; at: number; wait: number; isAnswered: boolean }
}

export type UploadState = 'NOT_UPLOADED' | 'UPLOADED' | 'DONE' | 'FAIL'
export type StoredUpload = {
  /** Random; with `attempt` also the key under which the server makes it once. */
  id: string
  userId: number
  name: string
  /** MIME type by the bytes' head. */
  type: string
  bytes: number
  at: number
  state: UploadState
  isPaused: boolean
  /** Bytes that the server is known to have. */
  offset: number
  attempt: number
  /** Where the server takes it, once it has made it. */
  url?: string
  mediaId?: number
  failure?: { code: string; message: string }
}

interface LocalSchema extends DBSchema {
  answers: { key: string; value: KeptAnswer }
  queries: { key: string; value: KeptQuery }
  writes: { key: number; value: WaitingWrite; indexes: { userId: number } }
  uploads: { key: string; value: StoredUpload; indexes: { userId: number } }
  /** What is uploaded; apart, since a row with a file is copied whole with every change. */
  files: { key: string; value: Blob }
}

export type LocalDatabase = IDBPDatabase<LocalSchema>

const name = 'kurso'
let opened: Promise<LocalDatabase> | undefined

/** The device's own database, opened once: kept answers and queries, writes that wait for a network, uploads. */
export function localDatabase(): Promise<LocalDatabase> {
  opened ??= openDB<LocalSchema>(name, 2, {
    async upgrade(database, oldVersion, _newVersion, transaction) {
      if (oldVersion < 1) {
        database.createObjectStore('answers', { keyPath: 'key' })
        database.createObjectStore('queries', { keyPath: 'hash' })
        database.createObjectStore('writes', { keyPath: 'id', autoIncrement: true }).createIndex('userId', 'userId')
      }
      database.createObjectStore('uploads', { keyPath: 'id' }).createIndex('userId', 'userId')
      database.createObjectStore('files')
      const writes = transaction.objectStore('writes')
      for (const write of await writes.getAll()) await writes.put({ ...write, lane: '' })
    },
    blocking(_old, _new, event) {
      opened = undefined
      const connection = event.target as IDBDatabase
      connection.close()
    },
    terminated: () => {
      opened = undefined
    },
  })
  opened.catch(() => {
    opened = undefined
  })
  return opened
}

/** Forgets what was read on this device; with a user, also that user's unsent writes and uploads. */
export async function clearLocalDatabase(userId: number | null): Promise<void> {
  const database = await localDatabase()
  await Promise.all([database.clear('answers'), database.clear('queries')])
  if (userId !== null) await forgetUnsent(userId)
}

/** Forgets the writes and uploads of a user that were not sent. */
export async function forgetUnsent(userId: number): Promise<void> {
  const database = await localDatabase()
  for (const id of await database.getAllKeysFromIndex('writes', 'userId', userId)) await database.delete('writes', id)
  for (const id of await database.getAllKeysFromIndex('uploads', 'userId', userId)) await deleteUpload(id)
}

/** Forgets an upload and its file. */
export async function deleteUpload(id: string): Promise<void> {
  const deletion = (await localDatabase()).transaction(['uploads', 'files'], 'readwrite')
  void deletion.objectStore('uploads').delete(id)
  void deletion.objectStore('files').delete(id)
  await deletion.done
}

/** How long what was read stays readable, in ms. */
export const keptFor = 86_400_000
