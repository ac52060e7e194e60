import { type DBSchema, type IDBPDatabase, openDB } from 'idb'
import { picturesCache, sharedCache } from './personal-caches.ts'

export type KeptAnswer = { key: string; data?: unknown; headers: [string, string][]; keptAt: number }
export type KeptQuery = {
  hash: string
  userId: number
  /** The language it was read in. */
  language: string
  key: readonly unknown[]
  data: unknown
  updatedAt: number
  /** It is known to have changed since, and has not been read again. */
  isStale?: boolean
}

/** Why the server, or an upload, rejected a write; `retryAfter` in seconds, `status` 0 for an upload. */
export type WriteRefusal = {
  status: number
  code: string
  message: string
  errors?: Record<string, string[]>
  retryAfter?: number
}
export type WaitingWrite = {
  /** Increases with every write: the order of sending. */
  id: number
  userId: number
  call: string
  input: object
  idempotencyKey: string
  /** When the learner did it, in ms. */
  at: number
  /** Writes in one lane are sent in order, lanes do not wait for each other; '' by default. */
  lane: string
  /** Uploads that must reach the server first; their media ids are sent as `file_ids` in the body. */
  uploads?: readonly string[]
  /** A refused write stays in its lane until the person retries, changes or discards it. */
  keepsRefused?: boolean
  /** How long the server wants between two writes of its lane, in ms. */
  gap?: number
  refusal?: WriteRefusal
  /** It was sent but never answered: the server may have it. */
  isUndecided?: boolean
  /** Consecutive failed tries, the time of the last, the wait after it (ms), and whether the server answered. */
  failed?: { times: number; at: number; wait: number; isAnswered: boolean }
}

export type UploadState = 'NOT_UPLOADED' | 'UPLOADED' | 'DONE' | 'FAIL'
/** What is no photo or video of a message; a `voice` was recorded here. */
export type UploadPurpose = 'library' | 'course' | 'voice'
export type StoredUpload = {
  /** Random; together with `attempt` also the key under which the server creates it once. */
  id: string
  userId: number
  name: string
  /** MIME type from the first bytes. */
  type: string
  bytes: number
  at: number
  state: UploadState
  isPaused: boolean
  /** Bytes the server is known to have. */
  offset: number
  attempt: number
  /** The upload's address, once the server has created it. */
  url?: string
  mediaId?: number
  failure?: { code: string; message: string }
  /** What it is for: a file of the school's library, which may also be a document, or a course; otherwise the sender's own. */
  purpose?: UploadPurpose
  /** Where the file is to be put once it has arrived, in the words of the screen that took it. */
  goal?: string
  /** How long a recorded voice is, in ms. */
  lasts?: number
  /** When the file was changed, in ms: by this it is known when it is chosen again. */
  modified?: number
}

/** What only the screen that takes a file knows of it. */
export type UploadMore = Pick<StoredUpload, 'goal' | 'lasts'>

/** What this device records of a call, kept until it is on its way as an upload. */
export type StoredClip = {
  id: string
  userId: number
  consultationId: number
  recordingId: number
  /** MIME type as the browser records it. */
  type: string
  /** When it began, in ms of the server's clock. */
  beganAt: number
}

interface LocalSchema extends DBSchema {
  answers: { key: string; value: KeptAnswer }
  queries: { key: string; value: KeptQuery }
  writes: { key: number; value: WaitingWrite; indexes: { userId: number } }
  uploads: { key: string; value: StoredUpload; indexes: { userId: number } }
  /** The files themselves; kept apart, since a row with a file would be copied whole on every change. */
  files: { key: string; value: Blob }
  clips: { key: string; value: StoredClip; indexes: { userId: number } }
  /** The pieces of clips, in order. */
  pieces: { key: number; value: { clipId: string; bytes: Blob }; indexes: { clipId: string } }
}

export type LocalDatabase = IDBPDatabase<LocalSchema>

const name = 'kurso'
let opened: Promise<LocalDatabase> | undefined

/** The device's database, opened once: stored answers and queries, pending writes, uploads. */
export function localDatabase(): Promise<LocalDatabase> {
  opened ??= openDB<LocalSchema>(name, 3, {
    async upgrade(database, oldVersion, _newVersion, transaction) {
      if (oldVersion < 1) {
        database.createObjectStore('answers', { keyPath: 'key' })
        database.createObjectStore('queries', { keyPath: 'hash' })
        database.createObjectStore('writes', { keyPath: 'id', autoIncrement: true }).createIndex('userId', 'userId')
      }
      database.createObjectStore('clips', { keyPath: 'id' }).createIndex('userId', 'userId')
      database.createObjectStore('pieces', { autoIncrement: true }).createIndex('clipId', 'clipId')
      if (oldVersion >= 2) return
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

/** What is a person's among the worker's caches; what is being shared at this moment waits for whoever signs in now. */
const personalCaches = () =>
  globalThis.location?.pathname === '/share' ? [picturesCache] : [picturesCache, sharedCache]

/** The number on the icon of the installed app is of the person whose session it was. */
const clearBadge = async () => (navigator as { clearAppBadge?: () => Promise<void> }).clearAppBadge?.()

/**
 * Deletes from this device what was read, what another app has shared into it and the number on the app's icon; with a user, also
 * that user's unsent writes, uploads and recordings. Never throws.
 */
export async function clearDevice(userId: number | null): Promise<void> {
  const deletions = personalCaches().map(name => globalThis.caches?.delete(name))
  await Promise.allSettled([clearDatabase(userId), clearBadge(), ...deletions])
}

async function clearDatabase(userId: number | null): Promise<void> {
  const database = await localDatabase()
  await Promise.all([database.clear('answers'), database.clear('queries')])
  if (userId !== null) await forgetUnsent(userId)
}

/** Deletes a user's unsent writes, uploads and recordings. */
export async function forgetUnsent(userId: number): Promise<void> {
  const database = await localDatabase()
  for (const id of await database.getAllKeysFromIndex('writes', 'userId', userId)) await database.delete('writes', id)
  for (const id of await database.getAllKeysFromIndex('uploads', 'userId', userId)) await deleteUpload(id)
  for (const id of await database.getAllKeysFromIndex('clips', 'userId', userId)) await deleteClip(id)
}

/** Deletes an upload and its file. */
export async function deleteUpload(id: string): Promise<void> {
  const deletion = (await localDatabase()).transaction(['uploads', 'files'], 'readwrite')
  void deletion.objectStore('uploads').delete(id)
  void deletion.objectStore('files').delete(id)
  await deletion.done
}

/** Deletes a clip and its pieces. */
export async function deleteClip(id: string): Promise<void> {
  const deletion = (await localDatabase()).transaction(['clips', 'pieces'], 'readwrite')
  void deletion.objectStore('clips').delete(id)
  for (const piece of await deletion.objectStore('pieces').index('clipId').getAllKeys(id))
    void deletion.objectStore('pieces').delete(piece)
  await deletion.done
}

/** How long answers stay readable, in ms. */
export const keptFor = 86_400_000
